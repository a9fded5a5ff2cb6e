package channel

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"familiar/actors/host"
	"familiar/journal"
	"familiar/journal/memory"
	"familiar/messages"
	"familiar/policy/conversation"
	"familiar/policy/ladder"
)

// A rig is a real host and a real journal in a bubble where time is free,
// among stand-ins for judge, agent and network.
type rig struct {
	t       *testing.T
	journal *memory.Journal
	host    *host.Host
	config  *conversation.Config
	answers func(messages.Compose) (messages.Composed, bool) // false: never

	away atomic.Bool // the journal takes no snapshots

	mu       sync.Mutex
	composed []messages.Compose
	judged   []messages.Judge
	notes    []*messages.Note
	posted   []string
	lines    int
}

var room = messages.Channel{Network: "test", Chat: "room"}.ID()

func open(t *testing.T, preset string) *rig {
	policy, _ := conversation.Preset(preset)
	policy.Chattiness.Jitter = false
	r := &rig{
		t:       t,
		journal: memory.New(memory.Config{Keep: true}),
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
	}
	ctx, stop := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	t.Cleanup(func() { stop(); wg.Wait() })
	r.start()
	for p := range r.journal.Partitions() {
		wg.Go(func() {
			r.journal.Consume(ctx, p, 0, func(rec journal.Record) {
				if _, err := r.host.Send(Key(rec.Channel), rec); err != nil {
					t.Errorf("send %d: %v", rec.Seq, err)
				}
			})
		})
	}
	wg.Go(func() { r.journal.Deliver(ctx, "us", r.post) })
	return r
}

// start makes the host anew, as a process does.
func (r *rig) start() {
	log := slog.New(slog.NewTextHandler(r.t.Output(), nil))
	h, err := host.New(host.Config{Log: log, DeadLetter: func(f host.Failure) {
		if rec, ok := f.Msg.(journal.Record); ok {
			r.journal.Append(context.Background(), 0, rec.Channel, messages.Skipped{Seq: rec.Seq, Reason: fmt.Sprint(f.Value)})
		}
	}})
	if err != nil {
		r.t.Fatal(err)
	}
	h.Register(Kind, host.Kind{Idle: 10 * time.Minute, Make: Make(Options{
		Journal: unsteady{r.journal, &r.away}, Orders: r, Log: log,
		Config:   func(messages.ChannelID) *conversation.Config { return r.config },
		Draining: func() bool { return false },
		Under:    func(int) {},
		Observe: func(notes []*messages.Note) {
			r.mu.Lock()
			defer r.mu.Unlock()
			r.notes = append(r.notes, notes...)
		},
	})})
	r.host = h
	r.t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		h.Drain(ctx)
	})
}

// An unsteady journal is away at times.
type unsteady struct {
	*memory.Journal
	away *atomic.Bool
}

func (j unsteady) Save(ctx context.Context, epoch uint64, s journal.Snapshot) (uint64, error) {
	if j.away.Load() {
		return 0, errors.New("no such file")
	}
	return j.Journal.Save(ctx, epoch, s)
}

func (r *rig) Judge(o messages.Judge) {
	r.mu.Lock()
	r.judged = append(r.judged, o)
	r.mu.Unlock()
	r.host.Send(Key(o.Channel), messages.Judged{N: o.N, Yes: true, Reason: "why not"})
}

func (r *rig) Compose(o messages.Compose) {
	r.mu.Lock()
	r.composed = append(r.composed, o)
	r.mu.Unlock()
	if c, ok := r.answers(o); ok {
		r.host.Send(Key(o.Channel), c)
	}
}

func (r *rig) Cancel(messages.ChannelID, uint64) {}

func (r *rig) Typing(messages.ShowTyping) {}

// post is the network: it takes every part.
func (r *rig) post(p messages.Post) {
	r.mu.Lock()
	r.posted = append(r.posted, p.Text)
	n := len(r.posted)
	r.mu.Unlock()
	r.append(messages.Delivered{Post: p.ID, Line: messages.LineID("post" + strconv.Itoa(n))})
}

func (r *rig) append(e messages.Event) {
	if _, err := r.journal.Append(context.Background(), 0, room, e); err != nil {
		r.t.Error(err)
	}
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
