package lab

import (
	"fmt"
	"io"
	"time"

	"familiar/cmd/familiar/command"
)

// lately is how many runs the time of the next ones is taken from.
const lately = 16

// A countdown shows on a terminal how many of so many runs are done and how
// long the others take at most.
type countdown struct {
	w     io.Writer // nil without a terminal: nothing is shown
	clock func() time.Time
	ends  []time.Time // of the last runs
}

func newCountdown(w io.Writer) *countdown {
	if !command.IsTerminal(w) {
		w = nil
	}
	return &countdown{w: w, clock: time.Now}
}

func (c *countdown) show(done, total int) {
	if c.w == nil {
		return
	}
	c.ends = append(c.ends, c.clock())
	if n := len(c.ends); n > lately {
		c.ends = c.ends[n-lately:]
	}
	left := ""
	if n := len(c.ends); n > 1 {
		each := c.ends[n-1].Sub(c.ends[0]) / time.Duration(n-1)
		left = fmt.Sprintf(", at most %v left", (each * time.Duration(total-done)).Round(time.Second))
	}
	fmt.Fprintf(c.w, "\r\x1b[K%d of %d settings tried%s", done, total, left)
}

// clear takes it away.
func (c *countdown) clear() {
	if c.w != nil && len(c.ends) > 0 {
		fmt.Fprint(c.w, "\r\x1b[K")
	}
}
