package jetstream

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
	"familiar/journal/seal"
	"familiar/messages"

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

// Bury implements journal.Dead.
func (j *Journal) Bury(ctx context.Context, l journal.Letter) error {
	if err := j.store.Check(ctx, "bury"); err != nil {
		return err
	}
	if err := j.bury(ctx, l); err != nil {
		return fmt.Errorf("journal: bury in %s: %w", l.Channel, j.store.Ended(err))
	}
	return nil
}

func (j *Journal) bury(ctx context.Context, l journal.Letter) error {
	name, err := layout.ChannelTokens(l.Channel)
	if err != nil {
		return err
	}
	w := writtenLetter{At: l.At, Channel: l.Channel, Seq: l.Seq, Reason: l.Reason, Unknown: l.Unknown}
	about := "=seq" + strconv.FormatUint(l.Seq, 10) // no post's token: "=" and two hex digits would follow
	if l.Post != nil {
		about = layout.Token(string(l.Post.ID))
		if w.Post, err = messages.EncodePost(*l.Post); err != nil {
			return err
		}
	}
	letter, err := json.Marshal(w)
	if err != nil {
		return fmt.Errorf("encode letter: %w", err)
	}
	body, err := j.vault.texts.Seal(l.Channel, seal.Note, letter)
	if err != nil {
		return err
	}
	bounded, cancel := j.store.Bounded(ctx)
	defer cancel()
	_, err = j.store.Publish(bounded, j.store.Names.Subject("dead", name, about), body, nil)
	return err
}

// Buried implements journal.Dead. A letter that can't be read is logged and
// left out.
func (j *Journal) Buried(ctx context.Context) iter.Seq2[journal.Letter, error] {
	return func(yield func(journal.Letter, error) bool) {
		if err := j.store.Check(ctx, "buried"); err != nil {
			yield(journal.Letter{}, err)
			return
		}
		var all []journal.Letter
		err := j.letters(ctx, j.store.Names.Subject("dead", ">"), func(_ *jetstream.RawStreamMsg, l journal.Letter) error {
			all = append(all, l)
			return nil
		})
		if err != nil {
			yield(journal.Letter{}, fmt.Errorf("journal: buried: %w", j.store.Ended(err)))
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
func (j *Journal) letters(ctx context.Context, filter string, take func(m *jetstream.RawStreamMsg, l journal.Letter) error) error {
	return j.store.Each(ctx, j.store.Names.Stream("dead"), filter, 0, func(m *jetstream.RawStreamMsg) error {
		l, err := j.openLetter(m.Subject, m.Data)
		if err != nil {
			j.store.Log.Error("letter left out", "seq", m.Sequence, "subject", m.Subject, "err", err)
			return nil
		}
		return take(m, l)
	})
}

func (j *Journal) openLetter(subject string, kept []byte) (journal.Letter, error) {
	channel, err := layout.DeadLetterChannel(subject)
	if err != nil {
		return journal.Letter{}, err
	}
	letter, err := j.vault.texts.Open(channel, kept)
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
