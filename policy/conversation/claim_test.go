package conversation

import (
	"strings"
	"testing"
	"time"

	"familiar/messages"
	"familiar/policy/admission"
)

// A parish is the channel of roles and two closed rooms that share what it has.
type parish struct {
	t      *testing.T
	now    messages.Instant
	states map[messages.ChannelID]*Channel
	said   []string // posts, with their channel before them
	notes  []messages.Note
}

const claimCode = "claim-7K9M-2X3R"

func newParish(t *testing.T) *parish {
	p := &parish{t: t, now: 1, states: map[messages.ChannelID]*Channel{}}
	for _, id := range []messages.ChannelID{"test//room", "test//den"} {
		p.states[id] = New(id, testConfig(t, "social", "closed"))
	}
	p.states[messages.Roles] = New(messages.Roles, &Config{Room: testConfig(t, "social", "closed").Room})
	return p
}

// step gives a channel an event, and carries out what it orders.
func (p *parish) step(id messages.ChannelID, e Event) {
	for _, effect := range p.states[id].Step(p.now, e, nil) {
		switch o := effect.(type) {
		case messages.Tell:
			p.step(o.Channel, o.Event)
		case messages.ShareRoles:
			p.share()
		case messages.Post:
			p.said = append(p.said, string(id)+" "+o.Text)
		case *messages.Note:
			p.notes = append(p.notes, *o)
		default: // the turn it may begin
		}
	}
}

func (p *parish) share() {
	for id, s := range p.states {
		c := *s.config
		c.Claims = p.states[messages.Roles].Admission.Claims.Clone()
		s.Use(&c)
		p.states[id] = s
	}
}

// reload wakes every channel from its snapshot.
func (p *parish) reload() {
	for id, s := range p.states {
		b, err := s.Encode()
		if err != nil {
			p.t.Fatal(err)
		}
		c := *s.config
		c.Claims = nil
		if p.states[id], err = Decode(b, &c); err != nil {
			p.t.Fatal(err)
		}
	}
	for _, effect := range p.states[messages.Roles].Pending() {
		if _, shares := effect.(messages.ShareRoles); shares {
			p.share()
		}
	}
}

func (p *parish) open(role string) {
	p.step(messages.Roles, messages.ClaimOpened{Sum: admission.Sum(claimCode), Role: role})
}

func (p *parish) say(id messages.ChannelID, change func(*messages.Line), text string) {
	p.now++
	l := &messages.Line{ID: messages.LineID(text + p.now.String()), Channel: id, Author: messages.Author{ID: "gus", Name: "gus"}, Text: text}
	if change != nil {
		change(l)
	}
	p.step(id, messages.Heard{Line: l})
}

func (p *parish) role(id messages.ChannelID) admission.Role {
	role, _ := p.states[id].Admission.Role("gus", false)
	return role
}

func TestClaim(t *testing.T) {
	bot := func(l *messages.Line) { l.Author.Bot = true }
	late := func(l *messages.Line) { l.Backfilled = true }
	for _, tt := range []struct {
		story string
		do    func(*parish)
		room  admission.Role // gus's, in the room
		den   admission.Role // and in the other channel
		said  string         // the last answer
	}{
		{"a guest who says the code has the role everywhere on the network", func(p *parish) { p.open("trusted"); p.say("test//room", nil, "it is "+claimCode) }, admission.Trusted, admission.Trusted, "test//room You are trusted now."},
		{"without a claim it is talk", func(p *parish) { p.say("test//room", nil, claimCode) }, admission.Guest, admission.Guest, ""},
		{"a wrong code is, too", func(p *parish) { p.open("owner"); p.say("test//room", nil, "claim-0000-0000") }, admission.Guest, admission.Guest, ""},
		{"a bot claims nothing", func(p *parish) { p.open("owner"); p.say("test//room", bot, claimCode) }, admission.Guest, admission.Guest, ""},
		{"nor somebody whose id no rule can name", func(p *parish) {
			p.open("owner")
			p.say("test//room", func(l *messages.Line) { l.Author.ID = "gus the first" }, claimCode)
			p.reload()
		}, admission.Guest, admission.Guest, ""},
		{"nor does a line fetched later", func(p *parish) { p.open("owner"); p.say("test//room", late, claimCode) }, admission.Guest, admission.Guest, ""},
		{"a code that is too old gives nothing", func(p *parish) {
			p.open("owner")
			p.now = p.now.Add(10 * time.Minute)
			p.say("test//room", nil, claimCode)
		}, admission.Guest, admission.Guest, ""},
		{"after ten wrong ones the right one is void", func(p *parish) {
			p.open("owner")
			for range 10 {
				p.say("test//den", nil, "claim-0000-0000")
			}
			p.say("test//room", nil, claimCode)
		}, admission.Guest, admission.Guest, ""},
		{"the open code outlives a restart", func(p *parish) { p.open("owner"); p.reload(); p.say("test//den", nil, claimCode) }, admission.Owner, admission.Owner, "test//den You are owner now."},
		{"the role does", func(p *parish) { p.open("owner"); p.say("test//den", nil, claimCode); p.reload() }, admission.Owner, admission.Owner, "test//den You are owner now."},
		{"a role nobody knows is not opened", func(p *parish) { p.open("king"); p.say("test//den", nil, claimCode) }, admission.Guest, admission.Guest, ""},
		{"a role is taken back", func(p *parish) {
			p.open("owner")
			p.say("test//den", nil, claimCode)
			p.step(messages.Roles, messages.RoleRevoked{Role: "owner", Person: "gus"})
		}, admission.Guest, admission.Guest, "test//den You are owner now."},
		{"who is forgotten has none", func(p *parish) {
			p.open("owner")
			p.say("test//den", nil, claimCode)
			p.step(messages.Roles, messages.Forgotten{Person: "gus"})
		}, admission.Guest, admission.Guest, "test//den You are owner now."},
	} {
		t.Run(tt.story, func(t *testing.T) {
			p := newParish(t)
			tt.do(p)
			said := ""
			if len(p.said) > 0 {
				said = p.said[len(p.said)-1]
			}
			if room, den := p.role("test//room"), p.role("test//den"); room != tt.room || den != tt.den || said != tt.said {
				t.Errorf("gus is %s and %s, %q is said; want %s and %s, %q", room, den, said, tt.room, tt.den, tt.said)
			}
			for id, s := range p.states {
				for e := range s.Lines.All() {
					if strings.Contains(e.Text, claimCode) {
						t.Errorf("%s keeps %q", id, e.Text)
					}
				}
			}
		})
	}
}

// TestClaimIsUsedOnce: of two who say the code at the same moment in two
// channels, before either has heard of the other, one has the role.
func TestClaimIsUsedOnce(t *testing.T) {
	p := newParish(t)
	p.open("owner")
	var asked []messages.Tell
	for _, id := range []messages.ChannelID{"test//room", "test//den"} {
		l := &messages.Line{ID: "1", Channel: id, Author: messages.Author{ID: messages.PersonID("of-" + id)}, Text: claimCode}
		for _, effect := range p.states[id].Step(p.now, messages.Heard{Line: l}, nil) {
			if o, ok := effect.(messages.Tell); ok {
				asked = append(asked, o)
			}
		}
	}
	if len(asked) != 2 {
		t.Fatalf("%d channels ask for the role, want both", len(asked))
	}
	for _, o := range asked {
		p.step(o.Channel, o.Event)
	}
	if grants := p.states[messages.Roles].Admission.Claims.Grants; len(grants) != 1 || grants[0].Rule.Author() != "of-test//room" || len(p.said) != 1 {
		t.Errorf("got %+v and %q, want the role for the first and one answer", grants, p.said)
	}
}
