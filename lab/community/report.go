package community

import "familiar/messages"

// A Report is what the settings were worth.
type Report struct {
	Judge  Judge    `json:"judge"`
	Lines  int      `json:"lines"`
	Seeds  int      `json:"seeds"`
	Rates  []Rates  `json:"rates"`
	Tastes []Result `json:"tastes"` // those that are done
}

// A Result is of one taste.
type Result struct {
	Taste string `json:"taste"`
	Says  string `json:"says"`
	Best  string `json:"best"` // which of the grid the best fixed setting is
	Rows  []Row  `json:"rows"`
}

// slight is a utility for each [Stretch] below which a tenth of it means nothing:
// an answer to one line in ten. A tenth of it is two and a half unwelcome ones.
const slight = Stretch / 10

// A Row is one setting's, in the second half of the talks. What is counted is for
// each [Stretch] of lines.
type Row struct {
	Setting    string   `json:"setting"`
	Utility    Interval `json:"utility"`
	Unasked    float64  `json:"unasked"`
	Welcome    float64  `json:"welcome"` // share of unasked lines; -1: there were none
	Complaints float64  `json:"complaints"`
	Missed     float64  `json:"missed"`
	Called     float64  `json:"called"`
	Judged     float64  `json:"judged"`

	// Regret is how much less it is worth than the best fixed setting, on the same
	// communities. Shortfall is that as a share of what the best is worth, or of
	// slight where it is worth little: 0 is as good, less than that is better.
	Regret    Interval `json:"regret"`
	Shortfall float64  `json:"shortfall"`

	Course []float64              `json:"course"`          // utility, stretch by stretch from the first line on
	Seen   map[messages.Rung]Seen `json:"seen,omitempty"`  // what policy/effect made of what followed, by its word
	Moved  *Moved                 `json:"moved,omitempty"` // nil: it doesn't learn
	Pull   *Pull                  `json:"pull,omitempty"`  // nil: nobody tries to drive it
}

// A Seen is how often the program saw that something followed, and in which share
// of that people wanted what it said, or, of messages.ByMissed, what it left
// unsaid.
type Seen struct {
	Often  float64 `json:"often"`
	Wanted float64 `json:"wanted"`
}

// An outcome is what the communities of a taste have lived through.
type outcome struct {
	taste    *Taste
	best     string
	settings []Setting
	lived    [][]*counter // by community and setting
	undriven [][]*counter // the same without the one person who tries to drive it; nil: nobody does
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
	result := Result{Taste: o.taste.Name, Says: o.taste.Says, Best: o.best}
	for k := range o.settings {
		result.Rows = append(result.Rows, r.row(o, k))
	}
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
		Pull:   r.pull(o, k),
	}
	best := mean(o.each(r.utility(bestPlace)))
	row.Shortfall = row.Regret.Mean / max(best, -best, slight)
	if told := sum.Welcome + sum.Unwelcome; told > 0 {
		row.Welcome = float64(sum.Welcome) / float64(told)
	}
	for how, s := range sum.seen {
		if row.Seen == nil {
			row.Seen = make(map[messages.Rung]Seen)
		}
		row.Seen[how] = Seen{Often: float64(s.times) / all, Wanted: float64(s.wanted) / float64(s.times)}
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
