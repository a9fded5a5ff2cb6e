package compact

import (
	"encoding/binary"
	"math"
	"slices"
	"time"
)

// Flag is a field that is set or not.
func (c *Codec) Flag(n byte, set *bool) {
	switch {
	case c.reading:
		if c.next == n {
			*set = true
			c.advance()
		}
	case *set:
		c.b = append(c.b, n)
	}
}

// Text is a field of text.
func Text[S ~string](c *Codec, n byte, s *S) {
	switch {
	case c.reading:
		if c.next == n {
			*s = S(c.text())
		}
	case *s != "":
		c.put(n, uint64(len(*s)))
		c.b = append(c.b, *s...)
	}
}

// Lent is a field of text of which what is read stays where it lies, and is to be copied
// from there.
func (c *Codec) Lent(n byte, text string) (read []byte) {
	if !c.reading {
		Text(c, n, &text)
	} else if c.next == n {
		read = c.piece(c.length())
		c.advance()
	}
	return read
}

// Name is a field of text that many values have, and share as they are read.
func Name[S ~string](c *Codec, n byte, s *S) {
	if !c.reading || c.share == nil {
		Text(c, n, s)
	} else if c.next == n {
		*s = S(c.share.Share(c.piece(c.length())))
		c.advance()
	}
}

// Bytes is a field of bytes. Without any it is read as nil.
func (c *Codec) Bytes(n byte, b *[]byte) {
	switch {
	case c.reading:
		if c.next == n {
			*b = slices.Clone(c.piece(c.length()))
			c.advance()
		}
	case len(*b) > 0:
		c.put(n, uint64(len(*b)))
		c.b = append(c.b, *b...)
	}
}

// Array is a field of always as many bytes.
func (c *Codec) Array(n byte, b []byte) {
	if c.reading {
		if c.next == n {
			copy(b, c.piece(len(b)))
			c.advance()
		}
		return
	}
	for _, part := range b {
		if part != 0 {
			c.b = append(append(c.b, n), b...)
			return
		}
	}
}

// Uint is a field of a number that is not negative.
func Uint[U ~uint8 | ~uint16 | ~uint32 | ~uint64](c *Codec, n byte, u *U) {
	switch {
	case c.reading:
		if c.next == n {
			*u = heldUint[U](c, c.scalar())
		}
	case *u != 0:
		c.put(n, uint64(*u))
	}
}

// heldUint returns a number that was read; one that its type doesn't hold is damage.
func heldUint[U ~uint8 | ~uint16 | ~uint32 | ~uint64](c *Codec, v uint64) U {
	c.check(uint64(U(v)) == v)
	return U(v)
}

// Int is a field of a number that may be negative.
func Int[I ~int8 | ~int32 | ~int | ~int64](c *Codec, n byte, i *I) {
	switch {
	case c.reading:
		if c.next == n {
			*i = heldInt[I](c, Signed(c.scalar()))
		}
	case *i != 0:
		c.put(n, uint64(*i)<<1^uint64(int64(*i)>>63))
	}
}

// heldInt is [heldUint] of a number that may be negative.
func heldInt[I ~int8 | ~int32 | ~int | ~int64](c *Codec, v int64) I {
	c.check(int64(I(v)) == v)
	return I(v)
}

// Signed returns the number that encoding/binary writes as v, in zigzag.
func Signed(v uint64) int64 { return int64(v>>1) ^ -int64(v&1) }

// From has the instants that follow written as what lies between one and them: most that a
// value has are close to each other.
func (c *Codec) From(instant int64) {
	if !c.whole {
		c.from = instant
	}
}

// Whole has all instants read as they are, as they were written before there was [Codec.From].
func (c *Codec) Whole() { c.whole = true }

// At is a field of an instant.
func At[I interface {
	~int64
	Time() time.Time
}](c *Codec, n byte, i *I) {
	switch {
	case c.reading:
		if c.next == n {
			*i = I(c.from + Signed(c.scalar()))
		}
	case *i != 0:
		since := int64(*i) - c.from
		c.put(n, uint64(since)<<1^uint64(since>>63))
	}
}

// Float is a field of a number with a fraction.
func (c *Codec) Float(n byte, f *float64) {
	const size = 8 // bytes
	switch {
	case c.reading:
		if c.next == n {
			var b [size]byte
			copy(b[:], c.piece(size))
			*f = math.Float64frombits(binary.LittleEndian.Uint64(b[:]))
			c.advance()
		}
	case math.Float64bits(*f) != 0:
		c.b = binary.LittleEndian.AppendUint64(append(c.b, n), math.Float64bits(*f))
	}
}
