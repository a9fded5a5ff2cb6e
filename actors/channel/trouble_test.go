package channel

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"regexp"
	"strconv"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"familiar/actors/host"
	"familiar/journal"
	"familiar/journal/memory"
	"familiar/messages"
	"familiar/policy/conversation"
)

// A sick journal fails at one thing.
type sick struct {
	*memory.Journal
	load, note, append error
}

func (j *sick) Load(ctx context.Context, id messages.ChannelID) (journal.Snapshot, error) {
	if j.load != nil {
		return journal.Snapshot{}, j.load
	}
	return j.Journal.Load(ctx, id)
}

func (j *sick) Note(ctx context.Context, notes ...*messages.Note) error {
	if j.note != nil {
		return j.note
	}
	return j.Journal.Note(ctx, notes...)
}

func (j *sick) Append(ctx context.Context, epoch uint64, id messages.ChannelID, events ...messages.Event) (journal.Record, error) {
	if j.append != nil {
		return journal.Record{}, j.append
	}
	return j.Journal.Append(ctx, epoch, id, events...)
}

// TestAJournalThatFailsAllIsToldOnce: a hundred channels meet the failure at 0 s
// and, each in its way, again. One line a second says so and counts the others.
func TestAJournalThatFailsAllIsToldOnce(t *testing.T) {
	const channels = 100
	full := errors.New("disk full")
	line := func(id messages.ChannelID, n int) any {
		return journal.Record{Channel: id, Seq: uint64(n), Event: messages.Heard{Line: &messages.Line{
			ID: messages.LineID(strconv.Itoa(n)), Channel: id, Account: "us", Author: messages.Author{ID: "ana", Name: "ana"}, Text: "nice evening",
		}}}
	}
	command := func(messages.ChannelID, int) any { return messages.Commanded{} }
	for _, tt := range []struct {
		what    string
		journal sick
		message func(id messages.ChannelID, n int) any // at 0 s and, with n 2, at 2.5 s
		told    string
		want    []int // what the lines count
	}{
		{
			"no snapshot is read, tries are at 0, .1, .3, .7, 1.5 and 3.1 s",
			sick{load: full},
			line,
			"journal does not answer, trying again.* left_out",
			[]int{0, 399, 99},
		},
		{
			"no event is taken, tries are at 0, 1, 2 and 3 s, and at 2.5 s the others'",
			sick{append: full},
			command,
			"journal did not take an event, trying again.* left_out",
			[]int{0, 99, 99, 199},
		},
		{
			"no event is taken any more",
			sick{append: journal.ErrClosed},
			command,
			"journal is closed, the next start goes on.* count",
			[]int{1, 100},
		},
		{
			"no decision is kept",
			sick{note: full},
			line,
			"decisions are missing from the ledger.* count",
			[]int{1, 100},
		},
	} {
		t.Run(tt.what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := prepare(t, "ladder")
				tt.journal.Journal = r.journal
				var mu sync.Mutex
				var log bytes.Buffer
				h, err := host.New(host.Config{Log: slog.New(slog.DiscardHandler)})
				if err != nil {
					t.Fatal(err)
				}
				h.Register(Kind, host.Kind{Make: Make(Options{
					Journal: &tt.journal, Orders: &process{rig: r}, Log: slog.New(slog.NewTextHandler(guarded{&mu, &log}, nil)),
					Config:   func(messages.ChannelID) *conversation.Config { return r.config },
					Draining: func(messages.ChannelID) bool { return false },
					Under:    func(int) {},
				})})
				say := func(n int) {
					for i := range channels {
						id := messages.Channel{Network: "test", Chat: strconv.Itoa(i)}.ID()
						if _, err := h.Send(Key(id), tt.message(id, n)); err != nil {
							t.Fatal(err)
						}
					}
				}
				say(1)
				r.wait(2500 * time.Millisecond) // nothing else falls on it
				say(2)
				r.wait(time.Second)
				ended, end := context.WithCancel(t.Context())
				end() // what is tried again has no other end
				h.Drain(ended)
				synctest.Wait()
				mu.Lock()
				defer mu.Unlock()
				var got []int
				for _, m := range regexp.MustCompile(tt.told+`=(\d+)`).FindAllStringSubmatch(log.String(), -1) {
					n, err := strconv.Atoi(m[1])
					if err != nil {
						t.Fatal(err)
					}
					got = append(got, n)
				}
				if !told(got, tt.want, channels) {
					t.Errorf("lines count %d, want %d, of\n%s", got, tt.want, log.String())
				}
			})
		})
	}
}

// A guarded buffer may be written by several.
type guarded struct {
	mu *sync.Mutex
	to *bytes.Buffer
}

func (g guarded) Write(b []byte) (int, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.to.Write(b)
}

// told reports whether lines count what they should. Of so many channels that
// meet the failure in one instant a line may count some more than its own, which
// the next one then doesn't.
func told(got, want []int, channels int) bool {
	if len(got) != len(want) {
		return false
	}
	ahead := 0
	for k := range got {
		if ahead += got[k] - want[k]; ahead < 0 || ahead >= channels {
			return false
		}
	}
	return true
}
