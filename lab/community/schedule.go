package community

import (
	"container/heap"

	"familiar/messages"
)

// A schedule is things to come, the soonest first; of two at one instant the
// one that was put down first.
type schedule[T any] struct {
	heap entries[T]
	n    int
}

type entry[T any] struct {
	at    messages.Instant
	n     int
	thing T
}

func (s *schedule[T]) push(at messages.Instant, thing T) {
	s.n++
	heap.Push(&s.heap, entry[T]{at, s.n, thing})
}

func (s *schedule[T]) pop() (messages.Instant, T) {
	e := heap.Pop(&s.heap).(entry[T])
	return e.at, e.thing
}

// due reports whether something comes by an instant.
func (s *schedule[T]) due(until messages.Instant) bool {
	return len(s.heap) > 0 && s.heap[0].at <= until
}

// entries implement heap.Interface.
type entries[T any] []entry[T]

func (e entries[T]) Len() int { return len(e) }
func (e entries[T]) Less(i, k int) bool {
	return e[i].at < e[k].at || e[i].at == e[k].at && e[i].n < e[k].n
}
func (e entries[T]) Swap(i, k int) { e[i], e[k] = e[k], e[i] }
func (e *entries[T]) Push(x any)   { *e = append(*e, x.(entry[T])) }
func (e *entries[T]) Pop() any {
	last := len(*e) - 1
	x := (*e)[last]
	(*e)[last] = entry[T]{}
	*e = (*e)[:last]
	return x
}
