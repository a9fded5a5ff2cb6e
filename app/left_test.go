package app

import (
	"context"
	"log/slog"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"

	"familiar/actors/adapter/terminal"
	"familiar/actors/channel"
	"familiar/journal"
	"familiar/messages"
)

// A tardy journal hands over and orders some more when the host takes nothing
// any more.
type tardy struct {
	journal.Journal
	more func(hand func(journal.Record))
}

func (j tardy) Consume(ctx context.Context, partition int, after uint64, hand func(journal.Record)) error {
	err := j.Journal.Consume(ctx, partition, after, hand)
	if partition == j.Partition(terminal.Channel) {
		j.more(hand)
	}
	return err
}

// TestWhatIsLeftIsTold: whatever a process leaves to the next start is told of
// in a line at once and one at the end, not in a line each.
func TestWhatIsLeftIsTold(t *testing.T) {
	const (
		record = "record is left for the next start"
		order  = "order not delivered, its deadline will notice"
		rest   = "more records are left for the next start"
		orders = "more orders were not delivered"
	)
	for _, tt := range []struct {
		what            string
		records, orders int
		want            []string // with what it counts
	}{
		{"nothing", 0, 0, nil},
		{"one of each", 1, 1, []string{record + " 1", order + " 1"}},
		{"many records", 500, 0, []string{record + " 1", rest + " 499"}},
		{"many of each", 500, 300, []string{record + " 1", order + " 1", rest + " 499", orders + " 299"}},
	} {
		t.Run(tt.what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				said := &screen{}
				var s *stage
				s = openWith(t, two, func(o *Options) {
					o.Log = slog.New(slog.NewTextHandler(said, nil))
					o.Journal = tardy{o.Journal, func(hand func(journal.Record)) {
						for i := range tt.records {
							hand(journal.Record{Channel: terminal.Channel, Seq: uint64(100 + i), Event: messages.Skipped{}})
						}
						for range tt.orders {
							s.app.send(channel.Key(terminal.Channel), channel.Look{})
						}
					}}
				})
				s.close()
				var got []string
				for _, m := range regexp.MustCompile(`msg="([^"]+)" count=(\d+)`).FindAllStringSubmatch(said.String(), -1) {
					got = append(got, m[1]+" "+m[2])
				}
				if strings.Join(got, "; ") != strings.Join(tt.want, "; ") {
					t.Errorf("told\n%q, want\n%q, of\n%s", got, tt.want, said)
				}
			})
		})
	}
}
