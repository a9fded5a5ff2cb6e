package community

import (
	"math"

	"familiar/lab/fit"
	"familiar/messages"
)

// A Report is what the settings were worth.
type Report struct {
	Judge  Judge    `json:"judge"`
	Lines  int      `json:"lines"`
	Seeds  int      `json:"seeds"`
	Rates  []Rates  `json:"rates"`
	Tastes []Result `json:"tastes"` // those that are done

	lived map[string]*outcome // by taste, to be compared with
}

// A Result is of one taste.
type Result struct {
	Taste string `json:"taste"`
	Says  string `json:"says"`
	Best  string `json:"best"` // which of the grid the best fixed setting is
	Rows  []Row  `json:"rows"`
}

// A Row is one setting's, in the second half of the talks. What is counted is for
// each [Stretch] of lines.
type Row struct {
	Setting    string   `json:"setting"`
	Utility    Interval `json:"utility"`
	Unasked    float64  `json:"unasked"`
	Welcome    float64  `json:"welcome"` // share of unasked lines; NaN as -1: there were none
	Complaints float64  `json:"complaints"`
	Missed     float64  `json:"missed"`
	Called     float64  `json:"called"`
	Judged     float64  `json:"judged"`

	// Regret is how much less it is worth than the best fixed setting, on the same
	// communities. Shortfall is that as a share of what lies between the best and
	// the poorer of MentionOnly and Standard: 0 is as good as the best, less is
	// better; NaN as -1: there is nothing between.
	Regret    Interval `json:"regret"`
	Shortfall float64  `json:"shortfall"`

	Course []float64                 `json:"course"`          // utility, stretch by stretch from the first line on
	Seen   map[messages.Rung]float64 `json:"seen,omitempty"`  // what policy/effect made of what followed
	Moved  *Moved                    `json:"moved,omitempty"` // nil: it doesn't learn
	Pull   *Pull                     `json:"pull,omitempty"`  // nil: nobody tries to drive it, or the taste without them wasn't tried
}

// A Moved is how a setting that learns moves: the mean of all communities.
type Moved struct {
	End   float64 `json:"end"`   // how far it has moved its bar, in log-odds
	Turns float64 `json:"turns"` // how often it changes direction, in each Stretch
	Swing float64 `json:"swing"` // between the highest and the lowest of the last 1,000 lines; the mean
	Most  float64 `json:"most"`  // the same, the largest of any community
}

// A Pull is how far one person's doing moves a setting: against the same
// communities without it.
type Pull struct {
	Unasked Interval `json:"unasked"`
	Utility Interval `json:"utility"` // to everybody else
	Moved   float64  `json:"moved"`   // in log-odds; 0 where nothing is learned
}

// An Interval is a mean over communities, and between which two values it lies in
// 95 of 100 drawings of them.
type Interval struct {
	Mean float64 `json:"mean"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// Row returns that of a setting with communities of a taste; nil: there is none.
func (r *Report) Row(taste, setting string) *Row {
	for i := range r.Tastes {
		for k := range r.Tastes[i].Rows {
			if row := &r.Tastes[i].Rows[k]; r.Tastes[i].Taste == taste && row.Setting == setting {
				return row
			}
		}
	}
	return nil
}

// An outcome is what the communities of a taste have lived through.
type outcome struct {
	taste    *Taste
	best     string
	settings []Setting
	lived    [][]*counter // by community and setting
}

// each gives a number of every community.
func (o *outcome) each(of func(counters []*counter) float64) []float64 {
	values := make([]float64, len(o.lived))
	for i := range o.lived {
		values[i] = of(o.lived[i])
	}
	return values
}

func (r *Report) add(o *outcome) {
	if r.lived == nil {
		r.lived = make(map[string]*outcome)
	}
	r.lived[o.taste.Name] = o
	result := Result{Taste: o.taste.Name, Says: o.taste.Says, Best: o.best}
	for k := range o.settings {
		row := r.row(o, k)
		if without := r.lived[o.taste.Beside]; without != nil {
			row.Pull = r.pull(o, without, k)
		}
		result.Rows = append(result.Rows, row)
	}
	shortfalls(result.Rows)
	r.Tastes = append(r.Tastes, result)
}

// row makes the row of setting k.
func (r *Report) row(o *outcome, k int) Row {
	stretches := float64(r.Lines / 2 / Stretch)
	var sum Count
	for i := range o.lived {
		late := o.lived[i][k].since(r.Lines / 2)
		sum.Add(&late)
	}
	all := stretches * float64(len(o.lived))
	row := Row{
		Setting: o.settings[k].Name, Utility: intervalOf(o.each(r.utility(k))),
		Unasked: float64(sum.Unasked()) / all, Welcome: -1, Complaints: float64(sum.Complaints) / all,
		Missed: float64(sum.Missed) / all, Called: float64(sum.Called) / all, Judged: float64(sum.Judged) / all,
		Regret: intervalOf(o.each(func(c []*counter) float64 { return r.utility(bestPlace)(c) - r.utility(k)(c) })),
		Course: o.course(k),
		Moved:  o.moved(k),
	}
	if told := sum.Welcome + sum.Unwelcome; told > 0 {
		row.Welcome = float64(sum.Welcome) / float64(told)
	}
	for how, n := range sum.Seen {
		if row.Seen == nil {
			row.Seen = make(map[messages.Rung]float64)
		}
		row.Seen[how] = float64(n) / all
	}
	return row
}

// bestPlace is where the best fixed setting stands: behind the usual ones.
const bestPlace = 2

// utility gives what setting k is worth to a community, for each stretch of the
// second half.
func (r *Report) utility(k int) func([]*counter) float64 {
	return func(c []*counter) float64 {
		late := c[k].since(r.Lines / 2)
		return late.Utility() / float64(r.Lines/2/Stretch)
	}
}

// unasked gives the same of how often it spoke unasked.
func (r *Report) unasked(k int) func([]*counter) float64 {
	return func(c []*counter) float64 {
		late := c[k].since(r.Lines / 2)
		return float64(late.Unasked()) / float64(r.Lines/2/Stretch)
	}
}

func (r *Report) pull(o, without *outcome, k int) *Pull {
	p := &Pull{
		Unasked: intervalOf(differences(o.each(r.unasked(k)), without.each(r.unasked(k)))),
		Utility: intervalOf(differences(o.each(r.utility(k)), without.each(r.utility(k)))),
	}
	if with, base := o.moved(k), without.moved(k); with != nil && base != nil {
		p.Moved = with.End - base.End
	}
	return p
}

func shortfalls(rows []Row) {
	best := rows[bestPlace].Utility.Mean
	between := best - min(rows[0].Utility.Mean, rows[1].Utility.Mean)
	for i := range rows {
		if rows[i].Shortfall = -1; between > 0 {
			rows[i].Shortfall = (best - rows[i].Utility.Mean) / between
		}
	}
}

func differences(a, b []float64) []float64 {
	d := make([]float64, min(len(a), len(b)))
	for i := range d {
		d[i] = a[i] - b[i]
	}
	return d
}

// intervalOf gives that of the mean.
func intervalOf(values []float64) Interval {
	mean := func(drawn []int) float64 {
		var sum float64
		for _, i := range drawn {
			sum += values[i]
		}
		return sum / float64(len(drawn))
	}
	all := make([]int, len(values))
	for i := range all {
		all[i] = i
	}
	v := Interval{Mean: mean(all)}
	v.Low, v.High = fit.Interval(len(values), mean)
	return v
}

// course gives the mean utility of each stretch.
func (o *outcome) course(k int) []float64 {
	course := make([]float64, len(o.lived[0][k].stretches))
	for i := range course {
		for j := range o.lived {
			course[i] += o.lived[j][k].stretches[i].Utility() / float64(len(o.lived))
		}
	}
	return course
}

// moved tells how setting k moved; nil: it doesn't learn.
func (o *outcome) moved(k int) *Moved {
	if o.settings[k].Moved == nil {
		return nil
	}
	m := &Moved{}
	n := float64(len(o.lived))
	for i := range o.lived {
		path := o.lived[i][k].moved
		m.End += path[len(path)-1] / n
		m.Turns += turns(path) / float64(len(path)*movedEvery) * Stretch / n
		swing := swingOf(path[max(0, len(path)-1000/movedEvery):])
		m.Swing += swing / n
		m.Most = max(m.Most, swing)
	}
	return m
}

// turns is how often a path changes direction.
func turns(path []float64) (n float64) {
	direction := 0.
	for i := 1; i < len(path); i++ {
		step := path[i] - path[i-1]
		if step*direction < 0 {
			n++
		}
		if step != 0 {
			direction = step
		}
	}
	return n
}

func swingOf(path []float64) float64 {
	low, high := math.Inf(1), math.Inf(-1)
	for _, v := range path {
		low, high = min(low, v), max(high, v)
	}
	return high - low
}
