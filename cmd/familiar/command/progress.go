package command

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"strings"
)

// A bar shows progress on a terminal.
type bar struct {
	w       io.Writer // nil without a terminal: nothing is shown
	percent int       // as last shown
	Thing   string    // what is counted; "": lines
}

// NewBar returns a bar on w, if that is a terminal.
func NewBar(w io.Writer) *bar {
	if !IsTerminal(w) {
		w = nil
	}
	return &bar{w: w, percent: -1}
}

// IsTerminal reports whether w is a terminal.
func IsTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	stat, err := f.Stat()
	return err == nil && stat.Mode()&os.ModeCharDevice != 0
}

const barWidth = 40

// Show redraws the bar when it has grown by a percent.
func (b *bar) Show(done, total int) {
	percent := 100 * done / max(1, total)
	if b.w == nil || percent == b.percent {
		return
	}
	b.percent = percent
	full := barWidth * percent / 100
	fmt.Fprintf(b.w, "\r[%s%s] %3d %%  %d of %d %s", strings.Repeat("#", full), strings.Repeat(".", barWidth-full), percent, done, total, cmp.Or(b.Thing, "lines"))
}

// Clear removes the bar.
func (b *bar) Clear() {
	if b.w != nil && b.percent >= 0 {
		fmt.Fprint(b.w, "\r\x1b[K")
	}
}
