package conversation

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"familiar/messages"
	"familiar/policy/memory"
)

// A workspace is what a community knows of who could read what, whose places are those of
// two workspaces and direct messages. The zero workspace is of one where nothing is lent.
type workspace struct {
	directories map[messages.ChannelID]*Channel
	sayings     map[string][]*saying // by secret
	authors     map[messages.LineID]string
	without     check // that is left out; "": none
	lent        int   // prompts that had something of another place
	lapsed      int   // of these, those answered too late
}

// A check is one of those that docs/adr/0050 lists.
type check string

const (
	heardCheck  check = "who could read it when it was said"
	todayCheck  check = "who can read it today"
	readerCheck check = "who reads the place it is told in"
	placeCheck  check = "the workspace"
	personCheck check = "the person"
	lateCheck   check = "whether it still holds when the model has answered"
)

// A saying is that a secret was said somewhere.
type saying struct {
	place int
	line  messages.LineID
	by    string
	open  bool // everybody in the workspace could read it
	gone  bool
	epoch int // of what its author had agreed to; 0: they had not
}

// newWorkspaces makes the places of a community, and one of another workspace, whose
// familiars lend.
func newWorkspaces(p pick, all, one *Config) *community {
	c := newCommunity(p, all, one)
	c.directories, c.sayings, c.authors = map[messages.ChannelID]*Channel{}, map[string][]*saying{}, map[messages.LineID]string{}
	c.places = append(c.places, &place{s: New("test/other/hall", all), config: all}, &place{s: New("test//kitchen", all), config: all})
	for _, k := range opens {
		c.places[k].audience = messages.AudienceAll
	}
	return c
}

func workspaceConfigs(t testing.TB) (all, one *Config) {
	return testConfig(t, "social", "quick", "noodds", "nojudge", "memory", "lends", "two"), testConfig(t, "social", "quick", "noodds", "nojudge", "memory", "lends")
}

// opens are the places that may be opened and closed: the garden, the cellar, the hall of
// the other workspace, the kitchen. The thread is as open as the garden.
var opens = []int{0, 1, 5, 6}

// open opens or closes a place.
func (c *community) open() {
	to := []messages.Audience{messages.AudienceAll, messages.AudienceAll, messages.AudienceSome, messages.AudienceUnknown}[c.pick("to whom", 4)]
	at := opens[c.pick("which", len(opens))]
	if c.places[at].audience = to; at == 0 {
		c.places[2].audience = to
	}
}

// note notes the secrets that somebody says.
func (c *community) note(at int, line messages.LineID, by, text string) {
	if c.sayings == nil {
		return
	}
	c.authors[line] = by
	for _, word := range secrets.FindAllString(text, -1) {
		c.sayings[word] = append(c.sayings[word], &saying{at, line, by, c.places[at].audience == messages.AudienceAll, false, c.epochs[by]})
	}
}

// unsay has sayings be gone.
func (c *community) unsay(these func(*saying) bool) {
	for _, all := range c.sayings {
		for _, s := range all {
			if these(s) {
				s.gone = true
			}
		}
	}
}

// mayKnow reports whether whoever reads a place may know a secret: it was said there, or
// where all of them could read it and still can.
func (c *community) mayKnow(at int, secret string) bool {
	return slices.ContainsFunc(c.sayings[secret], func(s *saying) bool {
		from, to := c.places[s.place], c.places[at]
		return s.place == at || !s.gone && s.open && from.audience == messages.AudienceAll &&
			to.audience != messages.AudienceUnknown && from.s.Channel.Workspace() == to.s.Channel.Workspace() ||
			c.mayKnowAgreed(at, s)
	})
}

// tellDirectory has the directory of a workspace be told, or lose the word with a kill.
func (c *community) tellDirectory(o messages.Tell) {
	if c.directories == nil || !o.Channel.HoldsMemories() || c.pick("killed", 8) == 7 {
		return
	}
	d := c.directories[o.Channel]
	if d == nil {
		d = New(o.Channel, &Config{})
		c.directories[o.Channel] = d
	}
	for _, effect := range d.Step(c.now, o.Event, nil) {
		if back, is := effect.(messages.Tell); is {
			c.step(c.placeOf(back.Channel), back.Event)
		}
	}
}

func (c *community) placeOf(id messages.ChannelID) int {
	return slices.IndexFunc(c.places, func(p *place) bool { return p.s.Channel == id })
}

// compose does what whoever carries an order out does: it asks other places, then a
// model, then them again.
func (c *community) compose(at int, o messages.Compose) {
	own := o.Memories
	c.answering(at, &o)
	lent := c.borrow(at, o.Reach)
	o.Memories = slices.Concat(own, lent)
	if c.look(at, o); len(o.Memories) > 0 {
		c.recalled++
	}
	if len(lent) > 0 {
		c.lent++
		c.meanwhile()
		if !memory.Still(lent, c.borrow(at, o.Reach)) && c.without != lateCheck {
			c.lapsed++
			o.Memories = own
			c.look(at, o)
		}
	}
	c.step(at, messages.Composed{N: o.N, Final: true, Parts: []string{repeat(o)}})
}

// borrow asks the places that have something, in the way of app/lending.go.
func (c *community) borrow(at int, r *messages.Reach) []messages.Memory {
	if c.directories == nil || r == nil {
		return nil
	}
	return memory.Together(c.borrowInWorkspace(at, r), c.borrowAgreed(at, r))
}

func (c *community) borrowInWorkspace(at int, r *messages.Reach) []messages.Memory {
	if r.Direct {
		return nil
	}
	reach, to := *r, memory.Place{Channel: c.places[at].s.Channel, Audience: c.places[at].audience}
	if c.without == readerCheck {
		to.Audience = messages.AudienceAll
	}
	if c.without == personCheck {
		reach.People = []messages.PersonID{"p0", "p1", "p2"}
	}
	channels := c.find(to.Channel.Memories(), reach)
	var all []memory.Lent
	for _, id := range channels {
		p := c.places[c.placeOf(id)]
		if m := p.s.Seats[0].Memory; m != nil && c.without == heardCheck {
			for k := range m.Windows {
				m.Windows[k].Open = true
			}
		}
		one := memory.Lent{Place: memory.Place{Channel: id, Audience: p.audience}, Memories: p.s.Lend(reach)}
		if c.without == todayCheck {
			one.Audience = messages.AudienceAll
		}
		if c.without == placeCheck && id.Workspace() != to.Channel.Workspace() {
			one.Channel = messages.ChannelID(to.Channel.Workspace() + "/pretends")
		}
		c.ofThem(p, one.Memories, *r)
		all = append(all, one)
	}
	return memory.Gather(to, all)
}

// find asks the directory, or everybody where a check is left out that it relies on.
func (c *community) find(directory messages.ChannelID, r messages.Reach) (channels []messages.ChannelID) {
	if c.without == heardCheck || c.without == placeCheck || c.without == wordsCheck {
		for _, p := range c.places {
			channels = append(channels, p.s.Channel)
		}
		return channels
	}
	d := c.directories[directory]
	if d == nil {
		return nil
	}
	return d.Lending.Directory.Find(r)
}

// ofThem finds a memory that is about nobody whom the turn answers.
func (c *community) ofThem(p *place, lent []messages.Memory, r messages.Reach) {
	k := p.s.Seats.Of(r.Familiar)
	for _, m := range lent {
		about := slices.ContainsFunc(p.s.Seats[k].Memory.Kept, func(o memory.Memory) bool {
			return messages.MemoryID(o.ID) == m.ID && slices.Contains(r.People, o.About)
		})
		if !about && c.leak == "" {
			c.leak = fmt.Sprintf("%s of %s is about none of %v", m.ID, p.s.Channel, r.People)
		}
	}
}

// meanwhile has something happen elsewhere while a model writes.
func (c *community) meanwhile() {
	switch at := c.pick("where meanwhile", len(c.places)); c.pick("meanwhile", 4+2*min(1, len(c.epochs))) {
	case 0:
		c.open()
	case 1:
		if lines := c.places[at].lines; len(lines) > 0 {
			c.forget(at, fmt.Sprintf("p%d", c.pick("who meanwhile", 3)), lines[c.pick("which line", len(lines))])
		}
	case 4, 5:
		c.agree(c.pick("what of it meanwhile", 3)+1, at)
	}
}

// TestNoPlaceHearsWhatItsPeopleCouldNot draws workspaces whose places are opened and
// closed, with lines that are edited, deleted and forgotten, also while a model writes: no
// order of a place has a word that not all who read it could have read where it was said.
func TestNoPlaceHearsWhatItsPeopleCouldNot(t *testing.T) {
	all, one := workspaceConfigs(t)
	lent, lapsed := 0, 0
	checkUntil(t, func() bool { return lent > 0 && lapsed > 0 }, func(t *rapid.T) {
		c := newWorkspaces(rapidPick(t), all, one)
		for range rapid.IntRange(1, 120).Draw(t, "moves") {
			c.move()
		}
		if c.leak != "" {
			t.Fatal(c.leak)
		}
		lent, lapsed = lent+c.lent, lapsed+c.lapsed
	})
	t.Logf("%d prompts had something of another place, %d were written again", lent, lapsed)
}

// TestEachCheckOfLendingIsNeeded: the property above fails without any one of them.
func TestEachCheckOfLendingIsNeeded(t *testing.T) {
	all, one := workspaceConfigs(t)
	const most = 400 // workspaces
	for _, without := range []check{heardCheck, todayCheck, readerCheck, placeCheck, personCheck, lateCheck} {
		leak := ""
		seed := uint64(0)
		for ; leak == "" && seed < most; seed++ {
			chance := rand.New(rand.NewPCG(seed, 50))
			c := newWorkspaces(func(_ string, n int) int { return chance.IntN(n) }, all, one)
			c.without = without
			for k := 0; k < 150 && c.leak == ""; k++ {
				c.move()
			}
			leak = c.leak
		}
		t.Logf("without %s: found in workspace %d", without, seed)
		if leak == "" {
			t.Errorf("without %s: not found in %d workspaces", without, most)
		}
	}
}
