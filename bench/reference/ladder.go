package reference

import (
	"slices"
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

// The numbers of the source.
const (
	ladderBuffer      = 20
	ladderPeople      = 50
	ladderRemembers   = 7 * 24 * time.Hour
	ladderFresh       = time.Minute
	ladderSession     = 5 * time.Minute
	ladderIdle        = 30 * time.Minute
	ladderGuardRow    = 5
	ladderGuardWindow = time.Minute
	ladderQuiet       = 600 * time.Millisecond
	ladderHot         = 1500 * time.Millisecond
	ladderHotGap      = 3 * time.Second
	ladderWaitMost    = 4 * time.Second
)

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

// A PeerGuard counts what bots said and was to be answered since a human spoke.
type PeerGuard struct {
	Active      bool
	Consecutive int
	Window      []messages.Instant // of the last minute
}

func (g *PeerGuard) peer(now messages.Instant) {
	oldest := now.Add(-ladderGuardWindow)
	g.Window = slices.DeleteFunc(g.Window, func(at messages.Instant) bool { return at < oldest })
	g.Window = append(g.Window, now)
	g.Consecutive++
	if g.Consecutive >= ladderGuardRow || len(g.Window) >= ladderGuardRow {
		g.Active = true
	}
}

// A LadderChannel is what the source keeps of one channel: people and credits for
// long, the rest for a session, which ends 5 minutes after the last line that was
// to be answered.
type LadderChannel struct {
	Config  *LadderConfig
	People  []Participant
	Credits Ledger
	Members *Members

	Live    bool // there is a session; what follows is its
	Engaged messages.Instant
	Queue   []Said // to be answered
	Buffer  []Said // observed, to be shown with the next turn
	Guard   PeerGuard
	Crowd   bool // the last line was said among several humans
	Sends   int
	Waits   time.Duration // from the last engaged line until the turn
	first   messages.Instant

	busy       bool                // a turn is under way
	turn       []messages.PersonID // whom the turn answers
	disengaged bool                // in this turn: it grants nothing more
}

// Hear takes a line and says which rule decided on it.
func (c *LadderChannel) Hear(said *Said, now messages.Instant) LadderRule {
	if c.expired(now) {
		c.end()
	}
	if !c.Live {
		c.Live, c.Engaged = true, now
	}
	c.meet(said, now)
	s := Situation{Config: c.Config, Credits: c.Credits, People: c.People, Members: c.Members, Joined: c.joined(), Now: now}
	rule := s.Decide(said)
	c.Crowd = !said.DM && s.Humans() > 1
	if rule.Engages() {
		c.wait(now)
		if !c.busy {
			c.Engaged = now
		}
		c.Queue = append(c.Queue, *said)
		if said.Bot {
			c.Guard.peer(now)
		}
	} else {
		c.Observe(said)
	}
	if !said.Bot && (rule.Engages() || c.Config.Once) {
		c.Guard = PeerGuard{}
	}
	return rule
}

// Observe buffers a line that isn't answered.
func (c *LadderChannel) Observe(said *Said) {
	c.Buffer = append(c.Buffer, *said)
	if over := len(c.Buffer) - ladderBuffer; over > 0 {
		c.Buffer = slices.Delete(c.Buffer, 0, over)
	}
}

// expired reports whether a line would begin a new session.
func (c *LadderChannel) expired(now messages.Instant) bool {
	return c.Live && !c.Config.Once && !c.Config.Endless && now.Sub(c.Engaged) > ladderSession
}

func (c *LadderChannel) end() {
	c.Live, c.Queue, c.Buffer, c.Guard, c.Sends = false, nil, nil, PeerGuard{}, 0
	c.busy, c.turn, c.disengaged = false, nil, false
}

// Collect ends a session in which nothing was to be answered for half an hour.
func (c *LadderChannel) Collect(now messages.Instant) {
	if c.Live && len(c.Queue) == 0 && now.Sub(c.Engaged) > ladderIdle {
		c.end()
	}
}

// joined reports whether we have spoken in the session, or a line of ours waits
// among what was observed.
func (c *LadderChannel) joined() bool {
	return c.Sends > 0 || slices.ContainsFunc(c.Buffer, func(s Said) bool { return s.Author == c.Config.Self })
}

// meet enters the author of a line.
func (c *LadderChannel) meet(said *Said, now messages.Instant) {
	at := slices.IndexFunc(c.People, func(p Participant) bool { return p.ID == said.Author })
	if at < 0 {
		at = len(c.People)
		c.People = append(c.People, Participant{ID: said.Author, Bot: said.Bot})
	}
	p := &c.People[at]
	p.Name, p.Count, p.Last = said.Name, p.Count+1, now
	oldest := now.Add(-ladderRemembers)
	c.People = slices.DeleteFunc(c.People, func(p Participant) bool { return p.Last < oldest })
	if len(c.People) > ladderPeople {
		silent := 0
		for i := range c.People {
			if c.People[i].Last < c.People[silent].Last {
				silent = i
			}
		}
		c.People = slices.Delete(c.People, silent, silent+1)
	}
}

// wait sets how long the turn waits for more: longer when an answered line came
// shortly before, never longer than a while from the first.
func (c *LadderChannel) wait(now messages.Instant) {
	if len(c.Queue) == 0 {
		c.first = now
	}
	c.Waits = ladderQuiet
	if now.Sub(c.Engaged) < ladderHotGap {
		c.Waits = ladderHot
	}
	c.Waits = max(0, min(c.Waits, c.first.Add(ladderWaitMost).Sub(now)))
}

// A LadderTurn is what a turn is about.
type LadderTurn struct {
	Recent, Current []Said
	GuardNotice     bool // the model is told that only bots have talked
	GroupNudge      bool // the model is told to be selective
}

// Drain begins a turn for all that is to be answered; false: nothing is. The turn
// lasts until [LadderChannel.Done].
func (c *LadderChannel) Drain() (LadderTurn, bool) {
	if len(c.Queue) == 0 {
		return LadderTurn{}, false
	}
	t := LadderTurn{Recent: c.Buffer, Current: c.Queue, GuardNotice: c.Guard.Active, GroupNudge: c.Crowd && !c.Guard.Active}
	c.Buffer, c.Queue, c.busy, c.disengaged = nil, nil, true, false
	c.turn = c.turn[:0]
	for i := range t.Current {
		if who := t.Current[i].Author; !slices.Contains(c.turn, who) {
			c.turn = append(c.turn, who)
		}
	}
	return t, true
}

// Done ends the turn.
func (c *LadderChannel) Done() { c.busy = false }

// Sent says that a text of the turn was posted: whom the turn answers, and whom
// the text mentions, may go on without an address.
func (c *LadderChannel) Sent(now messages.Instant, mentions ...messages.PersonID) {
	c.Sends++
	if !c.Config.Sticky || c.disengaged {
		return
	}
	if c.Credits == nil {
		c.Credits = Ledger{}
	}
	for _, who := range c.turn {
		c.Credits[who] = now.Add(c.Config.Window)
	}
	for _, who := range mentions {
		if who != c.Config.Self {
			c.Credits[who] = now.Add(c.Config.Window)
		}
	}
}

// Disengage drops all credits; the rest of the turn grants none.
func (c *LadderChannel) Disengage() {
	clear(c.Credits)
	c.disengaged = true
}
