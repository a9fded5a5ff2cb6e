package process

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"familiar/control"
	"familiar/messages"
)

// Look implements control.Cards.
func (c cards) Look(id messages.FamiliarID, edit control.CardEdit, seen string) (*control.CardWritten, error) {
	is, all, err := c.changed(id, edit, seen)
	if err != nil {
		return nil, err
	}
	return c.written(is, all), nil
}

// Write implements control.Cards.
func (c cards) Write(ctx context.Context, id messages.FamiliarID, edit control.CardEdit, seen, by string) (*control.CardWritten, error) {
	c.turning.Lock()
	defer c.turning.Unlock()
	_, all, err := c.changed(id, edit, seen)
	if err != nil {
		return nil, err
	}
	for _, r := range all {
		if err := c.carryOut(r, control.Turning{By: by, Familiar: id, Set: []string{}}); err != nil {
			return nil, fmt.Errorf("%w: %w", control.ErrCard, err)
		}
	}
	if _, err := c.changes.now(ctx); err != nil {
		return nil, fmt.Errorf("%w: it is written, but the program didn't take it: %w", control.ErrCard, err)
	}
	is, err := c.characterOf(id)
	if err != nil {
		return nil, err
	}
	written := c.written(is, all)
	written.Done = true
	return written, nil
}

// changed returns what an edit of a card writes, if the card is still as it was seen.
func (c cards) changed(id messages.FamiliarID, edit control.CardEdit, seen string) (*character, []rewrite, error) {
	if c.changes == nil {
		return nil, nil, fmt.Errorf("%w: this program was started without a configuration file", control.ErrCard)
	}
	is, err := c.characterOf(id)
	if err != nil {
		return nil, nil, err
	}
	if is.seen() != seen {
		return nil, nil, c.whoChanged(id)
	}
	next, err := is.with(edit)
	if err != nil {
		return nil, nil, err
	}
	all, err := is.rewrites(next)
	if err == nil && len(all) == 0 {
		err = errors.New("nothing is different")
	}
	if err != nil {
		return nil, nil, fmt.Errorf("%w: %w", control.ErrCard, err)
	}
	return is, all, nil
}

// whoChanged says who changed a card last, if it was changed here.
func (c cards) whoChanged(id messages.FamiliarID) error {
	const again = "copy what you wrote, then read it again"
	kept, err := readTurnings(c.App.Settings().Data)
	if err != nil {
		return fmt.Errorf("%w: %s", control.ErrChanged, again)
	}
	for _, t := range slices.Backward(kept) {
		if t.Familiar == id && t.Undone == 0 {
			return fmt.Errorf("%w, last here by %s: %s", control.ErrChanged, t.By, again)
		}
	}
	return fmt.Errorf("%w: %s", control.ErrChanged, again)
}

func (c cards) written(is *character, all []rewrite) *control.CardWritten {
	w := &control.CardWritten{Seen: is.seen(), Others: c.deployment != nil, Files: []control.FileChange{}}
	for _, r := range all {
		w.Files = append(w.Files, control.FileChange{File: r.file, Changes: r.changes()})
	}
	return w
}
