package feishu

// recent remembers the newest of what it is given, a fixed number, and costs
// no more than that. It isn't safe for use at the same time.
type recent[K comparable, V any] struct {
	values map[K]V
	order  []K // a ring once it is full
	old    int
	most   int
}

func newRecent[K comparable, V any](most int) recent[K, V] {
	return recent[K, V]{values: make(map[K]V), most: most}
}

func (r *recent[K, V]) get(key K) (V, bool) {
	v, ok := r.values[key]
	return v, ok
}

// put adds or changes a value. A changed one keeps its age.
func (r *recent[K, V]) put(key K, v V) {
	if _, known := r.values[key]; known {
		r.values[key] = v
		return
	}
	r.values[key] = v
	if len(r.order) < r.most {
		r.order = append(r.order, key)
		return
	}
	delete(r.values, r.order[r.old])
	r.order[r.old] = key
	r.old = (r.old + 1) % r.most
}
