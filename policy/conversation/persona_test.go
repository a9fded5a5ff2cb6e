package conversation

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"familiar/messages"
	"familiar/policy/split"
	"familiar/policy/transcript"
)

// A sharing is a channel whose two familiars have one account.
type sharing struct{ *stepper }

func newSharing(t *testing.T) sharing {
	s := sharing{&stepper{t: t, s: New(scriptChannel, testConfig(t, "ladder", "two", "quick", "shared"))}}
	for _, who := range []messages.PersonID{"ana", "bob"} { // so that nobody is alone
		s.step(messages.Heard{Line: &messages.Line{ID: messages.LineID(who), Channel: scriptChannel, Author: messages.Author{ID: who, Name: string(who)}, Text: "hi", Backfilled: true}})
	}
	return s
}

// posted has whom people call by that name say something, and gives the post.
func (s sharing) posted(who, text string) messages.Post {
	s.t.Helper()
	s.hear(messages.LineID("to "+who+text), "ana", who+"?")
	if s.s.Turn == nil {
		s.t.Fatalf("nobody answers: %s", show(s.out))
	}
	posts := s.says(text)
	if len(posts) != 1 || string(posts[0].Familiar) != who {
		s.t.Fatalf("got %+v, want a post of %s", posts, who)
	}
	return posts[0]
}

// engaged gives who is to answer the line that came last.
func (s sharing) engaged() (who []messages.FamiliarID) {
	for _, effect := range s.out {
		if n, is := effect.(*messages.Note); is && n.Act == messages.Engage {
			who = append(who, n.Familiar)
		}
	}
	return who
}

// TestWhoSaidWhatTheAccountSaid: whatever is known of a line of a shared
// account says whose it is; where nothing is, it is the first one's.
func TestWhoSaidWhatTheAccountSaid(t *testing.T) {
	nothing := func(sharing) messages.PostID { return "" }
	for _, tt := range []struct {
		story  string
		before func(sharing) messages.PostID // gives the line's nonce, if it has another
		line   messages.Line
		by     messages.FamiliarID
		text   string
	}{
		{"the nonce of a post nobody remembers", nothing, messages.Line{Nonce: "test//room~Vesper~7~0.1", Text: "so"}, "Vesper", "so"},
		{"the nonce of a notice nobody remembers", nothing, messages.Line{Nonce: "test//room~Vesper~7~notice", Text: "so"}, "Vesper", "so"},
		{"a nonce of another program", nothing, messages.Line{Nonce: "7", Text: "so"}, "Aria", "so"},
		{"the name before its text", nothing, messages.Line{Text: "Vesper: so"}, "Vesper", "so"},
		{"the name as IRC has it", nothing, messages.Line{Text: "<Vesper> so"}, "Vesper", "so"},
		{"the name it is shown under", nothing, messages.Line{Author: messages.Author{Name: "Vesper"}, Text: "so"}, "Vesper", "so"},
		{"the nonce, whatever name it begins with", nothing, messages.Line{Nonce: "test//room~Vesper~7~0", Text: "Aria: so"}, "Vesper", "Aria: so"},
		{"nothing tells", nothing, messages.Line{Text: "so"}, "Aria", "so"},
		{"the text of a post on its way", func(s sharing) messages.PostID { s.posted("Vesper", "so"); return "" }, messages.Line{Text: "so"}, "Vesper", "so"},
		{
			"the nonce of a post, when another has the same text",
			func(s sharing) messages.PostID {
				p := s.posted("Aria", "so")
				s.step(messages.DeliveryFailed{Post: p.ID, Unknown: true})
				s.posted("Vesper", "so")
				return p.ID
			},
			messages.Line{Text: "so"},
			"Aria", "so",
		},
	} {
		t.Run(tt.story, func(t *testing.T) {
			s := newSharing(t)
			l := tt.line
			if nonce := tt.before(s); nonce != "" {
				l.Nonce = string(nonce)
			}
			l.ID, l.Channel, l.Author.ID = "own", scriptChannel, "us"
			kept := s.encoded()
			again, err := Decode(kept, s.s.config)
			if err != nil {
				t.Fatal(err)
			}
			for story, state := range map[string]*Channel{"": s.s, " after a restart": again} {
				state.Step(state.Now, messages.Heard{Line: &l}, nil)
				e := state.Lines.Entry(state.Lines.Find("own"))
				if e.By == 0 || state.Seats[e.By-1].Familiar != tt.by || e.Text != tt.text || e.Author.Name != string(tt.by) {
					t.Errorf("it is kept as %+v by %+v%s, want %q by %s", e, *e.Author, story, tt.text, tt.by)
				}
			}
		})
	}
}

// TestARepliesOwner: a reply is for whoever said the line, also once that is
// not resident any more, after a restart and when the seats have moved.
func TestARepliesOwner(t *testing.T) {
	s := newSharing(t)
	p := s.posted("Vesper", "so")
	s.step(messages.Delivered{Post: p.ID, Line: "hers"})
	for n := range 2 * transcript.Resident {
		s.step(messages.Heard{Line: &messages.Line{ID: messages.LineID(fmt.Sprint(n)), Channel: scriptChannel, Author: messages.Author{ID: "bob", Name: "bob"}, Text: "hm", Backfilled: true}})
	}
	if s.s.Lines.Find("hers") != nil {
		t.Fatal("the line is resident still")
	}
	moved := *s.s.config
	moved.Seats = slices.Clone(moved.Seats)
	slices.Reverse(moved.Seats)
	for _, c := range []*Config{s.s.config, &moved} {
		again, err := Decode(s.encoded(), s.s.config)
		if err != nil {
			t.Fatal(err)
		}
		s.s = again
		s.s.Use(c)
		s.step(messages.Heard{Line: &messages.Line{
			ID: messages.LineID(fmt.Sprint("reply ", c.Seats[0].Familiar)), Channel: scriptChannel, Author: messages.Author{ID: "bob", Name: "bob"},
			Text: "is it?", Mentions: []messages.PersonID{"us"}, ReplyTo: messages.Reply{ID: "hers", Author: "us"},
		}})
		if got := s.engaged(); !slices.Equal(got, []messages.FamiliarID{"Vesper"}) {
			t.Errorf("with %s first %v answer, want Vesper alone", c.Seats[0].Familiar, got)
		}
		s.says("yes")
	}
}

// TestABareMention: it is for the account's first in the channel, in whatever
// order they sit there.
func TestABareMention(t *testing.T) {
	for _, first := range []int{0, 1} {
		c := testConfig(t, "ladder", "two", "quick", "shared")
		c.Seats[first].Rank, c.Seats[1-first].Rank = 0, 3
		s := sharing{&stepper{t: t, s: New(scriptChannel, c)}}
		s.step(messages.Heard{Line: &messages.Line{ID: "1", Channel: scriptChannel, Author: messages.Author{ID: "ana", Name: "ana"}, Text: "hello", Mentions: []messages.PersonID{"us"}}})
		if got, want := s.engaged(), c.Seats[first].Familiar; len(got) != 1 || got[0] != want {
			t.Errorf("%v answer, want %s alone", got, want)
		}
	}
}

// TestForgettingASharedAccount: it is all of its familiars.
func TestForgettingASharedAccount(t *testing.T) {
	s := newSharing(t)
	for _, who := range []string{"Aria", "Vesper"} {
		p := s.posted(who, who+" says so")
		s.step(messages.Delivered{Post: p.ID, Line: messages.LineID(who)})
	}
	s.step(messages.Forgotten{Person: "us"})
	for e := range s.s.Lines.All() {
		if e.By > 0 && (!e.Gone || e.Text != "") {
			t.Errorf("%+v is kept", e)
		}
	}
}

// TestAShadowBesideItsAccount: what a live familiar says is another bot's for
// one in shadow that shares its account.
func TestAShadowBesideItsAccount(t *testing.T) {
	for _, echo := range []bool{false, true} {
		c := testConfig(t, "ladder", "two", "quick", "shared", "shadow")
		s := sharing{&stepper{t: t, s: New(scriptChannel, c)}}
		s.hear("1", "ana", "Aria?")
		p := s.says("yes")[0]
		if echo {
			s.step(messages.Heard{Line: &messages.Line{ID: "own", Channel: scriptChannel, Author: messages.Author{ID: "us", Name: "House", Bot: true}, Text: "Aria: yes"}})
		}
		s.step(messages.Delivered{Post: p.ID, Line: "own"})
		e := s.s.Shadow.Lines.Entry(s.s.Shadow.Lines.Find("own"))
		if e.By != 0 || e.Author.Name != "Aria" || !e.Author.Bot || e.Text != "yes" {
			t.Errorf("with its echo %v, the shadow keeps %+v by %+v", echo, e, *e.Author)
		}
	}
}

// TestTheyMentionTheirAccount: what one of them says calls nobody by it, be it
// the second or the first.
func TestTheyMentionTheirAccount(t *testing.T) {
	for _, who := range []string{"Aria", "Vesper"} {
		s := newSharing(t)
		p := s.posted(who, "we are <@us>")
		s.step(messages.Delivered{Post: p.ID, Line: "own"})
		if got := s.engaged(); len(got) > 0 {
			t.Errorf("%s mentions the account, and %v answer", who, got)
		}
	}
}

// TestAnEditOfTheirs: the network's word on a line's text is taken, though it
// doesn't say whose of the account's the line is.
func TestAnEditOfTheirs(t *testing.T) {
	s := newSharing(t)
	p := s.posted("Vesper", "so")
	s.step(messages.Delivered{Post: p.ID, Line: "own"})
	s.step(messages.Edited{Line: &messages.Line{ID: "own", Channel: scriptChannel, Author: messages.Author{ID: "us", Name: "House"}, Text: "so it is"}})
	if got := s.s.Lines.Text(s.s.Lines.Find("own")); got != "so it is" {
		t.Errorf("its text is %q, want the new one", got)
	}
}

// TestRoomForAName: with the name before it a message is as long as the network
// takes, not longer.
func TestRoomForAName(t *testing.T) {
	c := testConfig(t, "ladder", "two", "quick", "shared")
	for i := range c.Seats {
		c.Seats[i].Limit = split.Limit{Max: 40}
	}
	s := sharing{&stepper{t: t, s: New(scriptChannel, c)}}
	s.hear("1", "ana", "Aria?")
	posts := s.says(strings.Repeat("moth ", 20))
	for _, p := range posts {
		if shown := "<" + p.As + "> " + p.Text; len(shown) > 40 {
			t.Errorf("%q has %d characters, want at most 40", shown, len(shown))
		}
	}
	if len(posts) < 3 {
		t.Errorf("got %d posts of 100 characters", len(posts))
	}
}
