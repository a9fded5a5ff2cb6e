package jetstream

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"familiar/journal/jetstream/embedded"
	"familiar/journal/jetstream/ledger"
	"familiar/journal/jetstream/store"
)

// ErrNoStore says that nobody has kept anything there yet.
var ErrNoStore = errors.New("there is no journal yet")

// Visit opens an existing store for the operator's commands, without taking it
// over: its owner goes on. A running program's is reached by the socket
// in its folder, another process's without one is [ErrInUse]; no store is
// [ErrNoStore], one of a newer program [ErrNewer]. Config.Partitions doesn't
// matter. Of a store that can only be read, a copy in the folder for temporary
// files is opened, and Append fails with [embedded.ErrReadOnly].
//
// The journal's Epoch is 0: Append writes lines as a network does. What an
// owner writes (Save, SetCheckpoint, Enqueue, Erase, Bury, Note) a visitor
// must not; it may Unbury.
func Visit(ctx context.Context, c Config) (*Journal, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	j := bare(c.withDefaults(), false)
	if err := j.visit(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("journal: %w", err), j.Close())
	}
	return j, nil
}

// bare returns a journal that has reached nothing yet. owned: it will take the
// store over.
func bare(c Config, owned bool) *Journal {
	s := store.New(store.Config{
		Names: c.names(), Folder: c.Folder, URL: c.URL, Credentials: c.Credentials, Within: c.Within, Log: c.Log,
	})
	v := newVault(s, owned)
	o := &owner{store: s, self: rand.Text(), shared: c.Shared, leave: c.Leave, stateVersion: c.StateVersion, partitions: c.Partitions, standBy: c.StandBy, renewEvery: cmp.Or(c.renewEvery, leaseEvery)}
	return &Journal{config: c, store: s, owner: o, vault: v, sealer: newSealer(s, v.texts), ledger: ledger.New(s, v.texts, c.Clock)}
}

func (j *Journal) visit(ctx context.Context) error {
	if err := j.reach(ctx); err != nil {
		return err
	}
	bounded, cancel := context.WithTimeout(ctx, embedded.StartWithin)
	defer cancel()
	if err := j.owner.knowForm(bounded, j.where()); err != nil {
		return err
	}
	j.divide()
	if _, err := j.readHolds(bounded); err != nil {
		return err
	}
	j.trail = j.newTrail(false)
	if err := j.vault.unlock(bounded, j.owner.locked); err != nil {
		return err
	}
	if err := j.readPartitions(bounded, false); err != nil {
		return err
	}
	if j.store.Outside() {
		j.store.Go(j.vault.follow)
	}
	return nil
}

// reach connects to the server that has the store: an outside one, another
// process's, or one of our own while nobody runs it.
func (j *Journal) reach(ctx context.Context) (err error) {
	c := j.config
	if c.URL != "" {
		return j.store.Connect()
	}
	switch _, err := os.Stat(embedded.Files(c.Folder)); {
	case errors.Is(err, fs.ErrNotExist):
		return cmp.Or(embedded.Finished(c.Folder), fmt.Errorf("%s: %w", c.Folder, ErrNoStore))
	case err != nil:
		return err
	}
	if err = embedded.Ours(c.Folder); err == nil {
		j.store.Server, err = embedded.Start(ctx, c.embedded())
	}
	if err == nil {
		return j.store.Connect()
	}
	if embedded.IsReadOnly(err) {
		err = j.visitCopy(ctx)
	}
	if !errors.Is(err, embedded.ErrInUse) {
		return err
	}
	return j.store.Visit(embedded.Dialer{Folder: c.Folder})
}

// where names the store for an operator.
func (j *Journal) where() string {
	if j.config.URL == "" {
		return j.config.Folder
	}
	return "the NATS server, prefix " + j.config.Prefix
}

// visitCopy starts a server over a copy of a store that can only be read: no
// server runs without writing. The copy goes with Close.
func (j *Journal) visitCopy(ctx context.Context) (err error) {
	unlock, err := embedded.LockShared(j.config.Folder)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, unlock()) }()
	if j.copied, err = os.MkdirTemp("", "familiar-journal-*"); err != nil {
		return fmt.Errorf("%w, and no copy of it can be made: %w", embedded.ErrReadOnly, err)
	}
	if err := embedded.CopyFolder(ctx, embedded.Files(j.copied), embedded.Files(j.config.Folder)); err != nil {
		return fmt.Errorf("%w, and copying it to %s failed; set TMPDIR to use another folder: %w", embedded.ErrReadOnly, filepath.Dir(j.copied), err)
	}
	copied := j.config
	copied.Folder = j.copied
	if j.store.Server, err = embedded.Start(ctx, copied.embedded()); err != nil {
		return err
	}
	return j.store.Connect()
}

// removeCopy removes what visitCopy made.
func (j *Journal) removeCopy() error {
	if j.copied == "" {
		return nil
	}
	return os.RemoveAll(j.copied)
}
