package command

import (
	"context"
	"errors"
	"os"
	"os/user"

	"familiar/journal/audit"
)

// Record has an operator's deed done, and what is done and what came of it written into
// the audit. What can't be written is not done.
func Record(ctx context.Context, to audit.Trail, d audit.Deed, effect func() error) error {
	d.Via, d.Person = audit.ByCommand, Operator()
	return audit.Do(ctx, to, d, audit.AlwaysFailed, effect)
}

// Record is [Record] into the audit of the store.
func (c *Configured) Record(ctx context.Context, std Streams, d audit.Deed, effect func() error) (err error) {
	j, err := c.VisitStore(ctx, std)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, j.Close()) }()
	return Record(ctx, j.Trail(), d, effect)
}

// Operator returns who runs this command, and where, as far as the system knows.
func Operator() string {
	name, host := "unknown", "unknown"
	if u, err := user.Current(); err == nil {
		name = u.Username
	}
	if h, err := os.Hostname(); err == nil {
		host = h
	}
	return name + "@" + host
}
