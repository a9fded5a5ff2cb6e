package app

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"familiar/actors/adapter/terminal"
	"familiar/journal"
	"familiar/journal/audit"
	"familiar/messages"
	"familiar/policy/code"
)

// A lateTrail is away the first time that something is to be recorded.
type lateTrail struct {
	audit.Trail
	asked bool
}

func (l *lateTrail) Begin(ctx context.Context, d audit.Deed) (uint64, error) {
	if !l.asked {
		l.asked = true
		return 0, journal.ErrAway
	}
	return l.Trail.Begin(ctx, d)
}

// TestLinkedHaveOneDay: the answers of two who have linked are counted together from
// then on, also by the next process, and each for itself once the operator ends it. The
// audit has who linked and who agreed to be recalled elsewhere, and no id, though the journal
// was away at first.
func TestLinkedHaveOneDay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const limited = two + "[budget]\nturns = 2\n"
		const enough = "has answered you as often as it may today"
		spent, trail := &drawer{}, &lateTrail{Trail: audit.NewMemory()}
		keeping := func(o *Options) { o.Spent, o.Trail = spent, trail }
		s := openWith(t, limited, keeping)
		tell := func(s *stage, e messages.Event) {
			t.Helper()
			if _, err := s.journal.Append(t.Context(), 0, messages.Persons, e); err != nil {
				t.Fatal(err)
			}
			s.wait(time.Second)
		}
		said := func(n uint64, who messages.PersonID, its string) messages.Told {
			return messages.Told{From: terminal.Channel, Fact: messages.LinkSaid{N: n, Of: messages.Identity{Person: who}, Code: its, Random: []byte{1, 2, 3, 4, 5}, Familiar: "nobody"}}
		}
		answered := func(s *stage, line string) bool {
			before := len(s.screen.String())
			s.say(line)
			s.wait(5 * time.Second)
			got := s.screen.String()[before:]
			if !strings.Contains(got, "Aria: ") {
				t.Errorf("to %s the screen shows %q, neither an answer nor that there is none", line, got)
			}
			return !strings.Contains(got, enough)
		}
		if !answered(s, "ana: @Aria a moth?") || !answered(s, "bob: @Aria a moth?") {
			t.Error("want each answered once")
		}
		tell(s, said(1, "ana", ""))
		tell(s, said(2, "bob", code.Write(code.Random{1, 2, 3, 4, 5})))
		if answered(s, "bob: @Aria a hawk moth?") {
			t.Error("bob is answered a third time, of two for both")
		}
		overdrawn := func(s *stage, want int) {
			t.Helper()
			if r, err := s.app.Budget(t.Context()); err != nil || r.Persons != want {
				t.Errorf("%d have had their day, %v; want %d", r.Persons, err, want)
			}
		}
		overdrawn(s, 2)
		tell(s, messages.Told{From: terminal.Channel, Fact: messages.LinkSaid{N: 3, Of: messages.Identity{Person: "ana"}, Share: messages.ShareOn, Familiar: "nobody"}})
		tell(s, messages.Told{From: terminal.Channel, Fact: messages.LinkSaid{N: 4, Of: messages.Identity{Person: "ana"}, Share: messages.ShareOff, Familiar: "nobody"}})
		s.close()

		next := openWith(t, limited, func(o *Options) { keeping(o); o.Journal = kept{s.journal} })
		next.journal = s.journal
		overdrawn(next, 2)
		tell(next, messages.LinkEnded{Network: "terminal", Person: "bob"})
		overdrawn(next, 0)
		next.close()

		var deeds []string
		for k, err := range trail.All(t.Context()) {
			if err != nil {
				t.Fatal(err)
			}
			if deeds = append(deeds, k.Verb); strings.Contains(string(k.Line), "bob") || strings.Contains(string(k.Line), "ana") {
				t.Errorf("the audit has %s", k.Line)
			}
		}
		if got := strings.Join(deeds, " "); got != "link  memory  memory " {
			t.Errorf("the audit has %q, want the link, that she agreed, that she took it back, and that each is done", got)
		}
	})
}
