package adapter

import "sync"

// A Once is what a network says once and for all, such as who an account is. The zero
// Once isn't known yet; its methods may be called at the same time.
type Once[T any] struct {
	asking sync.Mutex // one asks at a time
	said   *T         // nil: it isn't known
}

// Get returns what the network said. While it hasn't said anything, it is asked; an error
// is not remembered.
func (o *Once[T]) Get(ask func() (T, error)) (T, error) {
	o.asking.Lock()
	defer o.asking.Unlock()
	if o.said == nil {
		said, err := ask()
		if err != nil {
			var none T
			return none, err
		}
		o.said = &said
	}
	return *o.said, nil
}
