package gate

import (
	"context"
	"fmt"
	"iter"
	"testing"
	"testing/synctest"
	"time"

	"familiar/llm"
)

// A paused model asks for a pause at its first call and notes when the others
// come.
type paused struct {
	pause  time.Duration
	began  time.Time
	starts []time.Duration // since the pause was over
	asked  bool
}

func (p *paused) Name() string { return "paused" }

func (p *paused) Generate(_ context.Context, r llm.Request) iter.Seq2[llm.Delta, error] {
	return func(yield func(llm.Delta, error) bool) {
		if !p.asked {
			p.asked, p.began = true, time.Now().Add(p.pause)
			yield(llm.Delta{}, &llm.RetryError{After: p.pause, Err: llm.ErrOverloaded})
			return
		}
		p.starts = append(p.starts, time.Since(p.began))
		yield(llm.Delta{Text: r.System}, nil)
	}
}

// What a provider's pause has held doesn't fall upon it all at once.
func TestThaw(t *testing.T) {
	for _, tt := range []struct {
		name  string
		pause time.Duration
		calls int // that come during the pause
		late  int // that come just after it
		every time.Duration
		last  time.Duration // when everybody has started
	}{
		{"nobody else", time.Second, 0, 0, 0, 0},
		{"a few, 20 ms apart", time.Second, 3, 0, 20 * time.Millisecond, 60 * time.Millisecond},
		{"many, over half of the pause", time.Second, 99, 0, 5 * time.Millisecond, 495 * time.Millisecond},
		{"many after a long pause, over a second", time.Minute, 499, 0, 2 * time.Millisecond, 998 * time.Millisecond},
		{"whoever comes meanwhile goes behind", time.Second, 99, 10, 5 * time.Millisecond, 545 * time.Millisecond},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m := &paused{pause: tt.pause}
				r := newRig(m, nil)
				r.call(t.Context(), "a1")
				for k := range tt.calls {
					time.Sleep(time.Millisecond)
					r.call(t.Context(), fmt.Sprintf("%c1", 'b'+k%20))
				}
				time.Sleep(time.Until(m.began))
				synctest.Wait()
				for range tt.late {
					r.call(t.Context(), "z1")
				}
				r.all.Wait()
				if got, want := len(m.starts), 1+tt.calls+tt.late; got != want {
					t.Fatalf("%d calls started, want %d", got, want)
				}
				for k, at := range m.starts {
					if want := time.Duration(k) * tt.every; at != want {
						t.Fatalf("call %d started %v after the pause, want %v: %v", k, at, want, m.starts)
					}
				}
				if got := m.starts[len(m.starts)-1]; got != tt.last {
					t.Errorf("the last started %v after the pause, want %v", got, tt.last)
				}
				r.call(t.Context(), "b1 c1")
				if n := len(m.starts); m.starts[n-1] != m.starts[n-2] {
					t.Errorf("two calls after the thaw started at %v", m.starts[n-2:])
				}
			})
		})
	}
}
