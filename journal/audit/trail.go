package audit

import (
	"context"
	"iter"

	"familiar/messages"
)

// A Trail keeps entries. Its methods are safe for concurrent use.
type Trail interface {
	// Begin writes what somebody is about to do, and returns the entry's number. The
	// error says why it isn't written: then it must not be done.
	Begin(ctx context.Context, d Deed) (n uint64, err error)
	// End writes what came of a deed, even if ctx has ended. A failure is only logged:
	// the deed stands without a result.
	End(ctx context.Context, n uint64, r Result)
	// All yields what is kept at the time, oldest first. An error ends it.
	All(ctx context.Context) iter.Seq2[Kept, error]
	// Pseudonym returns what stands for a person here.
	Pseudonym(ctx context.Context, person messages.PersonID) (string, error)
}

// Do records d, does it, and records what came of it. resultOf says so of an error
// that isn't nil.
func Do(ctx context.Context, to Trail, d Deed, resultOf func(error) Result, effect func() error) error {
	n, err := to.Begin(ctx, d)
	if err != nil {
		return err
	}
	result := Failed // unless the effect returns
	defer func() { to.End(ctx, n, result) }()
	if err := effect(); err != nil {
		result = resultOf(err)
		return err
	}
	result = Done
	return nil
}

// AlwaysFailed is for those who have no refusals of their own.
func AlwaysFailed(error) Result { return Failed }
