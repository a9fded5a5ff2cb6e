package adapter

import (
	"context"
	"sync"
)

// A Listening has an account listen once at a time. The zero Listening is ready.
type Listening struct{ one sync.Mutex }

// Run is [Adapter.Listen] by what listens until ctx ends, which is no error then, or until
// it can't go on.
func (l *Listening) Run(ctx context.Context, hear Hear, listen func(context.Context, Hear) error) error {
	l.one.Lock()
	defer l.one.Unlock()
	err := listen(ctx, hear)
	if ctx.Err() != nil {
		return nil
	}
	return err
}
