package load

import (
	"time"

	"familiar/lab/load/tally"
	"familiar/lab/load/traffic"
	"familiar/lab/load/vitals"
)

// A Report is what came out of a run; docs/load.md describes its JSON.
type Report struct {
	Machine vitals.Machine `json:"machine"`
	Began   time.Time      `json:"began"`
	Plan    traffic.Plan   `json:"plan"`
	Took    time.Duration  `json:"took_ns"`    // lines were said so long
	Settled time.Duration  `json:"settled_ns"` // and then it took so long until everything was decided and answered
	Cut     bool           `json:"cut"`        // it was told to stop before

	Lines   tally.Lines   `json:"lines"`
	Answers tally.Answers `json:"answers"`
	Latency tally.Latency `json:"latency"`
	Turn    tally.Turn    `json:"turn"`

	First  vitals.Look    `json:"first"`            // before the first line
	Last   vitals.Look    `json:"last"`             // when all was over
	Most   vitals.Look    `json:"most"`             // the most of each while it ran; CPU and collections: what the whole run took
	Line   time.Duration  `json:"cpu_line_ns"`      // CPU time of the processes for each line accepted, all that was in them among it
	Shares []vitals.Share `json:"shares,omitempty"` // of several processes: what each took, RSS when all was over
	Series []Sample       `json:"series,omitempty"` // second by second
	Notes  []string       `json:"notes,omitempty"`  // what else is to be known, in plain words
}

func (r *run) report(cut bool) Report {
	o := Report{
		Machine: r.machine, Began: r.began, Plan: r.Plan, Took: r.said, Settled: time.Since(r.began) - r.said, Cut: cut,
		Lines: r.Tally.Lines(), Answers: r.Tally.Answers(), Latency: r.Tally.Latency(), Turn: r.Tally.Turn(),
		First: r.first, Last: r.watch.Look(), Series: r.samples, Notes: r.Tally.Examples(),
	}
	o.Most = vitals.Look{CPU: o.Last.CPU - o.First.CPU, GC: o.Last.GC - o.First.GC}
	for _, s := range o.Series {
		o.Most.RSS = max(o.Most.RSS, s.Vitals.RSS)
		o.Most.Heap = max(o.Most.Heap, s.Vitals.Heap)
		o.Most.Goroutines = max(o.Most.Goroutines, s.Vitals.Goroutines)
		o.Most.Files = max(o.Most.Files, s.Vitals.Files)
		o.Most.Pause = max(o.Most.Pause, s.Vitals.Pause)
	}
	if len(r.shares) > 1 {
		o.Shares = r.watch.Shares()
		for i := range o.Shares {
			o.Shares[i].CPU -= r.shares[i].CPU
		}
	}
	if o.Lines.Accepted > 0 {
		o.Line = o.Most.CPU / time.Duration(o.Lines.Accepted)
	}
	return o
}
