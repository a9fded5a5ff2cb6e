package channel

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"testing/synctest"
	"time"

	"familiar/actors/host"
	"familiar/journal"
	"familiar/journal/memory"
	"familiar/messages"
	"familiar/policy/admission"
	"familiar/policy/conversation"
	"familiar/policy/persons"
)

// A process is one life of the program over the rig's journal: it reads what
// is not yet covered, goes live, and may be killed.
type process struct {
	*rig
	host *host.Host
	stop context.CancelFunc // of its readers

	live   atomic.Bool
	dead   atomic.Bool
	writes atomic.Int64 // left until it dies; negative: it stays
}

// start begins a process.
func (r *rig) start() { r.begin(-1) }

// begin starts one that dies with its writes-th write, which the journal still
// takes; negative: it doesn't.
func (r *rig) begin(writes int64) {
	log := slog.New(slog.NewTextHandler(r.t.Output(), nil))
	p := &process{rig: r}
	p.writes.Store(writes)
	p.dead.Store(writes == 0)
	store := mortal{unsteady{r.journal, &r.away, &r.deaf, &r.settled}, p}
	h, err := host.New(host.Config{Log: log, DeadLetter: func(f host.Failure) {
		if err, ok := f.Value.(error); ok && errors.Is(err, ErrJournal) {
			return
		}
		if rec, ok := f.Msg.(journal.Record); ok {
			store.Append(context.Background(), 0, rec.Channel, messages.Skipped{Seq: rec.Seq, Reason: fmt.Sprint(f.Value)})
		}
	}})
	if err != nil {
		r.t.Fatal(err)
	}
	partition := r.journal.Partition(room)
	until, err := r.journal.Last(context.Background(), partition)
	if err != nil {
		r.t.Fatal(err)
	}
	h.Register(Kind, host.Kind{Idle: 10 * time.Minute, Make: Make(Options{
		Journal: store, Orders: p, Log: log,
		Config:   func(messages.ChannelID) *conversation.Config { return r.config },
		Absent:   r.absent,
		Turn:     r.turn,
		Draining: func(messages.ChannelID) bool { return false },
		Under:    func(int) {},
		Pressure: func(messages.ChannelID, messages.FamiliarID) (int, bool) {
			return int(r.pressure.Load()) - 1, r.pressure.Load() > 0
		},
		CatchUp: func(messages.ChannelID) (uint64, bool) { return until, p.live.Load() },
		Fail: func(_ messages.ChannelID, err error) {
			r.mu.Lock()
			defer r.mu.Unlock()
			r.failed = append(r.failed, err)
		},
		Observe: func(notes []*messages.Note) {
			r.mu.Lock()
			defer r.mu.Unlock()
			r.notes = append(r.notes, notes...)
		},
	})})
	p.host = h
	ctx, stop := context.WithCancel(context.Background())
	p.stop = stop
	r.process = p
	r.t.Cleanup(func() {
		stop()
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		h.Drain(ctx)
	})
	if until == 0 {
		p.live.Store(true)
	}
	go r.journal.Consume(ctx, partition, 0, func(rec journal.Record) { p.hand(rec, until) })
	synctest.Wait()
}

// hand gives a record to its channel.
func (p *process) hand(rec journal.Record, until uint64) {
	p.send(rec)
	if rec.Seq == until {
		p.live.Store(true)
		p.host.Each(Kind, func(string) { p.send(Live{}) })
	}
}

func (p *process) send(msg any) {
	if p.dead.Load() {
		return
	}
	if _, err := p.host.Send(Key(room), msg); err != nil {
		p.t.Errorf("send %T: %v", msg, err)
	}
}

// kill ends the process as kill -9 does: what was not journaled is gone.
func (p *process) kill() {
	p.dead.Store(true)
	p.stop()
	synctest.Wait()
}

func (*process) Memorize(messages.Memorize) {}

func (p *process) Judge(o messages.Judge) {
	if p.dead.Load() {
		return
	}
	p.mu.Lock()
	p.judged = append(p.judged, o)
	p.mu.Unlock()
	if v, ok := p.verdict(o); ok {
		p.send(v)
	}
}

func (p *process) Compose(o messages.Compose) {
	if p.dead.Load() {
		return
	}
	if p.counted(func(e messages.Event) bool { c, ok := e.(messages.Composed); return ok && c.N == o.N }) > 0 {
		p.t.Errorf("turn %d is ordered, but its text is in the journal", o.N)
	}
	p.mu.Lock()
	p.composed = append(p.composed, o)
	p.mu.Unlock()
	if c, ok := p.answers(o); ok {
		p.send(c)
	}
}

func (p *process) Erase(o messages.Erase) {
	if p.dead.Load() {
		return
	}
	p.mu.Lock()
	p.erased = append(p.erased, o)
	p.mu.Unlock()
	if s := p.snapshot(); s.Revision == 0 {
		p.t.Error("text is to be erased, but the state is not saved")
	}
	if p.erases {
		if err := p.journal.Erase(context.Background(), o); err != nil {
			p.t.Error(err)
		}
		p.send(messages.Erased{N: o.N})
	}
}

func (*process) Recompose(messages.Recompose) {}

func (p *process) Inject(o messages.Inject) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.injected = append(p.injected, o)
}

func (*process) Cancel(messages.ChannelID, uint64) {}

func (*process) Typing(messages.ShowTyping) {}

func (*process) React(messages.React)                         {}
func (*process) Edit(messages.Edit)                           {}
func (*process) FetchMembers(messages.FetchMembers)           {}
func (*process) FetchHistory(messages.FetchHistory)           {}
func (*process) ShareRoles(*admission.Claims)                 {}
func (*process) ShareLinks(*persons.Links, messages.LinkDeed) {}
func (*process) Explain(messages.Explain)                     {}

// A mortal journal is a process's own: it takes nothing of a dead one.
type mortal struct {
	journal.Journal
	process *process
}

var errDead = fmt.Errorf("the process is dead: %w", journal.ErrClosed)

// writes counts a write; it is refused when the process is dead.
func (j mortal) writes() error {
	if j.process.dead.Load() {
		return errDead
	}
	if j.process.writes.Add(-1) == 0 {
		j.process.dead.Store(true)
	}
	return nil
}

func (j mortal) Append(ctx context.Context, epoch uint64, id messages.ChannelID, events ...messages.Event) (journal.Record, error) {
	if err := j.writes(); err != nil {
		return journal.Record{}, err
	}
	return j.Journal.Append(ctx, epoch, id, events...)
}

func (j mortal) Load(ctx context.Context, id messages.ChannelID) (journal.Snapshot, error) {
	if j.process.dead.Load() {
		return journal.Snapshot{}, errDead
	}
	return j.Journal.Load(ctx, id)
}

func (j mortal) Save(ctx context.Context, epoch uint64, s journal.Snapshot) (uint64, error) {
	if err := j.writes(); err != nil {
		return 0, err
	}
	return j.Journal.Save(ctx, epoch, s)
}

func (j mortal) Enqueue(ctx context.Context, epoch uint64, p messages.Post) error {
	if err := j.writes(); err != nil {
		return err
	}
	return j.Journal.Enqueue(ctx, epoch, p)
}

func (j mortal) Remove(ctx context.Context, id messages.ChannelID, post messages.PostID) error {
	if err := j.writes(); err != nil {
		return err
	}
	return j.Journal.Remove(ctx, id, post)
}

func (j mortal) Note(ctx context.Context, notes ...*messages.Note) error {
	if err := j.writes(); err != nil {
		return err
	}
	return j.Journal.Note(ctx, notes...)
}

func (j mortal) Bury(ctx context.Context, l journal.Letter) error {
	if err := j.writes(); err != nil {
		return err
	}
	return j.Journal.Bury(ctx, l)
}

// An unsteady journal is away at times, for snapshots or for events.
type unsteady struct {
	*memory.Journal
	away, deaf, settled *atomic.Bool
}

func (j unsteady) Enqueue(ctx context.Context, epoch uint64, p messages.Post) error {
	if j.settled.Load() {
		j.deaf.Store(true)
		return journal.ErrSettled
	}
	return j.Journal.Enqueue(ctx, epoch, p)
}

func (j unsteady) Append(ctx context.Context, epoch uint64, id messages.ChannelID, events ...messages.Event) (journal.Record, error) {
	if j.deaf.Load() {
		return journal.Record{}, journal.ErrAway
	}
	return j.Journal.Append(ctx, epoch, id, events...)
}

func (j unsteady) Save(ctx context.Context, epoch uint64, s journal.Snapshot) (uint64, error) {
	if j.away.Load() {
		return 0, errors.New("no such file")
	}
	return j.Journal.Save(ctx, epoch, s)
}
