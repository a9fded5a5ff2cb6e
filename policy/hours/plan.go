package hours

import (
	"familiar/messages"
	"familiar/policy/zone"
)

// A Plan is a Config made ready for every line: the level by minute of the
// week. It is not changed and may be shared. The zero Plan is always free.
type Plan struct {
	zone  zone.Zone
	edges []edge // by minute; none: always free
}

// An edge is a minute of the week, Sunday's midnight being 0, from which on
// another level holds, until the next edge.
type edge struct {
	minute int
	level  Level
}

// New makes the plan. An error says what is wrong with c, or with its zone; then the plan is
// the zero one.
func New(c Config) (Plan, error) {
	if err := c.Validate(); err != nil {
		return Plan{}, err
	}
	clock, err := zone.Load(c.Zone)
	if err != nil {
		return Plan{}, err
	}
	var minutes [week]Level
	if len(c.Active) > 0 {
		Span{Days: EveryDay, To: day}.paint(&minutes, Asked)
	}
	for _, s := range c.Active {
		s.paint(&minutes, Free)
	}
	for _, s := range c.Quiet {
		s.paint(&minutes, Silent)
	}
	return Plan{zone: clock, edges: edges(&minutes)}, nil
}

// edges finds where the level changes; none when it is always free.
func edges(minutes *[week]Level) []edge {
	var found []edge
	for m, l := range minutes {
		if l != minutes[(m+week-1)%week] {
			found = append(found, edge{m, l})
		}
	}
	if len(found) == 0 && minutes[0] != Free {
		found = []edge{{0, minutes[0]}}
	}
	return found
}

// At returns the level that holds now.
func (p *Plan) At(now messages.Instant) Level {
	if len(p.edges) == 0 { // as mostly
		return Free
	}
	return p.since(now)
}

// since returns the level of the edge before a moment.
func (p *Plan) since(now messages.Instant) Level {
	minute := p.wall(now) / 60
	for i := len(p.edges) - 1; i >= 0; i-- {
		if p.edges[i].minute <= minute {
			return p.edges[i].level
		}
	}
	return p.edges[len(p.edges)-1].level // since last week
}

// wall returns the seconds since Sunday's midnight, as the clock on the wall
// shows it.
func (p *Plan) wall(now messages.Instant) int {
	const thursday = 4 * day * 60 // on which 1970 began
	t := p.zone.Time(now)
	_, offset := t.Zone()
	seconds := (t.Unix() + int64(offset) + thursday) % (week * 60)
	if seconds < 0 {
		seconds += week * 60
	}
	return int(seconds)
}
