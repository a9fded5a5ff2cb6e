package app

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"familiar/actors/adapter"
	"familiar/actors/adapter/terminal"
	"familiar/config"
	"familiar/journal"
	"familiar/messages"
)

// A shy adapter doesn't say who Vesper's account is while it has an error, and
// counts how often it is asked.
type shy struct {
	adapter.Adapter
	why   *atomic.Pointer[error]
	asked *atomic.Int32
}

func (s shy) Identity(ctx context.Context) (messages.Author, error) {
	me, err := s.Adapter.(adapter.Identifier).Identity(ctx)
	if why := s.why.Load(); err == nil && me.Name == "Vesper" {
		if s.asked.Add(1); why != nil {
			return messages.Author{}, *why
		}
	}
	return me, err
}

// meetVesper opens the two with an account of Vesper's that fails so.
func meetVesper(t *testing.T, why error, log io.Writer) (*stage, shy) {
	s := shy{why: &atomic.Pointer[error]{}, asked: &atomic.Int32{}}
	s.why.Store(&why)
	return openWith(t, two, func(o *Options) { o.Log = logTo(log) }, func(a adapter.Adapter) adapter.Adapter {
		return shy{a, s.why, s.asked}
	}), s
}

// answers says a line and reports who answers it.
func (s *stage) answers(line string) (who string) {
	before := len(s.screen.String())
	s.say(line)
	s.wait(10 * time.Second)
	said := s.screen.String()[before:]
	for _, name := range []string{"Aria", "Vesper"} {
		if strings.Contains(said, name+": ") {
			who += name
		}
	}
	return who
}

// TestStranger: an account whose network is away keeps nobody from working,
// and takes part once it is back.
func TestStranger(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := &screen{}
		s, vesper := meetVesper(t, errors.New("network is away"), log)
		s.say("ana: @bob morning")
		if who := s.answers("bob: @Aria hi"); who != "Aria" {
			t.Errorf("%q answered, want Aria", who)
		}
		if who := s.answers("bob: @Vesper hi"); who != "" {
			t.Errorf("%q answered, want nobody: Vesper is absent", who)
		}
		if got := s.rung("3", "vesper"); got != "nothing" {
			t.Errorf("Vesper decided %s, want nothing: its account has not heard the line", got)
		}
		if !s.app.presence.IsAbsent(s.account("vesper")) {
			t.Error("Vesper's account counts as present")
		}
		s.wait(time.Hour)
		if got := strings.Count(log.String(), "network is away"); got != 1 || vesper.asked.Load() < 30 {
			t.Errorf("the log says so %d times of %d, want once\n%s", got, vesper.asked.Load(), log)
		}
		vesper.why.Store(nil)
		s.wait(2 * time.Minute)
		if who := s.answers("bob: @Vesper are you back?"); who != "Vesper" {
			t.Errorf("%q answered, want Vesper; the log is\n%s", who, log)
		}
		if got := s.app.Settings().Generation; got != 2 {
			t.Errorf("generation %d holds, want 2", got)
		}
		if s.app.presence.IsAbsent(s.account("vesper")) {
			t.Error("Vesper's account still counts as away")
		}
		s.close()
	})
}

// A settled journal takes no change of the configuration while it is full.
type settled struct {
	journal.Journal
	full *atomic.Bool
}

func (j settled) Append(ctx context.Context, epoch uint64, id messages.ChannelID, events ...messages.Event) (journal.Record, error) {
	if _, is := events[0].(messages.Reconfigured); is && j.full.Load() {
		return journal.Record{}, journal.ErrFull
	}
	return j.Journal.Append(ctx, epoch, id, events...)
}

// TestStrangerMetByAFullJournal: channels in memory meet an account all the
// same, once the journal takes it.
func TestStrangerMetByAFullJournal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		vesper, full := shy{why: &atomic.Pointer[error]{}, asked: &atomic.Int32{}}, &atomic.Bool{}
		away := errors.New("network is away")
		vesper.why.Store(&away)
		s := openWith(t, two, func(o *Options) { o.Journal = settled{o.Journal, full} }, func(a adapter.Adapter) adapter.Adapter {
			return shy{a, vesper.why, vesper.asked}
		})
		s.say("ana: @bob morning")
		full.Store(true)
		vesper.why.Store(nil)
		s.wait(2 * time.Minute)
		full.Store(false)
		s.wait(2 * time.Minute)
		if who := s.answers("bob: @Vesper are you back?"); who != "Vesper" {
			t.Errorf("%q answered, want Vesper", who)
		}
		s.close()
	})
}

// account returns a familiar's account in the terminal.
func (s *stage) account(f messages.FamiliarID) messages.AccountID {
	for _, seat := range s.app.Channel(terminal.Channel).Seats {
		if seat.Familiar == f {
			return seat.Account
		}
	}
	return ""
}

// TestGoneAtStart: a token that was revoked ends its account, with one line in
// the log, and nobody else.
func TestGoneAtStart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := &screen{}
		s, vesper := meetVesper(t, adapter.ErrGone, log)
		s.say("ana: @bob morning")
		if who := s.answers("bob: @Aria @Vesper hi"); who != "Aria" {
			t.Errorf("%q answered, want Aria", who)
		}
		s.wait(time.Hour)
		if got := strings.Count(log.String(), "account has ended"); got != 1 || vesper.asked.Load() != 1 {
			t.Errorf("the log says so %d times after it was asked %d times, want once and once\n%s", got, vesper.asked.Load(), log)
		}
		if change := s.reload(three); change.Generation != 2 || vesper.asked.Load() != 1 {
			t.Errorf("a reload gave %+v, and it was asked %d times", change, vesper.asked.Load())
		}
		s.close() // the end of the input ends the only account that listens
	})
}

// TestGoneLater: an account that will never be known ends when that turns out.
func TestGoneLater(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := &screen{}
		s, vesper := meetVesper(t, errors.New("network is away"), log)
		s.wait(5 * time.Second)
		vesper.why.Store(&adapter.ErrGone)
		s.wait(2 * time.Minute)
		if !strings.Contains(log.String(), "account has ended") {
			t.Errorf("the log doesn't say that it has ended:\n%s", log)
		}
		s.close()
	})
}

// TestNobodyStarts: when no account can start the program ends, and says why
// of each.
func TestNobodyStarts(t *testing.T) {
	c, err := config.Parse("test.toml", []byte(two))
	if err != nil {
		t.Fatal(err)
	}
	a, err := New(Options{Config: c, Log: logTo(io.Discard), Connect: func(*config.Config) ([]Connection, error) {
		return []Connection{
			{Account: "aria", Adapter: mum{errors.New("network is away")}},
			{Account: "vesper", Adapter: mum{adapter.ErrGone}},
		}, nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	err = a.Run(t.Context())
	if !errors.Is(err, adapter.ErrGone) || !strings.Contains(err.Error(), "account aria doesn't say who it is: network is away") {
		t.Errorf("ended with %v, want both errors", err)
	}
}

func logTo(w io.Writer) *slog.Logger { return slog.New(slog.NewTextHandler(w, nil)) }

// A mum adapter never says who it is.
type mum struct{ err error }

func (m mum) Identity(context.Context) (messages.Author, error) { return messages.Author{}, m.err }
func (m mum) Listen(context.Context, adapter.Hear) error        { return m.err }
func (m mum) Post(context.Context, messages.Post) (adapter.Posted, error) {
	return adapter.Posted{}, m.err
}
