package audit

import (
	"context"

	"familiar/messages"
)

// A Wanted says which entries somebody asks for. A result comes with its deed.
type Wanted struct {
	Since  messages.Instant // from then on; 0: from the beginning
	Before uint64           // only those before that number; 0: to the newest
	By     string           // name of a token or of a person; "": anybody's
	Verb   string           // "": all
	About  string           // pseudonym; "": about anybody, and about nobody
}

// has reports whether a deed is wanted. The result of a deed that is no longer kept
// has no name and is wanted of nobody.
func (w Wanted) has(e Entry) bool {
	return e.At >= w.Since && (w.Before == 0 || e.N < w.Before) &&
		(w.By == "" || w.By == e.Token || w.By == e.Person) && (w.Verb == "" || w.Verb == e.Verb) && (w.About == "" || w.About == e.About)
}

// Newest returns the newest wanted entries, at most so many, the oldest of them first.
func (w Wanted) Newest(ctx context.Context, t Trail, most int) ([]Kept, error) {
	var found []Kept
	deeds := map[uint64]Deed{} // under way: by the number a result names
	for k, err := range t.All(ctx) {
		if err != nil {
			return nil, err
		}
		named := k.Entry
		if k.Of == 0 {
			deeds[k.N] = k.Deed
		} else {
			named.Deed = deeds[k.Of]
			delete(deeds, k.Of)
		}
		if !w.has(named) {
			continue
		}
		if found = append(found, k); len(found) >= 2*most {
			found = append(found[:0:0], found[len(found)-most:]...)
		}
	}
	return found[max(0, len(found)-most):], nil
}
