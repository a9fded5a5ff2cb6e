package flame

import (
	"fmt"
	"time"
)

// amount writes a value of the graph with its unit.
func (g *Graph) amount(v int64) string {
	switch g.Unit {
	case "nanoseconds":
		return time.Duration(v).Round(time.Millisecond).String()
	case "bytes":
		return size(v)
	}
	return fmt.Sprintf("%d %s", v, g.Unit)
}

// share is a value's part of the whole; of nothing, all is nothing.
func (g *Graph) share(v int64) float64 {
	return float64(v) / float64(max(1, g.Root.Value))
}

func size(bytes int64) string {
	if bytes < 1<<10 {
		return fmt.Sprintf("%d B", bytes)
	}
	n := float64(bytes)
	for _, unit := range []string{"KiB", "MiB"} {
		if n /= 1 << 10; n < 1<<10 {
			return fmt.Sprintf("%.1f %s", n, unit)
		}
	}
	return fmt.Sprintf("%.1f GiB", n/(1<<10))
}
