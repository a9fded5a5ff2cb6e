package conformance

import (
	"slices"
	"time"

	"familiar/messages"
	"familiar/policy/credit"
	"familiar/policy/ladder"
	"familiar/policy/roster"
)

// rungOf says what the recorded rules are called here.
var rungOf = map[string]ladder.Rung{
	"trigger_dm":      ladder.DM,
	"trigger_mention": ladder.Mention,
	"trigger_reply":   ladder.Reply,
	"target_precheck": ladder.Aside,
	"sticky":          ladder.Sticky,
	"alias":           ladder.Alias,
	"suppressor":      ladder.Elsewhere,
	"thread_gate":     ladder.ColdThread,
	"solo_fallback":   ladder.Solo,
	"default":         ladder.Bottom,
}

// A situation is one line before one seat, with what the seat remembers.
type situation struct {
	line   messages.Facts // what the network said of it and of its place
	folded string
	author messages.PersonID
	now    messages.Instant

	names   ladder.Names
	people  *roster.State
	credits *credit.Ledger
	ladder  *ladder.Config
	credit  credit.Config
}

// decide gathers the facts as a seat does, decides, and spends the credit if
// the decision says so.
func (s *situation) decide() ladder.Decision {
	seen, _ := s.people.Facts(s.folded, s.now)
	f := s.line | seen |
		when(s.names.In(s.folded), messages.NamesUs) |
		when(s.credit.On, messages.CreditOn) |
		when(s.credits.Has(s.author, s.now), messages.HasCredit)
	d := ladder.Decide(f, s.ladder)
	if d.Spend {
		s.credits.Spend(s.author, s.now, &s.credit)
	}
	return d
}

func when(is bool, f messages.Facts) messages.Facts {
	if is {
		return f
	}
	return 0
}

// ladderFor returns the preset ladder with only those of its triggers.
func ladderFor(triggers []string) *ladder.Config {
	c, _ := ladder.Preset("ladder")
	c.Rungs = slices.DeleteFunc(c.Rungs, func(r ladder.Rung) bool {
		optional := r == ladder.DM || r == ladder.Mention || r == ladder.Reply
		return optional && !slices.Contains(triggers, string(r))
	})
	return &c
}

// creditFor returns the recorded window as ours; nil is off.
func creditFor(windowMS *int64, mode credit.Mode) credit.Config {
	if windowMS == nil {
		return credit.Config{Mode: mode}
	}
	return credit.Config{On: true, Window: time.Duration(*windowMS) * time.Millisecond, Mode: mode}
}

// creditEffect names what became of the author's credit.
func creditEffect(before, after *credit.Ledger, author messages.PersonID, d ladder.Decision) string {
	held := func(l *credit.Ledger) bool {
		return slices.ContainsFunc(l.Entries, func(e credit.Entry) bool { return e.Author == author })
	}
	switch {
	case !held(before):
		return "none"
	case !held(after):
		return "removed"
	case d.Rung == ladder.Sticky:
		return "slid"
	}
	return "untouched"
}
