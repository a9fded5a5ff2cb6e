package app

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"familiar/actors/adapter/terminal"
	"familiar/config"
	"familiar/journal"
	"familiar/messages"
)

// reload puts another configuration in force.
func (s *stage) reload(text string) Change {
	s.t.Helper()
	c, err := config.Parse("test.toml", []byte(text))
	if err != nil {
		s.t.Fatal(err)
	}
	change, err := s.app.Reload(s.t.Context(), c)
	if err != nil {
		s.t.Fatal(err)
	}
	synctest.Wait()
	return change
}

const three = two + `
[familiars.milo]
name = "Milo"
persona = "Milo fixes clocks."
`

func TestReload(t *testing.T) {
	for _, tt := range []struct {
		story     string
		text, say string
		answers   string // who answers afterwards
		silent    string // who doesn't
	}{
		{"nothing changed", two, "bob: @Aria hi", "Aria: ", "Vesper: "},
		{"a familiar has another name", strings.ReplaceAll(two, `name = "Vesper"`, `name = "Hesper"`), "bob: Hesper, hi", "Vesper: ", "Aria: "},
		{"a familiar came", strings.ReplaceAll(three, `["aria", "vesper"]`, `["aria", "vesper", "milo"]`), "bob: @Milo hi", "Milo: ", "Aria: "},
		{"a familiar left", strings.ReplaceAll(two, `["aria", "vesper"]`, `["vesper"]`), "bob: @Vesper hi @Aria", "Vesper: ", "Aria: "},
		{"all names mean nothing any more", strings.ReplaceAll(two, "persona = \"Aria", "[familiars.aria.ladder]\nrungs = [\"self\"]\n#\""), "bob: @Vesper hi", "Vesper: ", "Aria: "},
	} {
		t.Run(tt.story, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := open(t, two)
				s.say("ana: morning")
				s.say("bob: @ana morning")
				s.wait(5 * time.Second)
				if change := s.reload(tt.text); change.Generation != 2 || change.Channels != 1 {
					t.Errorf("got %+v, want generation 2 and 1 channel told", change)
				}
				before := len(s.screen.String())
				s.say(tt.say)
				s.wait(5 * time.Second)
				if got := s.screen.String()[before:]; !strings.Contains(got, tt.answers) || strings.Contains(got, tt.silent) {
					t.Errorf("the screen shows %q, want an answer of %s and none of %s", got, tt.answers, tt.silent)
				}
				s.close()
			})
		})
	}
}

// TestReloadKeepsWhatWaits: a line that was addressed before is answered after.
func TestReloadKeepsWhatWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := open(t, two)
		s.say("ana: @bob morning")
		s.say("bob: @Aria what is a moth?")
		s.reload(strings.ReplaceAll(two, "keeps moths", "keeps many moths"))
		s.wait(5 * time.Second)
		if got := s.screen.String(); strings.Count(got, "Aria: ") != 1 {
			t.Errorf("the screen shows %q, want one answer of Aria's", got)
		}
		s.close()
	})
}

// TestReloadRefused: an account that can't be had changes nothing.
func TestReloadRefused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := open(t, two)
		c, err := config.Parse("test.toml", []byte(three))
		if err != nil {
			t.Fatal(err)
		}
		connect, broken := s.app.Connect, errors.New("no such account")
		s.app.Connect = func(*config.Config) ([]Connection, error) { return nil, broken }
		if _, err := s.app.Reload(t.Context(), c); !errors.Is(err, broken) {
			t.Errorf("got %v, want %v", err, broken)
		}
		s.app.Connect = connect
		if got := s.app.Settings().Generation; got != 1 {
			t.Errorf("generation %d holds, want the first", got)
		}
		s.say("ana: @bob morning")
		s.say("bob: @Vesper hi")
		s.wait(5 * time.Second)
		if got := s.screen.String(); !strings.Contains(got, "Vesper: ") {
			t.Errorf("the screen shows %q, want Vesper's answer", got)
		}
		s.close()
	})
}

// An untelling journal takes no Reconfigured while it is away.
type untelling struct {
	kept
	away atomic.Bool
}

func (j *untelling) Append(ctx context.Context, epoch uint64, id messages.ChannelID, events ...messages.Event) (journal.Record, error) {
	if _, is := events[0].(messages.Reconfigured); is && j.away.Load() {
		return journal.Record{}, journal.ErrAway
	}
	return j.kept.Append(ctx, epoch, id, events...)
}

// TestReloadWhileTheJournalIsAway: a configuration that channels in memory can't be told of
// is in force nonetheless, and they are told once the journal is back.
func TestReloadWhileTheJournalIsAway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		first := open(t, two)
		first.interrupt()
		away := &untelling{kept: kept{first.journal}}
		s := openWith(t, two, func(o *Options) { o.Journal = away })
		s.say("ana: @bob morning")
		away.away.Store(true)
		change := s.reload(strings.ReplaceAll(three, `["aria", "vesper"]`, `["aria", "vesper", "milo"]`))
		if change.Generation != 2 || !errors.Is(change.Untold, journal.ErrAway) {
			t.Errorf("got %+v, want generation 2 that the journal is not told of", change)
		}
		s.wait(time.Minute)
		away.away.Store(false)
		s.wait(time.Minute)
		s.say("bob: @Milo hi")
		s.wait(5 * time.Second)
		if got := s.screen.String(); !strings.Contains(got, "Milo: ") {
			t.Errorf("the screen shows %q, want an answer of Milo's", got)
		}
		s.close()
	})
}

// TestReloadManyTimes: a thousand reloads between lines lose and repeat none.
func TestReloadManyTimes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := open(t, two)
		s.say("ana: @bob morning")
		for n := range 1000 {
			s.reload([]string{two, three}[n%2])
		}
		s.say("bob: @Aria hi")
		s.wait(5 * time.Second)
		if got := s.screen.String(); strings.Count(got, "Aria: ") != 1 {
			t.Errorf("the screen shows %q, want one answer of Aria's", got)
		}
		if settings := s.app.Channel(terminal.Channel); settings.Generation != 1001 {
			t.Errorf("generation %d holds, want 1001", settings.Generation)
		}
		var told int
		for r, err := range s.journal.Replay(t.Context(), terminal.Channel, 0) {
			if err != nil {
				t.Fatal(err)
			}
			if _, ok := r.Event.(messages.Reconfigured); ok {
				told++
			}
		}
		if told != 1000 {
			t.Errorf("the channel was told %d times, want 1000", told)
		}
		s.close()
	})
}
