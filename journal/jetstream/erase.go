package jetstream

import (
	"context"
	"errors"
	"fmt"

	"familiar/journal"
	"familiar/journal/jetstream/sealed"
	"familiar/messages"
)

// Erase implements journal.Journal. Of texts that are sealed the keys are
// forgotten; those an older program wrote are taken out and overwritten in the
// server's files, one file of up to 8 MiB for each. What an Erase that was cut
// short has done need not be done again.
//
// Of the channel's records only those that its snapshot holds go; when the line
// is in a later one too, or in a post that waits for its network, the rest is
// done and the error asks for another Erase. So it does while another process with
// the same store doesn't answer.
func (j *Journal) Erase(ctx context.Context, orders ...messages.Erase) error {
	if err := j.store.Check(ctx, "erase"); err != nil || len(orders) == 0 {
		return err
	}
	channel := orders[0].Channel
	if err := j.erase(ctx, channel, journal.NewErasure(orders...)); err != nil {
		return fmt.Errorf("journal: erase in %s: %w", channel, j.store.Ended(err))
	}
	return nil
}

// erase asks each part: those before the notes tell when an erased line was
// heard, which they have to know. The keys go last.
func (j *Journal) erase(ctx context.Context, channel messages.ChannelID, gone *journal.Erasure) error {
	e := &sealed.Erasure{Gone: gone}
	var missing, err error
	if e.Epochs, err = j.epochs(ctx); err != nil {
		return err
	}
	if e.Said, missing, err = j.askOthers(ctx, channel, e.Epochs.Others); err != nil {
		return err
	}
	covered, err := j.snapshots.CoveredBy(ctx, channel)
	if err != nil {
		return err
	}
	if err := j.log.Erase(ctx, channel, covered, e); err != nil {
		return err
	}
	type eraser interface {
		Erase(ctx context.Context, channel messages.ChannelID, e *sealed.Erasure) error
	}
	for _, part := range []eraser{j.snapshots, j.ledger, j.dead, j.outbox} {
		if err := part.Erase(ctx, channel, e); err != nil {
			return err
		}
	}
	if err := j.vault.forgetTexts(ctx, channel, e.Ranges...); err != nil {
		return err
	}
	return errors.Join(e.Left, missing)
}
