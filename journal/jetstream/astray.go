package jetstream

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"

	"familiar/journal"
	"familiar/messages"
)

// findAstray looks for what the outbox got later than the log its newest
// record: a power cut may have left each at another moment. Nothing that the log
// lost was older than onDisk.
func (j *Journal) findAstray(ctx context.Context) error {
	stream := j.names.stream("outbox")
	state, err := j.state(ctx, stream)
	if err != nil || state.Msgs == 0 {
		return err
	}
	since := state.LastTime.Add(-onDisk)
	oldest := slices.MinFunc(j.partitions, func(a, b *partition) int { return a.ended.Compare(b.ended) })
	if oldest.ended.After(since) {
		since = oldest.ended
	}
	return j.scan(ctx, reading{stream: stream, since: since, heads: true}, func(m stored) error {
		channel, id, err := postOf(m.subject)
		if err != nil {
			return fmt.Errorf("outbox %d: %w", m.seq, err)
		}
		if a := (journal.Astray{Channel: channel, Post: id}); m.at.After(j.of(channel).ended) && !slices.Contains(j.astray, a) {
			j.astray = append(j.astray, a)
		}
		return nil
	})
}

// Astray implements journal.Outbox.
func (j *Journal) Astray(ctx context.Context) iter.Seq2[journal.Astray, error] {
	return func(yield func(journal.Astray, error) bool) {
		if err := j.open(ctx, "astray"); err != nil {
			yield(journal.Astray{}, err)
			return
		}
		for _, a := range j.astray {
			if !yield(a, nil) {
				return
			}
		}
	}
}

// postOf reads the subject of an entry, or of a mark.
func postOf(subject string) (messages.ChannelID, messages.PostID, error) {
	all := strings.Split(subject, ".")
	if len(all) < outTokens+5 { // a channel's three, the post's and the account's
		return "", "", fmt.Errorf("subject %q names no post", subject)
	}
	channel, err := channelOf(all[outTokens : len(all)-2])
	if err != nil {
		return "", "", err
	}
	id, err := untoken(all[len(all)-2])
	return channel, messages.PostID(id), err
}

// outTokens is how many tokens are before the channel's: prefix and word.
const outTokens = 2
