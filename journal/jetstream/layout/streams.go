package layout

import (
	"strconv"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// A Plan says how the streams of a store are to be made.
type Plan struct {
	Names      Names
	Partitions int
	Outside    bool // the server is not embedded
	Replicas   int  // servers that keep each stream; 0: one

	Share         int64         // bytes that one partition of the log may take on disk
	MaxAge        time.Duration // how long events, posts and dead letters are kept
	MaxNotes      time.Duration // how long notes are kept, except those that observe
	MaxObserved   time.Duration // how long those that observe are kept
	ObservedBytes int64         // what those that observe may take
}

// All returns the configuration of all streams, meta's among them.
func (p Plan) All() []jetstream.StreamConfig {
	return append(p.Streams(), p.Meta())
}

// stream returns what all streams of a store have in common: they are on disk,
// and a full one refuses what is new. The server compresses none of them, as it once
// did with some: it reads a full block again for that, all of it in memory, and what is
// sealed becomes little smaller. States are compressed one by one before they are sealed.
func (p Plan) stream(name string, subjects ...string) jetstream.StreamConfig {
	return jetstream.StreamConfig{
		Name: p.Names.Stream(name), Subjects: subjects,
		Storage: jetstream.FileStorage, Compression: jetstream.NoCompression,
		Discard: jetstream.DiscardNew, AllowDirect: true, Duplicates: duplicates, Replicas: max(1, p.Replicas),
	}
}

// Meta returns the stream of a few words, of which it keeps the newest of each.
func (p Plan) Meta() jetstream.StreamConfig {
	meta := p.stream("meta", p.Names.Subject("meta", ">"))
	meta.MaxMsgsPerSubject, meta.Discard = 1, jetstream.DiscardOld
	return meta
}

// Streams returns every stream of a store but the meta one.
func (p Plan) Streams() []jetstream.StreamConfig {
	l := p.Names
	var all []jetstream.StreamConfig
	for k := range p.Partitions {
		lines := p.stream(l.Word(l.Lines(k)), l.Line(k, ">"))
		lines.MaxAge, lines.MaxMsgsPerSubject = p.MaxAge, noLimit
		if p.Outside { // its blocks are in another process's memory
			lines.MaxMsgsPerSubject, lines.MaxBytes = 0, p.Share
		}
		lines.AllowAtomicPublish = true
		snaps := p.stream(l.Word(l.Snapshots(k)), l.Snapshot(k, ">"))
		snaps.MaxMsgsPerSubject = noLimit
		all = append(all, lines, snaps)
	}
	for s := range Slots {
		key := p.stream("key-"+strconv.Itoa(s), l.Subject("key", strconv.Itoa(s), ">"))
		key.MaxMsgsPerSubject, key.MaxBytes = noLimit, keyBytes
		tree := p.stream("tree-"+strconv.Itoa(s), l.Subject("tree", strconv.Itoa(s), ">"))
		tree.MaxMsgsPerSubject = noLimit
		all = append(all, key, tree)
	}
	due := p.stream("due", l.Subject("due", ">"))
	due.MaxMsgsPerSubject, due.Discard = 1, jetstream.DiscardOld
	due.AllowMsgTTL = true // of the marks that a deadline is gone
	outbox := p.stream("outbox", l.Subject("out", ">"))
	outbox.MaxAge, outbox.MaxMsgsPerSubject = p.MaxAge, noLimit
	notes := p.stream("notes", l.Subject("note", ">"))
	notes.MaxAge = p.MaxNotes
	notes.MaxMsgsPerSubject = noLimit
	observed := p.stream("observed", l.Subject("seen", ">"))
	observed.MaxAge, observed.MaxBytes, observed.Discard = p.MaxObserved, p.ObservedBytes, jetstream.DiscardOld
	dead := p.stream("dead", l.Subject("dead", ">"))
	dead.MaxAge, dead.MaxMsgsPerSubject, dead.Discard = p.MaxAge, 1, jetstream.DiscardOld
	dead.AllowMsgTTL = true // of the marks that a letter was dropped
	audit := p.stream(AuditWord, l.Audit())
	audit.MaxAge, audit.MaxMsgs, audit.Discard = auditAge, auditEntries, jetstream.DiscardOld
	return append(all, due, outbox, notes, observed, dead, audit)
}

// noLimit is more messages of a subject than there will ever be. A stream with
// a limit on these alone gets blocks of 4 MiB; without any they have 8, of which
// the server keeps the newest in memory as long as somebody writes.
const noLimit = 1 << 40

// How long, and how many of, the entries of the audit are kept. One takes some 300 bytes,
// and 6 kB at most.
const (
	auditAge     = 2 * 365 * 24 * time.Hour
	auditEntries = 100_000
)

// keyBytes bounds a stream of roots and indices: there are three of each at most,
// 11 kB a pair. The server gives a stream with at most 127,600 bytes blocks of
// 32 kB, which is what overwriting one costs, and others 4 MiB.
const keyBytes = 120_000

// duplicates is the server's window for message ids, which nobody sends:
// exactness comes from the state's memory and from compare-and-set.
const duplicates = 1e9 // 1 s

// Stream returns the configuration of the stream of that name, zero if the store has
// none.
func (p Plan) Stream(name string) jetstream.StreamConfig {
	for _, s := range p.All() {
		if s.Name == name {
			return s
		}
	}
	return jetstream.StreamConfig{}
}
