package lab

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"familiar/cmd/familiar/command"
	"familiar/cmd/familiar/process"
	"familiar/config"
	"familiar/journal"
	"familiar/journal/jetstream"
	compared "familiar/lab/experiment"
	"familiar/messages"
	"familiar/policy/experiment"
)

// experimentCommand tells how two settings compare while the program runs.
type experimentCommand struct {
	command.Configured
	Name string
	Plan bool
	Take bool
	Yes  bool
	JSON bool
}

// Declare implements [command.Command].
func (c *experimentCommand) Declare(l *command.Line) {
	c.Configured.Declare(l)
	command.Optional(l, &c.Name, "name", "The experiment, by its table [experiments.NAME]; by default all of them.")
	command.Switch(l, &c.Plan, "--plan", "Tell how many channels and lines it needs, by how lines were taken so far.")
	command.Switch(l, &c.Take, "--take", "Write the better arm's knobs into the configuration, after showing what changes, and remove the experiment.")
	command.Switch(l, &c.Yes, "-y, --yes", "Write without confirmation.")
	command.Switch(l, &c.JSON, "--json", "Print each experiment as a JSON object, one a line.")
	l.Exclude("plan", "take")
	l.Exclude("json", "take")
}

// Help is shown by familiar experiment --help.
func (*experimentCommand) Help() string {
	return `An experiment gives some channels, or days, another setting of a familiar: arm b. This tells what people thought of what
it said unasked in each arm, and whether that is enough to stop. Looking often does no harm: the days on which it may stop
are fixed before it begins. It reads the journal, whether or not the program is running. docs/experiments.md has the details.`
}

// Validate implements [command.Validator].
func (c *experimentCommand) Validate() error {
	if c.Take && c.Name == "" {
		return errors.New("--take: name the experiment")
	}
	return nil
}

// Run implements [command.Command].
func (c *experimentCommand) Run(ctx context.Context, std command.Streams) (err error) {
	loaded, err := c.Load()
	if err != nil {
		return err
	}
	plans, err := c.wanted(loaded)
	if err != nil {
		return err
	}
	loaded, j, err := c.Visit(ctx, std)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, j.Close()) }()
	for i, p := range plans {
		if i > 0 && !c.JSON {
			fmt.Fprintln(std.Out)
		}
		if err := c.tell(ctx, std, loaded, j, p); err != nil {
			return err
		}
	}
	return nil
}

// wanted returns the plans of the experiments that are asked about.
func (c *experimentCommand) wanted(loaded *config.Config) ([]experiment.Plan, error) {
	plans := loaded.Plans()
	if len(plans) == 0 {
		return nil, errors.New("the configuration has no experiment: want a table [experiments.NAME]; see docs/experiments.md")
	}
	if c.Name == "" {
		return plans, nil
	}
	var names []messages.FamiliarID
	for _, p := range plans {
		if p.Name == c.Name {
			return []experiment.Plan{p}, nil
		}
		names = append(names, messages.FamiliarID(p.Name))
	}
	return nil, fmt.Errorf("there is no experiment %q: want one of %s", c.Name, command.Names(names))
}

// tell prints what is known of an experiment, and takes its better arm if wanted.
func (c *experimentCommand) tell(ctx context.Context, std command.Streams, loaded *config.Config, notes *jetstream.Journal, p experiment.Plan) error {
	now := messages.InstantOf(time.Now())
	in := func(id messages.ChannelID) bool { return loaded.IsTried(p.Name, id) }
	if c.Plan {
		return c.plan(ctx, std, notes, p, in, now)
	}
	data, err := compared.Read(ctx, notes, p, in, now, loaded.Journal.KeepNotes)
	if err != nil {
		return err
	}
	r := data.Report(0)
	a, b, err := usedUnder(process.Spent(loaded, notes), p)
	if err != nil {
		fmt.Fprintf(std.Err, "what each arm has used can't be read: %v\n", err)
	}
	r.Use(a, b)
	if c.JSON {
		return json.NewEncoder(std.Out).Encode(r)
	}
	if err := printExperiment(std.Out, r); err != nil || !c.Take {
		return err
	}
	return c.take(ctx, std, loaded, r)
}

// plan tells what the experiment needs.
func (c *experimentCommand) plan(ctx context.Context, std command.Streams, notes journal.NoteReader, p experiment.Plan, in func(messages.ChannelID) bool, now messages.Instant) error {
	until := min(now, p.Start(p.Begin))
	baseline, err := compared.ReadBaseline(ctx, notes, p, in, until.Add(-compared.BaselineFor), until)
	if err != nil {
		return err
	}
	need := baseline.Needs(&p)
	drawn, err := drawnRooms(ctx, notes, p, in, now)
	if err != nil {
		return err
	}
	if c.JSON {
		return json.NewEncoder(std.Out).Encode(struct {
			Name  string                                 `json:"name"`
			Plan  string                                 `json:"plan"`
			Need  compared.Need                          `json:"need"`
			Rooms map[messages.Side][]messages.ChannelID `json:"rooms,omitempty"`
		}{p.Name, p.Digest(), need, drawn})
	}
	return printNeed(std.Out, &p, &need, drawn)
}

// mostRooms is how many channels --plan draws at most.
const mostRooms = 10_000

// drawnRooms returns which rooms with decisions of late get which setting; nil
// where days are drawn.
func drawnRooms(ctx context.Context, notes journal.NoteReader, p experiment.Plan, in func(messages.ChannelID) bool, now messages.Instant) (map[messages.Side][]messages.ChannelID, error) {
	if p.By != experiment.Channel {
		return nil, nil
	}
	drawn, known := map[messages.Side][]messages.ChannelID{}, map[messages.ChannelID]bool{}
	for c, err := range notes.Noted(ctx, now.Add(-compared.BaselineFor)) {
		if err != nil {
			return nil, fmt.Errorf("channels with decisions: %w", err)
		}
		room := c.Channel.Room()
		if !in(room) || known[room] || len(known) == mostRooms {
			continue
		}
		known[room] = true
		side := p.Side(p.Unit(room, 0)) // the same on each day
		drawn[side] = append(drawn[side], room)
	}
	for _, rooms := range drawn {
		slices.Sort(rooms)
	}
	return drawn, nil
}
