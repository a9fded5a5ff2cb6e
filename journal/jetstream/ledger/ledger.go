// Package ledger keeps the notes: why a familiar spoke or kept quiet. It writes
// them behind the backs of those who note, packs those that observe, and reads a
// channel's back from the newest one.
package ledger

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"
	"time"

	"familiar/journal"
	"familiar/journal/jetstream/index"
	"familiar/journal/jetstream/sealed"
	"familiar/journal/jetstream/store"
	"familiar/journal/seal"
	"familiar/messages"

	"github.com/nats-io/nats.go"
	"golang.org/x/sync/semaphore"
)

// Bounds of what the ledger has under way. MaxAwaited is one of them.
const (
	mostPlaced  = 32768            // notes that may wait to be written by themselves; then who notes waits
	maxQueued   = 2 * mostPlaced   // these and packs; then what comes is lost
	crowdedAt   = 4096             // of so many who notes waits until half of them are written: thousands may note at once
	MaxAwaited  = 256              // writes the server is given at once
	ledgerTick  = 5 * time.Second  // how often held packs are looked at
	roomWithin  = time.Second      // how long one who notes waits at most when much is queued
	placeWithin = 30 * time.Second // and for a place
	portion     = crowdedAt / 2    // packs that are queued at once because their time has come

	together = 5 * time.Millisecond // how long a write waits for others, unless somebody waits for it
)

// A Ledger gives notes to the server behind the backs of those who note: they
// wait for it only while very much is queued. What the server can't take now, as it is
// away, slow or full, is tried again until it does; what doesn't fit into the queue
// meanwhile, or is left at the end, is lost and logged, for a note is an explanation and
// not a line. Notes that observe are nearly all there are; they are packed first.
type Ledger struct {
	store *store.Store
	texts *sealed.Texts
	clock func() time.Time // of the notes

	mu      sync.Mutex // guards the rest; held for no write
	packs   packs
	queue   []unwritten
	taken   uint64   // writes ever queued
	done    uint64   // of these, written or lost
	settled []waiter // who waits for writes to be done, in their order
	crowded []waiter // who waits for room in the queue, in their order
	lost    int      // notes, since the last log
	err     error
	sealed  bool      // the last pack is queued
	resting bool      // the server took nothing of late: nothing is tried before the next tick
	handed  time.Time // when all that is held was written last for another process

	wake  chan struct{} // there is something in the queue
	hurry chan struct{} // somebody waits for it, or there is much

	places  *semaphore.Weighted // for notes in the queue
	indexes [2]*index.Index     // of the shelves
}

// An unwritten is what becomes one message: a pack, or a note alone.
type unwritten struct {
	pack *openPack
	note *messages.Note

	placed bool // it holds one of the places
	done   bool // it is written or lost, but something before it has to be tried again
}

// observing reports whether a note can wait to be packed.
func observing(n *messages.Note) bool {
	switch n.Act {
	case messages.Observe, messages.Drop, messages.Wait, messages.Ask:
		return true
	default:
		return false
	}
}

// New returns a ledger that writes nothing before Start.
func New(s *store.Store, texts *sealed.Texts, clock func() time.Time) *Ledger {
	l := &Ledger{store: s, texts: texts, clock: clock, wake: make(chan struct{}, 1), hurry: make(chan struct{}, 1), places: semaphore.NewWeighted(mostPlaced)}
	for i, s := range shelves {
		l.indexes[i] = index.New(s.chunk, mostIndexed)
	}
	return l
}

// Start begins to write what is noted, until the store ends.
func (l *Ledger) Start() { l.store.Go(l.writeNotes) }

// Flush writes all that is held, and waits until it is written or lost.
func (l *Ledger) Flush(ctx context.Context) error {
	for more := true; more; {
		more = l.release(time.Now().Add(time.Hour))
		if err := l.Settle(ctx); err != nil {
			return err
		}
	}
	return nil
}

// Note implements journal.Ledger. It doesn't wait for the writing: what can't
// be written later is logged. Notes that observe are written up to half a minute later,
// with the channel's next snapshot, or at Close; after a crash the events that
// no snapshot covers give them again. The notes must not change afterwards.
func (l *Ledger) Note(ctx context.Context, notes ...*messages.Note) error {
	if err := l.store.Check(ctx, "note"); err != nil {
		return err
	}
	for some := range slices.Chunk(notes, crowdedAt) {
		if err := l.take(ctx, some); err != nil {
			return err
		}
	}
	return nil
}

// take queues notes, or puts them into packs, once there is room for them.
func (l *Ledger) take(ctx context.Context, notes []*messages.Note) error {
	l.makeRoom(ctx)
	alone := int64(0)
	for _, n := range notes {
		if !observing(n) {
			alone++
		}
	}
	placed := l.place(ctx, alone)
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.sealed {
		return fmt.Errorf("journal: note: %w", journal.ErrClosed)
	}
	for _, n := range notes {
		if !observing(n) {
			l.put(unwritten{note: n, placed: placed})
		} else if full := l.packs.add(n); full != nil {
			l.put(unwritten{pack: full})
		}
	}
	return nil
}

// put queues a write. The lock is held.
func (l *Ledger) put(u unwritten) {
	if len(l.queue) >= maxQueued && !l.sealed {
		if l.lose(u, errors.New("the server is too slow")); u.placed {
			l.places.Release(1)
		}
		return
	}
	l.queue = append(l.queue, u)
	l.taken++
	say(l.wake)
	if len(l.queue) >= MaxAwaited {
		say(l.hurry)
	}
}

// say puts a word into a channel that has room for one.
func say(word chan struct{}) {
	select {
	case word <- struct{}{}:
	default:
	}
}

// lose counts what is not written. The lock is held.
func (l *Ledger) lose(u unwritten, err error) {
	l.err = err
	if l.lost++; u.pack != nil {
		l.lost += u.pack.count - 1
	}
}

// writeNotes writes what is queued until Close, and then all that is held, as
// far as that takes no longer than Config.Within: what a server that doesn't
// answer has not taken by then is lost.
func (l *Ledger) writeNotes() {
	limit, cancel := context.WithCancel(context.Background())
	defer cancel()
	defer context.AfterFunc(l.store.Closing(), func() { time.AfterFunc(l.store.Within, cancel) })()
	tick := time.NewTicker(ledgerTick)
	defer tick.Stop()
	for {
		select {
		case <-l.wake:
			l.gather()
		case now := <-tick.C:
			l.complain()
			l.resume()
			for l.release(now.Add(-packHeld)) {
				l.writeQueue(limit)
			}
		case <-l.store.Closing().Done():
			l.seal()
			l.writeQueue(limit)
			l.complain()
			return
		}
		l.writeQueue(limit)
	}
}

// gather waits for what is to be written together with what is queued: a write by itself
// costs server and client as much for its way as for the message.
func (l *Ledger) gather() {
	enough := time.NewTimer(together)
	defer enough.Stop()
	select {
	case <-enough.C:
	case <-l.hurry:
	case <-l.store.Closing().Done():
	}
}

// seals reports whether anything can be written now: a process that stood still seals
// nothing before it is heard of again, and what it noted waits. At the end all is tried.
// The lock is held.
func (l *Ledger) seals() bool {
	return l.sealed || l.texts.Keys.Holds(l.texts.Keys.Epoch()) == nil
}

// release queues packs begun before t, at most a portion, and reports whether there may
// be more: thousands of channels begin theirs in one moment, and what is queued beside
// them must find room.
func (l *Ledger) release(t time.Time) (more bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.seals() {
		return false
	}
	due := l.packs.begun(t, portion)
	for _, p := range due {
		l.put(unwritten{pack: p})
	}
	return len(due) == portion
}

// seal queues all packs and takes no more notes.
func (l *Ledger) seal() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.sealed = true
	for _, p := range l.packs.begun(time.Now().Add(time.Hour), math.MaxInt) {
		l.put(unwritten{pack: p})
	}
}

// complain logs what was lost since it last did.
func (l *Ledger) complain() {
	l.mu.Lock()
	lost, err := l.lost, l.err
	l.lost, l.err = 0, nil
	l.mu.Unlock()
	if lost > 0 {
		l.store.Log.Warn("notes not stored", "count", lost, "err", err)
	}
}

func (l *Ledger) writeQueue(ctx context.Context) {
	for {
		batch := l.next()
		if len(batch) == 0 {
			return
		}
		errs := l.writeBatch(ctx, batch)
		l.wrote(batch, errs)
	}
}

// resume has what the server didn't take tried again.
func (l *Ledger) resume() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.resting = false
}

// next takes a batch from the queue; none: there is nothing to write, or not now.
func (l *Ledger) next() []unwritten {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.seals() || l.resting && !l.sealed {
		return nil
	}
	n := min(len(l.queue), MaxAwaited)
	batch := l.queue[:n:n]
	if l.queue = l.queue[n:]; len(l.queue) == 0 {
		l.queue = nil
	}
	return batch
}

// wrote counts what was tried of a batch as done, in order, and tells who waits for that.
// From the first on that is to be tried again all wait in their order, as does what was not
// tried since it couldn't be sealed; at the end these are lost.
func (l *Ledger) wrote(batch []unwritten, errs []error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.sealed {
		errs = append(errs, slices.Repeat([]error{seal.ErrExpired}, len(batch)-len(errs))...)
	}
	done, answers := len(errs), false
	for i, err := range errs {
		if !l.sealed && mayPass(err) {
			done = min(done, i)
			continue
		}
		answers = answers || !batch[i].done
		if batch[i].done = true; err != nil {
			l.lose(batch[i], err)
		}
	}
	if rest := batch[done:]; len(rest) > 0 {
		l.queue, l.resting = slices.Concat(rest, l.queue), done < len(errs) && !answers
	}
	for i := range batch[:done] {
		if batch[i].placed {
			l.places.Release(1)
		}
	}
	l.done += uint64(done)
	l.settled, l.crowded = wakeWaiters(l.settled, l.done), wakeWaiters(l.crowded, l.done)
}

// mayPass reports whether a write that failed so may succeed later. It may be in the stream
// already, if no answer came: who reads leaves out what is there twice.
func mayPass(err error) bool {
	return errors.Is(err, journal.ErrAway) || errors.Is(err, journal.ErrFull) || errors.Is(err, context.DeadlineExceeded)
}

// writeBatch writes all and then waits for the answers, one error each. It ends before
// what can't be sealed, since the process stood still meanwhile.
func (l *Ledger) writeBatch(ctx context.Context, batch []unwritten) (errs []error) {
	ctx, cancel := context.WithTimeout(ctx, l.store.Within)
	defer cancel()
	under := make([]store.Sent, len(batch))
	for i, u := range batch {
		if u.done {
			errs = append(errs, nil)
			continue
		}
		subject, body, err := l.written(u)
		if errors.Is(err, seal.ErrExpired) {
			break
		}
		if err == nil {
			under[i], err = l.store.Send(ctx, nats.Msg{Subject: subject, Data: body})
		}
		errs = append(errs, err)
	}
	for i, err := range errs {
		if err == nil && !batch[i].done {
			var seq uint64
			if seq, errs[i] = under[i].Wait(ctx); errs[i] == nil {
				l.indexed(batch[i], seq)
			}
		}
	}
	return errs
}

// written returns the message of a pack or a note.
func (l *Ledger) written(u unwritten) (subject string, body []byte, err error) {
	word, channel := "seen", messages.ChannelID("")
	if u.pack != nil {
		channel, body = u.pack.channel, u.pack.bytes
	} else {
		word, channel = "note", u.note.Channel
		if body, err = messages.EncodeNote(u.note); err != nil {
			return "", nil, err
		}
	}
	if subject, err = l.noteSubject(word, channel); err != nil {
		return "", nil, err
	}
	body, err = l.texts.Seal(channel, seal.Note, body)
	return subject, body, err
}

func (l *Ledger) noteSubject(word string, channel messages.ChannelID) (string, error) {
	return l.store.Names.OfChannel(channel, word)
}
