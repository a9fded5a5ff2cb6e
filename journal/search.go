package journal

import (
	"cmp"
	"context"
	"iter"
	"slices"

	"familiar/messages"
)

// A Library is what a [Search] looks through; a [Journal] is one.
type Library interface {
	NoteReader
	// Replay and Rewind yield a channel's records, as those of [Log].
	Replay(ctx context.Context, channel messages.ChannelID, after uint64) iter.Seq2[Record, error]
	Rewind(ctx context.Context, channel messages.ChannelID, before messages.Instant) iter.Seq2[Record, error]
}

// A Search is a query over many channels. The zero Search wants every note of
// all of them.
type Search struct {
	Query
	Channel messages.ChannelID                    // only this one; "": all of them
	Reaches func(channel messages.ChannelID) bool // whether one may be looked at; nil: each may
	Person  messages.PersonID                     // about lines of theirs; "": of anybody, and about none
}

// Look returns the notes that s wants, newest first over all channels; those of
// one moment are in the order of their channels' ids, and of one channel in the
// ledger's. Channels are searched in order of their newest notes, and no more of them
// than the limit needs.
func Look(ctx context.Context, l Library, s Search) ([]*messages.Note, error) {
	channels, err := s.channels(ctx, l)
	if err != nil {
		return nil, err
	}
	var found []*messages.Note
	for _, c := range channels {
		if s.Limit > 0 && len(found) == s.Limit && c.At < found[len(found)-1].At {
			break
		}
		in, err := s.within(ctx, l, c.Channel)
		if err != nil {
			return nil, err
		}
		found = append(found, in...)
		slices.SortStableFunc(found, func(a, b *messages.Note) int {
			return cmp.Or(cmp.Compare(b.At, a.At), cmp.Compare(a.Channel, b.Channel))
		})
		if s.Limit > 0 {
			found = found[:min(s.Limit, len(found))]
		}
	}
	return found, nil
}

// within returns what s wants of one channel.
func (s *Search) within(ctx context.Context, l Library, channel messages.ChannelID) (found []*messages.Note, err error) {
	q, by := s.Query, Author{}
	if s.Person != "" {
		by = NewAuthor(ctx, l, channel, s.Person)
		defer by.Close()
		q.Limit = 0
		if none, err := by.Narrow(&q); none || err != nil {
			return nil, err
		}
	}
	for n, err := range Find(ctx, l, channel, q) {
		if err != nil {
			return nil, err
		}
		if wrote, err := by.Wrote(n); err != nil {
			return nil, err
		} else if !wrote {
			continue
		}
		if found = append(found, n); len(found) == s.Limit {
			break
		}
	}
	return found, nil
}

// channels returns those to be looked at, the one noted in last first.
func (s *Search) channels(ctx context.Context, l NoteReader) ([]Noted, error) {
	if s.Channel != "" {
		if s.Reaches != nil && !s.Reaches(s.Channel) {
			return nil, nil
		}
		return []Noted{{Channel: s.Channel}}, nil
	}
	var all []Noted
	for c, err := range l.Noted(ctx, s.Since) {
		if err != nil {
			return nil, err
		}
		if s.Reaches == nil || s.Reaches(c.Channel) {
			all = append(all, c)
		}
	}
	slices.SortFunc(all, func(a, b Noted) int {
		return cmp.Or(cmp.Compare(b.At, a.At), cmp.Compare(a.Channel, b.Channel))
	})
	return all, nil
}

// LinesOf returns the lines whose text an event has.
func LinesOf(e messages.Event) []*messages.Line {
	if l, is := messages.LineOf(e); is {
		return []*messages.Line{l}
	}
	if past, is := e.(messages.HistoryFetched); is {
		return past.Lines
	}
	return nil
}
