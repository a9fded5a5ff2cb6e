package experiment

import (
	"context"
	"fmt"
	"math"
	"time"

	"familiar/journal"
	"familiar/messages"
	"familiar/policy/experiment"
)

const (
	// power is how likely a difference that is there is to be found.
	power = .8
	// sequential is how much more an experiment needs that may stop at any of its
	// looks: for O'Brien and Fleming's boundaries at most this (Jennison and
	// Turnbull, "Group Sequential Methods", 2000, table 2.4).
	sequential = 1.03
	// few is how many units more are needed because their spread is estimated from
	// themselves: one an arm (Snedecor and Cochran, "Statistical Methods", 1980).
	few = 2
)

// A Baseline is how what the familiar says unasked has been taken so far, without
// the experiment.
type Baseline struct {
	Said  int     `json:"said"`  // lines, of which it is known how they were taken
	Rooms int     `json:"rooms"` // in which it said them
	Days  float64 `json:"days"`  // for how long
	Rate  float64 `json:"rate"`  // of the measure
	units []seen
}

// ReadBaseline counts what the notes tell of a familiar since a moment, in the
// channels an experiment is to be about.
func ReadBaseline(ctx context.Context, notes journal.NoteReader, p experiment.Plan, in func(messages.ChannelID) bool, since, now messages.Instant) (*Baseline, error) {
	units, rooms, first := map[experiment.Unit]seen{}, map[messages.ChannelID]bool{}, now
	for c, err := range notes.Noted(ctx, since) {
		if err != nil {
			return nil, fmt.Errorf("channels with decisions: %w", err)
		}
		if !in(c.Channel) {
			continue
		}
		q := journal.Query{Familiar: p.Familiar, Acts: []messages.Act{messages.Followed}, Since: since, Until: now}
		for n, err := range journal.Find(ctx, notes, c.Channel, q) {
			if err != nil {
				return nil, fmt.Errorf("decisions in %s: %w", c.Channel, err)
			}
			if n.Rung == messages.ByMissed || n.Arm != "" {
				continue
			}
			of := p.Unit(n.Channel, p.DayOf(n.At))
			s := units[of]
			if s.said++; p.Measure.Counts(n.Rung) {
				s.hits++
			}
			if units[of] = s; len(units) > maxUnits {
				return nil, fmt.Errorf("the familiar %s was in more than %d units: narrow the match", p.Familiar, maxUnits)
			}
			rooms[of.Room] = true
			first = min(first, n.At)
		}
	}
	b := &Baseline{Rooms: len(rooms), Days: now.Sub(first).Hours() / 24}
	hits := 0.
	for _, s := range units {
		b.units = append(b.units, s)
		b.Said += int(s.said)
		hits += s.hits
	}
	if b.Said > 0 {
		b.Rate = hits / float64(b.Said)
	}
	return b, nil
}

// A Need is what an experiment takes to find the difference that it is planned
// for, in 8 of 10 cases.
type Need struct {
	Baseline
	Assumed bool    `json:"assumed"` // there is no baseline: the rate is taken as one half, and rooms as alike
	PerUnit float64 `json:"per_unit"`
	Units   int     `json:"units"`    // of both arms
	Lines   [2]int  `json:"lines"`    // said unasked, of a and of b
	Expects int     `json:"expects"`  // units, by the baseline, until its end; 0: not known
	Finds   float64 `json:"finds"`    // the least difference that many would find; 0: not known
	Between float64 `json:"between"`  // standard deviation of the rate from unit to unit, beyond chance
	Enough  bool    `json:"enough"`   // as many are expected as are needed
	Spread  float64 `json:"-"`        // variance of a unit's rate
	Days    int     `json:"for_days"` // how long the experiment lasts
}

// Needs returns what a plan needs by a baseline.
//
// The variance of a rate over units is the residual one of a ratio (Cochran,
// "Sampling Techniques", 6.3), split into chance, which more lines a unit lessen, and
// what differs from unit to unit, which only more units do; as for cluster-
// randomised trials (Donner and Klar, 2000).
func (b *Baseline) Needs(p *experiment.Plan) Need {
	n := Need{Baseline: *b, Days: int(p.End - p.Begin)}
	rate := b.Rate
	if n.Assumed = len(b.units) < 2 || rate == 0 || rate == 1; n.Assumed {
		rate, n.PerUnit, n.Rate = .5, 1, .5
	} else {
		n.expect(p)
	}
	n.Spread = n.Between*n.Between + rate*(1-rate)/n.PerUnit
	z := quantile(1-(1-p.Confidence)/2) + quantile(power)
	arms := 1/p.Share + 1/(1-p.Share)
	needed := sequential * z * z * n.Spread * arms / (p.Least * p.Least)
	needed += few
	fewest := fewestUnits(p)
	needed = max(needed, float64(fewest))
	n.Units = int(math.Ceil(needed))
	n.Lines = [2]int{int(math.Ceil(needed * n.PerUnit * (1 - p.Share))), int(math.Ceil(needed * n.PerUnit * p.Share))}
	if n.Enough = n.Expects >= n.Units; n.Expects >= fewest {
		n.Finds = math.Sqrt(sequential * z * z * n.Spread * arms / float64(n.Expects-few))
	}
	return n
}

// fewestUnits returns by how many units a difference can be found at all: the true
// draw and its mirror have to be rare among all there could be.
func fewestUnits(p *experiment.Plan) int {
	return int(math.Ceil(1 + math.Log2(1/(1-p.Confidence))))
}

// expect fills in what the baseline tells of units.
func (n *Need) expect(p *experiment.Plan) {
	units := float64(len(n.units))
	mean, squares := float64(n.Said)/units, 0.
	for _, s := range n.units {
		rest := s.hits - s.said*n.Rate
		squares += rest * rest
	}
	spread := squares / (units - 1) / (mean * mean)
	n.Between = math.Sqrt(max(0, spread-n.Rate*(1-n.Rate)/mean))
	days, past := float64(p.End-p.Begin), max(1, n.Baseline.Days)
	if p.By == experiment.Daily {
		n.PerUnit, n.Expects = mean, int(units*days/past)
		if p.Lines > 0 {
			n.Expects = min(n.Expects, int(float64(p.Lines)/mean))
		}
		return
	}
	n.PerUnit, n.Expects = mean*days/past, len(n.units)
	if p.Lines > 0 {
		n.PerUnit = min(n.PerUnit, float64(p.Lines)/units)
	}
}

// BaselineFor is how far back a baseline looks at most.
const BaselineFor = 28 * 24 * time.Hour
