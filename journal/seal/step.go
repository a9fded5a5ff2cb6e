package seal

import (
	"crypto/sha256"
	"encoding"
	"encoding/binary"
	"hash"
	"sync"
)

// A step makes the keys of children. What is hashed fits one block, which is padded here
// once; the state after that block is the sum. That takes two thirds of the time of
// sha256.Sum256, and a text is some sixty levels down.
type step struct {
	hash  hash.Hash
	state encoding.BinaryAppender // of hash
	block [sha256.BlockSize]byte
	room  [2 * sha256.BlockSize]byte
}

// steps are lent: each is one caller's at a time.
var steps = sync.Pool{New: func() any {
	h := sha256.New()
	s := &step{hash: h, state: h.(encoding.BinaryAppender)}
	s.block[keySize+1] = 0x80 // FIPS 180-4, 5.1.1
	binary.BigEndian.PutUint64(s.block[len(s.block)-8:], 8*(keySize+1))
	return s
}}

// stateAt is where crypto/sha256 writes down the state, after four bytes that name the
// form.
const stateAt = 4

func (s *step) child(k key, digit uint64) (c key) {
	copy(s.block[:], k[:])
	s.block[keySize] = byte(digit)
	s.hash.Reset()
	s.hash.Write(s.block[:])
	state, err := s.state.AppendBinary(s.room[:0])
	if err != nil {
		panic(err) // it never fails
	}
	copy(c[:], state[stateAt:])
	return c
}
