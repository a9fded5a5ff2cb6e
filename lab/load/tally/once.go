package tally

// seenMost is how many things a once remembers at least.
const seenMost = 100_000

// A once remembers what was seen lately, the oldest half forgotten when there
// is too much.
type once[K comparable] struct{ young, old map[K]struct{} }

// seen reports whether k was seen before, and sees it.
func (o *once[K]) seen(k K) bool {
	if o.has(k) {
		return true
	}
	if o.young == nil || len(o.young) >= seenMost {
		o.young, o.old = map[K]struct{}{}, o.young
	}
	o.young[k] = struct{}{}
	return false
}

func (o *once[K]) has(k K) bool {
	if _, ok := o.young[k]; ok {
		return true
	}
	_, ok := o.old[k]
	return ok
}
