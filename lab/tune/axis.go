package tune

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"familiar/config"
	"familiar/config/document"
)

// An Axis is a knob with the values that are tried.
type Axis struct {
	Key    string   // as a familiar's table has it: chattiness.lull
	Values []string // as a configuration file writes them, in order
	Coarse []int    // those of the grid; none: only Base
	Base   int      // the one the knob has now
}

// A Space is every knob that is tried.
type Space []Axis

// A Point is a setting: which value each axis of a space has.
type Point []int

// base is the setting as it is now.
func (s Space) base() Point {
	p := make(Point, len(s))
	for i := range s {
		p[i] = s[i].Base
	}
	return p
}

// key names a point, for what is known of it.
func (p Point) key() string {
	var b strings.Builder
	for _, i := range p {
		b.WriteString(strconv.Itoa(i))
		b.WriteByte(' ')
	}
	return b.String()
}

// step returns the point that many values further along an axis; ok is false
// when it ends before.
func (s Space) step(p Point, axis, by int) (next Point, ok bool) {
	to := p[axis] + by
	if to < 0 || to >= len(s[axis].Values) {
		return nil, false
	}
	next = slices.Clone(p)
	next[axis] = to
	return next, true
}

// grid returns every combination of the coarse values, and then the setting as
// it is with each knob by itself at either end.
func (s Space) grid() []Point {
	points := []Point{s.base()}
	for axis, a := range s {
		if len(a.Coarse) == 0 {
			continue
		}
		var wider []Point
		for _, p := range points {
			for _, value := range a.Coarse {
				next := slices.Clone(p)
				next[axis] = value
				wider = append(wider, next)
			}
		}
		points = wider
	}
	for axis, a := range s {
		for _, end := range []int{0, len(a.Values) - 1} {
			p := s.base()
			p[axis] = end
			points = append(points, p)
		}
	}
	return points
}

// turned returns the knobs that a point changes, in the order of the axes.
func (s Space) turned(p Point) []config.Turned {
	var turned []config.Turned
	for i, a := range s {
		if p[i] != a.Base {
			turned = append(turned, config.Turned{Key: a.Key, Value: a.Values[p[i]]})
		}
	}
	return turned
}

// axis makes an axis of values in order; the knob's own joins them.
func axis[T cmp.Ordered](key string, now T, coarse []T, values ...T) Axis {
	if !slices.Contains(values, now) {
		values = append(slices.Clone(values), now)
		slices.Sort(values)
	}
	a := Axis{Key: key}
	for i, v := range values {
		a.Values = append(a.Values, document.Written(v))
		if v == now {
			a.Base = i
		}
		if slices.Contains(coarse, v) {
			a.Coarse = append(a.Coarse, i)
		}
	}
	return a
}
