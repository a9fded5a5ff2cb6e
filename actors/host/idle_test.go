package host

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// TestIdle plays one actor that is put away after a minute. Steps happen at
// whole seconds; what the actor did is written with the second it did it.
func TestIdle(t *testing.T) {
	for _, tt := range []struct {
		what  string
		play  func(a *actorInTime)
		until int // seconds
		want  string
	}{
		{
			"it leaves a minute after its message",
			func(a *actorInTime) { a.send("hi") },
			100, "0 make, 0 hi, 60 save, 60 stop",
		},
		{
			"a message postpones it",
			func(a *actorInTime) { a.send("hi"); a.wait(40); a.send("again") },
			130, "0 make, 0 hi, 40 again, 100 save, 100 stop",
		},
		{
			"a message brings it back",
			func(a *actorInTime) { a.send("hi"); a.wait(70); a.send("again") },
			140, "0 make, 0 hi, 60 save, 60 stop, 70 make, 70 again, 130 save, 130 stop",
		},
		{
			"a hold keeps it, and its minute begins with the release",
			func(a *actorInTime) { a.send("hold"); a.wait(200); a.release() },
			300, "0 make, 0 hold, 260 save, 260 stop",
		},
		{
			"releasing twice releases one",
			func(a *actorInTime) { a.send("hold"); a.send("hold"); a.release(); a.release() },
			300, "0 make, 0 hold, 0 hold",
		},
		{
			"a message sent while it saves keeps it",
			func(a *actorInTime) { a.slowSave = 5; a.send("hi"); a.wait(62); a.send("wait") },
			140, "0 make, 0 hi, 60 save, 65 wait, 125 save, 130 stop",
		},
		{
			"an error of Save keeps it another minute",
			func(a *actorInTime) { a.saveErr = errors.New("disk"); a.send("hi") },
			130, "0 make, 0 hi, 60 save, 120 save, 120 stop",
		},
		{
			"a timer's message reaches it",
			func(a *actorInTime) { a.send("after 30") },
			50, "0 make, 0 after 30, 30 tick",
		},
		{
			"a timer does not postpone its leaving",
			func(a *actorInTime) { a.send("after 30") },
			100, "0 make, 0 after 30, 30 tick, 60 save, 60 stop",
		},
		{
			"a timer does not bring it back",
			func(a *actorInTime) { a.send("after 90") },
			200, "0 make, 0 after 90, 60 save, 60 stop",
		},
		{
			"a timer does not reach the next incarnation",
			func(a *actorInTime) { a.send("after 90"); a.wait(80); a.send("hi") },
			100, "0 make, 0 after 90, 60 save, 60 stop, 80 make, 80 hi",
		},
	} {
		t.Run(tt.what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				a := newActorInTime(t)
				tt.play(a)
				a.wait(tt.until - a.now())
				if got := a.story(); got != tt.want {
					t.Errorf("got  %s\nwant %s", got, tt.want)
				}
				for _, release := range a.releases {
					release()
				}
			})
		})
	}
}

// An actorInTime is one actor in a bubble and what it did.
type actorInTime struct {
	t        *testing.T
	h        *Host
	start    time.Time
	mu       sync.Mutex // of did: the bubble's clock orders nothing for the race detector
	did      []string
	slowSave int   // seconds a Save takes
	saveErr  error // of the first Save
	releases []func()
}

func newActorInTime(t *testing.T) *actorInTime {
	a := &actorInTime{t: t, start: time.Now()}
	a.h = start(t, Config{}, Kind{Idle: time.Minute, Make: func(s *Self) Handler {
		a.note("make")
		return part{
			receive: func(msg any) {
				a.note(msg.(string))
				switch what, arg, _ := strings.Cut(msg.(string), " "); what {
				case "hold":
					a.releases = append(a.releases, s.Hold())
				case "after":
					d, err := time.ParseDuration(arg + "s")
					if err != nil {
						t.Error(err)
					}
					s.After(d, "tick")
				}
			},
			save: func(context.Context) error {
				a.note("save")
				time.Sleep(time.Duration(a.slowSave) * time.Second)
				err := a.saveErr
				a.saveErr = nil
				return err
			},
			stopped: func() { a.note("stop") },
		}
	}})
	return a
}

func (a *actorInTime) note(what string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.did = append(a.did, strconv.Itoa(a.now())+" "+what)
}

// story returns what it did until now.
func (a *actorInTime) story() string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return strings.Join(a.did, ", ")
}

func (a *actorInTime) now() int { return int(time.Since(a.start) / time.Second) }

func (a *actorInTime) send(msg string) {
	send(a.t, a.h, id("x"), msg)
	synctest.Wait()
}

// release calls the first hold's release, over and over.
func (a *actorInTime) release() {
	if len(a.releases) > 0 {
		a.releases[0]()
	}
}

// wait lets time pass, and everything due by then, with its raster, finish.
func (a *actorInTime) wait(seconds int) {
	time.Sleep(time.Duration(seconds) * time.Second)
	synctest.Wait()
}

// TestAnOverhastySweepPutsNobodyAway: a sweep may look between an actor's
// last payment and its note of the time, and take it for idle.
func TestAnOverhastySweepPutsNobodyAway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := newActorInTime(t)
		a.send("hi")
		a.h.gate.admit(a.h.table.get(id("x")))
		a.wait(30)
		if got, want := a.story(), "0 make, 0 hi"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		a.wait(40)
		if a.h.Len() != 0 {
			t.Error("it stays for ever after")
		}
	})
}

// TestSavesThatFailAreToldTogether: a journal that is away keeps all actors from leaving in
// the same moment.
func TestSavesThatFailAreToldTogether(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const actors = 100
		var log bytes.Buffer
		ended := false
		h := start(t, Config{Log: slog.New(slog.NewTextHandler(&log, nil))}, Kind{Idle: time.Minute, Make: always(part{save: func(context.Context) error {
			if ended {
				return nil
			}
			return errors.New("disk")
		}})})
		for i := range actors {
			send(t, h, id(strconv.Itoa(i)), "hi")
		}
		time.Sleep(2*time.Minute + time.Second)
		synctest.Wait()
		ended = true
		for _, want := range []string{"left_out=0", "left_out=99"} {
			if n := strings.Count(log.String(), want+"\n"); n != 1 {
				t.Errorf("%d lines say %s, want 1", n, want)
			}
		}
		if n := strings.Count(log.String(), "save failed"); n != 2 {
			t.Errorf("%d lines, want 2:\n%s", n, log.String())
		}
	})
}
