package chart

import "fmt"

// A Point is a place in a drawing: pixels from its left and its top.
type Point struct{ X, Y float64 }

// A Square is a place to plot in; the point is its upper left corner.
type Square Point

// At returns where something is in the square, by the shares of its side from
// the left and from the bottom.
func (q Square) At(across, up float64) Point {
	return Point{q.X + Side*across, q.Y + Side*(1-up)}
}

// An Axis is one side of a square.
type Axis struct {
	Name  string
	Ticks []Tick
}

// A Tick is a number on an axis.
type Tick struct {
	At   float64 // share of the side
	Text string
}

// Share returns the axis of a number from 0 to 1.
func Share(name string) Axis {
	a := Axis{Name: name}
	for i := 0; i <= 10; i += 2 {
		at := float64(i) / 10
		a.Ticks = append(a.Ticks, Tick{at, fmt.Sprintf("%.1f", at)})
	}
	return a
}

// Axes draws the two axes of a square.
func (d *Drawing) Axes(q Square, across, up Axis) {
	fmt.Fprintf(d.b, `<path class="axis" d="M%.1f %.1fv%.1fh%.1f"/>`+"\n", q.X, q.Y, Side, Side)
	for _, t := range across.Ticks {
		at := q.At(t.At, 0)
		d.Text(Point{at.X - 8, at.Y + 18}, "s", t.Text)
	}
	for _, t := range up.Ticks {
		at := q.At(0, t.At)
		d.Text(Point{at.X - 28, at.Y + 4}, "s", t.Text)
	}
	d.Text(Point{q.X + Side/2 - float64(3*len(across.Name)), q.Y + Side + 40}, "", across.Name)
	d.Text(Point{q.X + 6, q.Y - 4}, "", up.Name)
}
