package operate

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"familiar/actors/adapter"
	"familiar/cluster/clock"
	"familiar/cmd/familiar/command"
	"familiar/cmd/familiar/diagnosis"
	"familiar/cmd/familiar/process"
	"familiar/config"
	"familiar/journal/jetstream"
	"familiar/policy/conversation"
)

// doctorCommand looks at everything that a deployment needs, whether it runs or
// not, and changes nothing.
type doctorCommand struct {
	command.Configured
	Online bool
	JSON   bool

	program string // version of this program
}

// Declare implements [command.Command].
func (c *doctorCommand) Declare(l *command.Line) {
	c.Configured.Declare(l)
	command.Switch(l, &c.Online, "--online", "Also connect the accounts, ask the models in use for a few words, and compare the clock with their servers'.")
	command.Switch(l, &c.JSON, "--json", "Print one JSON object.")
}

// Help is shown by familiar doctor --help.
func (*doctorCommand) Help() string {
	return `Looks at configuration, running program, listener, journal, disk (and when it will be full), limits of files and memory,
and clock. It changes nothing, and needs no secrets without --online, which does what check --online does. The exit code
is 1 if something is wrong; "soon" is what will be, "unknown" what can't be told. docs/operating.md says what is measured.`
}

// Run implements [command.Command].
func (c *doctorCommand) Run(ctx context.Context, std command.Streams) error {
	all := c.examine(ctx, std)
	if err := tellFindings(all, std.Out, c.JSON); err != nil {
		return err
	}
	if wrong := diagnosis.Worst(all); wrong > 0 {
		are := "are"
		if wrong == 1 {
			are = "is"
		}
		return fmt.Errorf("%d of %s %s wrong", wrong, command.Count(len(all), "finding"), are)
	}
	return nil
}

// examine looks at one thing after the other. Of a configuration that can't be
// read nothing else can be told.
func (c *doctorCommand) examine(ctx context.Context, std command.Streams) []diagnosis.Finding {
	versions := diagnosis.Versions{
		Program: strings.TrimPrefix(c.program, "familiar "), System: runtime.GOOS + "/" + runtime.GOARCH,
		NATS: jetstream.Embedded, Format: jetstream.Format, State: conversation.Version,
	}
	loaded, read := c.configuration()
	if loaded == nil {
		return []diagnosis.Finding{versions, read}
	}
	now := time.Now()
	v := visitStore(ctx, loaded, command.Quietly(std), now)
	if loaded.Journal.URL != "" {
		versions.Server = v.server
	}
	program := askProgram(ctx, loaded, v)
	listener, holder := tryListener(ctx, loaded, program)
	all := []diagnosis.Finding{versions, read, program, listener}
	all = append(all, askEveryNode(ctx, loaded, command.Quietly(std))...)
	all = append(all, v.store)
	all = append(all, lookAtDisk(loaded, v)...)
	all = append(all, lookAtLimits(loaded, v, holder)...)
	all = append(all, lookAtClock(loaded, v, now))
	if c.Online {
		all = append(all, lookOnline(ctx, loaded, process.Networks, program.Running)...)
	}
	return all
}

// lookAtClock compares this machine's clock with the newest record, which a process on
// another machine may have written.
func lookAtClock(c *config.Config, v visit, now time.Time) diagnosis.Clock {
	found := diagnosis.Clock{Now: now, Newest: v.newest}
	if c.Journal.URL != "" {
		found.Follows = clock.MostAhead
	}
	return found
}

// configuration reads the file: with its secrets only if they are needed. nil: it
// has a mistake.
func (c *doctorCommand) configuration() (*config.Config, diagnosis.Configuration) {
	file, err := command.ConfigFile(c.Config)
	found := diagnosis.Configuration{File: file}
	if err != nil {
		found.Error = err.Error()
		return nil, found
	}
	read := config.LoadSealed
	if c.Online {
		read = config.Load
	}
	loaded, err := read(file)
	if err != nil {
		found.Error = strings.Join(strings.Split(strings.TrimSpace(err.Error()), "\n"), "; ")
		loaded, _ = config.LoadSealed(file) // a secret may be missing here: the rest can be told
		return loaded, found
	}
	for _, w := range loaded.Warnings {
		found.Warnings = append(found.Warnings, w.Error())
	}
	return loaded, found
}

// plain makes a text fit to be printed, whatever a server or a process put into it.
func plain(text string) string { return adapter.CleanName(text, mostSaid) }

// mostSaid bounds a line, in characters: a configuration may have many mistakes.
const mostSaid = 4000

// dataFolder returns the nearest folder there is to where data is, or will be.
func dataFolder(c *config.Config) string {
	folder := c.Data
	for !isFolder(folder) && filepath.Dir(folder) != folder {
		folder = filepath.Dir(folder)
	}
	return folder
}

// A told finding is one as JSON has it.
type told struct {
	Topic  string            `json:"topic"`
	Level  diagnosis.Level   `json:"level"`
	Says   string            `json:"says"`
	Remedy string            `json:"remedy,omitempty"`
	Facts  diagnosis.Finding `json:"facts"`
}

// tellFindings prints a line for each, and below it what to do.
func tellFindings(all []diagnosis.Finding, out io.Writer, asJSON bool) error {
	if asJSON {
		list := make([]told, len(all))
		for i, f := range all {
			list[i] = told{f.Topic(), f.Level(), f.Says(), f.Remedy(), f}
		}
		return command.PrintJSON(out, struct {
			Wrong    int    `json:"wrong"`
			Findings []told `json:"findings"`
		}{diagnosis.Worst(all), list})
	}
	for _, f := range all {
		if _, err := fmt.Fprintf(out, "%-8s %-9s %s\n", f.Level(), f.Topic(), plain(f.Says())); err != nil {
			return err
		}
		if remedy := f.Remedy(); remedy != "" {
			fmt.Fprintf(out, "%19s%s\n", "", plain(remedy))
		}
	}
	return nil
}
