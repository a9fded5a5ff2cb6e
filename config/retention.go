package config

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"familiar/config/document"
	"familiar/internal/bounds"
	"familiar/messages"
	"familiar/policy/retention"
)

// Retention says how long the texts of some channels are kept, if not as long as
// the journal keeps all.
type Retention struct {
	Match Pattern       `toml:"match"` // which channels; always to be given
	Keep  time.Duration `toml:"keep"`  // from when they were journaled; default 0: as long as journal.keep says
}

// Retains returns [Config.Retained], or nil where no rule is for any channel.
func (c *Config) Retains() func(messages.ChannelID) retention.Rule {
	if len(c.Retention) == 0 && len(c.Holds) == 0 {
		return nil
	}
	return c.Retained
}

// Retained returns how long a channel's texts are kept; the zero Rule: as long as the
// journal keeps all. While anything is held the journal lets go of nothing by itself, so
// that there is a rule for every channel that isn't.
func (c *Config) Retained(id messages.ChannelID) retention.Rule {
	rule, _ := c.retained(id)
	if rule.Keep == 0 && len(c.Holds) > 0 && !c.Held(id) {
		return retention.Rule{Match: "where nothing is held", Keep: c.Journal.Keep}
	}
	return rule
}

// Held reports whether nothing of a channel may be erased from the journal.
func (c *Config) Held(id messages.ChannelID) bool {
	return slices.ContainsFunc(c.Holds, func(match Pattern) bool { return match.Match(id) })
}

// retained returns the rule and its place; -1: none is for the channel.
func (c *Config) retained(id messages.ChannelID) (rule retention.Rule, i int) {
	for i = len(c.Retention) - 1; i >= 0; i-- {
		if r := &c.Retention[i]; r.Match.Match(id) {
			return retention.Rule{Match: r.Match.String(), Keep: r.Keep}, i
		}
	}
	return retention.Rule{}, -1
}

// Keeps returns after how long a channel's texts are blanked in its state, and whether
// they are to go from the journal as well before it lets go of them.
func (c *Config) Keeps(id messages.ChannelID) (keep time.Duration, expires bool) {
	if keep = c.Retained(id).Keep; keep > 0 {
		return keep, true
	}
	return c.Journal.Keep, false
}

// ExplainKeeping returns after how long a channel's texts go, and what says so: "default",
// "file:line" or "file:line (PATTERN)". Holds are not looked at.
func (c *Config) ExplainKeeping(id messages.ChannelID) (keep time.Duration, from string) {
	rule, i := c.retained(id)
	if i < 0 {
		return c.Journal.Keep, c.keepingFrom()
	}
	return cmp.Or(rule.Keep, c.Journal.Keep), fmt.Sprintf("%s (%s)", c.at(document.Inside(document.Item("retention", i+1), "keep")), rule.Match)
}

// ExplainRetention returns what holds where no rule does, and where the rules stand.
func (c *Config) ExplainRetention() (keep time.Duration, from string, rules []string) {
	for i := range c.Retention {
		rules = append(rules, c.at(document.Item("retention", i+1)))
	}
	return c.Journal.Keep, c.keepingFrom(), rules
}

func (c *Config) keepingFrom() string {
	if path := "journal.keep"; c.doc.Lines[path] != 0 {
		return c.at(path)
	}
	return "default"
}

// retention checks the rules for what is kept.
func (v *validation) retention() {
	for i, r := range v.Retention {
		path := document.Item("retention", i+1)
		if r.Match == (Pattern{}) {
			v.wrong(document.Inside(path, "match"), `is not set: want a pattern such as "terminal:*"`)
		}
		v.values(path, r.validate(v.Journal.Keep))
	}
}

// validate says what is wrong where the journal keeps all texts that long.
func (r Retention) validate(longest time.Duration) error {
	return bounds.Check(
		bounds.Must(r.Keep == 0 || r.Keep >= leastKeep && r.Keep <= longest, "keep = %v: want %v to %v, which is journal.keep, or 0 for as long as that", r.Keep, leastKeep, longest),
	)
}
