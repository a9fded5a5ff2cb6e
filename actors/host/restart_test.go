package host

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// TestAStandingActorIsMadeAnew: one that stands comes back after each panic,
// with pauses as its kind says and although no message comes; its messages wait.
func TestAStandingActorIsMadeAnew(t *testing.T) {
	for _, tt := range []struct {
		story string
		play  func(h *Host)
		want  string
	}{
		{"a message that panics once is handled by the next", func(h *Host) {
			send(t, h, id("x"), "once")
		}, "made 0s, once fails 0s, stopped 0s, pause 1, made 1s, once 1s"},
		{"one that always panics is given up, and the actor stands", func(h *Host) {
			send(t, h, id("x"), "always")
		}, "made 0s, always fails 0s, stopped 0s, pause 1, made 1s, always fails 1s, stopped 1s, pause 2, made 3s, always fails 3s, stopped 3s, pause 3, made 7s"},
		{"what comes meanwhile waits", func(h *Host) {
			send(t, h, id("x"), "once")
			send(t, h, id("x"), "later")
		}, "made 0s, once fails 0s, stopped 0s, pause 1, made 1s, once 1s, later 1s"},
		{"after a calm while the pauses begin anew", func(h *Host) {
			send(t, h, id("x"), "once")
			time.Sleep(calmAfter + time.Minute)
			send(t, h, id("x"), "again")
		}, "made 0s, once fails 0s, stopped 0s, pause 1, made 1s, once 1s, again fails 11m0s, stopped 11m0s, pause 1, made 11m1s, again 11m1s"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				began, failed := time.Now(), map[any]bool{}
				var told []string
				say := func(what string) { told = append(told, fmt.Sprint(what, " ", time.Since(began))) }
				h := start(t, Config{}, Kind{
					Restart: func(failures int) {
						told = append(told, fmt.Sprint("pause ", failures))
						time.Sleep(time.Second << (failures - 1))
					},
					Make: func(*Self) Handler {
						say("made")
						return part{stopped: func() { say("stopped") }, receive: func(msg any) {
							if fails := msg == "always" || (msg == "once" || msg == "again") && !failed[msg]; fails {
								failed[msg] = true
								say(msg.(string) + " fails")
								panic(msg)
							}
							say(msg.(string))
						}}
					},
				})
				tt.play(h)
				time.Sleep(time.Minute)
				synctest.Wait()
				if got := strings.Join(told, ", "); got != tt.want {
					t.Errorf("got  %s\nwant %s", got, tt.want)
				}
			})
		})
	}
}
