package compact

import (
	"encoding/binary"
	"math"
)

// Items returns the values of a list, which is made when it is read: of each the
// fields are to follow, and [Codec.End]. An empty list is read as nil.
func Items[L ~[]T, T any](c *Codec, n byte, list *L) []T {
	items := scalars(c, n, list)
	c.passed(n)
	return items
}

// PointerItems is [Items] of a list behind a pointer, which is made when some are
// read.
func PointerItems[L ~[]T, T any](c *Codec, n byte, list **L) []T {
	if *list == nil {
		if !c.reading || c.next != n {
			return nil
		}
		*list = new(L)
	}
	return Items(c, n, *list)
}

// Texts is a field of a list of texts. An empty one is read as nil, as of the
// other lists.
func Texts[L ~[]S, S ~string](c *Codec, n byte, list *L) {
	all := scalars(c, n, list)
	for i := range all {
		if c.reading {
			all[i] = S(c.string(int(min(c.uvarint(), math.MaxInt32))))
			continue
		}
		c.b = binary.AppendUvarint(c.b, uint64(len(all[i])))
		c.b = append(c.b, all[i]...)
	}
	c.passed(n)
}

// Uints is a field of a list of numbers that are not negative.
func Uints[L ~[]U, U ~uint8 | ~uint16 | ~uint32 | ~uint64](c *Codec, n byte, list *L) {
	all := scalars(c, n, list)
	for i := range all {
		if c.reading {
			all[i] = heldUint[U](c, c.uvarint())
			continue
		}
		c.b = binary.AppendUvarint(c.b, uint64(all[i]))
	}
	c.passed(n)
}

// Ints is a field of a list of numbers that may be negative.
func Ints[L ~[]I, I ~int8 | ~int32 | ~int | ~int64](c *Codec, n byte, list *L) {
	all := scalars(c, n, list)
	for i := range all {
		if c.reading {
			all[i] = heldInt[I](c, Signed(c.uvarint()))
			continue
		}
		c.b = binary.AppendVarint(c.b, int64(all[i]))
	}
	c.passed(n)
}

// scalars begins a list of what has no fields.
func scalars[L ~[]T, T any](c *Codec, n byte, list *L) []T {
	if !c.reading {
		if len(*list) > 0 {
			c.put(n, uint64(len(*list)))
		}
		return *list
	}
	if c.next != n {
		return nil
	}
	*list = make([]T, c.length())
	return *list
}

// passed ends a list that may have been read.
func (c *Codec) passed(n byte) {
	if c.reading && c.next == n {
		c.advance()
	}
}
