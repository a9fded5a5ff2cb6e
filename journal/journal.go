// Package journal is where everything that happens to a channel is written before
// anything acts on it, and where what must survive a crash is stored.
//
// It has six parts: the log of events (appended per channel, consumed per
// partition), snapshots of a channel's state with the index of their
// deadlines, the outbox, the ledger, the dead letters and the archive, which is
// all of log and snapshots. One implementation
// is in memory/, for trying things out and for tests; jetstream/ is the one
// that survives. Each passes journaltest/.
//
// The promise: what [Log.Append] acknowledged is delivered to the partition's
// consumer, in order per channel, at least once, until a snapshot covers it
// and the checkpoint has passed it.
package journal

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"familiar/messages"
)

// Errors that callers act on; implementations wrap them.
var (
	ErrClosed   = errors.New("journal is closed")
	ErrConflict = errors.New("another process wrote first")               // revision or epoch is not the newest
	ErrExists   = errors.New("there is already an entry with that id")    // an outbox entry
	ErrSettled  = fmt.Errorf("it was settled and removed: %w", ErrExists) // an outbox entry
	ErrNotFound = errors.New("not found")
	ErrFull     = errors.New("journal is full")                                // a limit from the configuration: try later, lose nothing
	ErrAway     = errors.New("journal can't be reached")                       // its server is away: try later, lose nothing
	ErrPending  = errors.New("another write of it is under way, and may fail") // try again: nothing was written, and whether there is one is not known
)

// A Journal is all six parts over one store. Its methods are safe for concurrent
// use.
type Journal interface {
	Log
	Snapshots
	Outbox
	Ledger
	Dead
	Archive

	// Claim makes this process the owner of a partition until Release; from then on
	// held is asked before each write as such, which fails with what it says; nil: it is
	// never asked. Deadlines and what is astray are known of one's own partitions only.
	// In a store that this process has alone, all are its own from the start, and
	// Claim and Release do nothing. The error is ErrConflict if another process
	// took the partition over meanwhile.
	Claim(ctx context.Context, partition int, held func() error) error
	Release(partition int)

	// Epoch returns this process's as the owner of a partition, greater than that
	// of any owner before: what it writes as a channel's owner carries it. [NoEpoch]:
	// it is not the owner.
	Epoch(partition int) uint64

	// Erase carries out orders, all of one channel: afterwards no part of the
	// journal except the newest snapshots has the text, nor has its disk or a later
	// backup. The remaining records and notes keep their sequence. Erasing again is
	// not an error. An error says that not all of it is done yet.
	Erase(ctx context.Context, orders ...messages.Erase) error

	Close() error
}

// NoEpoch is the epoch of a process that is not a partition's owner: nothing is
// written with it.
const NoEpoch = ^uint64(0)

// A Record is one event in a channel's journal.
type Record struct {
	Channel    messages.ChannelID
	Seq        uint64           // grows along a partition; never 0
	At         messages.Instant // append time, never before an earlier record's of the channel by the same process
	Generation int              // of the configuration in force
	Event      messages.Event
}

// Log holds the events of all channels, split into partitions by channel.
type Log interface {
	// Append writes events of one channel, all or none, and returns the last
	// one's record without its event. With a non-zero epoch it fails with
	// ErrConflict once a newer epoch is known to have the channel's partition.
	// Where that isn't known yet, as to a process that stood still, the record may
	// be taken, and no reader ever hands it over;
	// with 0 it writes regardless of who owns the channel: a line from the network.
	Append(ctx context.Context, epoch uint64, channel messages.ChannelID, events ...messages.Event) (Record, error)

	// Owns fails as an Append by this process as the channel's owner would: with
	// ErrConflict once a newer epoch has written, with ErrAway while nobody knows.
	// It asks nobody. A visitor's is nil.
	Owns(channel messages.ChannelID) error

	// Partitions says how many there are; it never changes for a store.
	Partitions() int
	// Partition says which one the channel is in.
	Partition(messages.ChannelID) int

	// Consume hands over a partition's records after sequence `after`, in
	// order, first the old ones and then each new one, until ctx ends (it
	// returns nil) or the store fails. deliver must not block for long.
	Consume(ctx context.Context, partition int, after uint64, deliver func(Record)) error
	// Follow is Consume of some channels of a partition: for who looks on. Records of
	// others may come, too.
	Follow(ctx context.Context, partition int, channels []messages.ChannelID, after uint64, deliver func(Record)) error

	// Last returns the sequence of the partition's newest record; 0 for none.
	Last(ctx context.Context, partition int) (uint64, error)

	// Replay yields a channel's records after sequence `after` that are still
	// kept. It is for a channel that lost its state, not for the hot path.
	Replay(ctx context.Context, channel messages.ChannelID, after uint64) iter.Seq2[Record, error]

	// Rewind yields a channel's records from before a moment (0: all) that are still
	// kept, newest first. It reads no further than its caller iterates.
	Rewind(ctx context.Context, channel messages.ChannelID, before messages.Instant) iter.Seq2[Record, error]

	// Checkpoint returns the sequence up to which the partition need not be
	// consumed again; SetCheckpoint moves it forward, never back.
	Checkpoint(ctx context.Context, partition int) (uint64, error)
	SetCheckpoint(ctx context.Context, epoch uint64, partition int, seq uint64) error
}

// A Snapshot is a channel's state after the event at Seq.
type Snapshot struct {
	Channel  messages.ChannelID
	Revision uint64           // 0: none yet; Save needs the newest
	Seq      uint64           // last event in it
	Due      messages.Instant // earliest deadline in it; 0: none
	Epoch    uint64           // of who saved it, as Load says; 0: nobody's
	Body     []byte
}

// A Saved says when a channel's newest snapshot was saved.
type Saved struct {
	Channel messages.ChannelID
	At      messages.Instant
}

// Snapshots keeps the newest state of each channel.
type Snapshots interface {
	// Load returns the newest snapshot, or one with Revision 0 if there is
	// none.
	Load(ctx context.Context, channel messages.ChannelID) (Snapshot, error)
	// Save writes a snapshot in place of the one whose Revision it carries,
	// which must be the newest (else ErrConflict), and returns the new one. It doesn't
	// retain the body.
	Save(ctx context.Context, epoch uint64, s Snapshot) (revision uint64, err error)
	// Due yields the snapshots that have a deadline at or before t, without
	// their bodies and revisions. Of a partition that was claimed it may have to
	// read all of them first.
	Due(ctx context.Context, t messages.Instant) iter.Seq2[Snapshot, error]
	// Aged yields the channels of a partition whose newest snapshot was saved
	// before t.
	Aged(ctx context.Context, partition int, t messages.Instant) iter.Seq2[messages.ChannelID, error]
	// Recent yields the channels whose newest snapshot was saved at or after
	// t, in no order.
	Recent(ctx context.Context, t messages.Instant) iter.Seq2[Saved, error]
}

// Outbox keeps posts until the state that knows of their delivery is saved.
type Outbox interface {
	// Enqueue adds p. A second one with its id, ever, is ErrExists, and
	// ErrSettled after the first was removed.
	Enqueue(ctx context.Context, epoch uint64, p messages.Post) error
	// Deliver hands over an account's entries, oldest first per channel, the
	// kept ones, which are Earlier, and then each new one, until ctx ends (it returns
	// nil).
	Deliver(ctx context.Context, account messages.AccountID, deliver func(messages.Post)) error
	// Remove removes an entry; an unknown one is not an error.
	Remove(ctx context.Context, channel messages.ChannelID, id messages.PostID) error
	// Astray yields posts of a partition that came in, or were removed, after the newest
	// record that its log still had when it was claimed: a power cut may have taken the
	// records that ordered them. Their channels know which of them they ordered.
	Astray(ctx context.Context, partition int) iter.Seq2[Astray, error]
}

// An Astray is a post that the outbox knows and the log perhaps does not.
type Astray struct {
	Channel messages.ChannelID
	Post    messages.PostID
}

// Ledger keeps the notes: why a familiar spoke or kept quiet.
type Ledger interface {
	// Note adds notes. At the ledger's limit the oldest are dropped.
	Note(ctx context.Context, notes ...*messages.Note) error
	NoteReader
}

// A NoteReader is the reading side of a [Ledger].
type NoteReader interface {
	// Notes yields a channel's notes, newest first, at most limit (0: all).
	Notes(ctx context.Context, channel messages.ChannelID, limit int) iter.Seq2[*messages.Note, error]
	// Noted yields the channels that may have notes from t on, each once and in
	// no order.
	Noted(ctx context.Context, t messages.Instant) iter.Seq2[Noted, error]
}

// A Noted is a channel that has notes.
type Noted struct {
	Channel messages.ChannelID
	At      messages.Instant // of the newest, at the latest
}

// A Letter is something that was given up: a post, or an event that made the
// state machine panic too often.
type Letter struct {
	At      messages.Instant
	Channel messages.ChannelID
	Seq     uint64         // of the event; 0: it is a post
	Post    *messages.Post // nil: it is an event
	Reason  string
	Unknown bool // the post may have been delivered

	Revision uint64 // as it was read; 0: it is new
}

// Repeats reports whether l tells once more, as a channel does that reads its journal
// again after a crash, what is kept already, with whatever was done about it since.
func (l Letter) Repeats(kept Letter) bool { return l.Revision == 0 && l.At == kept.At }

// Dead keeps letters for the operator, as long as events are kept.
type Dead interface {
	// Bury keeps l. A second one about the same post or event replaces the first, unless
	// it [Letter.Repeats] that. One with a revision replaces what was read with it, and
	// nothing else: [ErrConflict] if that has changed or is gone.
	Bury(ctx context.Context, l Letter) error
	// Unbury drops l as it was read, or is ErrConflict as above.
	Unbury(ctx context.Context, l Letter) error
	// Buried yields all, oldest first.
	Buried(ctx context.Context) iter.Seq2[Letter, error]
}

// LetterOf returns the letter that has a revision, or [ErrConflict] if there is none, or
// none any more.
func LetterOf(ctx context.Context, d Dead, revision uint64) (Letter, error) {
	return findLetter(ctx, d, func(l *Letter) bool { return l.Revision == revision })
}

// LetterAbout returns the letter about a post, or ErrConflict as [LetterOf].
func LetterAbout(ctx context.Context, d Dead, p *messages.Post) (Letter, error) {
	return findLetter(ctx, d, func(l *Letter) bool { return l.Post != nil && l.Channel == p.Channel && l.Post.ID == p.ID })
}

func findLetter(ctx context.Context, d Dead, is func(*Letter) bool) (Letter, error) {
	for l, err := range d.Buried(ctx) {
		if err != nil || is(&l) {
			return l, err
		}
	}
	return Letter{}, ErrConflict
}
