package compact

import (
	"encoding/binary"
	"math/bits"
)

// Uvarint does what [binary.Uvarint] does, with eight bytes at a time where there are
// as many: those that don't fit a byte are counts and pauses, of two or three, or
// moments and keys, of six and ten.
func Uvarint(b []byte) (v uint64, n int) {
	const size = 8 // bytes
	if len(b) > 2 && b[0] >= 0x80 {
		if v = uint64(b[0]&0x7f) | uint64(b[1])<<7; b[1] < 0x80 {
			return v, 2
		}
		if v = v&(1<<14-1) | uint64(b[2])<<14; b[2] < 0x80 {
			return v, 3
		}
	}
	if len(b) < size {
		return binary.Uvarint(b)
	}
	word := binary.LittleEndian.Uint64(b)
	if ends := ^word & 0x8080808080808080; ends != 0 { // the lowest bit set is of the number's last byte
		return sevens(word & (ends ^ (ends - 1))), bits.TrailingZeros64(ends)/size + 1
	}
	switch rest := b[size:]; {
	case len(rest) > 0 && rest[0] < 0x80:
		return sevens(word) | uint64(rest[0])<<56, size + 1
	case len(rest) > 1 && rest[1] <= 1:
		return sevens(word) | uint64(rest[0]&0x7f)<<56 | uint64(rest[1])<<63, size + 2
	}
	return 0, 0
}

// sevens returns the lower seven bits of each byte, side by side.
func sevens(word uint64) uint64 {
	word = word&0x007f007f007f007f | word&0x7f007f007f007f00>>1
	word = word&0x00003fff00003fff | word&0x3fff00003fff0000>>2
	return word&0x000000000fffffff | word&0x0fffffff00000000>>4
}
