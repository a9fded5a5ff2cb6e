package lab

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"familiar/cmd/familiar/command"
	"familiar/cmd/familiar/process"
	"familiar/config"
	"familiar/config/document"
	"familiar/lab/tune"
	"familiar/messages"
	"familiar/policy/conversation"
)

// writeAll writes the chosen setting of each that was tuned, where it gains
// something or --anyway is given.
func (c *tuneCommand) writeAll(ctx context.Context, std command.Streams, chosen []selection, reports []*tune.Report, until messages.Instant) error {
	written := 0
	for i, r := range reports {
		if !r.Worth(tune.Manner(c.Write)).Gains() && !c.Anyway {
			fmt.Fprintf(std.Err, "%s: what %s gains there may be chance: --anyway writes it\n", r.Title(), c.Write)
			continue
		}
		if err := c.write(ctx, std, &chosen[i], r, until); err != nil {
			return err
		}
		if written++; c.Out != "" {
			c.Config = c.Out // the next one goes into the same file
		}
	}
	if written == 0 {
		return errors.New("nothing was written: keep what you have")
	}
	return nil
}

// write puts the chosen setting into the configuration: it shows what changes,
// asks, and puts the new file in the old one's place once it can be loaded.
func (c *tuneCommand) write(ctx context.Context, std command.Streams, s *selection, r *tune.Report, until messages.Instant) error {
	row, ok := r.Offer(tune.Manner(c.Write))
	if !ok {
		return fmt.Errorf("no setting was found for %s", c.Write)
	}
	old, mode, err := c.before(s.familiar)
	if err != nil {
		return err
	}
	turned, err := set(c.Set)
	if err != nil {
		return err
	}
	turned = slices.DeleteFunc(turned, func(t config.Turned) bool {
		return slices.ContainsFunc(row.Turned, func(o config.Turned) bool { return o.Key == t.Key })
	})
	turned = append(turned, row.Turned...)
	if s.in != "" && len(turned) == 0 {
		fmt.Fprintf(std.Out, "%s: %s is what holds already\n", r.Title(), c.Write)
		return nil
	}
	says := remark(r, row, c.Write, until)
	var text []byte
	if s.in != "" {
		text, err = config.TurnIn(old, s.in, s.familiar, says, turned...)
	} else {
		text, err = config.Turn(old, s.familiar, says, turned...)
	}
	if err != nil {
		return err
	}
	path := cmp.Or(c.Out, c.Config)
	fmt.Fprintf(std.Out, "\n%s:\n%s", path, command.Changes(string(old), string(text)))
	if err := command.ConfirmWriting(ctx, std, path, c.Yes); err != nil {
		return err
	}
	want := s.knobs
	for _, t := range row.Turned {
		if err := want.Set(t.Key + "=" + t.Value); err != nil {
			return err
		}
	}
	if err := command.ReplaceChecked(path, text, mode, func(file string) error { return s.readsBack(file, &want.Policy) }); err != nil {
		return err
	}
	where := ""
	if s.in != "" {
		where = " in " + s.in
	}
	fmt.Fprintf(std.Out, "%s: %s is %s now%s\n", path, s.familiar, c.Write, where)
	return nil
}

// readsBack checks that a file gives the familiar the policy wherever it was tuned.
func (s *selection) readsBack(file string, want *conversation.Policy) error {
	loaded, err := config.LoadSealed(file)
	if err != nil {
		return err
	}
	f := loaded.Familiars[s.familiar].Policy
	is := []*conversation.Policy{&f}
	if s.in != "" {
		is = is[:0]
		for _, id := range s.channels {
			is = append(is, process.PolicyIn(loaded, id, s.familiar))
		}
	}
	for _, got := range is {
		if got == nil || !reflect.DeepEqual(*got, *want) {
			return errors.New("the written file doesn't read back as what was tuned; the file was left unchanged")
		}
	}
	return nil
}

// before returns the configuration as it is; without one, the least that names
// the familiar and its preset.
func (c *tuneCommand) before(familiar messages.FamiliarID) ([]byte, fs.FileMode, error) {
	if c.Config == "" {
		name := command.TomlKey(string(familiar))
		return fmt.Appendf(nil, "[familiars.%s]\npreset = %q\n", name, cmp.Or(c.Preset, config.DefaultPreset)), 0o644, nil
	}
	stat, err := os.Stat(c.Config)
	if err != nil {
		return nil, 0, fmt.Errorf("configuration: %w", err)
	}
	text, err := os.ReadFile(c.Config)
	if err != nil {
		return nil, 0, fmt.Errorf("configuration: %w", err)
	}
	return text, stat.Mode().Perm(), nil
}

// set makes knobs to write of --set. What stands there has been tried already.
func set(assignments []string) ([]config.Turned, error) {
	var turned []config.Turned
	for _, a := range assignments {
		key, value, _ := strings.Cut(a, "=")
		if strings.HasPrefix(key, "room.") {
			return nil, fmt.Errorf("--set %s: this is a knob of the room: write it into the configuration first", a)
		}
		if _, err := config.Turn([]byte("[familiars.x]\n"), "x", nil, config.Turned{Key: key, Value: value}); err != nil {
			value = document.Written(value) // text without quotes
		}
		turned = slices.DeleteFunc(turned, func(t config.Turned) bool { return t.Key == key }) // the last one counts
		turned = append(turned, config.Turned{Key: key, Value: value})
	}
	return turned, nil
}

// remark says on what the setting was tuned.
func remark(r *tune.Report, row tune.Row, manner string, until messages.Instant) []string {
	f, of := row.Figures(), "on parts it was not chosen by"
	if row.Other == nil {
		of = "on the parts it was chosen by"
	}
	return []string{
		fmt.Sprintf("%s, of the recording %s up to %s", manner, command.Printable(filepath.Base(r.Recording)), until.Time().UTC().Format("2006-01-02")),
		fmt.Sprintf("(%d lines, %d familiars, judge %s): P %.3f, R %.3f, F1 %.3f,", r.Lines, r.Familiars, r.Judge, f.P, f.R, f.F1),
		fmt.Sprintf("%d missed, %d interruptions, %d questions, %d replies, %s", f.Misses, f.Interruptions, f.Questions, f.Calls, of),
	}
}
