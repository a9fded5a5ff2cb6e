package experiment

import (
	"fmt"
	"slices"
	"strconv"

	"familiar/internal/bounds"
	"familiar/internal/fnv"
	"familiar/messages"
	"familiar/policy/zone"
)

// MaxDays is the longest an experiment may last, and MaxLooks how often it may
// look whether it can stop.
const (
	MaxDays  = 366
	MaxLooks = 20
)

// What an end by lines may be: with fewer nothing is found.
const (
	LeastLines = 20
	MostLines  = 1_000_000
)

// By says what is drawn.
type By string

// What can be drawn.
const (
	Channel By = "channel" // each room has one setting, to the end
	Daily   By = "day"     // each room gets a setting anew with every day
)

// A Measure is what decides.
type Measure string

// The measures, each a share of the lines that a familiar said unasked.
const (
	Welcome   Measure = "welcome"   // were taken up or liked; more is better
	Complaint Measure = "complaint" // were disliked, removed, or it was hushed; less is better
)

// Counts reports whether that end of an unasked line counts for the measure.
func (m Measure) Counts(how messages.Rung) bool {
	if m == Complaint {
		return how == messages.ByDisliked || how == messages.ByHushed || how == messages.ByRemoved
	}
	return how == messages.ByTakenUp || how == messages.ByLiked
}

// Better returns the side that a difference b - a of the measure speaks for.
func (m Measure) Better(difference float64) messages.Side {
	if (difference > 0) == (m != Complaint) {
		return messages.SideB
	}
	return messages.SideA
}

// Rules are how an experiment draws, and when it may stop. Together with what is
// compared they are its plan, which is fixed before it begins.
type Rules struct {
	By         By        `toml:"by"`               // what is drawn: channel or day; default channel
	Share      float64   `toml:"share"`            // of the draws that give arm b; default 0.5
	Seed       int       `toml:"seed"`             // another one draws otherwise; default 1
	Begin      Day       `toml:"begin"`            // its first day
	End        Day       `toml:"end"`              // the day after its last
	Lines      int       `toml:"lines"`            // said unasked, in both arms together: the look that knows as many is the last; default 0: only end ends it
	Looks      int       `toml:"looks"`            // how often, evenly spread, it looks whether it can stop; default 5
	Measure    Measure   `toml:"measure"`          // what decides; default welcome
	Confidence float64   `toml:"confidence"`       // that no difference is found where there is none; default 0.95
	Least      float64   `toml:"least_difference"` // of the measure, that is worth finding; default 0.1
	Zone       zone.Zone `toml:"zone"`             // whose midnight a day begins at, as the time zone database names it; default UTC
}

// Default draws channels evenly and looks five times.
func Default() Rules {
	return Rules{By: Channel, Share: .5, Seed: 1, Looks: 5, Measure: Welcome, Confidence: .95, Least: .1}
}

// Validate says what is wrong, all of it.
func (r Rules) Validate() error {
	return bounds.Equals.First(
		bounds.OneOf("by", r.By, Channel, Daily),
		bounds.Between("share", r.Share, .05, .95),
		bounds.OrMore("seed", r.Seed, 0),
		bounds.Must(r.Begin != 0, "begin is not set: want a day such as 2026-11-25"),
		bounds.Must(r.End > r.Begin, "end is not after begin: want the day after the last one"),
		bounds.Must(r.End-r.Begin <= MaxDays, "it lasts %d days: want at most %d", r.End-r.Begin, MaxDays),
		bounds.Must(r.Lines == 0 || r.Lines >= LeastLines && r.Lines <= MostLines, "lines = %d: want %d to %d, or 0 for no end but the last day", r.Lines, LeastLines, MostLines),
		bounds.Between("looks", r.Looks, 1, MaxLooks),
		bounds.Must(int(r.End-r.Begin) >= r.Looks, "looks = %d in %d days: want at most one a day", r.Looks, r.End-r.Begin),
		bounds.OneOf("measure", r.Measure, Welcome, Complaint),
		bounds.Between("confidence", r.Confidence, .8, .999),
		bounds.Between("least_difference", r.Least, .001, .9),
	)
}

// A Plan is all that an experiment is, before it begins.
type Plan struct {
	Name     string
	Familiar messages.FamiliarID
	Match    string // the pattern of its channels, as the file writes it
	Rules
	Knobs []string // of arm b, each as "key = value"
}

// Digest tells plans apart: eight letters that are others as soon as anything in
// the plan is. Decisions carry it, so that those under a plan that was changed
// since count for nothing.
func (p *Plan) Digest() string {
	knobs := slices.Sorted(slices.Values(p.Knobs))
	text := fmt.Sprintf("%q %q %q %q %s %d %d %d %d %s %s %s %q", p.Name, p.Familiar, p.Match, p.By, number(p.Share), p.Seed,
		p.Begin, p.End, p.Looks, p.Measure, number(p.Confidence), number(p.Least), knobs)
	if p.Zone.String() != (zone.Zone{}).String() || p.Lines != 0 { // a plan without them has the digest it always had
		text += fmt.Sprintf(" %q %d", p.Zone.String(), p.Lines)
	}
	return fmt.Sprintf("%08x", uint32(fnv.Sum(text)>>32))
}

func number(f float64) string { return strconv.FormatFloat(f, 'g', -1, 64) }

// Runs reports whether the day is one of the experiment's.
func (p *Plan) Runs(d Day) bool { return d >= p.Begin && d < p.End }

// LookAt returns when it looks for the k-th time, from 1: the start of a day, by
// which it takes what is known. The last one is its end.
func (p *Plan) LookAt(k int) Day {
	return p.Begin + Day((int(p.End-p.Begin)*k+p.Looks-1)/p.Looks)
}

// Fraction returns how much of the experiment is over at its k-th look, by which it
// is known how so many lines said unasked were taken: of its days, or of its lines
// if it has come further with these. With 1 it is over.
//
// The lines are those of both arms together, which tell nothing of which is better,
// and are as many however units are drawn.
func (p *Plan) Fraction(k, lines int) float64 {
	over := float64(p.LookAt(k)-p.Begin) / float64(p.End-p.Begin)
	if p.Lines > 0 {
		over = max(over, float64(lines)/float64(p.Lines))
	}
	return min(1, over)
}
