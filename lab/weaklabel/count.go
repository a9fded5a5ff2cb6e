package weaklabel

import (
	"encoding/json"
	"math"

	"familiar/lab/fit"
)

// A Count is how many things were claimed, how many of these claims are right,
// and how many there were to claim.
type Count struct {
	Claims int `json:"claims"`
	Right  int `json:"right"`
	Gold   int `json:"gold"`
}

func (c *Count) add(b Count) {
	c.Claims += b.Claims
	c.Right += b.Right
	c.Gold += b.Gold
}

// count compares two sets.
func count[K comparable](claimed, gold map[K]bool) Count {
	c := Count{Claims: len(claimed), Gold: len(gold)}
	for k := range claimed {
		if gold[k] {
			c.Right++
		}
	}
	return c
}

func (c Count) precision() float64 { return ratio(c.Right, c.Claims) }
func (c Count) recall() float64    { return ratio(c.Right, c.Gold) }
func (c Count) f1() float64        { return ratio(2*c.Right, c.Claims+c.Gold) }

// ratio is NaN where there is nothing to be a part of.
func ratio(of, all int) float64 { return float64(of) / float64(all) }

// A Figure is a share with its 95 % interval, drawn by slice. NaN: there is
// nothing it could be of.
type Figure struct{ Value, Low, High float64 }

// MarshalJSON writes four places as [value, low, high]; null where there is none.
func (f Figure) MarshalJSON() ([]byte, error) {
	if math.IsNaN(f.Value) {
		return []byte("null"), nil
	}
	places := func(x float64) float64 { return math.Round(x*1e4) / 1e4 }
	return json.Marshal([]float64{places(f.Value), places(f.Low), places(f.High)})
}

// Figures are what a claim is worth.
type Figures struct {
	Count
	P  Figure `json:"P"`
	R  Figure `json:"R"`
	F1 Figure `json:"F1"`
}

// figures adds the slices' counts up.
func figures(slices []Count) Figures {
	sum := func(drawn []int) (c Count) {
		for _, k := range drawn {
			c.add(slices[k])
		}
		return c
	}
	all := make([]int, len(slices))
	for k := range all {
		all[k] = k
	}
	f := Figures{Count: sum(all)}
	of := func(measure func(Count) float64) Figure {
		low, high := fit.Interval(len(slices), func(drawn []int) float64 { return measure(sum(drawn)) })
		return Figure{measure(f.Count), low, high}
	}
	f.P, f.R, f.F1 = of(Count.precision), of(Count.recall), of(Count.f1)
	return f
}
