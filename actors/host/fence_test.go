package host

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

func TestTenThousandPanicsAmongTenThousandGoodMessages(t *testing.T) {
	const each = 10_000
	var good, dead, attempts atomic.Int64
	var outstanding sync.WaitGroup
	h := start(t, Config{
		Log:        slog.New(panics(func(int64) { attempts.Add(1) })),
		DeadLetter: func(Failure) { dead.Add(1); outstanding.Done() },
	}, Kind{Make: always(part{receive: func(msg any) {
		if msg == "bad" {
			panic(msg)
		}
		good.Add(1)
		outstanding.Done()
	}})})
	outstanding.Add(2 * each)
	for i := range each {
		key := id(string(rune('a' + i%16)))
		send(t, h, key, "bad")
		send(t, h, key, "good")
	}
	outstanding.Wait()
	if good.Load() != each || dead.Load() != each || attempts.Load() != 3*each {
		t.Errorf("good %d, dead-lettered %d, attempts failed %d; want %d, %d, %d",
			good.Load(), dead.Load(), attempts.Load(), each, each, 3*each)
	}
}

// TestFailures has every method of a handler fail in both ways there are. The
// messages are "1", "2", "3"; the second is the one that fails.
func TestFailures(t *testing.T) {
	for _, way := range []struct {
		what string
		fail func()
	}{
		{"panic", func() { panic("oh") }},
		{"goexit", runtime.Goexit},
	} {
		for _, tt := range []struct {
			what   string
			script func(l *log, fail func()) (Config, Kind)
			want   string
		}{
			{
				"a message that fails once is tried again on a fresh handler, in its place",
				func(l *log, fail func()) (Config, Kind) {
					failed := false
					return Config{}, l.kind(func(msg any) {
						if msg == "2" && !failed {
							failed = true
							fail()
						}
					}, nil)
				}, "make 1 panic#1 stop make 2 3 save stop",
			},
			{
				"a message that always fails is dead-lettered and the next one handled",
				func(l *log, fail func()) (Config, Kind) {
					return Config{}, l.kind(func(msg any) {
						if msg == "2" {
							fail()
						}
					}, nil)
				}, "make 1 panic#1 stop make panic#2 stop make panic#3 stop dead make 3 save stop",
			},
			{
				"a Make that fails has used an attempt",
				func(l *log, fail func()) (Config, Kind) {
					k, makes := l.kind(nil, nil), 0
					inner := k.Make
					k.Make = func(s *Self) Handler {
						if makes++; makes == 1 {
							fail()
						}
						return inner(s)
					}
					return Config{}, k
				}, "panic#1 make 1 2 3 save stop",
			},
			{
				"a Save that fails drops the handler, which then has nothing to save",
				func(l *log, fail func()) (Config, Kind) { return Config{}, l.kind(nil, fail) },
				"make 1 2 3 save panic#0 stop",
			},
			{
				"a Stopped that fails harms nobody",
				func(l *log, fail func()) (Config, Kind) {
					k := l.kind(nil, nil)
					inner := k.Make
					k.Make = func(s *Self) Handler {
						p := inner(s).(part)
						p.stopped = func() { l.say("stop"); fail() }
						return p
					}
					return Config{}, k
				}, "make 1 2 3 save stop",
			},
			{
				"a callback that fails harms nobody",
				func(l *log, fail func()) (Config, Kind) {
					config := Config{
						Attempts:   1,
						DeadLetter: func(Failure) { l.say("dead"); fail() },
					}
					return config, l.kind(func(msg any) {
						if msg == "2" {
							fail()
						}
					}, nil)
				}, "make 1 stop dead make 3 save stop",
			},
		} {
			t.Run(way.what+": "+tt.what, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					l := new(log)
					config, kind := tt.script(l, way.fail)
					if config.DeadLetter == nil {
						config.Log = slog.New(panics(func(attempt int64) { l.say("panic#" + strconv.FormatInt(attempt, 10)) }))
						config.DeadLetter = func(Failure) { l.say("dead") }
					}
					h := start(t, config, kind)
					for _, msg := range []string{"1", "2", "3"} {
						send(t, h, id("x"), msg)
					}
					synctest.Wait()
					time.Sleep(3 * time.Second) // idle is one second
					synctest.Wait()
					if got := strings.Join(l.words, " "); got != tt.want {
						t.Errorf("got  %s\nwant %s", got, tt.want)
					}
					if h.Len() != 0 {
						t.Errorf("%d actors in memory after they were idle, want 0", h.Len())
					}
				})
			})
		}
	}
}

// TestBlameless: an actor whose work has become another's is told of by who takes its dead
// letters, and by nobody as one that panicked.
func TestBlameless(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		taken := errors.New("another process has it")
		var said bytes.Buffer
		var dead []any
		attempts := 0
		h := start(t, Config{
			Log:        slog.New(slog.NewTextHandler(&said, nil)),
			Blameless:  func(value any) bool { return value == taken },
			DeadLetter: func(f Failure) { dead = append(dead, f.Msg, f.Value) },
		}, Kind{Idle: time.Minute, Make: always(part{receive: func(msg any) {
			if msg == "save" {
				attempts++
				panic(taken)
			}
		}})})
		send(t, h, id("x"), "save")
		send(t, h, id("x"), "go on")
		synctest.Wait()
		if want := []any{"save", taken}; !slices.Equal(dead, want) || attempts != Default().Attempts {
			t.Errorf("given up: %v after %d attempts, want %v after %d", dead, attempts, want, Default().Attempts)
		}
		if said.Len() > 0 {
			t.Errorf("it is logged: %s", &said)
		}
		if now, is := h.Standing(id("x")); !is || now.Panics != 0 {
			t.Errorf("got %+v, %v, want one that has not panicked", now, is)
		}
	})
}

// panics is a log's handler that is told of each failed attempt.
type panics func(attempt int64)

func (p panics) Enabled(context.Context, slog.Level) bool { return true }
func (p panics) WithAttrs([]slog.Attr) slog.Handler       { return p }
func (p panics) WithGroup(string) slog.Handler            { return p }

func (p panics) Handle(_ context.Context, r slog.Record) error {
	r.Attrs(func(a slog.Attr) bool {
		if r.Message == "actor panicked" && a.Key == "attempt" {
			p(a.Value.Int64())
		}
		return true
	})
	return nil
}

// A log is what an actor and its fence did, in order; one goroutine at a time
// writes it.
type log struct{ words []string }

func (l *log) say(word string) { l.words = append(l.words, word) }

// kind has its handlers write down what they are asked; a message that
// receive lets pass is written down as itself, and the first Save fails.
func (l *log) kind(receive func(any), failSave func()) Kind {
	return Kind{Idle: time.Second, Make: func(*Self) Handler {
		l.say("make")
		return part{
			receive: func(msg any) {
				if receive != nil {
					receive(msg)
				}
				l.say(msg.(string))
			},
			save: func(context.Context) error {
				l.say("save")
				if fail := failSave; fail != nil {
					failSave = nil
					fail()
				}
				return nil
			},
			stopped: func() { l.say("stop") },
		}
	}}
}

func TestAFailureSaysWhatFailed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var got []Failure
		h := start(t, Config{Attempts: 2, DeadLetter: func(f Failure) { got = append(got, f) }},
			Kind{Make: always(part{receive: func(any) { panic("oh") }})})
		send(t, h, id("x"), "m")
		synctest.Wait()
		if len(got) != 1 {
			t.Fatalf("%d dead letters, want 1", len(got))
		}
		f := got[0]
		if f.Key != id("x") || f.Msg != "m" || f.Value != "oh" || f.Attempt != 2 {
			t.Errorf("got %v %v %v attempt %d, want part/x m oh attempt 2", f.Key, f.Msg, f.Value, f.Attempt)
		}
		if !strings.Contains(string(f.Stack), "TestAFailureSaysWhatFailed") {
			t.Errorf("the stack does not show the handler:\n%s", f.Stack)
		}
	})
}

func TestAPanicReleasesHoldsAndTimersOfItsHandler(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var got []any
		h := start(t, Config{Attempts: 1}, Kind{Idle: time.Minute, Make: func(s *Self) Handler {
			return part{receive: func(msg any) {
				got = append(got, msg)
				if msg == "bad" {
					s.Hold()
					s.After(time.Second, "of a handler that is gone")
					panic(msg)
				}
			}}
		}})
		send(t, h, id("x"), "bad")
		send(t, h, id("x"), "good")
		time.Sleep(2 * time.Second)
		synctest.Wait()
		if want := []any{"bad", "good"}; !slices.Equal(got, want) {
			t.Errorf("received %v, want %v", got, want)
		}
		if n := h.Backlog(id("x")); n != 0 {
			t.Errorf("backlog is %d, want 0: the hold went with the handler", n)
		}
	})
}
