package eventlog

import (
	"sync"

	"familiar/journal/jetstream/store"
)

// A tail is what this process appended to a partition last. Behind the
// embedded server nobody else appends while no command visits, so the
// partition's reader takes acknowledged records from here: to have the server
// send each back costs as much as to write it and keeps its newest block in
// memory.
//
// It only holds records that follow one another. Where one is missing, because
// there was no room or an answer was lost, those before it are dropped and the
// reader asks the server.
type tail struct {
	news chan struct{} // holds one when there may be more to take

	mu      sync.Mutex
	reading bool // somebody takes; else nothing is kept
	kept    []appended
	head    int    // those before it are taken
	next    uint64 // the sequence after the last of kept; 0: there was none
	size    int    // of kept
	lost    bool   // an answer, since the last one came
}

// An appended is a record that was acknowledged.
type appended struct {
	subject string
	data    []byte
	draft   *draft // whose bytes they are: there is a hold on it
}

// size is the record's part of the room its draft takes, in bytes.
func (a appended) size() int { return cap(a.draft.bytes) / len(a.draft.records) }

// TailRecords and tailBytes bound a tail, in records and bytes. A reader is that far behind only
// while it catches up or is held back.
const (
	TailRecords = 1024
	tailBytes   = 4 << 20
)

func newTail() *tail { return &tail{news: make(chan struct{}, 1)} }

// begin makes the caller the one who takes; false: there is one already.
func (t *tail) begin() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.reading {
		return false
	}
	t.reading = true
	return true
}

func (t *tail) end() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.clear()
	t.reading, t.next, t.lost = false, 0, false
}

// add keeps the records of a draft; the last one has sequence `last`.
func (t *tail) add(last uint64, subject string, d *draft) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.reading {
		return
	}
	if last+1 != t.next+uint64(len(d.records)) {
		t.clear()
	}
	if t.head > 0 && len(t.kept) == cap(t.kept) {
		t.kept, t.head = t.kept[:copy(t.kept, t.kept[t.head:])], 0
	}
	for _, data := range d.records {
		d.hold()
		a := appended{subject, data, d}
		t.kept = append(t.kept, a)
		t.size += a.size()
	}
	t.next, t.lost = last+1, false
	for t.held() > TailRecords || t.size > tailBytes {
		t.pop().draft.Done()
	}
	t.announce()
}

// lose says that a record may be in the log whose answer nobody hears.
func (t *tail) lose() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.clear()
	t.next, t.lost = 0, true
	t.announce()
}

// announce says that there may be more to take.
func (t *tail) announce() {
	select {
	case t.news <- struct{}{}:
	default:
	}
}

// Next implements Tail; the caller is done with the record's draft later.
func (t *tail) Next(seq uint64) (r store.TailRecord, ok, missing bool) {
	a, ok, missing := t.takeNext(seq)
	return store.TailRecord{Subject: a.subject, Data: a.data, Lender: a.draft}, ok, missing
}

// News implements Tail.
func (t *tail) News() <-chan struct{} { return t.news }

// takeNext returns the record with that sequence and drops those before it.
// missing: it has to come from the server.
func (t *tail) takeNext(seq uint64) (a appended, ok, missing bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for t.held() > 0 && t.first() < seq {
		t.pop().draft.Done()
	}
	if t.held() == 0 || t.first() > seq {
		return appended{}, false, t.lost || t.next > seq
	}
	return t.pop(), true, false
}

// Reaches implements Tail.
func (t *tail) Reaches(seq uint64) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.next > 0 && t.first() <= seq && seq <= t.next
}

func (t *tail) held() int     { return len(t.kept) - t.head }
func (t *tail) first() uint64 { return t.next - uint64(t.held()) }

func (t *tail) pop() appended {
	a := t.kept[t.head]
	t.kept[t.head] = appended{}
	t.head++
	t.size -= a.size()
	if t.held() == 0 {
		t.kept, t.head = t.kept[:0], 0
	}
	return a
}

func (t *tail) clear() {
	for t.held() > 0 {
		t.pop().draft.Done()
	}
}
