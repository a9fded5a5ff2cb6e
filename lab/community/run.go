package community

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"familiar/internal/bounds"
)

// Options are what is tried. Tastes, Seeds, Lines and Judge have no useful zero.
type Options struct {
	Tastes   []Taste
	Seeds    int       // communities of each taste; 2 or more
	Lines    int       // of each talk; a multiple of 2·Stretch. What is learned in the first half is judged in the second
	Judge    Judge     // whom the familiar asks
	Settings []Setting // tried beside [usual] and the best fixed one
	Fixed    []Setting // of which that is the best; nil: of [Grid]
	Workers  int       // communities at the same time; 0 or 1: one. What comes out is the same

	// Progress is told how many talks of how many are done, never twice at the
	// same time; nil: nobody is told.
	Progress func(done, total int)
}

// mostLines keeps all talks that are lived at the same time small.
const mostLines = 1_000_000

// Validate says what is wrong, all of it.
func (o *Options) Validate() error {
	fields := []bounds.Field{
		bounds.Must(len(o.Tastes) > 0, "no taste: want some of Tastes"),
		bounds.Between("seeds", o.Seeds, 2, 10_000),
		bounds.Between("lines", o.Lines, 2*Stretch, mostLines),
		bounds.Must(o.Lines < 2*Stretch || o.Lines%(2*Stretch) == 0, "lines = %d: want a multiple of %d", o.Lines, 2*Stretch),
		bounds.Err(o.Judge.validate()),
	}
	for _, s := range slices.Concat(o.Settings, o.Fixed) {
		if err := s.Policy.Validate(); err != nil {
			fields = append(fields, bounds.Err(fmt.Errorf("setting %q: %w", s.Name, err)))
		}
	}
	return bounds.Check(fields...)
}

// otherSeeds is where the seeds begin of the talks that the best setting is
// chosen on: it is judged on others.
const otherSeeds = 1 << 32

// Run lets every community live once with each setting, and reports. When ctx
// ends it gives ctx's error and a report of the tastes that are done.
func Run(ctx context.Context, o Options) (*Report, error) {
	report := &Report{Judge: o.Judge, Lines: o.Lines, Seeds: o.Seeds, Rates: rates(&o)}
	if err := o.Validate(); err != nil {
		return report, fmt.Errorf("communities: %w", err)
	}
	r := &run{options: &o}
	for i := range o.Tastes {
		r.total += r.trials() + o.Seeds
		if o.Tastes[i].Drives != "" {
			r.total += o.Seeds
		}
	}
	for i := range o.Tastes {
		part, err := r.taste(ctx, &o.Tastes[i])
		if err != nil {
			return report, err
		}
		report.add(part)
	}
	return report, nil
}

// A run is one call of Run.
type run struct {
	options *Options
	total   int
	mutex   sync.Mutex // of done, and for Progress
	done    int
}

// trials is on how many talks the best setting is chosen.
func (r *run) trials() int { return max(2, r.options.Seeds/3) }

// taste lives all communities of one taste.
func (r *run) taste(ctx context.Context, t *Taste) (*outcome, error) {
	grid := r.options.Fixed
	if len(grid) == 0 {
		grid = Grid(r.options.Judge)
	}
	trials, err := r.lives(ctx, t, grid, otherSeeds, r.trials())
	if err != nil {
		return nil, err
	}
	best := r.best(trials)
	chosen := grid[best]
	chosen.Name = BestFixed
	settings := append(append(usual(), chosen), r.options.Settings...)
	o := &outcome{taste: t, best: grid[best].Name, settings: settings}
	if o.lived, err = r.lives(ctx, t, settings, 0, r.options.Seeds); err != nil || t.Drives == "" {
		return o, err
	}
	o.undriven, err = r.lives(ctx, t.undriven(), settings, 0, r.options.Seeds)
	return o, err
}

// best gives the setting that was worth most in the second half.
func (r *run) best(trials [][]*counter) int {
	worth := make([]float64, len(trials[0]))
	for k := range worth {
		for _, of := range trials {
			late := of[k].since(r.options.Lines / 2)
			worth[k] += late.Utility()
		}
	}
	return slices.Index(worth, slices.Max(worth))
}

// lives has so many communities live with each of the settings. They know nothing
// of each other, so that they can do so at the same time: that is why there are
// goroutines here.
func (r *run) lives(ctx context.Context, t *Taste, settings []Setting, first uint64, n int) ([][]*counter, error) {
	lived := make([][]*counter, n)
	failed := make([]error, n)
	var next atomic.Int64
	var running sync.WaitGroup
	for range max(1, min(r.options.Workers, n)) {
		running.Go(func() {
			for i := int(next.Add(1)) - 1; i < n && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				lived[i], failed[i] = r.live(ctx, t, settings, first+uint64(i))
				r.progress()
			}
		})
	}
	running.Wait()
	return lived, errors.Join(append(failed, ctx.Err())...)
}

// live has one community live with each of the settings.
func (r *run) live(ctx context.Context, t *Taste, settings []Setting, seed uint64) ([]*counter, error) {
	talk := drawTalk(&t.Habits, seed, r.options.Lines)
	counters := make([]*counter, len(settings))
	for k := range settings {
		if ctx.Err() != nil {
			return nil, nil // whoever waits for all of them says so
		}
		var err error
		if counters[k], err = live(t, talk, &settings[k], r.options.Judge, seed); err != nil {
			return nil, fmt.Errorf("taste %s, seed %d, setting %s: %w", t.Name, seed, settings[k].Name, err)
		}
	}
	return counters, nil
}

func (r *run) progress() {
	if r.options.Progress == nil {
		return
	}
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.done++
	r.options.Progress(r.done, r.total)
}

// rates gives the recorded rates, and those of a talk of each of the habits.
func rates(o *Options) []Rates {
	all := slices.Clone(recorded)
	seen := make(map[Habits]bool)
	for i := range o.Tastes {
		if h := o.Tastes[i].Habits; !seen[h] {
			seen[h] = true
			all = append(all, drawTalk(&h, 0, max(o.Lines, Stretch)).Rates(fmt.Sprintf("simulated: %s, %d-%d", h.Network, h.Fewest, h.Most)))
		}
	}
	return all
}
