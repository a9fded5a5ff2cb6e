package reference

import (
	"slices"
	"time"

	"familiar/messages"
)

// The numbers of the source: lines, people, times.
const (
	ladderBuffer      = 20
	ladderPeople      = 50
	ladderRemembers   = 7 * 24 * time.Hour
	ladderSession     = 5 * time.Minute
	ladderIdle        = 30 * time.Minute
	ladderGuardRow    = 5
	ladderGuardWindow = time.Minute
	ladderQuiet       = 600 * time.Millisecond
	ladderHot         = 1500 * time.Millisecond
	ladderHotGap      = 3 * time.Second
	ladderWaitMost    = 4 * time.Second
)

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
