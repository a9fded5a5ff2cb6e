package messages

import "hash/maphash"

// Repeats holds strings that a journal's events repeat: ids of channels and
// accounts, and authors. Each is kept once instead of once a line. The zero
// Repeats is ready; nil remembers nothing. It is not safe for concurrent use.
type Repeats struct {
	seed maphash.Seed
	kept []string // by hash; a newer one replaces an older
}

// Bounds of what Repeats keep: 2,048 strings of at most 96 bytes.
const (
	repeatsKept   = 2048
	repeatsLength = 96
)

// Share returns b as a string.
func (r *Repeats) Share(b []byte) string {
	if r == nil || len(b) == 0 || len(b) > repeatsLength {
		return string(b)
	}
	if r.kept == nil {
		r.seed, r.kept = maphash.MakeSeed(), make([]string, repeatsKept)
	}
	place := &r.kept[maphash.Bytes(r.seed, b)%repeatsKept]
	if *place != string(b) {
		*place = string(b)
	}
	return *place
}
