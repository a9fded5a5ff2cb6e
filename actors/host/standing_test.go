package host

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// TestActors: whoever inspects the host sees each actor's state, backlog, last
// message and panics, the kinds with the fewest first and of each the one in
// trouble, and how many there are beyond those shown.
func TestActors(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		over := make(chan struct{})
		h := start(t, Config{}, Kind{Make: always(part{receive: func(msg any) {
			switch msg {
			case "wait":
				<-over
			case "fall":
				panic(msg)
			}
		}})})
		h.Register("clerk", Kind{
			Event: func(msg any) any { return msg.(error) },
			Make: func(s *Self) Handler {
				s.Report("files away")
				return part{}
			},
		})
		send(t, h, id("calm"), "hi")
		send(t, h, id("calm too"), 1.5)
		send(t, h, id("busy"), "wait")
		send(t, h, id("busy"), "hi")
		send(t, h, id("clumsy"), "fall")
		send(t, h, Key{"clerk", "one"}, ErrClosed)
		synctest.Wait()
		time.Sleep(time.Minute)
		actors, all := h.Actors(3)
		var got []string
		for _, a := range actors {
			got = append(got, fmt.Sprint(a.Key, ": ", a.State, ", ", a.Backlog, " wait, ", a.Last, ", rests ", a.Rests, ", ", a.Panics, " panics"))
		}
		want := []string{
			"clerk/one: files away, 0 wait, *errors.errorString, rests 1m0s, 0 panics",
			"part/clumsy: at rest, 0 wait, string, rests 1m0s, 3 panics",
			"part/busy: at work, 2 wait, string, rests 0s, 0 panics",
			"part/calm: at rest, 0 wait, string, rests 1m0s, 0 panics",
		}
		if got, want := strings.Join(got, "\n"), strings.Join(want, "\n"); got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
		if all["part"] != 4 || all["clerk"] != 1 {
			t.Errorf("of all there are %v, want 4 parts and a clerk", all)
		}
		close(over)
	})
}
