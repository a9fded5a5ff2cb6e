// Package fnv is FNV-1a with 64 bits (http://www.isthe.com/chongo/tech/comp/fnv),
// as hash/fnv has it, without an object for each hash.
package fnv

const (
	offset = 14695981039346656037
	prime  = 1099511628211
)

// Sum gives the hash of text.
func Sum[T ~string | ~[]byte](text T) uint64 { return Add(offset, text) }

// Add gives the hash of what has hash h, with text behind it.
func Add[T ~string | ~[]byte](h uint64, text T) uint64 {
	for i := range len(text) {
		h = (h ^ uint64(text[i])) * prime
	}
	return h
}
