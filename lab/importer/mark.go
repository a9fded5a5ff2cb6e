package importer

import (
	"bytes"
	"io"
)

// An unmarked is a file whose byte order mark reads as spaces, so that what
// follows stays where it is.
type unmarked struct {
	from  io.Reader
	head  []byte // of the file, not yet given
	begun bool
}

func (u *unmarked) Read(p []byte) (int, error) {
	if !u.begun {
		u.begun = true
		head := make([]byte, len(byteOrderMark))
		n, err := io.ReadFull(u.from, head)
		if err != nil && n == 0 {
			return 0, err
		}
		if u.head = head[:n]; bytes.Equal(u.head, byteOrderMark) {
			copy(u.head, "   ")
		}
	}
	if len(u.head) > 0 {
		n := copy(p, u.head)
		u.head = u.head[n:]
		return n, nil
	}
	return u.from.Read(p)
}
