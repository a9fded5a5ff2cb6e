package irc

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"

	"familiar/actors/adapter"
)

// errRefused says that the server took nothing of a post.
var errRefused = errors.New("refused")

// A proof is what will be known of a post once the server has answered the
// PING behind it.
type proof struct {
	token  string // the PING's
	target string // folded
	line   heard  // the post as a line
	sent   atomic.Int32

	// The reader writes these before it closes answered.
	refusals int
	doubt    bool // one of them may have been about something else
	code     string
	why      string
	answered chan struct{}
}

// refuse counts a line of the post that was not taken.
func (p *proof) refuse(code, why string) {
	p.refusals++
	p.code, p.why = code, why
}

// wait waits for the answer. Nil: all of it was taken; errRefused: nothing;
// any other error: nobody knows, or a part.
func (p *proof) wait(ctx context.Context, l *link) error {
	select {
	case <-p.answered:
		return p.verdict()
	case <-l.done:
	case <-ctx.Done():
	}
	select { // it may have come with the end
	case <-p.answered:
		return p.verdict()
	default:
	}
	if err := context.Cause(ctx); err != nil {
		return fmt.Errorf("sent, but not answered in time: %w", err)
	}
	return fmt.Errorf("sent, and then: %w", l.err)
}

func (p *proof) verdict() error {
	switch {
	case p.refusals == 0:
		return nil
	case p.doubt || p.refusals < int(p.sent.Load()):
		return fmt.Errorf("%[1]d of %[2]d lines may have been refused: %[3]s", p.refusals, p.sent.Load(), p.why)
	case slices.Contains(refusedForGood, p.code):
		return fmt.Errorf("%w: %s: %w", errRefused, p.why, adapter.ErrGone)
	default:
		return fmt.Errorf("%w: %s", errRefused, p.why)
	}
}
