package waking

// wakeQueue implements [heap.Interface], earliest first.
type wakeQueue []*wakeup

func (q wakeQueue) Len() int           { return len(q) }
func (q wakeQueue) Less(i, j int) bool { return q[i].at < q[j].at }

func (q wakeQueue) Swap(i, j int) {
	q[i], q[j] = q[j], q[i]
	q[i].index, q[j].index = i, j
}

func (q *wakeQueue) Push(x any) {
	u := x.(*wakeup)
	u.index = len(*q)
	*q = append(*q, u)
}

func (q *wakeQueue) Pop() any {
	last := len(*q) - 1
	u := (*q)[last]
	(*q)[last] = nil
	*q = (*q)[:last]
	return u
}
