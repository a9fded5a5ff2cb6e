package app

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"familiar/actors/adapter/terminal"
	"familiar/journal"
	"familiar/messages"
	"familiar/policy/admission"
	"familiar/policy/conversation"
)

// closed lets nobody in who has not been given a role.
const closed = two + `
[room.admission]
listed = "guest"
[room.admission.roles.owner]
match = []
`

// TestClaim: a guest who says the operator's code is heard from then on, also
// by the next process; nobody else is.
func TestClaim(t *testing.T) {
	const code = "claim-7K9M-2X3R"
	synctest.Test(t, func(t *testing.T) {
		s := open(t, closed)
		tell := func(s *stage, e messages.Event) {
			t.Helper()
			if _, err := s.journal.Append(t.Context(), 0, messages.Roles, e); err != nil {
				t.Fatal(err)
			}
			s.wait(time.Second)
		}
		answers := func(s *stage, who string) bool {
			before := len(s.screen.String())
			s.say(who + ": @Aria hello")
			s.wait(30 * time.Second)
			return strings.Contains(s.screen.String()[before:], "Aria: ")
		}
		if answers(s, "bob") {
			t.Error("bob, a guest, is answered")
		}
		tell(s, messages.ClaimOpened{Sum: admission.Sum(code), Role: "trusted"})
		s.say("bob: my code is " + code)
		s.wait(time.Second)
		if got := s.screen.String(); !strings.Contains(got, "You are trusted now.") {
			t.Errorf("the screen shows %q, want it to say what bob is", got)
		}
		s.say("ana: " + code)
		if !answers(s, "bob") || answers(s, "ana") {
			t.Errorf("want bob, who was first, answered and ana not; the screen shows %q", s.screen.String())
		}
		s.close()

		next := openWith(t, closed, func(o *Options) { o.Journal = kept{s.journal} })
		next.journal = s.journal
		grants := func() []admission.Grant { return next.app.Channel(terminal.Channel).Claims.Grants }
		if got := grants(); len(got) != 1 || got[0].Role != "trusted" || got[0].Rule.String() != "terminal:* author:bob" {
			t.Errorf("the next process has the roles %+v, want bob's", got)
		}
		tell(next, messages.RoleRevoked{Role: "trusted", Person: "bob"})
		if got := grants(); len(got) != 0 {
			t.Errorf("taken back, there are %+v", got)
		}
		next.close()
	})
}

// A witness journal counts the answers to claims, and those whose role was not
// saved before.
type witness struct {
	journal.Journal
	answers, early *atomic.Int32
}

func (j witness) Append(ctx context.Context, epoch uint64, id messages.ChannelID, events ...messages.Event) (journal.Record, error) {
	if told, is := events[0].(messages.Told); is && told.From == messages.Roles {
		j.answers.Add(1)
		saved, err := j.Load(ctx, messages.Roles)
		if err != nil {
			return journal.Record{}, err
		}
		state, err := conversation.Decode(saved.Body, &conversation.Config{})
		if err != nil || len(state.Admission.Grants) == 0 {
			j.early.Add(1)
		}
	}
	return j.Journal.Append(ctx, epoch, id, events...)
}

// TestRoleIsKeptBeforeItIsTold: a crash after the answer to a claim costs nobody
// the role: it was saved before, and the next start reads it from there.
func TestRoleIsKeptBeforeItIsTold(t *testing.T) {
	const code = "claim-7K9M-2X3R"
	synctest.Test(t, func(t *testing.T) {
		var answers, early atomic.Int32
		s := openWith(t, closed, func(o *Options) { o.Journal = witness{o.Journal, &answers, &early} })
		if _, err := s.journal.Append(t.Context(), 0, messages.Roles, messages.ClaimOpened{Sum: admission.Sum(code), Role: "trusted"}); err != nil {
			t.Fatal(err)
		}
		s.wait(time.Second)
		s.say("bob: my code is " + code)
		s.wait(time.Second)
		if answers.Load() != 1 || early.Load() != 0 {
			t.Errorf("%d answers, %d of them before the role was saved; want 1 and 0", answers.Load(), early.Load())
		}
		s.close()
	})
}

// TestClaimOpenedForAFullJournal: channels in memory know of a code once the
// journal takes it, though it took nothing when it was made.
func TestClaimOpenedForAFullJournal(t *testing.T) {
	const code = "claim-7K9M-2X3R"
	synctest.Test(t, func(t *testing.T) {
		full := &atomic.Bool{}
		s := openWith(t, closed, func(o *Options) { o.Journal = settled{o.Journal, full} })
		s.say("bob: morning")
		full.Store(true)
		if _, err := s.journal.Append(t.Context(), 0, messages.Roles, messages.ClaimOpened{Sum: admission.Sum(code), Role: "trusted"}); err != nil {
			t.Fatal(err)
		}
		s.wait(time.Minute)
		full.Store(false)
		s.wait(time.Minute)
		s.say("bob: my code is " + code)
		s.wait(time.Second)
		if got := s.screen.String(); !strings.Contains(got, "You are trusted now.") {
			t.Errorf("the screen shows %q, want it to say what bob is", got)
		}
		s.close()
	})
}

// TestDamagedRoles: without the roles the program starts all the same, and
// nobody has one.
func TestDamagedRoles(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := openWith(t, two, func(o *Options) {
			if _, err := o.Journal.Save(t.Context(), o.Journal.Epoch(0), journal.Snapshot{Channel: messages.Roles, Body: []byte("x")}); err != nil {
				t.Fatal(err)
			}
		})
		s.say("bob: @Aria hi")
		s.wait(30 * time.Second)
		if got := s.screen.String(); !strings.Contains(got, "Aria: ") {
			t.Errorf("the screen shows %q, want Aria's answer", got)
		}
		s.close()
	})
}
