package jetstream

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"familiar/internal/await"
	"familiar/journal"
	"familiar/journal/journaltest"
	"familiar/messages"

	"github.com/nats-io/nats-server/v2/server"
)

// A takeOver is a former owner whose writes come late, and the one who owns the
// store now.
type takeOver struct {
	t        *testing.T
	url      string // of the servers
	wire     *wire  // between the former owner and them
	former   *Journal
	now      *Journal
	late     []string // lines that the former owner wrote too late
	others   []string // that count, in order
	revision uint64   // of the snapshot that both know
}

// mostLate is how long a write may be under way that comes too late.
const mostLate = time.Minute

// newTakeOver has a process write, and stop between its look at the lease and what
// it writes then; meanwhile another takes the store over, and writes.
func newTakeOver(t *testing.T, servers []*server.Server, c Config) *takeOver {
	t.Helper()
	w := newWire(t, servers[0].Addr().String())
	o := &takeOver{t: t, url: urls(servers), wire: w}
	c.Within = mostLate
	c.URL = w.url()
	o.former = openStandingStill(t, c)
	ctx := t.Context()
	for n := range 4 {
		o.writes(o.former, o.former.Epoch(0), fmt.Sprint("before-", n))
	}
	var err error
	if o.revision, err = o.former.Save(ctx, o.former.Epoch(0), journal.Snapshot{Channel: here, Seq: 2, Body: []byte("former")}); err != nil {
		t.Fatal(err)
	}
	if err := o.former.SetCheckpoint(ctx, o.former.Epoch(0), 0, 2); err != nil {
		t.Fatal(err)
	}
	w.freeze()
	var under sync.WaitGroup
	var saved, set error
	for n := range 20 {
		id := fmt.Sprint("late-", n)
		o.late = append(o.late, id)
		under.Go(func() {
			if _, err := o.former.Append(ctx, o.former.Epoch(0), here, byAna(id)); err != nil {
				t.Errorf("a late record is not taken: %v", err)
			}
		})
	}
	under.Go(func() {
		if _, err := o.former.Append(ctx, o.former.Epoch(0), here, byAna("late-batch-1"), byAna("late-batch-2")); err != nil {
			t.Errorf("a late batch is not taken: %v", err)
		}
	})
	o.late = append(o.late, "late-batch-1", "late-batch-2")
	under.Go(func() {
		_, saved = o.former.Save(ctx, o.former.Epoch(0), journal.Snapshot{Channel: here, Revision: o.revision, Seq: 4, Due: 77, Body: []byte("late")})
	})
	under.Go(func() { set = o.former.SetCheckpoint(ctx, o.former.Epoch(0), 0, 4) })
	under.Go(func() {
		if _, err := o.former.Append(ctx, 0, here, byAna("heard")); err != nil {
			t.Errorf("a late line from the network is not taken: %v", err)
		}
	})
	<-w.held
	c.URL = o.url
	o.expireLease(c)
	o.now = openTest(t, c)
	for n := range 4 {
		o.writes(o.now, o.now.Epoch(0), fmt.Sprint("after-", n))
	}
	w.thaw()
	under.Wait()
	o.others = append(o.others, "heard")
	o.writes(o.now, o.now.Epoch(0), "last")
	if saved != nil {
		t.Errorf("a late snapshot that nobody has written over is as good as any: %v", saved)
	}
	if !errors.Is(set, journal.ErrConflict) {
		t.Errorf("late checkpoint: got %v, want ErrConflict", set)
	}
	return o
}

func byAna(id string) messages.Event {
	return messages.Heard{Line: &messages.Line{ID: messages.LineID(id), Channel: here, Text: id, Author: messages.Author{ID: "ana"}}}
}

// writes has an owner write a line that counts.
func (o *takeOver) writes(j *Journal, epoch uint64, id string) {
	o.t.Helper()
	if _, err := j.Append(o.t.Context(), epoch, here, byAna(id)); err != nil {
		o.t.Fatal(err)
	}
	o.others = append(o.others, id)
}

// never is how often a process that stands still renews its lease: one that did would
// find another in its place, and end.
const never = time.Hour

// openStandingStill opens a process that stands still from then on, as it were between its look at
// the lease and what it writes then, however long that takes.
func openStandingStill(t *testing.T, c Config) *Journal {
	t.Helper()
	c.renewEvery = never
	j := openTest(t, c)
	revision, _ := j.owner.lent.stands()
	j.owner.lent.renewed(revision, time.Now().Add(never))
	return j
}

// expireLease is what time does to the lease of a process that stands still.
func (o *takeOver) expireLease(c Config) {
	o.t.Helper()
	c.Log = quiet
	v, err := Visit(o.t.Context(), c)
	if err != nil {
		o.t.Fatal(err)
	}
	defer v.Close()
	revision, err := v.store.ReadMeta(o.t.Context(), "owner", &holder{})
	if err == nil {
		_, err = v.store.WriteMeta(o.t.Context(), "owner", revision, holder{})
	}
	if err != nil {
		o.t.Fatal(err)
	}
}

// wantFenced fails where a reader of a journal comes by a late record.
func (o *takeOver) wantFenced(who string, j *Journal) {
	o.t.Helper()
	for what, got := range journaltest.Read(o.t, j, here) {
		if i := slices.IndexFunc(got, func(id string) bool { return strings.HasPrefix(id, "late") }); i >= 0 {
			o.t.Errorf("%s, %s: yields %q, which a former owner wrote", who, what, got[i])
		}
		if !slices.Equal(got, o.others[max(0, len(o.others)-len(got)):]) || what != "consume from the last but one" && len(got) != len(o.others) {
			o.t.Errorf("%s, %s: got  %v\nwant %v", who, what, got, o.others)
		}
	}
}

// visit looks at the store as a command does.
func (o *takeOver) visit(c Config) *Journal {
	o.t.Helper()
	c.URL = o.url
	return openBy(o.t, Visit, c)
}

// TestLateRecords: what a process writes that stood still between its check and its
// write, while another took the store over, has no effect in any reader.
func TestLateRecords(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		story    string
		servers  func(*testing.T) []*server.Server
		replicas int
	}{
		{"one server", func(t *testing.T) []*server.Server { return []*server.Server{outside(t, t.TempDir(), -1)} }, 1},
		{"three servers", cluster, 3},
	} {
		t.Run(tt.story, func(t *testing.T) {
			t.Parallel()
			o := newTakeOver(t, tt.servers(t), Config{Partitions: 1, Replicas: tt.replicas})
			o.wantFenced("the owner", o.now)
			o.wantFenced("the former owner", o.former)
			visitor := o.visit(Config{})
			o.wantFenced("a visitor", visitor)
			if got := o.now.Stale(); got < uint64(len(o.late)) {
				t.Errorf("%d stale records are counted, want %d at least", got, len(o.late))
			}
			problems, err := visitor.Verify(t.Context(), nil, nil)
			if err != nil || len(problems) > 0 {
				t.Errorf("verify finds %v, %v", problems, err)
			}
			o.control()
			o.wantNoLateOwner()
			o.wantRestored()
		})
	}
}

// control is the same with the rule off: every late record has an effect.
func (o *takeOver) control() {
	o.t.Helper()
	without := o.visit(Config{countStale: true})
	for what, got := range journaltest.Read(o.t, without, here) {
		if what == "consume from the last but one" {
			continue
		}
		for _, id := range o.late {
			if !slices.Contains(got, id) {
				o.t.Errorf("without the fence %s doesn't yield %s: the test shows nothing", what, id)
			}
		}
	}
}

// wantNoLateOwner looks at snapshots and checkpoint, and that the former owner knows
// by now.
func (o *takeOver) wantNoLateOwner() {
	t, ctx := o.t, o.t.Context()
	t.Helper()
	if seq, err := o.visit(Config{}).Checkpoint(ctx, 0); err != nil || seq != 2 {
		t.Errorf("the checkpoint is %d, %v; want 2", seq, err)
	}
	mine := journal.Snapshot{Channel: here, Revision: o.revision, Seq: 3, Body: []byte("now")}
	if _, err := o.now.Save(ctx, o.now.Epoch(0), mine); !errors.Is(err, journal.ErrConflict) {
		t.Errorf("save over a late snapshot: got %v, want ErrConflict", err)
	}
	newest, err := o.now.Load(ctx, here)
	if err != nil || newest.Epoch >= o.now.Epoch(0) {
		t.Errorf("the late snapshot has epoch %d, %v; want one before %d", newest.Epoch, err, o.now.Epoch(0))
	}
	mine.Revision = newest.Revision
	if _, err := o.now.Save(ctx, o.now.Epoch(0), mine); err != nil {
		t.Error(err)
	}
	for what, err := range map[string]error{
		"append":         second(o.former.Append(ctx, o.former.Epoch(0), here, byAna("known"))),
		"save":           second(o.former.Save(ctx, o.former.Epoch(0), journal.Snapshot{Channel: here, Revision: newest.Revision})),
		"enqueue":        o.former.Enqueue(ctx, o.former.Epoch(0), part(here, 0)),
		"set checkpoint": o.former.SetCheckpoint(ctx, o.former.Epoch(0), 0, 4),
	} {
		if !errors.Is(err, journal.ErrConflict) {
			t.Errorf("%s of one who has read that it is no owner: got %v, want ErrConflict", what, err)
		}
	}
}

func second[T any](_ T, err error) error { return err }

// wantRestored has a backup of the store read where no server but the process's own
// has it.
func (o *takeOver) wantRestored() {
	t, ctx := o.t, o.t.Context()
	t.Helper()
	var backup bytes.Buffer
	if err := o.visit(Config{}).Dump(ctx, &backup, nil); err != nil {
		t.Fatal(err)
	}
	folder := Config{Folder: t.TempDir(), Log: quiet}
	if err := Restore(ctx, folder, &backup, nil); err != nil {
		t.Fatal(err)
	}
	restored := openTest(t, folder)
	o.wantFenced("a restored store", restored)
	o.writes(restored, restored.Epoch(0), "restored")
	o.wantFenced("a restored store that goes on", restored)
	if problems, err := restored.Verify(ctx, nil, nil); err != nil || len(problems) > 0 {
		t.Errorf("verify of the restored store finds %v, %v", problems, err)
	}
}

// TestLiveReader: a reader that follows the log, or one channel of it, sees each take-over
// when it comes, and nothing of a former owner behind it.
func TestLiveReader(t *testing.T) {
	t.Parallel()
	for story, read := range map[string]func(*Journal, context.Context, func(journal.Record)) error{
		"all": func(j *Journal, ctx context.Context, deliver func(journal.Record)) error {
			return j.Consume(ctx, 0, 0, deliver)
		},
		"a channel": func(j *Journal, ctx context.Context, deliver func(journal.Record)) error {
			return j.Follow(ctx, 0, []messages.ChannelID{here}, 0, deliver)
		},
	} {
		t.Run(story, func(t *testing.T) { liveReader(t, read) })
	}
}

func liveReader(t *testing.T, read func(*Journal, context.Context, func(journal.Record)) error) {
	t.Helper()
	s := outside(t, t.TempDir(), -1)
	o := &takeOver{t: t, url: s.ClientURL()}
	first := openStandingStill(t, Config{URL: o.url, Partitions: 1})
	follower := o.visit(Config{})
	var mu sync.Mutex
	var got []string
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	followed := make(chan error, 1)
	go func() {
		followed <- read(follower, ctx, func(r journal.Record) {
			mu.Lock()
			defer mu.Unlock()
			got = append(got, string(r.Event.(messages.Heard).Line.ID))
		})
	}()
	o.writes(first, first.Epoch(0), "first")
	o.expireLease(Config{URL: o.url})
	next := openTest(t, Config{URL: o.url, Partitions: 1})
	if _, err := first.Append(t.Context(), first.Epoch(0), here, byAna("late")); err != nil {
		t.Fatal(err) // it reads nothing, and so doesn't know
	}
	o.writes(next, next.Epoch(0), "next")
	await.Until(t, "both that count", func() bool {
		mu.Lock()
		defer mu.Unlock()
		return len(got) >= len(o.others)
	})
	stop()
	if err := <-followed; err != nil {
		t.Error(err)
	}
	if !slices.Equal(got, o.others) {
		t.Errorf("got %v, want %v", got, o.others)
	}
}

// TestTrimmedOwner: what says whose a partition is may be trimmed with the records
// about it: the checkpoint has it, too.
func TestTrimmedOwner(t *testing.T) {
	t.Parallel()
	s, ctx := outside(t, t.TempDir(), -1), t.Context()
	o := &takeOver{t: t, url: s.ClientURL()}
	first := openStandingStill(t, Config{URL: o.url, Partitions: 1})
	o.writes(first, first.Epoch(0), "first")
	o.expireLease(Config{URL: o.url})
	next := openTest(t, Config{URL: o.url, Partitions: 1})
	o.writes(next, next.Epoch(0), "covered")
	last, err := next.Last(ctx, 0)
	if err == nil {
		err = next.SetCheckpoint(ctx, next.Epoch(0), 0, last)
	}
	if err == nil {
		_, err = first.Append(ctx, first.Epoch(0), here, byAna("late"))
	}
	if err != nil {
		t.Fatal(err)
	}
	o.writes(next, next.Epoch(0), "next")
	if err := next.store.Purge(ctx, next.store.Names.Lines(0), last+1); err != nil {
		t.Fatal(err)
	}
	o.others = []string{"next"}
	o.wantFenced("the owner", next)
	o.wantFenced("a visitor", o.visit(Config{}))
	if err := next.Close(); err != nil {
		t.Fatal(err)
	}
	third := openTest(t, Config{URL: o.url})
	o.wantFenced("the next owner", third)
	if third.Epoch(0) <= next.Epoch(0) {
		t.Errorf("epoch %d after %d", third.Epoch(0), next.Epoch(0))
	}
}

// TestBeforeTheFence: a store that was kept before the order of the log was its fence
// reads as it did, and is fenced from then on.
func TestBeforeTheFence(t *testing.T) {
	t.Parallel()
	s, ctx := outside(t, t.TempDir(), -1), t.Context()
	o := &takeOver{t: t, url: s.ClientURL()}
	before := openTest(t, Config{Folder: t.TempDir(), Partitions: 1})
	o.writes(before, before.Epoch(0), "owner's")
	o.writes(before, 0, "network's")
	var backup bytes.Buffer
	if err := before.Dump(ctx, &backup, nil); err != nil {
		t.Fatal(err)
	}
	if err := Restore(ctx, Config{URL: o.url, Log: quiet}, &backup, nil); err != nil {
		t.Fatal(err)
	}
	was := o.visit(Config{})
	o.wantFenced("a visitor of the old store", was)
	var stored form
	if _, err := was.store.ReadMeta(ctx, "form", &stored); err != nil || stored.isFenced() {
		t.Fatalf("the store has the form %+v, %v; want one without a fence, which shows something", stored, err)
	}
	j := openTest(t, Config{URL: o.url})
	if _, err := j.store.ReadMeta(ctx, "form", &stored); err != nil || !stored.isFenced() {
		t.Errorf("opened it has the form %+v, %v; want it fenced", stored, err)
	}
	if j.Epoch(0) <= before.Epoch(0) {
		t.Errorf("epoch %d after %d", j.Epoch(0), before.Epoch(0))
	}
	o.writes(j, j.Epoch(0), "next")
	o.wantFenced("its owner", j)
	o.wantFenced("a visitor", o.visit(Config{}))
}

// TestEmbeddedHasNoFence: a store that one process at a time can open has a lock for
// it, and not a record more.
func TestEmbeddedHasNoFence(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for range 2 {
		j := openTest(t, Config{Folder: folder, Partitions: 1})
		var stored form
		_, wrong := j.store.ReadMeta(t.Context(), "form", &stored)
		status, err := j.Status(t.Context())
		if err := errors.Join(wrong, err); err != nil || stored.isFenced() || status.Partitions[0].Records != 0 {
			t.Errorf("form %+v and %d records, %v; want no fence and none", stored, status.Partitions[0].Records, err)
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestLostOwner: a server that comes back without the record that says whose a
// partition is has the process end: nothing it writes would count.
func TestLostOwner(t *testing.T) {
	t.Parallel()
	s, ctx := outside(t, t.TempDir(), -1), t.Context()
	j := openTest(t, Config{URL: s.ClientURL(), Partitions: 1})
	if _, err := j.Append(ctx, 0, here, byAna("first")); err != nil {
		t.Fatal(err)
	}
	if err := j.log.Confirm(ctx); err != nil {
		t.Fatal(err)
	}
	if _, err := j.Append(ctx, j.Epoch(0), here, byAna("mine")); err != nil {
		t.Errorf("confirmed: %v", err)
	}
	owned, err := j.store.Newest(ctx, j.store.Names.Lines(0), j.store.Names.Owned(0))
	if err == nil {
		err = j.store.Delete(ctx, j.store.Names.Lines(0), false, owned.Sequence)
	}
	if err == nil {
		err = j.log.Confirm(ctx)
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := j.Append(ctx, j.Epoch(0), here, byAna("nobody's")); !errors.Is(err, journal.ErrConflict) {
		t.Errorf("lost: got %v, want ErrConflict", err)
	}
}

// TestDeadlinesOfAnotherOwner: deadlines come of the newest snapshots, and no former
// owner takes one out.
func TestDeadlinesOfAnotherOwner(t *testing.T) {
	t.Parallel()
	s, ctx := outside(t, t.TempDir(), -1), t.Context()
	o := &takeOver{t: t, url: s.ClientURL()}
	wantDue := func(who string, j *Journal, want messages.Instant) {
		t.Helper()
		var got []messages.Instant
		for s, err := range j.Due(ctx, 1<<60) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, s.Due)
		}
		if !slices.Equal(got, []messages.Instant{want}) {
			t.Errorf("%s finds deadlines %v, want %v", who, got, want)
		}
	}
	first := openStandingStill(t, Config{URL: o.url, Partitions: 2})
	revision, err := first.Save(ctx, first.Epoch(0), journal.Snapshot{Channel: here, Seq: 1, Due: 50})
	if err != nil {
		t.Fatal(err)
	}
	o.expireLease(Config{URL: o.url})
	next := openTest(t, Config{URL: o.url})
	wantDue("the next owner", next, 50)
	if _, err := next.Save(ctx, next.Epoch(0), journal.Snapshot{Channel: here, Revision: revision, Seq: 2, Due: 60}); err != nil {
		t.Fatal(err)
	}
	if _, err := first.Save(ctx, first.Epoch(0), journal.Snapshot{Channel: here, Revision: revision, Seq: 3}); !errors.Is(err, journal.ErrConflict) {
		t.Errorf("the former owner's snapshot without a deadline: got %v, want ErrConflict", err)
	}
	wantDue("a visitor", o.visit(Config{}), 60)
	if err := next.Close(); err != nil {
		t.Fatal(err)
	}
	wantDue("the third owner", openTest(t, Config{URL: o.url}), 60)
}
