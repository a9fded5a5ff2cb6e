package reference

import (
	"familiar/messages"
	"familiar/policy/ladder"
)

// The ports of the matches, each with a diary that is nil but in the comparison.

type ladderPort struct {
	LadderChannel
	diary *diary
}

func (p *ladderPort) open(d *diary) { p.diary = d }

func (p *ladderPort) hear(said *Said, now messages.Instant) {
	rule := p.Hear(said, now)
	if p.diary != nil {
		p.diary.write(now, said.ID, "%s by %s", decision(rule), rungOf[rule])
		p.diary.entries[len(p.diary.entries)-1].by = rungOf[rule]
	}
}

func (p *ladderPort) happen(what happening, now messages.Instant) {
	switch what {
	case turnBegins:
		t, ok := p.Drain()
		if ok && p.diary != nil {
			p.diary.write(now, "turn", "for %d lines after %d, guard %v, nudge %v", len(t.Current), len(t.Recent), t.GuardNotice, t.GroupNudge)
		}
	case turnEnds:
		p.Done()
	case textPosted:
		p.Sent(now)
	case stepsBack:
		p.Disengage()
	case passesTurn:
	}
}

// rungOf says what the rules of the ladder are called here.
var rungOf = [...]ladder.Rung{
	ladder.DM, ladder.Mention, ladder.Reply, ladder.Aside, ladder.Sticky, ladder.Alias, ladder.Elsewhere, ladder.ColdThread, ladder.Solo, ladder.Bottom,
}

type windowPort struct {
	chat  *WindowChat
	topic string
	diary *diary
	fired messages.Instant // when the newest line fired
	about messages.Instant // the same of those that the turn answers
}

func (p *windowPort) open(d *diary) { p.diary = d }

func (p *windowPort) hear(said *Said, now messages.Instant) {
	fires := p.chat.Hear(p.topic, said, now)
	if fires {
		p.fired = now
	}
	if p.diary != nil {
		p.diary.write(now, said.ID, "fires %v", fires)
	}
}

func (p *windowPort) happen(what happening, now messages.Instant) {
	switch what {
	case turnBegins:
		p.about = p.fired
	case textPosted:
		p.chat.Replied(p.topic, p.about, now)
	case stepsBack:
		p.chat.Disengage(p.topic, now)
	case turnEnds, passesTurn:
	}
}

type monitorPort struct {
	Monitor
	diary *diary
}

func (p *monitorPort) open(d *diary) { p.diary = d }

func (p *monitorPort) hear(said *Said, now messages.Instant) {
	if p.Due != 0 && p.Due <= now {
		at := p.Due
		p.ask(p.Lull(), at)
	}
	p.ask(p.Hear(said, false, now), now)
}

func (p *monitorPort) ask(why MonitorTrigger, now messages.Instant) {
	if why == "" {
		return
	}
	if p.diary != nil {
		p.diary.write(now, "question", "by %s after %d about %v", why, p.Counter, ids(p.Buffer))
	}
	yes := agrees(p.Buffer[len(p.Buffer)-1].ID)
	lines := p.Judged(why, yes, now)
	if yes && p.diary != nil {
		p.diary.write(now, "turn", "about %v", ids(lines))
	}
}

func (*monitorPort) happen(happening, messages.Instant) {}

type relevancePort struct {
	policy GroupPolicy
	lines  int
	diary  *diary
}

func (p *relevancePort) open(d *diary) { p.diary = d }

func (p *relevancePort) hear(said *Said, now messages.Instant) {
	what := p.policy.Route(said, self)
	p.lines++
	if p.diary != nil {
		p.diary.write(now, said.ID, "%s", what)
	}
}

func (*relevancePort) happen(happening, messages.Instant) {}

type modesPort struct {
	ModeChannel
	diary *diary
}

func (p *modesPort) open(d *diary) { p.diary = d }

func (p *modesPort) hear(said *Said, now messages.Instant) {
	agent, _ := p.Route()
	if p.diary != nil {
		p.diary.write(now, said.ID, "to %q", agent)
	}
}

func (p *modesPort) happen(what happening, now messages.Instant) {
	if what == passesTurn && p.Mode == TurnBased {
		p.Says(p.Active, "as you say TURN_COMPLETE", now)
	}
}
