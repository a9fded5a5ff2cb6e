package gate

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"familiar/llm"
)

// A rig is a gate under test in a synctest bubble, and how its calls ended:
// "name outcome seconds".
type rig struct {
	*Gate
	start time.Time
	all   sync.WaitGroup

	mu    sync.Mutex // calls end at the same time
	ended []string
}

// newRig puts a gate before the model; change changes the default config.
// Pauses are as long as they may be.
func newRig(model llm.Model, change func(*Config)) *rig {
	c := Default()
	if change != nil {
		change(&c)
	}
	r := &rig{Gate: New(model, c), start: time.Now()}
	r.random = func() float64 { return 1 }
	return r
}

// call calls, and returns when the call waits for something. Its name is
// "a1": channel a, priority 1.
func (r *rig) call(ctx context.Context, names string) {
	for name := range strings.FieldsSeq(names) {
		r.all.Go(func() {
			said, err := r.answer(ctx, llm.Request{System: name, Channel: name[:1], Priority: llm.Priority(name[1] - '0')})
			if err != nil {
				said = outcomeOf(err)
			}
			r.note(name, said)
		})
		synctest.Wait()
	}
}

func (r *rig) note(name, outcome string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.ended = append(r.ended, fmt.Sprintf("%s %s %v", name, outcome, time.Since(r.start)))
}

func (r *rig) answer(ctx context.Context, request llm.Request) (text string, last error) {
	for d, err := range r.Generate(ctx, request) {
		text, last = text+d.Text, err
	}
	return text, last
}

// outcomeOf returns the first word for an error.
func outcomeOf(err error) string {
	for _, known := range []struct {
		err  error
		word string
	}{
		{llm.ErrAuth, "auth"},
		{context.Canceled, "cancelled"},
		{context.DeadlineExceeded, "late"},
		{llm.ErrOverloaded, "overloaded"},
		{llm.ErrUnreachable, "unreachable"},
	} {
		if errors.Is(err, known.err) {
			if _, open := errors.AsType[*OpenError](err); open {
				return "open:" + known.word
			}
			return known.word
		}
	}
	return err.Error()
}

// want waits for all calls and compares how they ended, in the order of their
// ends; those of one instant by name.
func (r *rig) want(t *testing.T, want string) {
	t.Helper()
	r.all.Wait()
	at := func(s string) time.Duration {
		d, _ := time.ParseDuration(s[strings.LastIndexByte(s, ' ')+1:])
		return d
	}
	slices.SortStableFunc(r.ended, func(a, b string) int {
		if at(a) != at(b) {
			return int(at(a) - at(b))
		}
		return strings.Compare(a, b)
	})
	if got := strings.Join(r.ended, "; "); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if s := r.Stats(); s.InFlight != 0 || s.Waiting != 0 {
		t.Errorf("got %+v when all is over, want nobody in it", s)
	}
}
