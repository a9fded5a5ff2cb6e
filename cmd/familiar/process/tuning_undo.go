package process

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"slices"
	"time"

	"familiar/cmd/familiar/command"
	"familiar/config"
	"familiar/control"
	"familiar/messages"
)

// Turnings implements control.Tuner.
func (t tuning) Turnings(familiar messages.FamiliarID) ([]control.Turning, error) {
	t.turning.Lock()
	defer t.turning.Unlock()
	kept, err := readTurnings(t.App.Settings().Data)
	if err != nil {
		return nil, err
	}
	var all []control.Turning
	for _, k := range slices.Backward(kept) {
		if k.Familiar == familiar {
			all = append(all, k.Turning)
		}
	}
	return all, nil
}

// Undo implements control.Tuner.
func (t tuning) Undo(ctx context.Context, familiar messages.FamiliarID, n int, by string) (*control.Written, error) {
	if t.changes == nil {
		return nil, errNoFile
	}
	t.turning.Lock()
	defer t.turning.Unlock()
	now := t.App.Settings()
	all, err := readTurnings(now.Data)
	if err != nil {
		return nil, err
	}
	newest := -1
	for i := range all {
		if all[i].Undone == 0 {
			newest = i
		}
	}
	if newest < 0 {
		return nil, fmt.Errorf("%w: there is no change to undo", control.ErrKnobs)
	}
	file := cmp.Or(all[newest].File, now.Files()[0])
	switch {
	case !isFileOf(now, file):
		return nil, fmt.Errorf("%w: %s is no file of the configuration any more: undo this change by hand", control.ErrKnobs, file)
	case all[newest].N != n || all[newest].Familiar != familiar:
		return nil, fmt.Errorf("%w: only the newest change can be undone, which is number %d, of %s", control.ErrKnobs, all[newest].N, all[newest].Familiar)
	}
	stat, err := os.Stat(file)
	if err != nil {
		return nil, fmt.Errorf("%w: configuration: %w", control.ErrKnobs, err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("%w: configuration: %w", control.ErrKnobs, err)
	}
	old, ok := all[newest].takeBack(text)
	if !ok {
		return nil, fmt.Errorf("%w: %s was changed by somebody else since then: undo this change by hand", control.ErrKnobs, file)
	}
	if err := command.ReplaceChecked(file, old, stat.Mode().Perm(), soundOf(now, file, old)); err != nil {
		return nil, fmt.Errorf("%w: %w", control.ErrKnobs, err)
	}
	all[newest].Undone, all[newest].UndoneBy = time.Now().UnixMilli(), by
	if err := keepTurnings(now.Data, all); err != nil {
		t.log.Warn("a change was undone and is still kept as one that can be", "number", n, "err", err)
	}
	if _, err := t.changes.now(ctx); err != nil {
		return nil, fmt.Errorf("%w: %s is written, but the program didn't take it: %w", control.ErrKnobs, file, err)
	}
	return &control.Written{File: file, Changes: command.Changes(string(text), string(old)), Seen: sumOf(old), Done: true, Others: t.deployment != nil}, nil
}

// loads checks that a file is a configuration.
func loads(file string) error {
	_, err := config.LoadSealed(file)
	return err
}
