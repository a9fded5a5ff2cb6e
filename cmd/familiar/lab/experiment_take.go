package lab

import (
	"context"
	"errors"
	"fmt"
	"os"
	"reflect"

	"familiar/cmd/familiar/command"
	"familiar/config"
	compared "familiar/lab/experiment"
	"familiar/messages"
	"familiar/policy/conversation"
)

// take writes the better arm's knobs into the configuration and removes the
// experiment. Where no difference was found the setting stays what it was.
func (c *experimentCommand) take(ctx context.Context, std command.Streams, loaded *config.Config, r *compared.Report) error {
	side := messages.SideA
	switch r.Verdict {
	case compared.B:
		side = messages.SideB
	case compared.A, compared.Neither:
	default:
		return fmt.Errorf("there is no better arm yet, so nothing was written: to end %s without one, delete its tables", r.Name)
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
	err = command.ReplaceChecked(path, text, stat.Mode().Perm(), func(file string) error { return sameIn(loaded, file, r, side) })
	if err == nil {
		fmt.Fprintf(std.Out, "%s: %s has the setting of arm %s now\n", path, r.Data.Plan.Familiar, side)
	}
	return err
}

// sameIn checks that a file gives the familiar, wherever it had an arm, what it had
// there.
func sameIn(was *config.Config, file string, r *compared.Report, side messages.Side) error {
	is, err := config.LoadSealed(file)
	if err != nil {
		return err
	}
	p := &r.Data.Plan
	for _, arm := range r.Arms {
		for _, room := range arm.Rooms {
			for day := p.Begin; day < p.End; day++ {
				if p.Side(p.Unit(room, day)) != side {
					continue
				}
				before, after := policyIn(was.At(p.Start(day)), room, p.Familiar), policyIn(is, room, p.Familiar)
				if !reflect.DeepEqual(before, after) {
					return errors.New("the written file doesn't read back as the arm that was taken over; the file was left unchanged")
				}
				break
			}
		}
	}
	return nil
}

func policyIn(c *config.Config, room messages.ChannelID, who messages.FamiliarID) *conversation.Policy {
	there := c.Channel(room)
	if there == nil {
		return nil
	}
	for i := range there.Seats {
		if there.Seats[i].Familiar == who {
			return &there.Seats[i].Policy
		}
	}
	return nil
}
