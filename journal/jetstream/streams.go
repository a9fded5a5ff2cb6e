package jetstream

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/nats-io/nats.go/jetstream"
)

// A layout is the names of one store's streams and subjects.
type layout struct{ prefix string }

func (l layout) stream(word string) string { return l.prefix + "-" + word }

func (l layout) lines(partition int) string { return l.stream("lines-" + strconv.Itoa(partition)) }
func (l layout) snaps(partition int) string { return l.stream("snaps-" + strconv.Itoa(partition)) }

// subject joins a kind's word and its tokens.
func (l layout) subject(tokens ...string) string {
	size := len(l.prefix)
	for _, t := range tokens {
		size += 1 + len(t)
	}
	var b strings.Builder
	b.Grow(size)
	b.WriteString(l.prefix)
	for _, t := range tokens {
		b.WriteByte('.')
		b.WriteString(t)
	}
	return b.String()
}

func (l layout) line(partition int, channel string) string {
	return l.subject("line", strconv.Itoa(partition), channel)
}

func (l layout) snap(partition int, channel string) string {
	return l.subject("snap", strconv.Itoa(partition), channel)
}

// stream gives what all streams of a store have in common: they are on disk,
// and a full one refuses what is new. Notes, outbox and letters are compressed,
// block by block. States are not: for one cold state the server would have to
// unpack a block of 4 MiB, which is three times the work of waking its channel,
// see packBody. Nor are lines: the partitions' blocks are full at the same
// moment, and reading and compressing 8 MiB of each took up to 120 MiB of memory.
func (c Config) stream(name string, subjects ...string) jetstream.StreamConfig {
	return jetstream.StreamConfig{
		Name: layout{c.Prefix}.stream(name), Subjects: subjects,
		Storage: jetstream.FileStorage, Compression: jetstream.S2Compression,
		Discard: jetstream.DiscardNew, AllowDirect: true, Duplicates: duplicates,
	}
}

// metaStream has a few words, the newest of each.
func (c Config) metaStream() jetstream.StreamConfig {
	meta := c.stream("meta", layout{c.Prefix}.subject("meta", ">"))
	meta.MaxMsgsPerSubject, meta.Discard = 1, jetstream.DiscardOld
	return meta
}

// streams gives every stream of a store but the meta one.
func (c Config) streams() []jetstream.StreamConfig {
	l := layout{c.Prefix}
	var all []jetstream.StreamConfig
	for k := range c.Partitions {
		lines := c.stream("lines-"+strconv.Itoa(k), l.line(k, ">"))
		lines.MaxAge, lines.MaxMsgsPerSubject = c.MaxAge, noLimit
		if c.URL != "" { // its blocks are in another process's memory
			lines.MaxMsgsPerSubject, lines.MaxBytes = 0, c.share()
		}
		lines.AllowAtomicPublish = true
		lines.Compression = jetstream.NoCompression
		snaps := c.stream("snaps-"+strconv.Itoa(k), l.snap(k, ">"))
		snaps.MaxMsgsPerSubject = noLimit
		snaps.Compression = jetstream.NoCompression
		all = append(all, lines, snaps)
	}
	for s := range slots {
		key := c.stream("key-"+strconv.Itoa(s), l.subject("key", strconv.Itoa(s), ">"))
		key.MaxMsgsPerSubject, key.MaxBytes = noLimit, keyBytes
		key.Compression = jetstream.NoCompression
		tree := c.stream("tree-"+strconv.Itoa(s), l.subject("tree", strconv.Itoa(s), ">"))
		tree.MaxMsgsPerSubject = noLimit
		tree.Compression = jetstream.NoCompression
		all = append(all, key, tree)
	}
	due := c.stream("due", l.subject("due", ">"))
	due.MaxMsgsPerSubject, due.Discard = 1, jetstream.DiscardOld
	due.AllowMsgTTL = true // of the marks that a deadline is gone, see goneFor
	outbox := c.stream("outbox", l.subject("out", ">"))
	outbox.MaxAge, outbox.MaxMsgsPerSubject = c.MaxAge, noLimit
	notes := c.stream("notes", l.subject("note", ">"))
	notes.MaxAge = c.MaxNotes
	notes.MaxMsgsPerSubject = noLimit
	observed := c.stream("observed", l.subject("seen", ">"))
	observed.MaxAge, observed.MaxBytes, observed.Discard = c.MaxObserved, c.ObservedBytes, jetstream.DiscardOld
	dead := c.stream("dead", l.subject("dead", ">"))
	dead.MaxAge, dead.MaxMsgsPerSubject, dead.Discard = c.MaxAge, 1, jetstream.DiscardOld
	return append(all, due, outbox, notes, observed, dead)
}

// noLimit is more messages of a subject than there will ever be. A stream with
// a limit on these alone gets blocks of 4 MiB; without any they have 8, of which
// the server keeps the newest in memory as long as somebody writes.
const noLimit = 1 << 40

// keyBytes bounds a stream of roots and indices: there are three of each at most,
// 11 kB a pair. The server gives a stream with at most 127,600 bytes blocks of
// 32 kB, which is what overwriting one costs, and others 4 MiB.
const keyBytes = 120_000

// share is what one partition of the log may take on disk.
func (c Config) share() int64 { return max(1, c.MaxBytes/int64(c.Partitions)) }

// duplicates is the server's window for message ids, which nobody sends:
// exactness comes from the state's memory and from compare-and-set.
const duplicates = 1e9 // 1 s

// makeStreams makes what is missing and brings the limits of what is there to
// the configuration's.
func (j *Journal) makeStreams(ctx context.Context) error {
	for _, want := range j.config.streams() {
		_, err := j.js.CreateOrUpdateStream(ctx, want)
		if api, is := errors.AsType[*jetstream.APIError](err); is && api.ErrorCode == codeMaximum {
			return fmt.Errorf("stream %s: the server may not store %d GiB: raise its max_file_store: %w", want.Name, j.config.MaxBytes>>30, err)
		}
		if err != nil {
			return fmt.Errorf("stream %s: %w", want.Name, err)
		}
	}
	return nil
}
