package adaptertest

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"testing"
	"time"

	"familiar/actors/adapter"
	"familiar/messages"
)

// An AwayRig is a network with history in which messages change while nobody
// listens.
type AwayRig struct {
	Open func(adapter.Past) adapter.Adapter // as another process does
	Say  func(text string) messages.LineID  // in one channel, always the same

	Connected func(times int) // waits until an account is connected for that many'th time
	Left      func()          // waits until the network has noticed that none is; nil: it makes no difference
	// Edit and Delete change a message, and nobody is told if nobody listens.
	Edit   func(id messages.LineID, text string)
	Delete func(id messages.LineID)
	// Lose loses the connection for good, has that happen, and lets the account
	// connect again.
	Lose func(happens func())
	// Refuse lets nobody read the history any more.
	Refuse func()
}

// An absence is what happens while nobody listens.
type absence struct {
	story   string
	said    int // lines, "line 0" and so on
	happens func(r AwayRig, ids []messages.LineID)
	want    []string
}

var absences = []absence{
	{"an edit and a deletion come before what is new", 5, func(r AwayRig, ids []messages.LineID) {
		r.Say("new 0")
		r.Edit(ids[2], "other")
		r.Delete(ids[3])
		for n := 1; n < 10; n++ {
			r.Say(fmt.Sprint("new ", n))
		}
	}, append([]string{"edited: other", "deleted line 3"}, numbered("new", 10)...)},
	{"also where nobody has said anything new", 3, func(r AwayRig, ids []messages.LineID) {
		r.Edit(ids[0], "other")
		r.Delete(ids[2])
	}, []string{"edited: other", "deleted line 2"}},
	{"also when more was said than one page holds", 4, func(r AwayRig, ids []messages.LineID) {
		for n := range 250 {
			r.Say(fmt.Sprint("new ", n))
		}
		r.Edit(ids[0], "other")
		r.Delete(ids[1])
	}, []string{"edited: other", "deleted line 1"}},
	{"a history that can't be read deletes nothing", 3, func(r AwayRig, ids []messages.LineID) {
		r.Delete(ids[1])
		r.Refuse()
	}, nil},
	{"what is as it was is not told", 60, func(r AwayRig, ids []messages.LineID) {
		r.Edit(ids[30], "line 30")
		r.Say("new 0")
	}, []string{"new 0"}},
}

// RunAway checks that an adapter notices after a gap which lines were edited or
// deleted in it.
func RunAway(t *testing.T, open func(*testing.T) AwayRig) {
	for _, tt := range absences {
		t.Run(tt.story+", another process", func(t *testing.T) {
			tt.run(t, open(t), func(r AwayRig, past *Past, stop, happens func()) {
				if stop(); r.Left != nil {
					r.Left()
				}
				happens()
				attend(t, r.Open(past), past)
			})
		})
		t.Run(tt.story+", the same process", func(t *testing.T) {
			tt.run(t, open(t), func(r AwayRig, _ *Past, _, happens func()) { r.Lose(happens) })
		})
	}
}

// run has an account hear lines, be away and listen again.
func (w absence) run(t *testing.T, r AwayRig, away func(r AwayRig, past *Past, stop, happens func())) {
	past := NewPast()
	stop := attend(t, r.Open(past), past)
	r.Connected(1)
	var ids []messages.LineID
	for n := range w.said {
		ids = append(ids, r.Say(fmt.Sprint("line ", n)))
		past.until(t, n+1) // a network may hand over what is said at once in any order
	}
	away(r, past, stop, func() { w.happens(r, ids) })
	want := w.want
	if want == nil { // what comes next is told
		r.Connected(2)
		r.Say("after")
		want = []string{"after"}
	}
	past.until(t, w.said+len(want))
	if got := spoken(ids, past.heard()[w.said:]); !slices.Equal(got[:len(want)], want) {
		t.Errorf("heard %q, want %q", got, want)
	}
}

// numbered returns a word with numbers from 0.
func numbered(word string, n int) (all []string) {
	for i := range n {
		all = append(all, fmt.Sprint(word, " ", i))
	}
	return all
}

// attend keeps an account listening until stop, or the test's end.
func attend(t *testing.T, a adapter.Adapter, past *Past) (stop func()) {
	runner := adapter.New("away", a, past.Hear, adapter.Options{MinPause: time.Millisecond, Log: slog.New(slog.DiscardHandler)})
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- KeepListening(ctx, runner); close(ended) }()
	stop = func() {
		cancel()
		waitFor(t, ended, "the end of Listen")
	}
	t.Cleanup(stop)
	return stop
}

// until waits until n events were heard.
func (p *Past) until(t *testing.T, n int) {
	t.Helper()
	if !p.news.Until(&p.mu, func() bool { return len(p.events) >= n }) {
		t.Fatalf("heard %d events, want %d: %q", len(p.heard()), n, spoken(nil, p.heard()))
	}
}

// spoken says what events are. ids are those of the lines that were numbered.
func spoken(ids []messages.LineID, events []messages.Event) (all []string) {
	for _, event := range events {
		if e, ok := event.(messages.Heard); ok {
			all = append(all, e.Line.Text)
		} else if e, ok := event.(messages.Deleted); ok {
			all = append(all, fmt.Sprint("deleted line ", slices.Index(ids, e.ID)))
		} else if e, ok := event.(messages.Edited); ok && e.Line.Backfilled {
			all = append(all, "edited: "+e.Line.Text)
		} else {
			all = append(all, fmt.Sprintf("%T, which may be answered", event))
		}
	}
	return all
}
