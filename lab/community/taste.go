package community

import (
	"math"
	"slices"
	"time"
)

// A Taste is what a community wants of the familiar, and shows no network.
type Taste struct {
	Name   string
	Says   string // in a sentence
	Habits Habits
	Wants  Wants
	Turns  *Wants  // what it wants from the middle of the talk on; nil: what it always did
	Drives Driving // one person tries to have it otherwise; "": nobody does
	Quiets bool    // its moderators are quick to tell the familiar to be quiet
}

// Wants are wishes of a community. An answer to a line is welcome with a chance
// that its kind has, less where the line is for somebody else or has been
// answered, less the more the familiar has said unasked, and more after a
// silence.
type Wants struct {
	Kinds    [kinds]float64
	Aside    float64 // by which the chance falls where the line is for somebody else
	Answered float64 // by which it falls once people have answered
	Often    float64 // by which it falls with each unasked line among the channel's last twenty
	Lull     float64 // the chance once nobody has said anything for a Calm, if that's more
	Needed   float64 // share of welcome answers that are missed when neither people nor the familiar give one
	Calls    float64 // chance that whoever misses one calls the familiar by name within minutes
}

const (
	// Calm is how long nobody has to have said anything for it to be a lull.
	Calm = 15 * time.Second
	// often is in how many lines of the channel the familiar's unasked ones are
	// counted.
	often = 20
	// again is by which the chance falls when the familiar has answered the line
	// before.
	again = .3
)

// A Moment is what a wish depends on, besides the line.
type Moment struct {
	Silence  time.Duration // since people last said something
	Answered bool          // by people
	Repeated bool          // the familiar has answered the line before
	Recent   int           // its unasked lines among the channel's last twenty
}

// Welcome returns the chance that an answer to a line at that moment is welcome.
func (w *Wants) Welcome(s *Said, m Moment) float64 {
	chance := w.Kinds[s.Kind]
	if s.To >= 0 && s.Kind != GoOn {
		chance *= w.Aside
	}
	if m.Answered {
		chance *= w.Answered
	}
	if m.Silence >= Calm {
		chance = max(chance, w.Lull)
	}
	if m.Repeated {
		chance *= again
	}
	return chance * math.Pow(w.Often, float64(m.Recent))
}

// at returns what is wanted at line i of so many.
func (t *Taste) at(i, lines int) *Wants {
	if t.Turns != nil && i >= lines/2 {
		return t.Turns
	}
	return &t.Wants
}

// A Driving is what one person wants, who does all to have it.
type Driving string

// The drivings.
const (
	ForMore Driving = "for more" // likes and takes up whatever it says, and calls it when it doesn't
	ForLess Driving = "for less" // dislikes, deletes and hushes whatever it says
	Grumble Driving = "grumble"  // dislikes whatever it says, and may do no more

	idle Driving = "idle" // does nothing, and counts for nothing, as those who drive: to compare with
)

// undriven returns the same taste where nobody tries to have it otherwise.
func (t *Taste) undriven() *Taste {
	calm := *t
	calm.Drives = idle
	return &calm
}

// TasteOf returns the taste of that name; false when there is none.
func TasteOf(name string) (Taste, bool) {
	k := slices.IndexFunc(tastes, func(t Taste) bool { return t.Name == name })
	if k < 0 {
		return Taste{}, false
	}
	return tastes[k], true
}

// Tastes returns all there are.
func Tastes() []Taste { return slices.Clone(tastes) }
