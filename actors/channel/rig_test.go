package channel

import (
	"context"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"familiar/journal"
	"familiar/journal/memory"
	"familiar/messages"
	"familiar/policy/conversation"
	"familiar/policy/ladder"
)

// A rig is a real journal in a bubble where time is free, and one process
// after another over it: a real host among stand-ins for judge, agent and
// network.
type rig struct {
	t       *testing.T
	journal *memory.Journal
	config  *conversation.Config
	answers func(messages.Compose) (messages.Composed, bool) // false: never
	verdict func(messages.Judge) (messages.Judged, bool)     // false: never
	erases  bool                                             // somebody carries out Erase
	gone    bool                                             // the network takes nothing for ever
	thread  messages.ChannelID                               // the network opens it for every part; "": none

	*process

	away     atomic.Bool  // the journal takes no snapshots
	deaf     atomic.Bool  // it takes no events of a process's
	settled  atomic.Bool  // it has settled every post before, and then takes no events
	pressure atomic.Int32 // of the budget, and 1; 0: nobody knows it

	absent func(messages.AccountID) bool // nil: nobody ever is

	turn func(messages.Instant) time.Duration // of a deadline that has come; nil: at once

	mu       sync.Mutex
	composed []messages.Compose
	judged   []messages.Judge
	injected []messages.Inject
	erased   []messages.Erase
	failed   []error
	notes    []*messages.Note
	posted   []string
	lines    int
}

var room = messages.Channel{Network: "test", Chat: "room"}.ID()

func open(t *testing.T, preset string) *rig {
	r := prepare(t, preset)
	r.start()
	return r
}

// prepare makes a rig without a process.
func prepare(t *testing.T, preset string) *rig {
	policy, _ := conversation.Preset(preset)
	policy.Chattiness.Jitter = false
	r := &rig{
		t:       t,
		journal: memory.New(memory.Config{Keep: true}),
		erases:  true,
		config: &conversation.Config{
			Seats: []conversation.SeatConfig{{
				Familiar: "aria", Account: "us", Self: "us", Name: "Aria", Judged: true, Policy: policy,
				Names: ladder.CompileNames(policy.Ladder.Alias, "Aria"),
			}},
			Room: conversation.DefaultRoom(),
		},
		answers: func(c messages.Compose) (messages.Composed, bool) {
			return messages.Composed{N: c.N, Parts: []string{"re " + c.Addressed[len(c.Addressed)-1].Text}, Final: true}, true
		},
		verdict: func(o messages.Judge) (messages.Judged, bool) {
			return messages.Judged{N: o.N, Yes: true, Reason: "why not"}, true
		},
	}
	ctx, stop := context.WithCancel(t.Context())
	delivered := make(chan struct{})
	t.Cleanup(func() { stop(); <-delivered })
	go func() {
		defer close(delivered)
		r.journal.Deliver(ctx, "us", r.post)
	}()
	return r
}

// append writes an event as the network's side does.
func (r *rig) append(e messages.Event) {
	if _, err := r.journal.Append(context.Background(), 0, room, e); err != nil {
		r.t.Error(err)
	}
}

// post is the network: it takes every part, or none.
func (r *rig) post(p messages.Post) {
	if r.gone {
		r.append(messages.DeliveryFailed{Post: p.ID, Reason: "no such channel"})
		return
	}
	r.mu.Lock()
	r.posted = append(r.posted, p.Text)
	n := len(r.posted)
	r.mu.Unlock()
	r.append(messages.Delivered{Post: p.ID, Line: messages.LineID("post" + strconv.Itoa(n)), Thread: r.thread})
}

// say journals a line as an adapter does, and lets everybody finish.
func (r *rig) say(who, text string, mentions ...messages.PersonID) {
	r.lines++
	r.append(messages.Heard{Line: &messages.Line{
		ID: messages.LineID(strconv.Itoa(r.lines)), Channel: room, Account: "us",
		Author: messages.Author{ID: messages.PersonID(who), Name: who}, Text: text, Mentions: mentions,
	}})
	synctest.Wait()
}

func (r *rig) wait(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

func (r *rig) wantPosted(want ...string) {
	r.t.Helper()
	synctest.Wait()
	r.mu.Lock()
	defer r.mu.Unlock()
	if !slices.Equal(r.posted, want) {
		r.t.Errorf("posted %q, want %q", r.posted, want)
	}
}

// counted returns how many events in the room's journal f holds of.
func (r *rig) counted(f func(messages.Event) bool) (n int) {
	for rec, err := range r.journal.Replay(context.Background(), room, 0) {
		if err != nil {
			r.t.Error(err)
		}
		if f(rec.Event) {
			n++
		}
	}
	return n
}

func (r *rig) snapshot() journal.Snapshot {
	s, err := r.journal.Load(context.Background(), room)
	if err != nil {
		r.t.Error(err)
	}
	return s
}

// ordered returns the ids of the posts that the room's journal leads to.
func (r *rig) ordered() (ids []messages.PostID) {
	s := conversation.New(room, r.config)
	for rec, err := range r.journal.Replay(context.Background(), room, 0) {
		if err != nil {
			r.t.Fatal(err)
		}
		for _, effect := range s.Step(rec.At, rec.Event, nil) {
			if p, is := effect.(messages.Post); is {
				ids = append(ids, p.ID)
			}
		}
	}
	return ids
}
