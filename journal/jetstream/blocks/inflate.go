package blocks

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"

	"github.com/klauspost/compress/s2"
)

// A compressed block is "cmp", the number of the algorithm, the size of what
// was compressed, that as an S2 stream without its last 8 bytes, and these.
var (
	compressed = []byte{'c', 'm', 'p', 1}
	s2Begins   = []byte("\xff\x06\x00\x00S2sTwO")
)

// mostBlock bounds what is read of one block: the server begins another one
// after 8 MiB, and a record takes at most 8 MiB.
const mostBlock = 48 << 20

// inflate returns the records of a block as they are in its file, and whether
// anything around them is damaged. A block that isn't compressed is returned as
// it is. Of a damaged one it gives what can be had.
func inflate(file []byte) (data []byte, damaged bool) {
	begins := bytes.Index(file[:min(len(file), 32)], s2Begins)
	if begins < 0 && !bytes.HasPrefix(file, compressed) {
		return file, false
	}
	if begins < 0 { // the stream's own beginning is damaged
		_, n := binary.Uvarint(file[len(compressed):min(len(file), len(compressed)+binary.MaxVarintLen64)])
		if begins = len(compressed) + n; n <= 0 || begins+len(s2Begins)+checksumSize > len(file) {
			return nil, true
		}
		file = bytes.Clone(file)
		copy(file[begins:], s2Begins)
		damaged = true
	}
	if begins+checksumSize > len(file) {
		return nil, true
	}
	body, last := file[begins:len(file)-checksumSize], file[len(file)-checksumSize:]
	size, _ := binary.Uvarint(file[min(len(compressed), begins):begins])
	data, err := decode(body, size)
	if err != nil {
		damaged = true
		if data, err = decode(body, size, s2.ReaderIgnoreCRC()); err != nil {
			return data, true // the records tell how far it is right
		}
	}
	data = append(data, last...)
	head := binary.AppendUvarint(bytes.Clone(compressed), uint64(len(data)))
	return data, damaged || !bytes.Equal(head, file[:begins])
}

var errTooLong = errors.New("block is too long")

// decode returns what was compressed, which is of that size if the block's head is right.
func decode(body []byte, size uint64, options ...s2.ReaderOption) ([]byte, error) {
	data := bytes.NewBuffer(make([]byte, 0, min(size, mostBlock)+bytes.MinRead)) // with less it would be made anew to find the end
	_, err := data.ReadFrom(io.LimitReader(s2.NewReader(bytes.NewReader(body), options...), mostBlock))
	if err == nil && data.Len() == mostBlock {
		err = errTooLong
	}
	return data.Bytes(), err
}
