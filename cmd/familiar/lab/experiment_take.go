package lab

import (
	"context"
	"fmt"
	"os"

	"familiar/cmd/familiar/command"
	"familiar/cmd/familiar/process"
	"familiar/config"
	compared "familiar/lab/experiment"
)

// take writes the better arm's knobs into the configuration and removes the
// experiment. Where no difference was found the setting stays what it was.
func (c *experimentCommand) take(ctx context.Context, std command.Streams, loaded *config.Config, r *compared.Report) error {
	side, err := process.BetterArm(r)
	if err != nil {
		return err
	}
	path, err := command.ConfigFile(c.Config)
	if err != nil {
		return err
	}
	stat, err := os.Stat(path)
	if err != nil {
		return fmt.Errorf("configuration: %w", err)
	}
	old, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("configuration: %w", err)
	}
	text, err := config.TakeArm(old, r.Name, side)
	if err != nil {
		return err
	}
	fmt.Fprintf(std.Out, "\n%s:\n%s", path, command.Changes(string(old), string(text)))
	if err := command.ConfirmWriting(ctx, std, path, c.Yes); err != nil {
		return err
	}
	err = command.ReplaceChecked(path, text, stat.Mode().Perm(), func(file string) error { return process.HasArm(loaded, file, r, side) })
	if err == nil {
		fmt.Fprintf(std.Out, "%s: %s has the setting of arm %s now\n", path, r.Data.Plan.Familiar, side)
	}
	return err
}
