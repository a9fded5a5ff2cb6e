package conversation

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"familiar/messages"
	"familiar/policy/admission"
	"familiar/policy/persons"
)

// A wire is the channel of linked accounts and others on two networks, which tell each
// other things.
type wire struct {
	t      *testing.T
	now    messages.Instant
	states map[messages.ChannelID]*Channel
	said   map[messages.ChannelID][]string
	asked  []messages.AskLink
	deaf   bool // what is asked is lost
	shares []messages.LinkDeed
	erased map[messages.ChannelID][]messages.Erase
	draws  byte
}

const (
	anaHere  messages.ChannelID = "discord//dm1"
	anaThere messages.ChannelID = "telegram//4711"
	square   messages.ChannelID = "discord/9/square"
)

func newWire(t *testing.T) *wire {
	w := &wire{t: t, now: 1, states: map[messages.ChannelID]*Channel{}, said: map[messages.ChannelID][]string{}, erased: map[messages.ChannelID][]messages.Erase{}}
	for _, id := range []messages.ChannelID{anaHere, anaThere, square, "irc//ben"} {
		w.states[id] = New(id, testConfig(t, "social", "two"))
	}
	w.states[messages.Persons] = New(messages.Persons, &Config{Room: testConfig(t, "social").Room})
	return w
}

func (w *wire) step(id messages.ChannelID, e Event) { w.carryOut(id, w.states[id].Step(w.now, e, nil)) }

func (w *wire) carryOut(id messages.ChannelID, effects []Effect) {
	for _, effect := range effects {
		switch o := effect.(type) {
		case messages.Tell:
			w.step(o.Channel, o.Event)
		case messages.AskLink:
			w.asked = append(w.asked, o)
			if w.draws++; !w.deaf {
				o.Said.Random = []byte{1, 2, 3, 4, w.draws}
				w.step(messages.Persons, messages.Told{From: o.From, Fact: o.Said})
			}
		case messages.ShareLinks:
			w.shares = append(w.shares, o.Deed)
		case messages.Erase:
			w.erased[id] = append(w.erased[id], o)
		case messages.Post:
			w.said[id] = append(w.said[id], o.Text)
			w.step(id, messages.Delivered{Post: o.ID, Line: messages.LineID(fmt.Sprint("ours", len(w.said[id])))})
		default: // notes, the turn it may begin
		}
	}
}

// say has somebody say something, and gives what they are answered last.
func (w *wire) say(id messages.ChannelID, who, text string, change func(*messages.Line)) string {
	w.now++
	l := &messages.Line{
		ID: messages.LineID("l" + w.now.String()), Channel: id, Author: messages.Author{ID: messages.PersonID(who), Name: strings.ToUpper(who)},
		Text: text, DM: id != square,
	}
	if change != nil {
		change(l)
	}
	before := len(w.said[id])
	w.step(id, messages.Heard{Line: l})
	if len(w.said[id]) == before {
		return ""
	}
	return w.said[id][len(w.said[id])-1]
}

var aCode = regexp.MustCompile(`/link ([0-9A-Z]{4}-[0-9A-Z]{4})`)

func (w *wire) code(id messages.ChannelID, who string) string {
	w.t.Helper()
	found := aCode.FindStringSubmatch(w.say(id, who, "/link", nil))
	if found == nil {
		w.t.Fatalf("no code in %q", w.said[id])
	}
	return found[1]
}

// reload wakes every channel from its snapshot, as after a kill.
func (w *wire) reload() {
	for id, s := range w.states {
		b, err := s.Encode()
		if err != nil {
			w.t.Fatal(err)
		}
		if w.states[id], err = Decode(b, s.config); err != nil {
			w.t.Fatal(err)
		}
	}
	for id, s := range w.states {
		w.carryOut(id, s.Pending())
	}
}

func (w *wire) linked() bool {
	return len(w.states[messages.Persons].Links.Others(messages.Identity{Network: "discord", Person: "ana"})) > 0
}

func TestLink(t *testing.T) {
	const private = "Say /link to me in a direct message: others here could use what you say or what I answer."
	const joined = "This account is linked with ANA (discord) now. \"/unlink\" ends that."
	for _, tt := range []struct {
		story  string
		do     func(*wire) string // what is answered last
		want   string
		linked bool
	}{
		{"a code that is said on both is a link", func(w *wire) string { return w.say(anaThere, "4711", "/link "+w.code(anaHere, "ana"), nil) }, joined, true},
		{"who gave it hears of it, too", func(w *wire) string {
			w.say(anaThere, "4711", "/link "+w.code(anaHere, "ana"), nil)
			return w.said[anaHere][len(w.said[anaHere])-1]
		}, "This account is linked with 4711 (telegram) now. \"/unlink\" ends that.", true},
		{"in letters of any case", func(w *wire) string {
			return w.say(anaThere, "4711", "/link "+strings.ToLower(w.code(anaHere, "ana")), nil)
		}, joined, true},
		{"where others are none is given", func(w *wire) string { return w.say(square, "ana", "/link", nil) }, private, false},
		{"nor is one taken", func(w *wire) string { return w.say(square, "ana", "/link "+w.code(anaThere, "4711"), nil) }, private, false},
		{"which then is void", func(w *wire) string {
			code := w.code(anaHere, "ana")
			w.say(square, "eve", "/link "+code, nil)
			return w.say(anaThere, "4711", "/link "+code, nil)
		}, "That code isn't open: it is none, was used, or is too old. Say /link on your other account for a new one.", false},
		{"nor in a direct message that another has spoken in", func(w *wire) string {
			w.say(anaHere, "ben", "hello", nil)
			return w.say(anaHere, "ana", "/link", nil)
		}, private, false},
		{"a bot links nothing", func(w *wire) string {
			return w.say(anaHere, "ana", "/link", func(l *messages.Line) { l.Author.Bot = true })
		}, "", false},
		{"nor does a line fetched later", func(w *wire) string {
			return w.say(anaHere, "ana", "/link", func(l *messages.Line) { l.Backfilled = true })
		}, "", false},
		{"what is no code is not looked for", func(w *wire) string {
			return w.say(anaHere, "ana", "/link with ben", nil)
		}, "That code isn't open: it is none, was used, or is too old. Say /link on your other account for a new one.", false},
		{"asked again it says with whom", func(w *wire) string {
			w.say(anaThere, "4711", "/link "+w.code(anaHere, "ana"), nil)
			said, _, _ := strings.Cut(w.say(anaThere, "4711", "/link", nil), "\n")
			return said
		}, "This account is linked with ANA (discord). \"/unlink\" ends that.", true},
		{"it ends", func(w *wire) string {
			w.say(anaThere, "4711", "/link "+w.code(anaHere, "ana"), nil)
			return w.say(anaHere, "ana", "/unlink", nil)
		}, "This account is linked with no other any more.", false},
		{"the operator ends it", func(w *wire) string {
			w.say(anaThere, "4711", "/link "+w.code(anaHere, "ana"), nil)
			w.step(messages.Persons, messages.LinkEnded{Network: "telegram", Person: "4711"})
			return ""
		}, "", false},
		{"a kill between the halves costs nothing", func(w *wire) string {
			code := w.code(anaHere, "ana")
			w.reload()
			return w.say(anaThere, "4711", "/link "+code, nil)
		}, joined, true},
		{"a question that is lost is asked again", func(w *wire) string {
			code := w.code(anaHere, "ana")
			w.deaf = true
			w.say(anaThere, "4711", "/link "+code, nil)
			w.deaf = false
			w.reload()
			return w.said[anaThere][len(w.said[anaThere])-1]
		}, joined, true},
		{"also by its deadline", func(w *wire) string {
			code := w.code(anaHere, "ana")
			w.deaf = true
			w.say(anaThere, "4711", "/link "+code, nil)
			w.deaf = false
			due, _ := w.states[anaThere].Due()
			w.now = due.At
			w.step(anaThere, messages.TimerFired{N: due.N})
			return w.said[anaThere][len(w.said[anaThere])-1]
		}, joined, true},
		{"and given up after three times", func(w *wire) string {
			w.deaf = true
			w.say(anaThere, "4711", "/link", nil)
			for range 3 {
				due, _ := w.states[anaThere].Due()
				w.now = due.At
				w.step(anaThere, messages.TimerFired{N: due.N})
			}
			if len(w.asked) != 3 || len(w.states[anaThere].Duties.Links) != 0 {
				w.t.Errorf("it was asked %d times, and %d wait; want 3 and none", len(w.asked), len(w.states[anaThere].Duties.Links))
			}
			return w.said[anaThere][0]
		}, "That could not be done in time. Say it again in a moment.", false},
		{"a guest has no such right", func(w *wire) string {
			c := *w.states[anaHere].config
			c.Listed = true
			may := c.Room.Admission.Roles["member"]
			may.May = []messages.Command{messages.Wake}
			c.Room.Admission.Roles = map[string]admission.Holders{"member": may}
			w.states[anaHere].Use(&c)
			return w.say(anaHere, "ana", "/link", nil)
		}, "/link isn't yours to say here: you are member.", false},
		{"another channel's word that it is linked is none", func(w *wire) string {
			w.step(anaHere, messages.Told{From: square, Fact: messages.LinkAnswered{Familiar: "Aria", Outcome: string(persons.Joined), With: []messages.Identity{{Network: "irc", Person: "eve"}}}})
			return strings.Join(w.said[anaHere], "")
		}, "", false},
	} {
		t.Run(tt.story, func(t *testing.T) {
			w := newWire(t)
			if got := tt.do(w); got != tt.want || w.linked() != tt.linked {
				t.Errorf("got %q, linked %v; want %q, %v", got, w.linked(), tt.want, tt.linked)
			}
			for _, said := range w.said[square] {
				if aCode.MatchString(said) || strings.Contains(said, "telegram") || strings.Contains(said, "4711") {
					t.Errorf("where others read it says %q", said)
				}
			}
		})
	}
}

// TestLinkIsTold: the program knows each time who did what, and again after a start.
func TestLinkIsTold(t *testing.T) {
	w := newWire(t)
	w.say(anaThere, "4711", "/link "+w.code(anaHere, "ana"), nil)
	w.say(anaHere, "ana", "/unlink", nil)
	if len(w.shares) != 2 || w.shares[0].Act != messages.AccountsLinked || w.shares[0].Of.Person != "4711" || w.shares[0].With.Person != "ana" || w.shares[1].Act != messages.AccountUnlinked || w.shares[1].Of.Person != "ana" {
		t.Errorf("got %+v", w.shares)
	}
	w.reload()
	if last := w.shares[len(w.shares)-1]; len(w.shares) != 3 || last != (messages.LinkDeed{}) {
		t.Errorf("after a start: got %+v, want one without a deed", w.shares)
	}
}

// TestForgottenLink: who is forgotten on one network is gone from the answers on the
// other, and what was said of them there is erased.
func TestForgottenLink(t *testing.T) {
	w := newWire(t)
	w.say(anaThere, "4711", "/link "+w.code(anaHere, "ana"), nil)
	w.say(anaThere, "4711", "/link", nil)
	for _, id := range []messages.ChannelID{anaHere, anaThere, messages.Persons} {
		w.step(id, messages.Forgotten{Person: "ana"})
	}
	if w.linked() {
		t.Error("the link is still there")
	}
	for id, s := range w.states {
		w.carryOut(id, nil)
		for !s.Erasing.Due().Is(0) && s.Erasing.Busy() {
			order, _ := s.Erasing.Open(id)
			w.step(id, messages.Erased{N: order.N})
		}
		b, err := s.Encode()
		if err != nil {
			t.Fatal(err)
		}
		for _, never := range []string{"ANA", "ana"} {
			if strings.Contains(string(b), never) {
				t.Errorf("%s still has %q", id, never)
			}
		}
	}
	var lines []messages.LineID
	for _, order := range w.erased[anaThere] {
		if order.Line != "" {
			lines = append(lines, order.Line)
		}
	}
	if !slices.Equal(lines, []messages.LineID{"ours1", "ours2"}) {
		t.Errorf("erased there are the lines %v, want both that name her", lines)
	}
	if got := w.say(anaThere, "4711", "/unlink", nil); got != "This account is linked with no other." {
		t.Errorf("got %q", got)
	}
}

// TestLinkAsksAreBounded: however often somebody asks while nobody answers, no more than
// a few questions wait.
func TestLinkAsksAreBounded(t *testing.T) {
	w := newWire(t)
	w.deaf = true
	for range 10 {
		w.say(anaHere, "ana", "/link", nil)
		w.now = w.now.Add(time.Millisecond)
	}
	if got := len(w.states[anaHere].Duties.Links); got != 4 || len(w.said[anaHere]) != 6 {
		t.Errorf("%d questions wait, and %d are refused; want 4 and 6", got, len(w.said[anaHere]))
	}
}
