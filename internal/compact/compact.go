// Package compact writes values as compact bytes and reads them again. It knows
// no value of its own: each lists its fields, once for both directions.
//
// A field has a number, from 1 and rising within its value, and is written as
// the number and what it holds; one at zero isn't written, and 0 ends the value.
// So a value may get a field, under a new number, and still reads what was
// written without; a program that doesn't know the number says [ErrUnknown]. A
// number is never used again.
//
// Numbers are varints, texts have their length before them. Nothing is made
// for a length that what is left to read could not have.
package compact

import (
	"encoding/binary"
	"errors"
	"math"
	"strings"
)

// What can be wrong with bytes.
var (
	ErrDamaged = errors.New("compact: cut or damaged")
	ErrUnknown = errors.New("compact: a field has a number that this program doesn't know")
)

// A Value lists its fields for a [Codec], in the order of their numbers:
//
//	func (e *Entry) Fields(c *compact.Codec) {
//		compact.Text(c, 1, &e.Author)
//		compact.Int(c, 2, &e.Until)
//	}
type Value interface{ Fields(c *Codec) }

// A Codec writes fields or reads them. It is for one value; after an error it
// does nothing more.
type Codec struct {
	b       []byte // written so far, or what is read
	reading bool

	at    int             // where reading has come to
	next  byte            // number of the field that comes next, 0 at the end of a value
	texts strings.Builder // where the next strings that are read go
	share Sharer          // gives names; nil: each is read for itself
	from  int64           // that instants count from, see From
	whole bool            // they are as they are, see Whole
	err   error

	marks [depthMost]int // where what is open begins, to take back what holds nothing
	depth int
}

// sharedMost is of how many bytes strings that are read share the memory: one
// that stays keeps all of it, and one piece is cheaper to make and to collect.
const sharedMost = 512

// depthMost is how deep values may lie in each other.
const depthMost = 16

// failed is a number no field has: after an error it is always what comes next.
const failed = math.MaxUint8

// Writer returns a codec that appends to b.
func Writer(b []byte) Codec { return Codec{b: b} }

// Reader returns a codec that reads b. What it reads doesn't hold any of that.
func Reader(b []byte) Codec {
	c := Codec{b: b, reading: true}
	c.advance()
	return c
}

// A Sharer gives bytes as a string, one that it has given before where it can.
type Sharer interface{ Share(b []byte) string }

// Sharing is [Reader] for one value of many that have the same names: see [Name].
func Sharing(b []byte, with Sharer) Codec {
	c := Reader(b)
	c.share = with
	return c
}

// Reading reports whether the fields are read, not written.
func (c *Codec) Reading() bool { return c.reading }

// Written ends what was written and returns it.
func (c *Codec) Written() ([]byte, error) { return append(c.b, 0), c.err }

// Read ends what was read: it is an error if anything is left.
func (c *Codec) Read() error {
	switch {
	case c.err != nil:
	case c.next != 0:
		c.fail(ErrUnknown)
	case c.at != len(c.b):
		c.fail(ErrDamaged)
	}
	return c.err
}

// Fail has the codec do nothing more, and give that error.
func (c *Codec) Fail(err error) {
	if c.err == nil {
		c.fail(err)
	}
}

// check has it that what was read is damaged unless it holds.
func (c *Codec) check(holds bool) {
	if !holds {
		c.Fail(ErrDamaged)
	}
}

func (c *Codec) fail(err error) { c.err, c.next, c.at = err, failed, len(c.b) }

// advance reads the number of the next field.
func (c *Codec) advance() {
	if c.at >= len(c.b) {
		if c.err == nil {
			c.fail(ErrDamaged)
		}
		return
	}
	c.next = c.b[c.at]
	c.at++
}

// Open begins a value within the value, as its field n. It reports whether its
// fields are to follow, and [Codec.Close]; one with all its fields at zero is
// not written.
func (c *Codec) Open(n byte) bool {
	if c.reading {
		if c.next != n {
			return false
		}
		c.advance()
		return true
	}
	c.b = append(c.b, n)
	c.marks[c.depth] = len(c.b)
	c.depth++
	return true
}

// Close ends what [Codec.Open] began.
func (c *Codec) Close() {
	if c.reading {
		c.End()
		return
	}
	c.depth--
	if mark := c.marks[c.depth]; len(c.b) == mark {
		c.b = c.b[:mark-1]
		return
	}
	c.b = append(c.b, 0)
}

// End ends the value behind a [Pointer], or one of [Items].
func (c *Codec) End() {
	switch {
	case !c.reading:
		c.b = append(c.b, 0)
	case c.err != nil:
	case c.next != 0:
		c.fail(ErrUnknown)
	default:
		c.advance()
	}
}

// Pointer begins the value behind a pointer, which is made when it is read. It
// reports whether its fields are to follow, and [Codec.End]: not behind nil.
func Pointer[T any](c *Codec, n byte, p **T) bool {
	if c.reading {
		if c.next != n {
			return false
		}
		c.advance()
		*p = new(T)
		return true
	}
	if *p == nil {
		return false
	}
	c.b = append(c.b, n)
	return true
}

// OpenPointer is [Codec.Open] of the value behind a pointer, which is made when it is
// read. As of a value with all its fields at zero, nothing is written of nil.
func OpenPointer[T any](c *Codec, n byte, p **T) bool {
	if !c.reading && *p == nil || !c.Open(n) {
		return false
	}
	if c.reading {
		*p = new(T)
	}
	return true
}

// put writes the number of a field and one in it.
func (c *Codec) put(n byte, v uint64) {
	if v < 0x80 { // usually
		c.b = append(c.b, n, byte(v))
		return
	}
	c.b = binary.AppendUvarint(append(c.b, n), v)
}

// uvarint reads a number.
func (c *Codec) uvarint() uint64 {
	if c.at < len(c.b) {
		if v := c.b[c.at]; v < 0x80 { // usually
			c.at++
			return uint64(v)
		}
	}
	return c.large()
}

// scalar reads the number that is all of a field, and the number of the next field.
func (c *Codec) scalar() uint64 {
	if at := c.at; at+1 < len(c.b) && c.b[at] < 0x80 { // usually
		c.at, c.next = at+2, c.b[at+1]
		return uint64(c.b[at])
	}
	v := c.large()
	c.advance()
	return v
}

// large reads a number of several bytes.
func (c *Codec) large() uint64 {
	v, n := Uvarint(c.b[c.at:])
	if n <= 0 {
		c.Fail(ErrDamaged)
		return 0
	}
	c.at += n
	return v
}

// length reads how many of something follow, each of which takes a byte or more.
// None is damage: that isn't written.
func (c *Codec) length() int {
	n := c.uvarint()
	if n == 0 || n > uint64(len(c.b)-c.at) {
		c.Fail(ErrDamaged)
		return 0
	}
	return int(n)
}

// piece reads so many bytes, where they lie.
func (c *Codec) piece(n int) []byte {
	if n > len(c.b)-c.at {
		c.Fail(ErrDamaged)
		return nil
	}
	c.at += n
	return c.b[c.at-n : c.at]
}

// text reads a length, so many bytes as a string, and the number of the next field.
func (c *Codec) text() string {
	at, from := c.at, c.texts.Len()
	if at < len(c.b) && c.b[at] < 0x80 {
		n := int(c.b[at])
		if end := at + 1 + n; n > 0 && end < len(c.b) && n <= c.texts.Cap()-from { // usually
			c.texts.Write(c.b[at+1 : end])
			c.at, c.next = end+1, c.b[end]
			return c.texts.String()[from:]
		}
	}
	s := c.string(c.length())
	c.advance()
	return s
}

// string reads so many bytes as a string.
func (c *Codec) string(n int) string {
	piece, from := c.piece(n), c.texts.Len()
	if len(piece) > sharedMost/2 {
		return string(piece)
	}
	if c.texts.Cap()-from < len(piece) {
		c.texts = strings.Builder{}
		c.texts.Grow(min(sharedMost, len(piece)+len(c.b)-c.at)) // what is left can't hold more
		from = 0
	}
	c.texts.Write(piece)
	return c.texts.String()[from:]
}
