package conversation

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"familiar/messages"
	"familiar/policy/ties"
)

// A rootedPair is a room and the thread off its line "q", in which its reply
// stands; what they tell each other is handed over at once.
type rootedPair struct {
	t            *testing.T
	now          messages.Instant
	room, thread *Channel
	decided      []*messages.Note // in the thread
	composed     []messages.Compose
	erased       []messages.Erase // in the thread
	asked        []messages.FetchHistory
	posts        []messages.Post
	tells        []messages.Tell
	deaf         bool // nothing is handed over
}

const (
	rootedRoom   = messages.ChannelID("slack/T/room")
	rootedThread = messages.ChannelID("slack/T/room/q")
)

func newRootedPair(t *testing.T, preset string) *rootedPair {
	c := testConfig(t, preset, "quick", "nojudge", "asked")
	for i := range c.Seats {
		c.Seats[i].Members = false
	}
	return &rootedPair{t: t, now: 1_700_000_000_000, room: New(rootedRoom, c), thread: New(rootedThread, c)}
}

func (p *rootedPair) step(s *Channel, e Event) {
	p.t.Helper()
	p.now += 100
	for _, effect := range s.Step(p.now, e, nil) {
		switch o := effect.(type) {
		case *messages.Note:
			if s == p.thread {
				p.decided = append(p.decided, o)
			}
		case messages.Compose:
			p.composed = append(p.composed, o)
		case messages.Post:
			p.posts = append(p.posts, o)
		case messages.FetchHistory:
			if s == p.thread {
				p.asked = append(p.asked, o)
			} else {
				defer p.step(p.room, messages.HistoryFetched{N: o.N})
			}
		case messages.Erase:
			if s == p.thread {
				p.erased = append(p.erased, o)
			}
		case messages.Tell:
			p.tells = append(p.tells, o)
			if to := map[messages.ChannelID]*Channel{rootedRoom: p.room, rootedThread: p.thread}[o.Channel]; to != nil && !p.deaf {
				defer p.step(to, o.Event)
			}
		}
	}
}

func (p *rootedPair) question() *messages.Line {
	return &messages.Line{ID: "q", Author: messages.Author{ID: "ana", Name: "Ana"}, Text: "where does the moth sleep?", Mentions: []messages.PersonID{"us"}}
}

// followUp is ana's next line, which names nobody.
func (p *rootedPair) followUp() messages.Heard {
	return messages.Heard{Line: &messages.Line{
		ID: "f", Author: messages.Author{ID: "ana", Name: "Ana"}, Text: "tell me more about that",
		ReplyTo: messages.Reply{ID: "q", Author: "ana", ThreadRoot: true},
	}}
}

func (p *rootedPair) echo() messages.Heard {
	return messages.Heard{Line: &messages.Line{
		ID: "r", Author: messages.Author{ID: "us", Name: "Aria", Bot: true}, Text: "in the lamp", Nonce: string(p.posts[0].ID),
		ReplyTo: messages.Reply{ID: "q", Author: "ana", ThreadRoot: true},
	}}
}

// ask has ana ask in the room, and the reply that begins the thread given to
// the network.
func (p *rootedPair) ask() {
	p.t.Helper()
	p.step(p.room, messages.Heard{Line: p.question()})
	if len(p.composed) != 1 {
		p.t.Fatalf("the room composes %d turns, want 1", len(p.composed))
	}
	p.step(p.room, messages.Composed{N: p.composed[0].N, Parts: []string{"in the lamp"}, Final: true})
	if len(p.posts) != 1 || !p.posts[0].Thread || p.posts[0].ReplyTo != "q" {
		p.t.Fatalf("the room posts %+v, want a reply that begins a thread off q", p.posts)
	}
	p.composed = nil
}

// fetched answers the thread's question what was said before.
func (p *rootedPair) fetched() {
	p.t.Helper()
	if len(p.asked) != 1 {
		p.t.Fatalf("the thread asks %d times for what was said before, want once", len(p.asked))
	}
	root := p.question()
	root.Backfilled, root.Root = true, "q"
	lines := []*messages.Line{root}
	for _, h := range p.thread.Asking.Held {
		lines = append(lines, h.Line)
	}
	p.step(p.thread, messages.HistoryFetched{N: p.asked[0].N, Lines: lines})
}

// TestFollowUpInOurThread: whoever our reply answered goes on in the thread it
// began, whichever comes first of what shows that it stands there, and the model
// is shown the question.
func TestFollowUpInOurThread(t *testing.T) {
	delivered := func(p *rootedPair) {
		p.step(p.room, messages.Delivered{Post: p.posts[0].ID, Line: "r", Thread: rootedThread})
	}
	echo := func(p *rootedPair) { p.step(p.thread, p.echo()) }
	followUp := func(p *rootedPair) { p.step(p.thread, p.followUp()) }
	fetched := func(p *rootedPair) { p.fetched() }
	orders := []struct {
		story string
		steps []func(*rootedPair)
	}{
		{"the echo, the network's word, the line", []func(*rootedPair){echo, fetched, delivered, followUp}},
		{"the network's word, the echo, the line", []func(*rootedPair){delivered, echo, fetched, followUp}},
		{"the line before the network's word", []func(*rootedPair){echo, fetched, followUp, delivered}},
		{"the line while the echo waits", []func(*rootedPair){echo, followUp, fetched, delivered}},
		{"the line first of all", []func(*rootedPair){followUp, fetched, echo, delivered}},
		{"the line before the echo", []func(*rootedPair){delivered, followUp, fetched, echo}},
	}
	for _, preset := range []string{"social", "window"} {
		for _, tt := range orders {
			t.Run(preset+"/"+tt.story, func(t *testing.T) {
				p := newRootedPair(t, preset)
				p.ask()
				for _, step := range tt.steps {
					step(p)
				}
				k := slices.IndexFunc(p.decided, func(n *messages.Note) bool { return n.Line == "f" })
				if k < 0 || p.decided[k].Act != messages.Engage || p.decided[k].Rung != "sticky" {
					t.Fatalf("the follow-up is decided by %+v, want engage by sticky", p.decided)
				}
				if len(p.composed) != 1 {
					t.Fatalf("the thread composes %d turns, want 1", len(p.composed))
				}
				shown := p.composed[0].Earlier
				shown = append(shown, p.composed[0].Recent...)
				if len(shown) == 0 || shown[0].Text != p.question().Text || shown[0].Author.Name != "Ana" || !shown[0].Root {
					t.Errorf("the model is shown %+v, want the question as the thread's start", shown)
				}
			})
		}
	}
}

// TestFollowUpWithoutReply: where our reply began no thread, a line there is
// nobody's follow-up.
func TestFollowUpWithoutReply(t *testing.T) {
	p := newRootedPair(t, "social")
	p.step(p.thread, p.followUp())
	p.fetched()
	if k := slices.IndexFunc(p.decided, func(n *messages.Note) bool { return n.Line == "f" }); k < 0 || p.decided[k].Rung == "sticky" {
		t.Errorf("a line in a thread without us is decided by %+v", p.decided)
	}
}

// TestRootStaysInSight: the question is shown however much was said since, and
// after a restart.
func TestRootStaysInSight(t *testing.T) {
	p := newRootedPair(t, "social")
	p.ask()
	p.step(p.thread, p.echo())
	p.fetched()
	for k := range 30 {
		p.step(p.thread, messages.Heard{Line: &messages.Line{ID: messages.LineID(fmt.Sprint(k)), Author: messages.Author{ID: "ben", Name: "Ben"}, Text: "@ana hm", Mentions: []messages.PersonID{"ana"}}})
	}
	b, err := p.thread.Encode()
	if err != nil {
		t.Fatal(err)
	}
	again, err := Decode(b, p.thread.config)
	if err != nil {
		t.Fatal(err)
	}
	p.thread = again
	p.step(p.thread, messages.Heard{Line: &messages.Line{ID: "m", Author: messages.Author{ID: "ben", Name: "Ben"}, Text: "@Aria and you?", Mentions: []messages.PersonID{"us"}}})
	if len(p.composed) != 1 || !p.composed[0].Earlier[0].Root || p.composed[0].Earlier[0].ID != "q" {
		t.Fatalf("the model is shown %+v, want q first", p.composed)
	}
	if n := len(p.composed[0].Earlier); n > earlier+1 {
		t.Errorf("%d earlier lines are shown", n)
	}
}

// TestRootIsForgotten: what is deleted or forgotten in the room is so in the
// thread off it, also if the word of it has to be told again.
func TestRootIsForgotten(t *testing.T) {
	for _, tt := range []struct {
		story string
		event Event
	}{
		{"it is deleted", messages.Deleted{ID: "q"}},
		{"its author is forgotten", messages.Forgotten{Person: "ana"}},
		{"the room is forgotten", messages.Forgotten{All: true}},
	} {
		for _, crash := range []bool{false, true} {
			p := newRootedPair(t, "social")
			p.ask()
			p.step(p.thread, p.echo())
			p.fetched()
			p.step(p.room, messages.Delivered{Post: p.posts[0].ID, Line: "r", Thread: rootedThread})
			text := p.question().Text
			if !strings.Contains(encodedState(t, p.thread), text) {
				t.Fatal("the thread doesn't know the question")
			}
			p.deaf = crash
			p.step(p.room, tt.event)
			if p.deaf = false; crash {
				for _, o := range p.room.Pending() {
					if tell, is := o.(messages.Tell); is && tell.Channel == rootedThread {
						p.step(p.thread, tell.Event)
					}
				}
			}
			if strings.Contains(encodedState(t, p.thread), text) {
				t.Errorf("%s (crash %v): the thread still has its text", tt.story, crash)
			}
			if !slices.ContainsFunc(p.erased, func(e messages.Erase) bool { return e.Line == "q" && e.Channel == rootedThread }) {
				t.Errorf("%s (crash %v): the thread's journal is told to erase %+v, want q", tt.story, crash, p.erased)
			}
			if n := len(p.room.Ties.Roots); n != 0 {
				t.Errorf("%s (crash %v): the room still tells the thread: %+v", tt.story, crash, p.room.Ties.Roots)
			}
		}
	}
}

// TestRootGoesOnItsWay: a line that is deleted while the thread asks for it is
// not kept, and the journal that has the network's answer is told to erase it.
func TestRootGoesOnItsWay(t *testing.T) {
	p := newRootedPair(t, "social")
	p.ask()
	p.step(p.thread, p.echo())
	p.step(p.room, messages.Deleted{ID: "q"})
	p.erased = nil
	p.step(p.thread, messages.Erased{N: p.thread.Erasing[0].N})
	p.fetched()
	if strings.Contains(encodedState(t, p.thread), p.question().Text) {
		t.Error("the thread has the text of a line that is gone")
	}
	if len(p.erased) != 1 || p.erased[0].Line != "q" {
		t.Errorf("the journal is told to erase %+v, want q again", p.erased)
	}
	if s := p.thread; s.Turn != nil || len(s.Asking.Held) != 0 {
		t.Errorf("the thread waits: %+v", s.Asking)
	}
}

// TestOldThreadTellsItsRoot: a thread from before rooms knew of such lines says
// which one it hangs off with its next line.
func TestOldThreadTellsItsRoot(t *testing.T) {
	p := newRootedPair(t, "social")
	p.step(p.thread, messages.Heard{Line: &messages.Line{ID: "old", Author: messages.Author{ID: "ben"}, Text: "hm", Backfilled: true}})
	if p.thread.Ties.IsZero() || !p.thread.Ties.Tied || p.thread.Ties.Root != "" || p.room.Ties.ThreadOff("q") != "" {
		t.Fatalf("the thread begins with %+v", p.thread.Ties)
	}
	p.step(p.thread, p.followUp())
	if p.room.Ties.ThreadOff("q") != "q" {
		t.Errorf("the room knows the roots %+v, want q's", p.room.Ties.Roots)
	}
}

func encodedState(t *testing.T, s *Channel) string {
	t.Helper()
	b, err := s.Encode()
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestRootsAreBounded: a room with more threads than it can tell has the oldest
// forget what they hang off.
func TestRootsAreBounded(t *testing.T) {
	p := newRootedPair(t, "social")
	for k := range ties.RootsMost + 10 {
		name := messages.ChannelID(fmt.Sprint(k))
		p.step(p.room, messages.Told{From: rootedRoom + "/" + name, Fact: messages.ThreadHere{Root: "root of " + messages.LineID(name)}})
	}
	standing, gone := 0, 0
	for _, r := range p.room.Ties.Roots {
		if r.Gone {
			gone++
		} else {
			standing++
		}
	}
	if standing != ties.RootsMost || gone != 10 || !p.room.Ties.Roots[0].Gone {
		t.Errorf("%d stand and %d are to go, want %d and 10, the oldest", standing, gone, ties.RootsMost)
	}
	p.step(p.room, messages.Told{From: rootedRoom + "/" + messages.ChannelID(p.room.Ties.Roots[0].Thread), Fact: messages.RootWent{Line: p.room.Ties.Roots[0].Line}})
	if len(p.room.Ties.Roots) != ties.RootsMost+9 {
		t.Errorf("%d are known after one thread has said that it went", len(p.room.Ties.Roots))
	}
}
