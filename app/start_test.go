package app

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"familiar/actors/adapter"
	"familiar/journal"
	"familiar/messages"
)

// A silent adapter never says whose account it is.
type silent struct{ adapter.Adapter }

func (silent) Identity(ctx context.Context) (messages.Author, error) {
	<-ctx.Done()
	return messages.Author{}, ctx.Err()
}

// TestStoppedWhileItStarts: that it was told to end before it was there is no failure.
func TestStoppedWhileItStarts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := open(t, two, func(a adapter.Adapter) adapter.Adapter { return silent{a} })
		s.wait(time.Second)
		s.stop()
		s.close()
	})
}

// A late journal can't be reached for its first reads of a snapshot.
type late struct {
	journal.Journal
	reads atomic.Int32 // that are still to fail
}

func (l *late) Load(ctx context.Context, id messages.ChannelID) (journal.Snapshot, error) {
	if l.reads.Add(-1) >= 0 {
		return journal.Snapshot{}, fmt.Errorf("load: %w", journal.ErrAway)
	}
	return l.Journal.Load(ctx, id)
}

// TestJournalAwayWhileItStarts: a server that chooses who leads while the program
// starts is waited for.
func TestJournalAwayWhileItStarts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := openWith(t, two, func(o *Options) {
			away := &late{Journal: o.Journal}
			away.reads.Store(3)
			o.Journal = away
		})
		s.wait(time.Second)
		s.say("@Aria what is a moth?")
		s.wait(5 * time.Second)
		s.stop()
		s.close()
		if !strings.Contains(s.screen.String(), "Aria: ") {
			t.Errorf("the screen shows %q, want an answer of Aria's", s.screen.String())
		}
	})
}

// TestTellsThatItCaughtUp: that what was in the journal is handed over is told once, be
// it nothing.
func TestTellsThatItCaughtUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var told atomic.Int32
		s := openWith(t, two, func(o *Options) { o.CaughtUp = func() { told.Add(1) } })
		s.wait(time.Second)
		if n := told.Load(); n != 1 {
			t.Errorf("told %d times", n)
		}
		s.stop()
		s.close()
	})
}
