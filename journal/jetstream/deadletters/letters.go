// Package deadletters keeps what was given up, posts and events, for the operator.
package deadletters

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"slices"
	"strconv"

	"familiar/journal"
	"familiar/journal/jetstream/layout"
	"familiar/journal/jetstream/sealed"
	"familiar/journal/jetstream/store"
	"familiar/journal/seal"
	"familiar/messages"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// A writtenLetter is a letter as it is kept. Its fields are storage: they are
// never renamed or given another meaning.
type writtenLetter struct {
	At      messages.Instant   `json:"at,omitempty"`
	Channel messages.ChannelID `json:"channel"`
	Seq     uint64             `json:"seq,omitempty"`
	Post    json.RawMessage    `json:"post,omitempty"` // as messages.EncodePost writes it
	Reason  string             `json:"reason,omitempty"`
	Unknown bool               `json:"unknown,omitempty"`
}

// Letters keep what was given up, for the operator.
type Letters struct {
	store *store.Store
	texts *sealed.Texts
}

// New returns the dead letters of a store.
func New(s *store.Store, texts *sealed.Texts) *Letters {
	return &Letters{s, texts}
}

// Bury implements journal.Dead.
func (d *Letters) Bury(ctx context.Context, l journal.Letter) error {
	if err := d.store.Check(ctx, "bury"); err != nil {
		return err
	}
	if err := d.bury(ctx, l); err != nil {
		return fmt.Errorf("journal: bury in %s: %w", l.Channel, d.store.Ended(err))
	}
	return nil
}

// Unbury implements journal.Dead. A visitor may do this, too. Of two at once one fails.
// A mark takes the letter's place for a while: a server that is killed once the newest
// message of a subject was deleted has the one before it again.
func (d *Letters) Unbury(ctx context.Context, l journal.Letter) error {
	err := d.store.Check(ctx, "unbury")
	if err != nil {
		return err
	}
	subject, err := d.subject(l)
	if err == nil {
		header := store.Over(l.Revision)
		header.Set(headerDropped, strconv.FormatInt(int64(l.At), 10))
		header.Set("Nats-TTL", droppedFor.String())
		err = d.publish(ctx, subject, nil, header)
	}
	if err != nil {
		return fmt.Errorf("journal: drop a letter of %s: %w", l.Channel, d.store.Ended(err))
	}
	return nil
}

// headerDropped marks that a letter was dropped; it has the moment that was given up.
const headerDropped = "Familiar-Dropped"

func isMark(h nats.Header) bool { return h.Get(headerDropped) != "" }

// droppedFor is how long the mark stays: until what it was before is off the disk, and
// channels don't read again what they gave up then.
const droppedFor = 2 * store.OnDisk

// Dropped counts the marks.
func (d *Letters) Dropped(ctx context.Context) (n uint64, err error) {
	err = d.store.Scan(ctx, store.Reading{Stream: d.store.Names.Stream("dead"), HeadersOnly: true}, func(m store.Message) error {
		if isMark(m.Header) {
			n++
		}
		return nil
	})
	return n, err
}

func (d *Letters) bury(ctx context.Context, l journal.Letter) error {
	subject, err := d.subject(l)
	if err != nil {
		return err
	}
	revision := l.Revision
	if revision == 0 {
		kept, err := d.kept(ctx, subject)
		if err != nil {
			return err
		}
		if kept.Revision != 0 && l.Repeats(kept) {
			return nil
		}
		revision = kept.Revision
	}
	return d.write(ctx, subject, l, store.Over(revision))
}

// subject returns where the letters about a post or an event are.
func (d *Letters) subject(l journal.Letter) (string, error) {
	name, err := layout.ChannelTokens(l.Channel)
	if err != nil {
		return "", err
	}
	about := "=seq" + strconv.FormatUint(l.Seq, 10) // no post's token: "=" and two hex digits would follow
	if l.Post != nil {
		about = layout.Token(string(l.Post.ID))
	}
	return d.store.Names.Subject("dead", name, about), nil
}

func (d *Letters) write(ctx context.Context, subject string, l journal.Letter, header nats.Header) (err error) {
	w := writtenLetter{At: l.At, Channel: l.Channel, Seq: l.Seq, Reason: l.Reason, Unknown: l.Unknown}
	if l.Post != nil {
		if w.Post, err = messages.EncodePost(*l.Post); err != nil {
			return err
		}
	}
	letter, err := json.Marshal(w)
	if err != nil {
		return fmt.Errorf("encode letter: %w", err)
	}
	body, err := d.texts.Seal(l.Channel, seal.Note, letter)
	if err != nil {
		return err
	}
	return d.publish(ctx, subject, body, header)
}

func (d *Letters) publish(ctx context.Context, subject string, body []byte, header nats.Header) error {
	bounded, cancel := d.store.Bounded(ctx)
	defer cancel()
	_, err := d.store.Publish(bounded, subject, body, header)
	return err
}

// kept returns the letter under a subject; without a revision there is none. Of one that
// was dropped there is but the moment, of one that can't be read not even that.
func (d *Letters) kept(ctx context.Context, subject string) (kept journal.Letter, err error) {
	err = d.store.Each(ctx, d.store.Names.Stream("dead"), subject, 0, func(m *jetstream.RawStreamMsg) error {
		if at := m.Header.Get(headerDropped); at != "" {
			n, err := strconv.ParseInt(at, 10, 64)
			kept = journal.Letter{At: messages.Instant(n), Revision: m.Sequence}
			return err
		}
		kept, _ = d.openLetter(m.Subject, m.Data)
		kept.Revision = m.Sequence
		return nil
	})
	return kept, err
}

// Buried implements journal.Dead. A letter that can't be read is logged and
// left out.
func (d *Letters) Buried(ctx context.Context) iter.Seq2[journal.Letter, error] {
	return func(yield func(journal.Letter, error) bool) {
		if err := d.store.Check(ctx, "buried"); err != nil {
			yield(journal.Letter{}, err)
			return
		}
		var all []journal.Letter
		err := d.letters(ctx, d.store.Names.Subject("dead", ">"), func(_ *jetstream.RawStreamMsg, l journal.Letter) error {
			all = append(all, l)
			return nil
		})
		if err != nil {
			yield(journal.Letter{}, fmt.Errorf("journal: buried: %w", d.store.Ended(err)))
			return
		}
		slices.SortStableFunc(all, func(a, b journal.Letter) int { return cmp.Compare(a.At, b.At) })
		for _, l := range all {
			if !yield(l, nil) {
				return
			}
		}
	}
}

// letters hands over the letters whose subject matches the filter.
func (d *Letters) letters(ctx context.Context, filter string, take func(m *jetstream.RawStreamMsg, l journal.Letter) error) error {
	return d.store.Each(ctx, d.store.Names.Stream("dead"), filter, 0, func(m *jetstream.RawStreamMsg) error {
		if isMark(m.Header) {
			return nil
		}
		l, err := d.openLetter(m.Subject, m.Data)
		if err != nil {
			d.store.Log.Error("dead letter skipped", "seq", m.Sequence, "subject", m.Subject, "err", err)
			return nil
		}
		l.Revision = m.Sequence
		return take(m, l)
	})
}

func (d *Letters) openLetter(subject string, kept []byte) (journal.Letter, error) {
	channel, err := layout.DeadLetterChannel(subject)
	if err != nil {
		return journal.Letter{}, err
	}
	letter, err := d.texts.Open(channel, kept)
	if err != nil {
		return journal.Letter{}, err
	}
	return readLetter(letter)
}

func readLetter(b []byte) (journal.Letter, error) {
	var w writtenLetter
	if err := json.Unmarshal(b, &w); err != nil {
		return journal.Letter{}, fmt.Errorf("decode letter: %w", err)
	}
	l := journal.Letter{At: w.At, Channel: w.Channel, Seq: w.Seq, Reason: w.Reason, Unknown: w.Unknown}
	if w.Post != nil {
		p, err := messages.DecodePost(w.Post)
		if err != nil {
			return journal.Letter{}, fmt.Errorf("decode letter: %w", err)
		}
		l.Post = &p
	}
	return l, nil
}

// Erase writes a channel's dead letters again without what has to go. The server takes the old
// ones out for it; one that isn't sealed is overwritten before.
func (d *Letters) Erase(ctx context.Context, channel messages.ChannelID, e *sealed.Erasure) error {
	name, err := layout.ChannelTokens(channel)
	if err != nil {
		return err
	}
	return d.letters(ctx, d.store.Names.Subject("dead", name, "*"), func(m *jetstream.RawStreamMsg, l journal.Letter) error {
		kept, left, changed := e.Gone.Letter(l)
		if !changed {
			return nil
		}
		at, isSealed := sealed.PositionOf(m.Data)
		if isSealed {
			e.Only(at)
		}
		if !isSealed || !left {
			if err := d.store.Delete(ctx, d.store.Names.Stream("dead"), !isSealed, m.Sequence); err != nil || !left {
				return err
			}
		}
		return d.write(ctx, m.Subject, kept, nil) // what it was read from may be gone already
	})
}

// ReadMessage returns what is wrong with a message of the dead letters.
func (d *Letters) ReadMessage(m store.Message) error {
	if isMark(m.Header) {
		return nil
	}
	_, err := d.openLetter(m.Subject, m.Data)
	return err
}
