package conversation

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"familiar/messages"
	"familiar/policy/erasing"
	"familiar/policy/retention"
	"familiar/policy/transcript"
	"familiar/policy/why"
)

func TestForgottenPerson(t *testing.T) {
	p := newStepper(t, "quick", "two")
	p.hear("1", "ana", "hi")
	for _, post := range p.says("hello") {
		p.step(messages.Delivered{Post: post.ID, Line: "own"})
	}
	p.hear("2", "ana", "and you?")
	p.hear("3", "bob", "me too")
	if len(p.s.Seats[0].Credit.All()) == 0 {
		t.Fatal("nobody has a credit to lose")
	}
	p.step(messages.Forgotten{Person: "ana"})
	p.step(messages.Erased{N: p.s.Erasing[0].N}) // the order is the last that names her
	if kept := p.encoded(); bytes.Contains(kept, []byte("ana")) {
		t.Errorf("the state still names her: %q", kept)
	}
	if kept := p.encoded(); !bytes.Contains(kept, []byte("called bob")) {
		t.Errorf("it has forgotten somebody else: %q", kept)
	}
}

func TestForgottenBefore(t *testing.T) {
	p := newStepper(t)
	p.hear("1", "ana", "old")
	p.hear("2", "bob", "new")
	p.step(messages.Forgotten{Before: p.s.Lines.Find("2").At()})
	if len(p.s.Erasing) > 0 {
		t.Errorf("%+v is ordered; the journal ages by itself", p.s.Erasing)
	}
	if got := len(p.s.Talk.People); got > 1 {
		t.Errorf("who talked to whom still knows %d people, want only bob", got)
	}
	if got := p.s.Roster.People; len(got) != 1 || got[0].ID != "bob" {
		t.Errorf("known are %+v, want only bob, who was seen since", got)
	}
	if e := p.s.Lines.Entry(p.s.Lines.Find("2")); e.Text != "new" || e.Gone {
		t.Errorf("the line at that very moment is %+v, want it kept", e)
	}
}

// TestExpired: where a place keeps texts less long than the journal they are erased from
// that, too, and the state says from when on there are any.
func TestExpired(t *testing.T) {
	p := newStepper(t, "quick")
	expires := *p.s.config
	expires.Expires = true
	p.s = New(scriptChannel, &expires)
	p.hear("1", "ana", "old")
	p.hear("2", "bob", "new")
	first, second := p.s.Lines.Find("1").At(), p.s.Lines.Find("2").At()
	if p.s.Retained.Oldest != first || p.s.Retained.Newest != second {
		t.Errorf("the texts are of %+v, want %s to %s", p.s.Retained, first, second)
	}
	p.step(messages.Forgotten{Before: second, Erase: true})
	if order, is := p.s.Erasing.Open(p.s.Channel); !is || order.Before != second || order.Line != "" || order.Person != "" || order.All {
		t.Errorf("got the order %+v, want what is from before %s erased", order, second)
	}
	if !p.s.Lines.Find("1").Gone() || p.s.Lines.Find("2").Gone() {
		t.Error("the state doesn't forget what the journal does")
	}
	if kept := p.encoded(); bytes.Contains(kept, []byte("old")) {
		t.Errorf("the text is still in the state: %q", kept)
	}
	p.step(messages.Erased{N: p.s.Erasing[0].N})
	if p.s.Retained.Reaches(second) || !p.s.Retained.Reaches(second+1) {
		t.Errorf("the texts are of %+v, want none from before %s", p.s.Retained, second)
	}
	p.step(messages.Forgotten{Before: p.s.Now + 1, Erase: true})
	if p.s.Retained.Reaches(p.s.Now + 1000) {
		t.Errorf("the texts are of %+v, want none: nothing was said since", p.s.Retained)
	}
	p.hear("3", "ana", "newer")
	p.step(messages.Forgotten{All: true})
	if p.s.Retained.Reaches(p.s.Now + 1000) {
		t.Errorf("the texts of a forgotten channel are of %+v, want none", p.s.Retained)
	}
	expires.Expires = false
	p.s.Use(&expires)
	p.hear("4", "ana", "newest")
	if p.s.Retained != (retention.Span{}) {
		t.Errorf("where nothing expires any more the texts are of %+v, want no count", p.s.Retained)
	}
}

// TestForgottenAll: a forgotten channel is a new one whose numbers go on, and which knows
// what was about to be posted until it knows that it wasn't.
func TestForgottenAll(t *testing.T) {
	p := newStepper(t, "quick")
	p.hear("1", "ana", "hi")
	post := p.says("hello")[0].ID
	if p.s.IsMoot(post, p.s.Now) {
		t.Error("a post is not to be made, and nothing is forgotten")
	}
	p.step(messages.Forgotten{All: true})
	if !p.s.IsMoot(post, p.s.Now) || bytes.Contains(p.encoded(), []byte("hello")) {
		t.Errorf("what is to be posted is %+v, want it moot and without its text", p.s.Strays)
	}
	p.step(messages.DeliveryFailed{Post: post})
	number, seen := p.s.Number, p.s.Seen
	p.step(messages.Erased{N: p.s.Erasing[0].N})
	want := New(scriptChannel, p.s.config)
	want.Now, want.Number, want.Seen, want.Forgot = p.s.Now, number, seen, true
	if !reflect.DeepEqual(p.s, want) {
		t.Errorf("got  %+v\nwant %+v", p.s, want)
	}
	p.hear("2", "ana", "hi again")
	if p.s.Turn == nil || p.s.Turn.N <= uint64(number) {
		t.Errorf("the next turn is %+v, want one with a number over %d", p.s.Turn, number)
	}
}

// TestErasingIsBounded: what is beyond the bound is erased with all else.
func TestErasingIsBounded(t *testing.T) {
	p := newStepper(t)
	for i := range erasing.Most {
		p.step(messages.Deleted{ID: messages.LineID(fmt.Sprint(i))})
	}
	if len(p.s.Erasing) != erasing.Most {
		t.Fatalf("%d wait, want %d", len(p.s.Erasing), erasing.Most)
	}
	p.step(messages.Deleted{ID: "one more"})
	if len(p.s.Erasing) != 2 || p.s.Erasing[0].Line != "0" || !p.s.Erasing[1].All {
		t.Fatalf("%+v wait, want what is out and then everything", p.s.Erasing)
	}
	if got := decided(p.out); len(got) != 1 || got[0] != "settled by shed" {
		t.Errorf("it notes %q, want that it was shed", got)
	}
}

// TestHeardAgainAfterForgottenAll: a copy or an edit of a line that went with
// its channel brings its text back into the journal.
func TestHeardAgainAfterForgottenAll(t *testing.T) {
	old := &messages.Line{ID: "1", Channel: scriptChannel, Author: messages.Author{ID: "ana"}, Text: "of old"}
	for _, tt := range []struct {
		story  string
		since  int // lines heard since
		event  Event
		erases bool
	}{
		{"another account's copy is erased again", 0, messages.Heard{Line: old}, true},
		{"so is an edit", 3, messages.Edited{Line: old}, true},
		{"an edit of a line nobody heard is nothing to erase", 0, messages.Edited{Line: &messages.Line{ID: "other"}}, false},
		{"after many lines it may be one that only left the transcript", transcript.Resident, messages.Heard{Line: old}, false},
	} {
		t.Run(tt.story, func(t *testing.T) {
			p := newStepper(t)
			p.hear("1", "ana", "of old")
			p.step(messages.Forgotten{All: true})
			p.step(messages.Erased{N: p.s.Erasing[0].N})
			for i := range tt.since {
				p.hear(messages.LineID(fmt.Sprint("new", i)), "bob", "hi")
			}
			p.step(tt.event)
			if got := len(p.s.Erasing) > 0; got != tt.erases {
				t.Errorf("something is to be erased: %v, want %v", got, tt.erases)
			}
		})
	}
}

// TestForgottenTwice: an answer that waits for its network as the channel is forgotten is
// not made, whatever else is forgotten before the network takes it, and why tells that.
func TestForgottenTwice(t *testing.T) {
	p := newStepper(t, "quick")
	p.hear("1", "ana", "hi")
	post := p.says("hello")[0]
	p.step(messages.Forgotten{All: true})
	p.step(messages.Forgotten{Before: p.s.Now + 1})
	p.step(messages.Forgotten{Person: "us"})
	p.hear("2", "ana", "hi again")
	second := p.says("hello again")[0]
	p.step(messages.Forgotten{All: true})
	if !p.s.IsMoot(second.ID, p.s.Now) {
		t.Error("the second post is to be made after all")
	}
	if !p.s.IsMoot(post.ID, p.s.Now) {
		t.Error("the post is to be made after all")
	}
	p.step(messages.DeliveryFailed{Post: post.ID, Reason: "nobody waits for it"})
	if all := notes(p.out); len(all) != 1 || all[0].Line != "1" || all[0].Rung != messages.ByDeleted {
		t.Errorf("noted is %+v, want that line 1 is not answered", all)
	}
}

// TestForgottenBeforeItsChannel: of a line that goes, and then its whole channel, while its
// answer waits for the network it is told what became of it.
func TestForgottenBeforeItsChannel(t *testing.T) {
	for _, first := range []Event{messages.Deleted{ID: "1"}, messages.Forgotten{Person: "ana"}} {
		p := newStepper(t, "quick")
		p.hear("1", "ana", "hi")
		post := p.says("hello")[0]
		p.step(first)
		p.step(messages.Forgotten{All: true})
		p.step(messages.DeliveryFailed{Post: post.ID, Reason: "nobody waits for it"})
		if all := notes(p.out); len(all) != 1 || all[0].Line != "1" || all[0].Rung != messages.ByDeleted {
			t.Errorf("after %T noted is %+v, want that line 1 is not answered", first, all)
		}
	}
}

// TestNewestGoneOfSeveral: of the newest of the lines that a turn answers, which goes while
// its answer waits, is told what became of it, whatever becomes of the others.
func TestNewestGoneOfSeveral(t *testing.T) {
	for _, tt := range []struct {
		story string
		then  func(*stepper, messages.Post)
	}{
		{"the answer is posted", func(p *stepper, post messages.Post) { p.step(messages.Delivered{Post: post.ID, Line: "9"}) }},
		{"the others go, too", func(p *stepper, post messages.Post) {
			p.step(messages.Forgotten{Person: "ana"})
			p.step(messages.DeliveryFailed{Post: post.ID, Reason: "nobody waits for it"})
		}},
		{"the channel goes", func(p *stepper, post messages.Post) {
			p.step(messages.Forgotten{All: true})
			p.step(messages.DeliveryFailed{Post: post.ID, Reason: "nobody waits for it"})
		}},
	} {
		t.Run(tt.story, func(t *testing.T) {
			p := newStepper(t)
			var all []*messages.Note
			keep := func() {
				for _, n := range notes(p.out) {
					all = append(all, &n)
				}
			}
			for _, id := range []messages.LineID{"1", "2"} {
				p.hear(id, "ana", "hi "+string(id))
				keep()
			}
			p.step(messages.TimerFired{N: p.s.Seats[0].Debounce.N})
			post := p.says("hello")[0]
			keep()
			p.step(messages.Deleted{ID: "2"})
			keep()
			tt.then(p, post)
			keep()
			slices.Reverse(all)
			for _, id := range []messages.LineID{"1", "2"} {
				a, _ := why.Tell(all, "Aria", id, why.Seat{}, why.Scene{})
				if strings.HasPrefix(a.Sentence(), "is to answer") {
					t.Errorf("line %s %s", id, a.Sentence())
				}
			}
		})
	}
}

// TestGoneBeforeTheNext: what becomes of a turn whose line goes says nothing of the lines
// that wait for the next.
func TestGoneBeforeTheNext(t *testing.T) {
	p := newStepper(t, "quick")
	var all []*messages.Note
	keep := func() {
		for _, n := range notes(p.out) {
			all = append(all, &n)
		}
	}
	p.hear("1", "ana", "hi")
	keep()
	p.hear("2", "bob", "and me?")
	keep()
	if p.s.Turn == nil || p.s.Turn.Asked.NewestID() != "1" {
		t.Fatalf("the turn is %+v", p.s.Turn)
	}
	p.step(messages.Deleted{ID: "1"})
	keep()
	slices.Reverse(all)
	for id, want := range map[messages.LineID]string{"1": "was to answer", "2": "is to answer"} {
		if a, _ := why.Tell(all, "Aria", id, why.Seat{}, why.Scene{}); !strings.HasPrefix(a.Sentence(), want) {
			t.Errorf("line %s %s, want that it %s", id, a.Sentence(), want)
		}
	}
}

// TestGoneWhileItIsPosted: a line that is gone while the turn that answers it is on its way
// to the network has an end, also if somebody had woken the familiar.
func TestGoneWhileItIsPosted(t *testing.T) {
	for _, tt := range []struct {
		story string
		end   func(p *stepper, post messages.Post, step func(Event))
		want  string
	}{
		{"it is posted all the same", func(_ *stepper, post messages.Post, step func(Event)) {
			step(messages.Deleted{ID: "1"})
			step(messages.Delivered{Post: post.ID, Line: "9"})
		}, "1 spoke"},
		{"its echo had come", func(_ *stepper, post messages.Post, step func(Event)) {
			step(messages.Heard{Line: &messages.Line{ID: "9", Channel: scriptChannel, Author: messages.Author{ID: "us"}, Text: "hello", Nonce: string(post.ID)}})
			step(messages.Deleted{ID: "1"})
			step(messages.Delivered{Post: post.ID, Line: "9"})
		}, "1 spoke"},
		{"nobody knows whether it is", func(_ *stepper, post messages.Post, step func(Event)) {
			step(messages.Deleted{ID: "1"})
			step(messages.DeliveryFailed{Post: post.ID, Reason: "no answer", Unknown: true})
		}, "1 unknown"},
		{"the network says nothing", func(p *stepper, _ messages.Post, step func(Event)) {
			step(messages.Deleted{ID: "1"})
			step(messages.TimerFired{N: p.s.Turn.Deadline.N})
		}, "1 undelivered"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			for _, woken := range []bool{false, true} {
				p := newStepper(t)
				p.hear("1", "ana", "hi")
				if woken {
					p.step(messages.Commanded{Command: messages.Wake, Text: "say hi"})
				} else {
					p.step(messages.TimerFired{N: p.s.Seats[0].Debounce.N})
				}
				var got []string
				tt.end(p, p.says("hello")[0], func(e Event) {
					p.step(e)
					for _, n := range notes(p.out) {
						got = append(got, fmt.Sprint(n.Line, " ", n.Rung))
					}
				})
				if got := strings.Join(got, "; "); got != tt.want {
					t.Errorf("woken %v: noted is %q, want %q", woken, got, tt.want)
				}
			}
		})
	}
}
