package conversation

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"familiar/messages"
	"familiar/policy/persons"
	"familiar/policy/split"
)

// timedOut is a channel of two in which the first has just lost its turn, and
// the notice that says so.
func timedOut(t *testing.T) (*stepper, messages.Post) {
	t.Helper()
	p := newStepperOf(t, "assigned", "two", "turn-based")
	p.hear("1", "ana", "a question")
	due, ok := p.s.Due()
	if !ok || due.N != p.s.Turns.Timer.N || due.At.Sub(p.s.Now) != time.Minute+time.Millisecond {
		t.Fatalf("got %+v due, want the end of the turn", due)
	}
	p.out = p.s.Step(due.At, messages.TimerFired{N: due.N}, nil)
	posts := postsIn(p.out)
	if len(posts) != 1 || posts[0].Text != "Aria's turn ran out after 60 s." || posts[0].Familiar != "Vesper" {
		t.Fatalf("got %+v, want the next one to say that the turn ran out", posts)
	}
	return p, posts[0]
}

func postsIn(out []Effect) (posts []messages.Post) {
	for _, effect := range out {
		if post, ok := effect.(messages.Post); ok {
			posts = append(posts, post)
		}
	}
	return posts
}

func TestNotice(t *testing.T) {
	self := func(id, text string) messages.Heard {
		return messages.Heard{Line: &messages.Line{ID: messages.LineID(id), Channel: scriptChannel, Author: messages.Author{ID: "us2"}, Text: text}}
	}
	for _, tt := range []struct {
		story  string
		events func(messages.Post) []Event
		lines  int // of the notice in the transcript
		buried bool
		awaits bool
	}{
		{"nothing comes of it yet", func(messages.Post) []Event { return nil }, 0, false, true},
		{"it is delivered", func(p messages.Post) []Event { return []Event{messages.Delivered{Post: p.ID, Line: "n"}} }, 1, false, false},
		{"its echo comes first", func(p messages.Post) []Event {
			return []Event{self("n", p.Text), messages.Delivered{Post: p.ID, Line: "n"}}
		}, 1, false, false},
		{"its echo comes afterwards", func(p messages.Post) []Event {
			return []Event{messages.Delivered{Post: p.ID, Line: "n"}, self("n", p.Text)}
		}, 1, false, false},
		{"it can't be delivered", func(p messages.Post) []Event {
			return []Event{messages.DeliveryFailed{Post: p.ID, Reason: "no permission"}}
		}, 0, true, false},
		{"nobody knows, and then it is seen", func(p messages.Post) []Event {
			return []Event{messages.DeliveryFailed{Post: p.ID, Unknown: true}, self("n", p.Text)}
		}, 1, true, false},
	} {
		t.Run(tt.story, func(t *testing.T) {
			p, notice := timedOut(t)
			var out []Effect
			for _, e := range tt.events(notice) {
				p.step(e)
				out = append(out, p.out...)
			}
			lines := 0
			for e := range p.s.Lines.All() {
				if e.Text == notice.Text && e.By == 2 {
					lines++
				}
			}
			buried := slices.ContainsFunc(out, func(e Effect) bool { _, is := e.(messages.Bury); return is })
			if lines != tt.lines || buried != tt.buried || p.s.Awaits(notice.ID) != tt.awaits {
				t.Errorf("got %d lines, buried %v, awaited %v; want %d, %v, %v", lines, buried, p.s.Awaits(notice.ID), tt.lines, tt.buried, tt.awaits)
			}
			if again := postsIn(p.s.Pending()); reflect.DeepEqual(again, []messages.Post{notice}) != tt.awaits {
				t.Errorf("got %+v pending, want the notice: %v", again, tt.awaits)
			}
			if p.s.Turns.Holder != "Vesper" || p.s.Seats[1].Joined {
				t.Errorf("Vesper, who has the turn, has spoken by a notice")
			}
		})
	}
}

// TestNoticesAreBounded: a network that never answers is owed eight.
func TestNoticesAreBounded(t *testing.T) {
	p, first := timedOut(t)
	for range noticesMax {
		p.out = p.s.announceTo(0, "", "hm", nil)
	}
	if len(p.s.Notices) != noticesMax || p.s.Awaits(first.ID) {
		t.Errorf("got %d notices, the first awaited %v; want %d without it", len(p.s.Notices), p.s.Awaits(first.ID), noticesMax)
	}
}

// TestALongNotice: what doesn't go into eight messages is left out, and said to be.
func TestALongNotice(t *testing.T) {
	p := newStepper(t)
	p.s.config.Seats[0].Limit = split.Limit{Max: 20}
	out := p.s.announceTo(0, "", strings.Repeat("a word ", 60), nil)
	left := notes(out)
	if posts := postsIn(out); len(posts) != noticesMax || len(left) != 1 || left[0].Rung != messages.ByShed {
		t.Errorf("got %d posts and the notes %+v, want %d and one that the rest is shed", len(posts), left, noticesMax)
	}
}

// TestNoticeMoves: a notice goes with its familiar's seat.
func TestNoticeMoves(t *testing.T) {
	p, notice := timedOut(t)
	c := *p.s.config
	c.Seats = []SeatConfig{c.Seats[1]}
	p.s.Use(&c)
	if posts := postsIn(p.s.Pending()); !reflect.DeepEqual(posts, []messages.Post{notice}) {
		t.Errorf("alone Vesper has %+v pending, want %+v", posts, notice)
	}
	c.Seats = []SeatConfig{testConfig(t, "assigned").Seats[0]}
	p.s.Use(&c)
	if len(p.s.Notices) > 0 {
		t.Errorf("got %+v of a familiar that is gone", p.s.Notices)
	}
}

// TestNoticeOfForgotten: what the program has to say to somebody is not said once they, or
// the channel, are forgotten, and is kept nowhere; what the network has is heard as ours.
func TestNoticeOfForgotten(t *testing.T) {
	const failed, unknown, delivered = "it is not posted", "nobody knows whether it is", "it is posted"
	for _, tt := range []struct {
		story string
		gone  messages.Forgotten
		moot  bool
		then  string
		want  string // noted of the command's line
	}{
		{"the channel", messages.Forgotten{All: true}, true, failed, "settled by deleted"},
		{"the channel, and the network says nothing", messages.Forgotten{All: true}, true, unknown, "settled by unknown"},
		{"the channel, and the network had it", messages.Forgotten{All: true}, true, delivered, ""},
		{"who asked", messages.Forgotten{Person: "ana"}, true, failed, "settled by deleted"},
		{"who asked, and the network says nothing", messages.Forgotten{Person: "ana"}, true, unknown, "settled by unknown"},
		{"who asked, and the network had it", messages.Forgotten{Person: "ana"}, true, delivered, ""},
		{"somebody else", messages.Forgotten{Person: "bob"}, false, failed, "settled by undeliverable"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			p := newStepper(t)
			p.hear("1", "ana", "/help")
			notice := postsIn(p.out)[0]
			p.step(tt.gone)
			var err error
			if p.s, err = Decode(p.encoded(), p.s.config); err != nil {
				t.Fatal(err)
			}
			if got := p.s.IsMoot(notice.ID, p.s.Now); got != tt.moot {
				t.Errorf("it is not to be made any more: %v, want %v", got, tt.moot)
			}
			switch tt.then {
			case delivered:
				p.step(messages.Delivered{Post: notice.ID, Line: "n"})
			default:
				p.step(messages.DeliveryFailed{Post: notice.ID, Reason: "so", Unknown: tt.then == unknown})
			}
			if got := strings.Join(decided(p.out), "; "); got != tt.want {
				t.Errorf("noted is %q, want %q", got, tt.want)
			}
			buried := slices.ContainsFunc(p.out, func(e Effect) bool { _, is := e.(messages.Bury); return is })
			if buried == tt.moot || p.s.Awaits(notice.ID) || len(postsIn(p.s.Pending())) > 0 {
				t.Errorf("buried %v, awaited %v, pending %+v", buried, p.s.Awaits(notice.ID), p.s.Pending())
			}
		})
	}
}

// TestNamingOfForgottenChannel: an answer that names somebody's linked accounts, and is on
// its way as its channel is forgotten, goes once the network has it: nobody would know any
// more that it names them.
func TestNamingOfForgottenChannel(t *testing.T) {
	p := newStepper(t)
	p.step(messages.Told{From: messages.Persons, Fact: messages.LinkAnswered{Familiar: "Aria", Outcome: string(persons.Joined), With: []messages.Identity{{Network: "irc", Person: "eve"}}}})
	notice := postsIn(p.out)[0]
	if !strings.Contains(notice.Text, "eve") {
		t.Fatalf("it says %q", notice.Text)
	}
	p.step(messages.Forgotten{All: true})
	p.step(messages.Erased{N: p.s.Erasing[0].N})
	p.step(messages.Heard{Line: &messages.Line{ID: "n", Channel: scriptChannel, Author: messages.Author{ID: "us"}, Text: notice.Text, Nonce: string(notice.ID)}})
	if order, _ := p.s.Erasing.Open(scriptChannel); order.Line != "n" || strings.Contains(string(p.encoded()), "eve") {
		t.Errorf("erased is line %q, and the state is %q", order.Line, p.encoded())
	}
}
