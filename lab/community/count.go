package community

import "familiar/messages"

// A Count is what happened in some lines of a talk.
type Count struct {
	Welcome    int `json:"welcome"`    // unasked answers that were welcome
	Unwelcome  int `json:"unwelcome"`  // that were not
	Missed     int `json:"missed"`     // lines that somebody wanted it to answer, and nobody did
	Complaints int `json:"complaints"` // unwelcome answers that somebody showed to be
	Called     int `json:"called"`     // calls by people who had missed an answer
	Judged     int `json:"judged"`     // questions to the judge
	Drivers    int `json:"drivers"`    // unasked answers to whoever tries to drive it, which count for nobody

	seen map[messages.Rung]seen // what policy/effect made of what followed, by its word
}

// A seen is how often the program saw something, and how often rightly: what was
// said was welcome, or, of messages.ByMissed, what was missed was wanted.
type seen struct{ times, wanted int }

// What an answer is worth. A welcome one counts 1.
const (
	// Cost is of an unwelcome one: it interrupts everybody and pleases nobody, and
	// a familiar that is a nuisance is thrown out. With 2, speaking pays from two
	// in three on: in the recorded channels people answer three in five questions
	// of each other's, and a familiar should be surer than they are.
	Cost = 2.
	// Miss is of a line it was wanted for: less than an unwelcome one, since
	// whoever wants an answer can still call it by name.
	Miss = .5
)

// Utility returns what it is all worth.
func (c *Count) Utility() float64 {
	return float64(c.Welcome) - Cost*float64(c.Unwelcome) - Miss*float64(c.Missed)
}

// Unasked returns how often the familiar spoke unasked.
func (c *Count) Unasked() int { return c.Welcome + c.Unwelcome + c.Drivers }

// Add adds another one.
func (c *Count) Add(o *Count) {
	c.Welcome += o.Welcome
	c.Unwelcome += o.Unwelcome
	c.Missed += o.Missed
	c.Complaints += o.Complaints
	c.Called += o.Called
	c.Judged += o.Judged
	c.Drivers += o.Drivers
	for how, s := range o.seen {
		c.see(how, s)
	}
}

func (c *Count) see(how messages.Rung, s seen) {
	if c.seen == nil {
		c.seen = make(map[messages.Rung]seen)
	}
	all := c.seen[how]
	c.seen[how] = seen{all.times + s.times, all.wanted + s.wanted}
}

const (
	// Stretch is in how many lines of the talk things are counted.
	Stretch = 500
	// movedEvery is after how many lines it is looked how far learning has moved.
	movedEvery = 20
)

// A counter counts by stretches.
type counter struct {
	stretches []Count
	moved     []float64 // every movedEvery lines
}

func newCounter(lines int) *counter {
	return &counter{stretches: make([]Count, (lines+Stretch-1)/Stretch)}
}

// at gives the count of the stretch that line of the talk is in.
func (c *counter) at(line int) *Count { return &c.stretches[line/Stretch] }

// since adds up the stretches from a line on.
func (c *counter) since(line int) Count {
	var sum Count
	for i := line / Stretch; i < len(c.stretches); i++ {
		sum.Add(&c.stretches[i])
	}
	return sum
}
