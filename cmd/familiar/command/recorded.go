package command

import (
	"context"
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
