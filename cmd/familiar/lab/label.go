package lab

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/user"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"familiar/cmd/familiar/command"
	"familiar/lab/replay"
	"familiar/lab/report"
)

// labelCommand has a person say of decisions which were good.
type labelCommand struct {
	What     string
	Familiar string
	Out      string
	Channel  string
	All      bool
	By       string
	Preset   string
	Config   string
	As       string

	recording
}

// Declare implements [command.Command].
func (c *labelCommand) Declare(l *command.Line) {
	command.Argument(l, &c.What, "what", "journal:DIR for decisions of a running program, or recorded chat, which is replayed first.")
	command.Text(l, &c.Familiar, "--familiar NAME", "Whose decisions: a familiar, or in recorded chat the person whose place it takes.")
	command.Text(l, &c.Out, "--out FILE", "The labels, as JSON lines. Decisions already in it are not asked about again.")
	command.Text(l, &c.Channel, "--channel NAME", "Only in this channel.")
	command.Switch(l, &c.All, "-a, --all", "Include silences: lines it left alone without asking its judge.")
	command.Text(l, &c.By, "--by NAME", "Who is labelling; by default your user name.")
	command.Choice(l, &c.Preset, "--preset NAME", "For recorded chat: the knobs to try, as in familiar replay.", "", "ladder", "window", "chatty", "social")
	command.Text(l, &c.Config, "-c, --config FILE", "The configuration: for recorded chat the knobs, for a journal what would have changed a decision.")
	command.Text(l, &c.As, "--as NAME", "For recorded chat: which familiar of --config.")
	c.recording.Declare(l)
	l.Require("familiar", "out")
}

// Help is shown by familiar label --help.
func (*labelCommand) Help() string {
	return `Shows one decision at a time, with the lines around it and its reason: press g for good, b for bad, s to skip, u to undo
and q to quit. Each label is saved at once, and next time you go on where you stopped. familiar replay --labels compares
decisions with them.`
}

// Validate implements [command.Validator].
func (c *labelCommand) Validate() error {
	_, err := c.options()
	return err
}

// Run implements [command.Command].
func (c *labelCommand) Run(ctx context.Context, std command.Streams) error {
	if !command.IsTerminal(std.Out) {
		return errors.New("label needs a terminal; you can also label on the page that familiar report --report writes")
	}
	file, err := openLabels(c.Out)
	if err != nil {
		return err
	}
	cards, err := c.cards(ctx, std)
	if err == nil {
		cards = slices.DeleteFunc(cards, func(card card) bool { return file.has(card.label("")) })
		if len(cards) == 0 {
			err = errors.New("every decision already has a label")
		}
	}
	if err != nil {
		return errors.Join(err, file.close())
	}
	last, err := tea.NewProgram(desk{cards: cards, file: file, by: c.by()}, tea.WithContext(ctx), tea.WithOutput(std.Out)).Run()
	if errors.Is(err, tea.ErrInterrupted) || ctx.Err() != nil {
		err = nil
	}
	if d, is := last.(desk); is && err == nil {
		err = d.err
		fmt.Fprintf(std.Out, "%s: %s\n", c.Out, command.Count(file.made(), "new label"))
	}
	return errors.Join(err, file.close())
}

func (c *labelCommand) by() string {
	if c.By != "" {
		return c.By
	}
	if who, err := user.Current(); err == nil {
		return who.Username
	}
	return os.Getenv("USER")
}

// cards returns the decisions to go through, channel by channel.
func (c *labelCommand) cards(ctx context.Context, std command.Streams) ([]card, error) {
	walks, err := c.walks(ctx, std)
	if err != nil {
		return nil, err
	}
	return cardsOf(walks, c.All), nil
}

// walks reads what was decided, or replays it.
func (c *labelCommand) walks(ctx context.Context, std command.Streams) (walks []replay.Walk, err error) {
	if strings.HasPrefix(c.What, journalPrefix) {
		l := lived{What: c.What, Familiar: c.Familiar, Channel: c.Channel, Config: c.Config}
		return l.walks(ctx, std)
	}
	r := replayCommand{
		talk:   talk{File: c.What, Familiar: c.Familiar, Channel: c.Channel, recording: c.recording},
		Preset: c.Preset, Config: c.Config, As: c.As,
		Judge: string(replay.Oracle), Loop: string(replay.Forced), Workers: 1,
	}
	trials, err := r.trials()
	if err != nil {
		return nil, err
	}
	recorded, golds, err := r.open(ctx, std)
	if err != nil {
		return nil, err
	}
	s := session{command: &r, std: std, recording: recorded, golds: golds, trials: trials}
	o := s.options(&trials[0])
	o.KeepNotes = true
	o.Took = func(w replay.Walk) error {
		w.Decisions, w.Notes, w.Said = slices.Clone(w.Decisions), slices.Clone(w.Notes), slices.Clone(w.Said)
		for i := range w.Decisions {
			w.Decisions[i].Covers = slices.Clone(w.Decisions[i].Covers)
		}
		walks = append(walks, w)
		return nil
	}
	_, err = replay.Run(ctx, recorded, golds, o)
	return walks, err
}

// cardsOf makes cards of wake-ups, and with all of the silences; a decision
// about no line can't be labelled.
func cardsOf(walks []replay.Walk, all bool) []card {
	var cards []card
	for i := range walks {
		w := &walks[i]
		decisions, explain := report.Decisions(w)
		woken := make(map[string]bool)
		for _, d := range decisions {
			woken[d.Line] = woken[d.Line] || d.Act == "spoke" || d.Act == "judge"
		}
		for _, d := range decisions {
			wakes := d.Act == "spoke" || d.Act == "judge"
			if d.Line != "" && (wakes || all && d.Act == "observe" && !woken[d.Line]) {
				explain(&d)
				cards = append(cards, card{w.Slice, w.Whose(), d})
			}
		}
	}
	return cards
}
