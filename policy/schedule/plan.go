package schedule

import (
	"fmt"
	"time"

	"github.com/robfig/cron/v3"

	"familiar/internal/fnv"
	"familiar/internal/splitmix"
	"familiar/messages"
	"familiar/policy/zone"
)

// A Plan is a [Rule] made ready. It is not changed and may be shared.
type Plan struct {
	Rule
	spec *cron.SpecSchedule // nil: it is by silence
	zone zone.Zone
	id   uint64 // of what it means, not of its prompt
}

// New makes the plans of one familiar. An error says what is wrong with the rules, or with
// the zone of one.
func New(rules []Rule) ([]Plan, error) {
	err := ValidateAll(rules)
	if err != nil || len(rules) == 0 {
		return nil, err
	}
	plans := make([]Plan, len(rules))
	for i, r := range rules {
		p := Plan{Rule: r}
		if p.zone, err = zone.Load(r.Zone); err != nil {
			return nil, fmt.Errorf("schedule[%d]: %w", i+1, err)
		}
		if r.Cron != "" {
			p.spec, _ = parse(r.Cron) // ValidateAll has read it
		}
		p.id = fnv.Sum(fmt.Sprintf("%s\x00%s\x00%s\x00%d\x00%d", r.Name, r.Cron, r.Zone, r.About, r.Silence))
		plans[i] = p
	}
	return plans, nil
}

// A Wall is what a clock on the wall shows, in seconds, as if it were UTC's.
// Every occurrence of a plan has one of its own.
type Wall int64

const secondsADay = 24 * 60 * 60

// wall returns what the clock shows at a moment.
func (p *Plan) wall(at messages.Instant) Wall {
	t := p.zone.Time(at)
	_, offset := t.Zone()
	return Wall(t.Unix() + int64(offset))
}

// at returns the first moment at which the clock shows w. Where it is put
// forward past w, that is when it is; where it shows w twice, the first time.
func (p *Plan) at(w Wall) messages.Instant {
	before, after := p.offset(int64(w)-secondsADay), p.offset(int64(w)+secondsADay)
	for _, offset := range [...]int64{max(before, after), min(before, after)} { // the greater is the earlier moment
		if at := int64(w) - offset; p.offset(at) == offset {
			return messages.Instant(at * 1000)
		}
	}
	start, _ := p.zone.Time(messages.Instant((int64(w) - before) * 1000)).ZoneBounds()
	if start.IsZero() {
		return messages.Instant((int64(w) - before) * 1000)
	}
	return messages.InstantOf(start)
}

// offset is by how many seconds the clock is ahead of UTC's at a moment.
func (p *Plan) offset(unix int64) int64 {
	_, offset := p.zone.Time(messages.Instant(unix * 1000)).Zone()
	return int64(offset)
}

// after returns the first occurrence later than w. Of several that fall on one
// moment, because the clock is put forward past them, only the last is one.
func (p *Plan) after(w Wall) Wall {
	next := p.next(w)
	for range 24 * int(time.Hour/leastApart) {
		then := p.next(next)
		if then == next || p.at(then) != p.at(next) {
			break
		}
		next = then
	}
	return next
}

// next returns the first occurrence later than w by the calendar. The library
// looks five years ahead, and from 1896 and 2096 it is eight to the next leap
// day.
func (p *Plan) next(w Wall) Wall {
	from := time.Unix(int64(w), 0).UTC()
	next := p.spec.Next(from)
	if next.IsZero() {
		next = p.spec.Next(from.AddDate(4, 0, 0))
	}
	return Wall(next.Unix())
}

// due returns when the occurrence of w comes, by seed's own number before or
// after what the clock says. It never comes before an earlier one, which may be
// close where the clock is put forward.
func (p *Plan) due(w Wall, seed uint64) messages.Instant {
	at := p.at(w)
	if p.About == 0 {
		return at
	}
	drawn := splitmix.Fraction(splitmix.Scatter(seed ^ p.id ^ splitmix.Scatter(uint64(w))))
	by := time.Duration((2*drawn - 1) * float64(p.About)).Truncate(time.Second)
	if by > 0 {
		return at.Add(min(by, p.at(p.after(w)).Sub(at)/2))
	}
	if before, is := p.before(w); is {
		by = max(by, time.Second-at.Sub(p.at(before))/2)
	}
	return at.Add(by)
}

// before returns the occurrence before w if it is near enough to get in its way.
func (p *Plan) before(w Wall) (last Wall, is bool) {
	near := 3*p.About + 2*time.Hour
	for v := p.after(w - Wall(near/time.Second)); v < w; v = p.after(v) {
		last, is = v, true
	}
	return last, is
}

// following returns the first occurrence later than w that comes after now, and
// the newest that has come by then, w itself if none has since. What came more
// than a day before now is passed over unseen: it is too late anyway.
func (p *Plan) following(w Wall, now messages.Instant, seed uint64) (newest, next Wall) {
	from := p.wall(now.Add(-mostOverdue - 2*p.About - time.Hour))
	newest, next = w, p.after(max(w, from))
	for range 4 * int(mostOverdue/leastApart) {
		if p.due(next, seed) > now {
			break
		}
		newest, next = next, p.after(next)
	}
	return newest, next
}
