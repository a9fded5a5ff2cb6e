package jetstream

import (
	"context"
	"errors"
	"fmt"
	"time"

	"familiar/journal"
	"familiar/journal/jetstream/blocks"
	"familiar/journal/jetstream/embedded"
	"familiar/journal/jetstream/layout"
	"familiar/journal/jetstream/store"
	"familiar/journal/seal"
	"familiar/messages"
)

// maxProblems is how many problems are listed: more mean the same.
const maxProblems = 1000

// Verify reads everything in the store: whether the server's files are whole
// (not of an outside server), whether every record, snapshot, post,
// note and letter can be read and stands where it belongs, whether the log's
// instants go forward, no checkpoint and no snapshot is past the log, and each
// deadline is in the index, and whether the audit is one chain. check, unless it is nil, says what is wrong with
// the body of a channel's newest snapshot. progress, unless it is nil, is told
// how many messages are read and about how many there are.
//
// It may run while the program does: what changes meanwhile is no problem. An
// error means that it could not be read to the end.
func (j *Journal) Verify(ctx context.Context, check func(journal.Snapshot) error, progress func(done, total uint64)) ([]embedded.Problem, error) {
	if err := j.store.Check(ctx, "verify"); err != nil {
		return nil, err
	}
	v := &verification{j: j, check: check, progress: progress}
	if err := v.everything(ctx); err != nil {
		return v.problems, fmt.Errorf("journal: verify: %w", j.store.Ended(err))
	}
	return v.problems, nil
}

// A verification is what is found so far.
type verification struct {
	j           *Journal
	check       func(journal.Snapshot) error
	progress    func(done, total uint64)
	done, total uint64
	problems    []embedded.Problem
}

// everything looks at one part of the store after the other.
func (v *verification) everything(ctx context.Context) error {
	for _, look := range []func(context.Context) error{v.blocks, v.count, v.keys} {
		if err := look(ctx); err != nil {
			return err
		}
	}
	for k := range v.j.config.Partitions {
		if err := v.log(ctx, k); err != nil {
			return err
		}
		if err := v.snapshots(ctx, k); err != nil {
			return err
		}
	}
	if err := v.audit(ctx); err != nil {
		return err
	}
	for word, read := range v.readers() {
		if err := v.stream(ctx, word, read); err != nil {
			return err
		}
	}
	return nil
}

func (v *verification) found(where, what, do string) {
	if len(v.problems) < maxProblems {
		v.problems = append(v.problems, embedded.Problem{Where: where, What: what, Do: do})
	}
}

func (v *verification) read() {
	if v.done++; v.progress != nil {
		v.progress(v.done, max(v.done, v.total))
	}
}

// count says about how much there is to read: of snapshots the newest only.
func (v *verification) count(ctx context.Context) error {
	for _, s := range v.j.plan().Streams() {
		state, err := v.j.store.Held(ctx, s.Name)
		if err != nil {
			return err
		}
		switch word := v.j.store.Names.Word(s.Name); {
		case layout.IsSnapshots(word):
			v.total += state.NumSubjects
		case word != "due" && !layout.IsKeys(word):
			v.total += state.Msgs
		}
	}
	return nil
}

// keys reads both places of the keys. What is written anew meanwhile is looked
// at again.
func (v *verification) keys(ctx context.Context) error {
	for n := range layout.Slots {
		var before uint64
		for {
			s, keys, err := v.j.vault.readSlot(ctx, n)
			if err == nil && keys == nil && v.j.owner.locked {
				err = journal.ErrNotFound
			}
			if err == nil {
				break
			}
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if s.newest.root == before {
				v.found(v.j.store.Names.KeySlot(n), err.Error(), "the next start makes it anew from the other of two places")
				break
			}
			before = s.newest.root
		}
	}
	return nil
}

// ticks is how far the clock readings of two processes may be from the order
// in which their records come: a command appends while the program does.
const ticks = time.Second

// log reads a partition's records.
func (v *verification) log(ctx context.Context, k int) error {
	checkpoint, err := v.j.store.StoredCheckpoint(ctx, k) // before the log, which grows
	if err != nil {
		return err
	}
	stream := v.j.store.Names.Lines(k)
	state, err := v.j.store.Held(ctx, stream)
	if err != nil {
		return err
	}
	if checkpoint > state.LastSeq {
		v.found(stream, fmt.Sprintf("its checkpoint is %d and its newest record %d", checkpoint, state.LastSeq), "a power cut took the newest records: the next start goes on after the checkpoint")
	}
	var before messages.Instant
	records := v.j.log.Decoder()
	return v.j.store.Scan(ctx, store.Reading{Stream: stream}, func(m store.Message) error {
		v.read()
		if !v.j.log.Counts(k, m) {
			return nil
		}
		where := fmt.Sprintf("%s record %d", stream, m.Seq)
		r, err := records.Record(m)
		switch {
		case errors.Is(err, seal.ErrForgotten):
			return nil
		case err != nil:
			v.found(where, err.Error(), "it is left out when read; a newer familiar may know it")
			return nil
		case r.Event == nil:
			v.found(where, "it has no event", "it is left out when read")
		case journal.PartitionOf(r.Channel, v.j.config.Partitions) != k:
			v.found(where, fmt.Sprintf("channel %s belongs to partition %d", r.Channel, journal.PartitionOf(r.Channel, v.j.config.Partitions)), "its channel never sees it")
		case r.At.Add(ticks) < before && !v.j.owner.fenced: // there a process may stand still with a line
			v.found(where, fmt.Sprintf("it came at %v, an earlier one at %v", r.At, before), "deadlines of that time may have fired late; nothing to do")
		}
		before = max(before, r.At)
		return nil
	})
}

// stream reads another stream; read says what is wrong with a message.
func (v *verification) stream(ctx context.Context, word string, read func(store.Message) error) error {
	return v.j.store.Scan(ctx, store.Reading{Stream: v.j.store.Names.Stream(word)}, func(m store.Message) error {
		v.read()
		if err := read(m); err != nil && !errors.Is(err, seal.ErrForgotten) {
			v.found(fmt.Sprintf("%s message %d", v.j.store.Names.Stream(word), m.Seq), err.Error(), "it is left out when read")
		}
		return nil
	})
}

// readers returns, by stream, what reads a message of it.
func (v *verification) readers() map[string]func(store.Message) error {
	return map[string]func(store.Message) error{
		"outbox": v.j.outbox.ReadMessage, "dead": v.j.dead.ReadMessage,
		"notes": v.j.ledger.ReadNote, "observed": v.j.ledger.ReadPack,
	}
}

// blocks looks at the server's files: in the process that has the server that
// was done before it started; of a running program's the records are looked at
// where they stand.
func (v *verification) blocks(ctx context.Context) error {
	switch {
	case v.j.store.Outside():
		return nil
	case v.j.store.Server != nil:
		v.problems = append(v.problems, embedded.ProblemsOf(v.j.store.Server.Findings())...)
		return nil
	}
	found, err := blocks.Look(ctx, embedded.Files(v.j.config.Folder))
	v.problems = append(v.problems, embedded.ProblemsOf(found)...)
	return err
}
