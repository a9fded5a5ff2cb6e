package past

import (
	"fmt"
	"strconv"
	"strings"

	"familiar/control/wire"
	"familiar/messages"
)

// A Cursor says how far a stream's reader has come. It goes out as the id of
// events, "seq.ms.n", and comes back as Last-Event-ID.
type Cursor struct {
	seq uint64           // of the newest record sent, or of the newest left out before the first
	At  messages.Instant // of the last note sent; 0: none
	n   int              // how many notes of that time were sent: one line has a note for each seat; -1: all
}

// String returns the id that an event goes out with.
func (c Cursor) String() string { return fmt.Sprintf("%d.%d.%d", c.seq, int64(c.At), c.n) }

// ParseCursor reads an id. One without n has every note of its time behind
// it.
func ParseCursor(id string) (c Cursor, err error) {
	parts := strings.Split(id, ".")
	if len(parts) != 2 && len(parts) != 3 {
		return c, wire.Bad("last event id: want one that this stream sent")
	}
	seq, err1 := strconv.ParseUint(parts[0], 10, 64)
	at, err2 := strconv.ParseUint(parts[1], 10, 63)
	n, err3 := uint64(0), error(nil)
	if len(parts) == 3 {
		n, err3 = strconv.ParseUint(parts[2], 10, 31)
	}
	if err1 != nil || err2 != nil || err3 != nil {
		return c, wire.Bad("last event id: want one that this stream sent")
	}
	c = Cursor{seq, messages.Instant(at), int(n)}
	if len(parts) == 2 {
		c.n = -1
	}
	return c, nil
}

// PassRecord notes that a record was sent.
func (c *Cursor) PassRecord(seq uint64) { c.seq = seq }

// PassNote notes that a note of that time was sent. One that comes late changes nothing:
// who resumes would be told again what was sent before it.
func (c *Cursor) PassNote(at messages.Instant) {
	if at < c.At {
		return
	}
	if c.At != at || c.n < 0 {
		c.At, c.n = at, 0
	}
	c.n++
}

// Record returns the sequence of the newest record sent; 0: none.
func (c Cursor) Record() uint64 { return c.seq }
