package gate

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"familiar/llm"
	"familiar/llm/llmtest"
)

// TestBreaker plays a row of calls to a breaker that opens for 30 s after
// three failures. A word is the outcome of a call that is made and ends; a
// call "begun" doesn't end, "late:" is the outcome of one from before, and a
// duration lets time go by.
func TestBreaker(t *testing.T) {
	outcomes := map[string]outcome{"left": untold, "works": worked, "fails": failed, "breaks": broken}
	for _, test := range []struct{ name, play, want string }{
		{"failures in a row open it", "fails fails fails works", "in in in no"},
		{"an answer between them doesn't count with them", "fails fails works fails fails works", "in in in in in in"},
		{"a caller that leaves tells nothing", "fails fails left fails works", "in in in in no"},
		{"one that must be mended opens it at once", "breaks works", "in no"},
		{"after a while one call tries", "breaks 29s works 1s begun works", "in no probe no"},
		{"if that works all go on", "breaks 30s works begun begun", "in probe in in"},
		{"if it fails it stays open as long again", "breaks 30s fails 29s works 1s works works", "in probe no probe in"},
		{"if it leaves, the next one tries", "breaks 30s left works works", "in probe probe in"},
		{"what began before can't close it", "breaks late:works works", "in no"},
		{"nor open it longer", "breaks 29s late:fails 1s works", "in probe"},
	} {
		t.Run(test.name, func(t *testing.T) {
			b, now := breaker{after: 3, length: 30 * time.Second}, time.Unix(1e9, 0)
			var got []string
			for word := range strings.FieldsSeq(test.play) {
				if d, err := time.ParseDuration(word); err == nil {
					now = now.Add(d)
					continue
				}
				if word, late := strings.CutPrefix(word, "late:"); late {
					b.record(now, false, outcomes[word], errors.New("late"))
					continue
				}
				probe, err := b.admit(now)
				switch {
				case err != nil:
					got = append(got, "no")
					continue
				case probe:
					got = append(got, "probe")
				default:
					got = append(got, "in")
				}
				if word != "begun" {
					b.record(now, probe, outcomes[word], errors.New("boom"))
				}
			}
			if got := strings.Join(got, " "); got != test.want {
				t.Errorf("%s: got %s, want %s", test.play, got, test.want)
			}
		})
	}
}

func TestOpenError(t *testing.T) {
	unknown := fmt.Errorf("acme: %w", llm.ErrUnknownModel)
	for _, test := range []struct {
		name string
		err  *OpenError
		want string
	}{
		{"it tells how often and when", &OpenError{8, 1500 * time.Millisecond, llm.ErrUnreachable}, "not asked after 8 failures in a row (next try in 1.5s): model can't be reached"},
		{"or that a try is on its way", &OpenError{8, 0, llm.ErrCut}, "not asked after 8 failures in a row (a call is trying it now): answer broke off"},
		{"it calls the operator", &OpenError{1, 30 * time.Second, unknown}, "not asked until the operator mends it (next try in 30s): acme: provider doesn't know this model"},
	} {
		if got := test.err.Error(); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
		if !errors.Is(test.err, llm.ErrOverloaded) || !errors.Is(test.err, test.err.Err) {
			t.Errorf("%s: want an overload and the cause", test.name)
		}
	}
}

// TestRefusalSaysForHowLong: who is not asked because the breaker is open learns
// when it is worth asking again.
func TestRefusalSaysForHowLong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := Default()
		c.Attempts, c.BreakAfter = 1, 1
		g := New(llmtest.Func(func(llm.Request) llmtest.Answer { return llmtest.Fail(llm.ErrUnreachable) }), c)
		ask := func() (last error) {
			for _, err := range g.Generate(t.Context(), llm.Request{}) {
				last = err
			}
			return last
		}
		if pause, ok := errors.AsType[*llm.RetryError](ask()); ok {
			t.Errorf("the first call fails with a pause of %v, want none", pause.After)
		}
		time.Sleep(10 * time.Second)
		pause, ok := errors.AsType[*llm.RetryError](ask())
		if _, open := errors.AsType[*OpenError](error(pause)); !ok || !open || pause.After != 20*time.Second {
			t.Errorf("10 s later it is %v, want the 20 s that are left", pause)
		}
	})
}
