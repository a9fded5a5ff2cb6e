package demo

import "math/rand/v2"

// A deck deals a channel's scenes: each once before any comes again, and none
// twice in a row. The order depends on the draws alone; only the very first
// scene is always the same.
type deck struct {
	scenes []scene // at least one
	draws  *rand.Rand
	order  []int // of this lap
	dealt  int   // how many of order
}

// next returns the scene that is to be played now.
func (d *deck) next() scene {
	if d.dealt == len(d.order) {
		d.shuffle()
	}
	d.dealt++
	return d.scenes[d.order[d.dealt-1]]
}

func (d *deck) shuffle() {
	first := d.order == nil
	last := -1
	if !first {
		last = d.order[len(d.order)-1]
	}
	d.order, d.dealt = d.draws.Perm(len(d.scenes)), 0
	for at, i := range d.order {
		switch {
		case first && i == 0: // the opening comes first
			d.order[0], d.order[at] = d.order[at], d.order[0]
			return
		case !first && at == 0 && i == last: // no scene follows itself
			end := len(d.order) - 1
			d.order[0], d.order[end] = d.order[end], d.order[0]
			return
		}
	}
}
