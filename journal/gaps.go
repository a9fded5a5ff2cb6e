package journal

import (
	"context"
	"sync/atomic"
)

// Gaps counts the processes whose notes a reading may lack: they hold some for a while
// before they write them, and didn't say in time that they have. They write them later.
type Gaps struct{ processes atomic.Int32 }

// Most returns the most that any part of the reading lacked.
func (g *Gaps) Most() int { return int(g.processes.Load()) }

type gapsKey struct{}

// WithGaps has what is read under a context count there.
func WithGaps(ctx context.Context, g *Gaps) context.Context {
	return context.WithValue(ctx, gapsKey{}, g)
}

// Lacks says to who reads notes that those of some processes may be missing.
func Lacks(ctx context.Context, processes int) {
	g, is := ctx.Value(gapsKey{}).(*Gaps)
	for is {
		had := g.processes.Load()
		if int(had) >= processes || g.processes.CompareAndSwap(had, int32(processes)) {
			return
		}
	}
}
