package eventlog

import (
	"encoding/binary"
	"errors"
	"fmt"

	"familiar/journal"
	"familiar/journal/jetstream/layout"
	"familiar/journal/jetstream/sealed"
	"familiar/journal/jetstream/store"
	"familiar/journal/seal"
	"familiar/messages"
)

// A record's bytes: a version, then At, generation and epoch as uvarints, and an
// owner's process, then the event as messages.AppendKept writes it, sealed or not.
// Channel and sequence are the subject's and the server's.
const (
	plainRecord  = 1 // in memory, a visitor's, and those of older programs
	sealedRecord = 2 // what is before the event is sealed beside it
	plainOwners  = 3 // with the process that wrote it
	sealedOwners = 4
	ownedRecord  = 5 // a partition is taken over; it has no event
)

// An entry is what the log keeps besides the event.
type entry struct {
	at         messages.Instant
	generation int
	epoch      uint64 // of who wrote it; 0: nobody's
	process    uint64 // that wrote it; 0: nobody's, or in a store whose log is no fence
}

// version returns the form of e's record.
func (e entry) version(sealed bool) byte {
	switch {
	case e.process == 0 && sealed:
		return sealedRecord
	case e.process == 0:
		return plainRecord
	case sealed:
		return sealedOwners
	}
	return plainOwners
}

func isSealed(version byte) bool { return version == sealedRecord || version == sealedOwners }

var errRecord = errors.New("record is truncated or of a newer format")

// append writes a version and e after b.
func (e entry) append(b []byte, version byte) []byte {
	b = append(b, version)
	b = binary.AppendUvarint(b, uint64(e.at))
	b = binary.AppendUvarint(b, uint64(e.generation))
	b = binary.AppendUvarint(b, e.epoch)
	if version < plainOwners {
		return b
	}
	return binary.AppendUvarint(b, e.process)
}

// entrySize is the most that is before an event.
const entrySize = 1 + 4*binary.MaxVarintLen64

// cutEntry is the way back; event, which may be sealed, is a part of b.
func cutEntry(b []byte) (e entry, event []byte, err error) {
	if len(b) == 0 || b[0] < plainRecord || b[0] > ownedRecord {
		return entry{}, nil, errRecord
	}
	var all [4]uint64
	fields := all[:]
	if b[0] < plainOwners {
		fields = all[:3]
	}
	b = b[1:]
	for i := range fields {
		value, n := binary.Uvarint(b)
		if n <= 0 {
			return entry{}, nil, errRecord
		}
		fields[i], b = value, b[n:]
	}
	return entry{messages.Instant(all[0]), int(all[1]), all[2], all[3]}, b, nil
}

// sealedAt returns the position of a record's event; false: it isn't sealed.
func sealedAt(b []byte) (seal.Position, bool) {
	_, event, err := cutEntry(b)
	if err != nil || !isSealed(b[0]) {
		return 0, false
	}
	at, err := seal.PositionOf(event)
	return at, err == nil
}

// decode makes a record of a message of a partition's log. Of an event that was
// forgotten the error is [seal.ErrForgotten]. repeats may be nil, as may room, where the
// event is opened: a record has nothing of it.
func decode(keys *seal.Keys, channel messages.ChannelID, seq uint64, b []byte, repeats *messages.Repeats, room *[]byte) (journal.Record, error) {
	e, body, err := cutEntry(b)
	if err == nil && isSealed(b[0]) {
		var opened []byte
		if room != nil {
			opened = (*room)[:0]
		}
		body, err = keys.Open(opened, channel, body, b[:len(b)-len(body)])
		if room != nil && err == nil && cap(body) <= sealed.MostKept {
			*room = body
		}
	}
	if err != nil {
		return journal.Record{}, err
	}
	event, err := repeats.DecodeKept(body, channel)
	if err != nil {
		return journal.Record{}, err
	}
	return journal.Record{Channel: channel, Seq: seq, At: e.at, Generation: e.generation, Event: event}, nil
}

// A Decoder reads records of a partition's log, one reader's.
type Decoder struct {
	channels layout.Channels
	keys     *seal.Keys
	repeats  *messages.Repeats // nil: not worth it
	room     []byte
}

// Record makes a record of a message; with an error it has channel and sequence
// only, as far as they can be told.
func (d *Decoder) Record(m store.Message) (journal.Record, error) {
	id, err := d.channels.Of(m.Subject)
	if err != nil {
		return journal.Record{Seq: m.Seq}, err
	}
	record, err := decode(d.keys, id, m.Seq, m.Data, d.repeats, &d.room)
	if err != nil {
		return journal.Record{Channel: id, Seq: m.Seq}, fmt.Errorf("record %d of %s: %w", m.Seq, id, err)
	}
	return record, nil
}

// Decoder returns a reader of the log's records.
func (l *Log) Decoder() *Decoder { return &Decoder{keys: l.texts.Keys} }
