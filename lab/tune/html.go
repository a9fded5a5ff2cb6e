package tune

import (
	"fmt"
	"io"

	"familiar/internal/markup"
)

// The drawing's size, in its own units.
const (
	plotWide, plotHigh = 720.0, 360.0
	smallest, largest  = 4.0, 14.0 // radius of the cheapest and of the dearest
)

// A dot is a setting on the drawing: interruptions to the right, misses up.
type dot struct {
	X, Y, Size float64
	Named      bool
	Label      string
}

// HTML writes the report as one page that needs nothing else.
func (r *Report) HTML(w io.Writer) error {
	var page markup.Writer
	r.page(&page)
	whole, err := page.Bytes()
	if err != nil {
		return fmt.Errorf("tune: %w", err)
	}
	if _, err := w.Write(whole); err != nil {
		return fmt.Errorf("tune: %w", err)
	}
	return nil
}

func (r *Report) dots() []dot {
	var wide, high, dear float64
	for _, row := range r.Rows {
		f := row.Figures()
		wide, high, dear = max(wide, float64(f.Interruptions)), max(high, float64(f.Misses)), max(dear, f.Cost)
	}
	dots := make([]dot, len(r.Rows))
	for i, row := range r.Rows {
		f := row.Figures()
		dots[i] = dot{
			X:     plotWide * float64(f.Interruptions) / max(1, wide),
			Y:     plotHigh * (1 - float64(f.Misses)/max(1, high)),
			Size:  smallest,
			Named: len(row.Names) > 0,
			Label: fmt.Sprintf("%s: %d missed, %d interruptions, %s %s", row, f.Misses, f.Interruptions, r.cost(f), r.unit()),
		}
		if dear > 0 {
			dots[i].Size += (largest - smallest) * f.Cost / dear
		}
	}
	return dots
}
