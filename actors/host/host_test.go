package host

import (
	"errors"
	"strings"
	"testing"
	"testing/synctest"
)

func TestSendGivesTheExactBacklog(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		gate := make(chan struct{})
		h := start(t, Config{}, Kind{Make: always(part{receive: func(any) { <-gate }})})
		for want := 1; want <= 20; want++ { // past the inbox's size
			got, err := h.Send(id("x"), want)
			if err != nil || got != want {
				t.Fatalf("send %d = %d, %v", want, got, err)
			}
		}
		for want := 19; want >= 0; want-- {
			gate <- struct{}{}
			synctest.Wait()
			if got := h.Backlog(id("x")); got != want {
				t.Fatalf("backlog = %d, want %d", got, want)
			}
		}
		if got := h.Backlog(id("nobody")); got != 0 {
			t.Errorf("backlog of nobody = %d, want 0", got)
		}
	})
}

func TestSendRefusesAnUnknownKind(t *testing.T) {
	h := start(t, Config{}, Kind{Make: always(part{})})
	if _, err := h.Send(Key{"ghost", "x"}, "hi"); err == nil || !strings.Contains(err.Error(), `unknown kind "ghost"`) {
		t.Errorf("send = %v, want that the kind is unknown", err)
	}
	send(t, h, id("first"), "others hear")
}

func TestKeysWithSlashesAreDifferentActors(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		got := map[Key]int{}
		k := Kind{Make: func(s *Self) Handler {
			return part{receive: func(any) { got[s.Key()]++ }}
		}}
		h := start(t, Config{}, k)
		h.Register("part/a", k)
		for _, key := range []Key{{"part", "a/b"}, {"part/a", "b"}, {"part", "a%2Fb"}, {"part", "a#1"}, {"part", ""}} {
			send(t, h, key, "hi")
			synctest.Wait()
		}
		if len(got) != 5 {
			t.Errorf("%d actors heard, want 5: %v", len(got), got)
		}
	})
}

func TestConfig(t *testing.T) {
	if err := Default().Validate(); err != nil {
		t.Errorf("the default is not valid: %v", err)
	}
	for _, tt := range []struct {
		what string
		c    Config
		want string
	}{
		{"a negative count", Config{Attempts: -1}, "attempts is -1"},
		{"a negative duration", Config{Sweep: -1}, "sweep is -1"},
	} {
		t.Run(tt.what, func(t *testing.T) {
			if _, err := New(tt.c); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("New = %v, want an error with %q", err, tt.want)
			}
		})
	}
}

func TestAnOldHoldIsHarmless(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var self *Self
		h := start(t, Config{}, Kind{Make: func(s *Self) Handler { self = s; return part{} }})
		send(t, h, id("x"), "hi")
		synctest.Wait()
		if err := h.Drain(t.Context()); err != nil {
			t.Fatal(err)
		}
		self.Hold()()
		if err := self.Context().Err(); err == nil {
			t.Error("the context goes on after the drain")
		}
		if _, err := self.Host().Send(self.Key(), "hi"); !errors.Is(err, ErrClosed) {
			t.Errorf("send to an empty, drained host = %v, want ErrClosed", err)
		}
	})
}
