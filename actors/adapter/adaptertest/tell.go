package adaptertest

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"sync"
)

// An Outcome is what came of a story.
type Outcome struct {
	Story   string
	Skipped string   // why it was left out; "": it was played
	Wrong   []string // what was not as it should be; none: all was
}

// Tell plays the stories outside of a test, one after the other until ctx ends, and
// reports each. open makes a fresh rig for every one; what it gives t to clean up is
// cleaned up before the next.
func Tell(ctx context.Context, stories []Story, open func(T) Rig, report func(Outcome)) {
	for _, s := range stories {
		if ctx.Err() != nil {
			return
		}
		report(play(ctx, s, open))
	}
}

// play plays one, in a goroutine of its own: Fatal and Skip end that.
func play(ctx context.Context, s Story, open func(T) Rig) Outcome {
	ctx, end := context.WithCancel(ctx)
	defer end()
	t := &told{ctx: ctx, outcome: Outcome{Story: s.Name}}
	in(t, func() { s.Test(t, open(t)) })
	end()
	for len(t.cleanups) > 0 {
		last := t.cleanups[len(t.cleanups)-1]
		t.cleanups = t.cleanups[:len(t.cleanups)-1]
		in(t, last)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.outcome
}

// in does a part of a story and waits for its end.
func in(t *told, do func()) {
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		defer func() {
			if p := recover(); p != nil {
				t.Error("panicked: ", p)
			}
		}()
		do()
	}()
	<-ended
}

// A told is the T of one story.
type told struct {
	ctx      context.Context
	cleanups []func()

	mu      sync.Mutex // a stand-in may complain from a goroutine of its own
	outcome Outcome
}

func (*told) Helper()                    {}
func (t *told) Context() context.Context { return t.ctx }
func (t *told) Cleanup(do func())        { t.cleanups = append(t.cleanups, do) }

func (t *told) Error(args ...any) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.outcome.Wrong = append(t.outcome.Wrong, strings.TrimSpace(fmt.Sprintln(args...)))
}

func (t *told) Errorf(format string, args ...any) { t.Error(fmt.Sprintf(format, args...)) }

func (t *told) Fatal(args ...any) {
	t.Error(args...)
	runtime.Goexit()
}

func (t *told) Fatalf(format string, args ...any) { t.Fatal(fmt.Sprintf(format, args...)) }

func (t *told) Skip(args ...any) {
	t.mu.Lock()
	t.outcome.Skipped = strings.TrimSpace(fmt.Sprintln(args...))
	t.mu.Unlock()
	runtime.Goexit()
}
