package reference

import (
	"strings"
	"time"

	"golang.org/x/text/cases"
	"golang.org/x/text/language"

	"familiar/messages"
)

// The engagement ladder of TypeClaw, https://github.com/gtg7784/typeclaw, MIT
// License, Copyright (c) 2026 Jeon Suyeol. Ported from its page on engagement and
// from what was recorded of version 0.45.1, commit 0d676eb (preset ladder), and read
// against src/channels/engagement.ts of an earlier one.

// ladderFresh is for how long a list of members is the truth.
const ladderFresh = time.Minute

// A LadderRule is the rule of the ladder that decided.
type LadderRule uint8

// The rules, from the top.
const (
	TriggerDM LadderRule = iota
	TriggerMention
	TriggerReply
	TargetPrecheck
	StickyCredit
	AliasMatch
	Suppressor
	ThreadGate
	SoloFallback
	LadderDefault
)

// Engages reports whether a line that the rule decides on is answered.
func (r LadderRule) Engages() bool {
	switch r {
	case TargetPrecheck, Suppressor, ThreadGate, LadderDefault:
		return false
	default:
		return true
	}
}

// LadderConfig is what an operator of the source sets.
type LadderConfig struct {
	DM, Mention, Reply bool // the triggers
	Sticky             bool // false: no credits
	Window             time.Duration
	Once               bool     // an earlier version: a credit is spent, any human resets the guard, sessions don't end
	Aliases            []string // names of ours, in lower case
	Self               messages.PersonID
	Endless            bool // not of the source: sessions never end
}

// A Ledger holds the credits of one channel: until when who may go on without an
// address.
type Ledger map[messages.PersonID]messages.Instant

// Has reports whether the author's credit ends after now.
func (l Ledger) Has(author messages.PersonID, now messages.Instant) bool { return l[author] > now }

// Consume uses the author's credit and reports whether it was live. A live one
// runs a window from now, unless it is spent or there is no window; a dead one
// goes.
func (l Ledger) Consume(author messages.PersonID, now messages.Instant, window time.Duration, once bool) bool {
	until, held := l[author]
	if !held {
		return false
	}
	live := until > now
	if live && !once && window > 0 {
		l[author] = now.Add(window)
	} else {
		delete(l, author)
	}
	return live
}

// A Participant has spoken in a channel.
type Participant struct {
	ID    messages.PersonID
	Name  string
	Bot   bool
	Count int
	Last  messages.Instant
}

// Members are what the network says of who is in a channel.
type Members struct {
	Humans    int
	FetchedAt messages.Instant
	Truncated bool
}

func (m *Members) complete(now messages.Instant) bool {
	return m != nil && !m.Truncated && now.Sub(m.FetchedAt) < ladderFresh
}

// A Situation is all that the decision on a line depends on.
type Situation struct {
	Config  *LadderConfig
	Credits Ledger
	People  []Participant // the author of the line among them
	Members *Members      // nil: not known
	Joined  bool          // we have spoken in the thread
	Now     messages.Instant
}

// Humans is how many humans the source takes to be here: a fresh and complete
// list of members is the truth, any other a hint that can only make it more
// careful.
func (s *Situation) Humans() int {
	spoke := 0
	for i := range s.People {
		if !s.People[i].Bot {
			spoke++
		}
	}
	switch {
	case s.Members == nil:
		return spoke
	case s.Members.complete(s.Now):
		return s.Members.Humans
	}
	return max(spoke, s.Members.Humans)
}

// Decide goes down the ladder. It uses the author's credit if that is what
// decides.
func (s *Situation) Decide(said *Said) LadderRule {
	c := s.Config
	humans := s.Humans()
	switch {
	case c.DM && said.DM:
		return TriggerDM
	case c.Mention && said.Mention:
		return TriggerMention
	case c.Reply && said.Reply:
		return TriggerReply
	}
	folded := lower(said.Text)
	sticky := c.Sticky && !said.ExplicitOnly
	if humans > 1 && sticky && !containsAny(folded, c.Aliases) && s.elsewhere(said, folded) {
		return TargetPrecheck
	}
	if sticky && s.Credits.Consume(said.Author, s.Now, c.Window, c.Once) {
		return StickyCredit
	}
	if !said.ExplicitOnly && containsAny(folded, c.Aliases) {
		return AliasMatch
	}
	switch {
	case s.elsewhere(said, folded):
		return Suppressor
	case said.Thread && !said.DM && !s.Joined && !(s.Members.complete(s.Now) && s.Members.Humans <= 1):
		return ThreadGate
	case humans <= 1 && !said.Bot:
		return SoloFallback
	}
	return LadderDefault
}

// elsewhere reports whether the line is aimed at somebody else: by mention, by a
// reply in a thread we haven't joined, or by the name of a bot seen here.
func (s *Situation) elsewhere(said *Said, folded string) bool {
	if said.MentionsOthers || said.RepliesToOther && !s.Joined {
		return true
	}
	for i := range s.People {
		if p := &s.People[i]; p.Bot && p.Name != "" && strings.Contains(folded, lower(p.Name)) {
			return true
		}
	}
	return false
}

func containsAny(text string, names []string) bool {
	for _, name := range names {
		if strings.Contains(text, name) {
			return true
		}
	}
	return false
}

// lower is text in lower case as Unicode has it, the final sigma too.
func lower(text string) string {
	for i := range len(text) {
		if text[i] >= 0x80 {
			return cases.Lower(language.Und).String(text)
		}
	}
	return strings.ToLower(text)
}
