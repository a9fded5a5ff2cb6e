package feishu

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"familiar/actors/adapter/feishu/feishutest"
	"familiar/internal/await"
	"familiar/messages"
)

// TestOrder: a line waits for one that was said before it, as long as the
// window and no longer.
func TestOrder(t *testing.T) {
	const window = 300 * time.Millisecond
	type comes struct {
		after time.Duration // since the first
		what  string        // "channel said-at"
	}
	for _, tt := range []struct {
		story string
		come  []comes
		want  string
	}{
		{"in order", []comes{{0, "a 1"}, {0, "a 2"}, {0, "a 3"}}, "a 1, a 2, a 3"},
		{"in any order", []comes{{0, "a 3"}, {0, "a 1"}, {0, "a 2"}}, "a 1, a 2, a 3"},
		{"the earliest comes just in time", []comes{{0, "a 2"}, {window - 1, "a 1"}}, "a 1, a 2"},
		{"the earliest comes too late, and is handed over all the same", []comes{{0, "a 2"}, {window + 1, "a 1"}}, "a 2, a 1"},
		{"nobody waits longer for who came later", []comes{{0, "a 2"}, {window / 2, "a 4"}, {window + 1, "a 3"}}, "a 2, a 3, a 4"},
		{"what was said before who has waited goes with it", []comes{{0, "a 3"}, {window - 1, "a 1"}, {window - 1, "a 2"}}, "a 1, a 2, a 3"},
		{"lines of one millisecond stay as they came", []comes{{0, "a 1 x"}, {0, "a 1 y"}}, "a 1 x, a 1 y"},
		{"channels don't wait for each other", []comes{{0, "a 2"}, {window / 2, "b 1"}, {window - 1, "a 1"}}, "a 1, a 2, b 1"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				handed := make(chan string, len(tt.come))
				o := newOrder(window, func(_ context.Context, a *arrival) error { handed <- a.key; return nil })
				begin := time.Now()
				for _, c := range tt.come {
					time.Sleep(time.Until(begin.Add(c.after)))
					said := strings.Fields(c.what)
					o.enqueue(t.Context(), &arrival{key: c.what, channel: messages.ChannelID(said[0]), at: messages.Instant(said[1][0]), done: make(chan struct{})})
				}
				o.running.Wait()
				close(handed)
				var got []string
				for key := range handed {
					got = append(got, key)
				}
				if strings.Join(got, ", ") != tt.want {
					t.Errorf("handed over %q, want %s", got, tt.want)
				}
			})
		})
	}
}

// TestOrderEnds: what still waits when listening ends is not taken, at once.
func TestOrderEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		o := newOrder(time.Hour, func(context.Context, *arrival) error { return nil })
		a := &arrival{channel: "a", done: make(chan struct{})}
		o.enqueue(ctx, a)
		begin := time.Now()
		stop()
		<-a.done
		o.running.Wait()
		if took := time.Since(begin); !errors.Is(a.err, context.Canceled) || took != 0 {
			t.Errorf("it ended with %v after %v, want canceled at once", a.err, took)
		}
	})
}

// TestBurst: fifty lines that the SDK gives fifty goroutines are handed over
// in the order they were said in, each once. All of them come while the line
// before them is being taken.
func TestBurst(t *testing.T) {
	n, _ := group(t)
	a := openOn(t, n)
	heard, first, release := make(chan *messages.Line, 100), make(chan struct{}), make(chan struct{})
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		ended <- a.Listen(ctx, func(_ context.Context, _ messages.ChannelID, e messages.Event) error {
			line := e.(messages.Heard).Line
			if line.Text == "ready?" {
				close(first)
				<-release
			}
			heard <- line
			return nil
		})
	}()
	n.Say(feishutest.Message{Chat: room, By: ana, Text: "ready?"})
	await.Value(t, "the first line", first)
	ids := make([]string, 50)
	for i := range ids {
		ids[i] = n.Keep(feishutest.Message{Chat: room, By: ana, Text: fmt.Sprint("line ", i)})
	}
	shuffled := slices.Clone(ids)
	rand.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
	for _, id := range shuffled {
		n.Tell(id)
	}
	for _, id := range ids {
		arrives(t, a, id)
	}
	close(release)
	await.Value(t, "the first line", heard)
	for i, id := range ids {
		if line := await.Value(t, "a line", heard); string(line.ID) != id || line.Author.Name != "Ana" {
			t.Fatalf("line %d is %+v, want %s", i, line, id)
		}
	}
	await.Until(t, "every answer", func() bool { taken, _ := n.Taken(); return taken == 51 })
	stop()
	await.Value(t, "the end of Listen", ended)
	if len(heard) > 0 {
		t.Errorf("heard %q again", (<-heard).Text)
	}
}
