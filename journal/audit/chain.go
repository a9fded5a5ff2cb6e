package audit

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
)

// A Kept is an entry with the line it is kept as: hashes are of that.
type Kept struct {
	Entry
	Line []byte
}

// Read reads a line of a trail. What a newer program wrote beside stays in the line.
func Read(line []byte) (Kept, error) {
	k := Kept{Line: line}
	if err := json.Unmarshal(line, &k.Entry); err != nil {
		return Kept{}, fmt.Errorf("entry of the audit: %w", err)
	}
	return k, nil
}

// Hash returns what the entry after this one has as Previous.
func (k Kept) Hash() string {
	sum := sha256.Sum256(k.Line)
	return hex.EncodeToString(sum[:])
}

// After returns e as the entry that comes after the newest; the zero Kept: as the first.
func (e Entry) After(newest Kept) (Kept, error) {
	e.Deed = e.bounded()
	e.N, e.Previous = newest.N+1, ""
	if newest.N > 0 {
		e.Previous = newest.Hash()
	}
	line, err := json.Marshal(e)
	if err != nil {
		return Kept{}, fmt.Errorf("entry of the audit: %w", err)
	}
	return Kept{e, line}, nil
}

// A Chain checks entries, oldest first. The first that it is given may be any: older
// ones go as the trail grows. Nor can it know that the newest are missing: for that
// compare with an N and a Hash that were written down before.
type Chain struct{ newest Kept }

// Newest returns the entry that was checked last; the zero Kept: there was none.
func (c *Chain) Newest() Kept { return c.newest }

// Check says what is wrong with the next line. After that the chain goes on from it.
func (c *Chain) Check(line []byte) error {
	before := c.newest
	next, err := Read(line)
	if err != nil {
		return err
	}
	c.newest = next
	switch {
	case before.N == 0:
		return nil
	case next.N != before.N+1:
		return fmt.Errorf("entry %d comes after entry %d: some were removed or put in", next.N, before.N)
	case next.Previous != before.Hash():
		return fmt.Errorf("entry %d doesn't have the hash of entry %d: one of them was changed", next.N, before.N)
	}
	return nil
}
