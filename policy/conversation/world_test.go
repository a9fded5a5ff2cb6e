package conversation

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"familiar/messages"
	"familiar/policy/floor"
	"familiar/policy/guard"
	"familiar/policy/ladder"
)

// A pick chooses one of n; 0 is the plainest. It is all the chance a world
// knows, so that rapid and a fuzzer's bytes drive the same conversations.
type pick func(what string, n int) int

// A world is one channel with everything round it that may go right or wrong:
// people, bots, clocks, a judge, an agent and a network. It keeps its own
// account of what is open and holds the machine to it after every step.
type world struct {
	t      failer
	pick   pick
	config *Config
	s      *Channel
	twin   *Channel // a decoded copy that must go on like s; nil until the first reload
	now    messages.Instant

	said    int // lines made so far, for texts that occur once
	known   []messages.LineID
	posts   []messages.Post
	journal []entry

	account
}

// A failer is what testing and rapid have in common.
type failer interface {
	Helper()
	Fatalf(format string, args ...any)
}

// A teller tells what happened before it fails.
type teller struct {
	failer
	w *world
}

func (t teller) Fatalf(format string, args ...any) {
	t.Helper()
	var story strings.Builder
	fmt.Fprintln(&story)
	for _, kept := range t.w.journal {
		fmt.Fprintf(&story, "%s %s\n", kept.now, kept.event)
		for i := range kept.notes {
			fmt.Fprintf(&story, "\t> %s\n", tell(&kept.notes[i]))
		}
	}
	t.failer.Fatalf(format+"%s", append(args, story.String())...)
}

// An entry is what the journal keeps of a step, and what the machine noted.
type entry struct {
	now   messages.Instant
	event []byte
	notes []messages.Note
}

// A familiar's place in the worlds: up to three sit in a channel, or all where
// presets are mixed.
var cast = []struct {
	familiar messages.FamiliarID
	account  messages.AccountID
	self     messages.PersonID
}{{"Aria", "first", "us"}, {"Vesper", "second", "us2"}, {"Milo", "third", "us3"}, {"Iris", "fourth", "us4"}, {"Otto", "fifth", "us5"}, {"Runa", "sixth", "us6"}}

func newWorld(t failer, p pick) *world {
	c := drawConfig(p)
	if err := c.Validate(); err != nil {
		t.Fatalf("a configuration no channel would get: %v", err)
	}
	w := &world{pick: p, config: c, s: New(drawChannel(p), c), now: 1_772_366_400_000}
	w.t = teller{t, w}
	w.account.begin()
	return w
}

// drawConfig draws a configuration of any preset, with one to three familiars
// that share an account or don't, and the knobs that change what may happen.
func drawConfig(p pick) *Config {
	names := []string{"social", "ladder", "chatty", "window", "assigned", "relevance"}
	day := drawHours(p)
	preset := names[p("preset", len(names))]
	policy, _ := Preset(preset)
	room, _ := PresetRoom(preset)
	room.Guard.Reset = []guard.Reset{guard.Any, guard.Engaged}[p("guard reset", 2)]
	room.Guard.Count = []guard.Count{guard.Turns, guard.Lines}[p("guard count", 2)]
	if p("a default familiar", 4) == 3 {
		room.Default = cast[p("who", len(cast))].familiar
	}
	if p("other floor", 2) == 1 {
		room.Floor = floor.Config{On: !room.Floor.On, Rest: time.Minute, Hold: 2 * time.Minute}
	}
	if p("debounce off", 2) == 1 {
		policy.Debounce = Debounce{}
	}
	policy.Busy = []Busy{Steer, Queue, Inject, Interrupt}[p("busy", 4)]
	room.Guard.Cooldown = []time.Duration{0, 10 * time.Minute}[p("cool-down", 2)]
	policy.OnJudgeError = []OnJudgeError{Retry, Decline}[p("judge error", 2)]
	policy.PeersArm = p("peers arm", 2) == 1
	policy.Ladder.Address = []messages.Act{messages.Engage, messages.Ask}[p("address asks", 2)]
	policy.Odds = drawOdds(p, policy.Odds)
	seats := 1 + p("more seats", 3)
	room.Turns.Assignment = drawAssignment(p, seats)
	policy.Pace, policy.Surface.Threads = drawPace(p), drawThreads(p)
	policy.JudgeTogether = p("one question for all", 2) == 1
	oneAccount, judged := p("one account", 2) == 1, p("no judge", 4) != 3
	c := &Config{Generation: 1, Room: room, Budget: drawBudget(p)}
	for _, who := range cast[:seats] {
		seat := SeatConfig{
			Familiar: who.familiar, Account: who.account, Self: who.self, Name: string(who.familiar), Judged: judged, Judge: "judge",
			Names: ladder.CompileNames(policy.Ladder.Alias, string(who.familiar)), Policy: policy,
		}
		seat.Hours = day
		if oneAccount {
			seat.Account = "first"
		}
		c.Seats = append(c.Seats, seat)
	}
	if p("the network can be asked", 3) == 2 {
		c.Seats[0].Members, c.Seats[seats-1].History = true, p("about the past, too", 2) == 1
	}
	drawRoles(p, c)
	mix(p, c)
	share(p, c)
	drawMemory(p, c)
	return c
}

// share has some familiars share the account of the first cast, listed in some
// order.
func share(p pick, c *Config) {
	if p("personas", 3) != 2 {
		return
	}
	last := p("who lists last", len(c.Seats))
	for i := range c.Seats {
		if i > 1 && p("an account of its own", 3) == 2 {
			continue
		}
		seat := &c.Seats[i]
		seat.Account, seat.Persona, seat.Rank = cast[0].account, true, (i+len(c.Seats)-last)%len(c.Seats)
		seat.Meet(messages.Author{ID: cast[0].self, Name: "House", Bot: true})
	}
	c.Listen()
}

// step gives the machine an event and checks everything there is to check.
func (w *world) step(e Event) []Effect {
	w.t.Helper()
	now := w.now
	if w.pick("clock behind", 16) == 15 {
		now -= 5000
	}
	w.before(w, e)
	kept := w.record(now, e)
	out := w.s.Step(now, e, nil)
	kept.notes = notes(out)
	if w.twin != nil {
		w.compare(now, e, out)
	}
	for _, effect := range out {
		if post, ok := effect.(messages.Post); ok {
			w.posts = append(w.posts, post)
		}
	}
	w.after(w, e, out)
	return out
}

func (w *world) record(now messages.Instant, e Event) *entry {
	kept, err := messages.EncodeEvent(e)
	if err != nil {
		w.t.Fatalf("%#v can't be kept: %v", e, err)
	}
	w.journal = append(w.journal, entry{now: now, event: kept})
	return &w.journal[len(w.journal)-1]
}

func notes(out []Effect) []messages.Note {
	var all []messages.Note
	for _, effect := range out {
		if n, ok := effect.(*messages.Note); ok {
			all = append(all, *n)
		}
	}
	return all
}

// reload puts the state through its encoding; from here on a copy made then
// runs beside it.
func (w *world) reload() {
	kept, err := w.s.Encode()
	if err != nil {
		w.t.Fatalf("encode: %v", err)
	}
	copied, err := Decode(kept, w.config)
	if err != nil {
		w.t.Fatalf("decode: %v", err)
	}
	if got, want := asJSON(w.t, &copied.State), asJSON(w.t, &w.s.State); got != want {
		w.t.Fatalf("decoded, the state is\n%s\nwant\n%s", got, want)
	}
	w.twin = copied
}

// clone is the state as a wake-up would find it.
func (w *world) clone() *Channel {
	w.t.Helper()
	was := w.twin
	w.reload()
	copied := w.twin
	w.twin = was
	return copied
}

func (w *world) someLine() messages.LineID {
	if len(w.known) == 0 {
		return "none"
	}
	back := min(w.pick("how far back", 12), len(w.known)-1)
	return w.known[len(w.known)-1-back]
}

func (w *world) knows(id messages.LineID) bool { return slices.Contains(w.known, id) }
