package conversation

import (
	"encoding/binary"

	"familiar/internal/compact"
	"familiar/policy/transcript"
)

// Form 2, which nothing writes any more: the header, the sum of the rest, and of each
// state the fields, with all instants whole, and the packed lines and ids, both after
// their length of four bytes.

const header2 = "\x07{\"v\":2}"

// decodeForm2 does what [State.decode] does for form 2.
func (s *State) decodeForm2(b []byte) (rest []byte, _ error) {
	fields, b, _ := cutFront(b)
	packed, b, ok := cutFront(b)
	if !ok {
		return nil, errSum
	}
	c := compact.Reader(fields)
	c.Whole()
	if s.Fields(&c); c.Read() != nil {
		return nil, c.Read()
	}
	left, err := transcript.UnpackForm2(packed, &s.Lines, &s.Seen, &s.Roster)
	if err == nil && len(left) > 0 {
		err = transcript.ErrPacked
	}
	if err != nil {
		return nil, err
	}
	return b, s.knit()
}

// cutFront parts what is behind its length from what follows.
func cutFront(b []byte) (front, rest []byte, ok bool) {
	if len(b) < 4 {
		return nil, nil, false
	}
	length := binary.LittleEndian.Uint32(b)
	if b = b[4:]; uint64(length) > uint64(len(b)) {
		return nil, nil, false
	}
	return b[:length], b[length:], true
}
