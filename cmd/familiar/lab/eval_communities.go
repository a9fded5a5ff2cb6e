package lab

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"familiar/cmd/familiar/command"
	"familiar/lab/community"
	"familiar/lab/corpus"
)

// communities are simulated, in place of recorded chat.
type communities struct {
	On     bool
	Tastes []string
	Seeds  int
	Lines  int
	Judge  community.Judge
}

// newCommunities returns those of a report that takes some minutes.
func newCommunities() communities {
	return communities{Seeds: 20, Lines: 4000, Judge: community.None}
}

// Declare declares the flags.
func (c *communities) Declare(l *command.Line) {
	var names []string
	for _, t := range community.Tastes() {
		names = append(names, t.Name)
	}
	command.Switch(l, &c.On, "--communities", "Instead of gates, try settings on simulated communities of known taste; see docs/communities.md. The base rates of DIR, if there is one, stand beside theirs.")
	command.Choices(l, &c.Tastes, "--taste NAMES", "Of communities: only those of these tastes.", names...)
	command.Whole(l, &c.Seeds, "--seeds", "Of communities: how many there are of each taste.")
	command.Whole(l, &c.Lines, "--lines", "Of communities: how long each talk is. Its second half counts.")
	for _, other := range []string{"labels", "decisions", "languages", "unknown-language", "plot", "model"} {
		l.Exclude("communities", other)
	}
	command.Choice(l, &c.Judge, "--judge", "Of communities: whom the familiar asks whether to speak.", community.Judges...)
}

// Validate says what is wrong.
func (c *communities) Validate() error {
	usual := newCommunities()
	switch {
	case c.On:
		return nil
	case len(c.Tastes) > 0 || c.Seeds != usual.Seeds || c.Lines != usual.Lines || c.Judge != usual.Judge:
		return errors.New("--taste, --seeds, --lines and --judge are of simulated communities: give --communities, too, or leave them out")
	}
	return nil
}

// tastes returns those that are wanted, all of them unless some are named.
func (c *communities) tastes() []community.Taste {
	if len(c.Tastes) == 0 {
		return community.Tastes()
	}
	var tastes []community.Taste
	for _, name := range c.Tastes {
		if t, ok := community.TasteOf(name); ok {
			tastes = append(tastes, t)
		}
	}
	return tastes
}

// communities prints what settings are worth to simulated communities.
func (c *evalCommand) communities(ctx context.Context, std command.Streams) error {
	bar := command.NewBar(std.Err)
	bar.Thing = "communities"
	defer bar.Clear()
	report, err := community.Run(ctx, community.Options{
		Tastes: c.Communities.tastes(), Seeds: c.Communities.Seeds, Lines: c.Communities.Lines, Judge: c.Communities.Judge, Settings: []community.Setting{community.Learning()},
		Workers: c.Workers, Progress: bar.Show,
	})
	bar.Clear()
	if err != nil && len(report.Tastes) == 0 {
		return command.Stopped(ctx, err, "no taste was done")
	}
	if measured := c.measure(report); measured != nil {
		return measured
	}
	if printed := c.print(std, report); printed != nil {
		return printed
	}
	return command.Stopped(ctx, err, "not every taste was done")
}

// measure puts the rates of the folder's chat beside the others, if there is one.
func (c *evalCommand) measure(report *community.Report) error {
	if c.Dir == "" {
		return nil
	}
	recording, err := corpus.Open(filepath.Join(c.Dir, "corpus.jsonl"), corpus.Options{})
	if err != nil {
		return fmt.Errorf("base rates: %w", err)
	}
	report.Rates = append(report.Rates, community.Measure(filepath.Base(c.Dir), recording))
	return nil
}
