package hours

import (
	"familiar/internal/bounds"
)

// Minutes of a day and of a week.
const (
	day  = 24 * 60
	week = 7 * day
)

// A Span is a stretch of the week that returns every week. As text it is
// "Mon-Fri,Sun 22:00-07:00": without days it is on every day, without times it
// is the whole day.
type Span struct {
	Days Days
	From int // first minute after midnight, 0 to 1439
	To   int // first minute no longer in it, 1 to 1440; up to From: of the next day
}

// Validate says what is wrong, all of it.
func (s Span) Validate() error {
	return bounds.Plain.Check(
		bounds.Must(s.Days > 0 && s.Days <= EveryDay, "days %#b: want one or more of seven", uint8(s.Days)),
		bounds.Between("from", s.From, 0, day-1).Of("minutes"),
		bounds.Between("to", s.To, 1, day).Of("minutes"),
		bounds.Must(s.From != s.To, "starts and ends at the same time: the whole day is 00:00-24:00"),
	)
}

// length returns how many minutes it lasts, up to a day.
func (s Span) length() int {
	if s.To > s.From {
		return s.To - s.From
	}
	return s.To + day - s.From
}

// paint gives every minute of the span that level.
func (s Span) paint(minutes *[week]Level, l Level) {
	for d := range 7 {
		if !s.Days.has(d) {
			continue
		}
		first := d*day + s.From
		for m := first; m < first+s.length(); m++ {
			minutes[m%week] = l
		}
	}
}
