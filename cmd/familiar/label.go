package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/user"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"familiar/lab/replay"
	"familiar/lab/report"
)

// labelCommand has a person say of decisions which were good.
type labelCommand struct {
	What     string `arg:"" help:"journal:DIR for what was decided while a program ran, or recorded chat, which is replayed first."`
	Familiar string `required:"" placeholder:"NAME" help:"Whose decisions: the familiar, or in recorded chat the person in whose place one is put."`
	Out      string `required:"" placeholder:"FILE" help:"The labels, as JSON lines. What is there already is not asked again."`
	Channel  string `placeholder:"NAME" help:"Only in this channel."`
	All      bool   `short:"a" help:"Go through silences, too: lines it left alone and was not asked about."`
	By       string `placeholder:"NAME" help:"Who labels; by default you, as the machine calls you."`
	Preset   string `enum:",ladder,window,chatty,social" default:"" placeholder:"NAME" help:"Of recorded chat: the knobs to try, as in familiar replay."`
	Config   string `short:"c" placeholder:"FILE" help:"The configuration: of recorded chat the knobs, of a journal what would have turned a decision."`
	As       string `placeholder:"NAME" help:"Of recorded chat: which familiar of --config."`

	recording
}

// Help is shown by familiar label --help.
func (*labelCommand) Help() string {
	return `Shows one decision after the other with the lines around it and its reason: g is good, b bad, s skips, u takes the
last one back, q ends. The labels stand in the file at once; next time it goes on where you stopped. familiar replay
--labels compares with them.`
}

// Validate is called by kong.
func (c *labelCommand) Validate() error {
	_, err := c.options()
	return err
}

// Run is called by kong.
func (c *labelCommand) Run(ctx context.Context, std streams) error {
	if !isTerminal(std.out) {
		return errors.New("label needs a terminal; the page of familiar report --report can label, too")
	}
	file, err := openLabels(c.Out)
	if err != nil {
		return err
	}
	cards, err := c.cards(ctx, std)
	if err == nil {
		cards = slices.DeleteFunc(cards, func(card card) bool { return file.has(card.label("")) })
		if len(cards) == 0 {
			err = errors.New("there is no decision without a label")
		}
	}
	if err != nil {
		return errors.Join(err, file.close())
	}
	last, err := tea.NewProgram(desk{cards: cards, file: file, by: c.by()}, tea.WithContext(ctx), tea.WithOutput(std.out)).Run()
	if errors.Is(err, tea.ErrInterrupted) || ctx.Err() != nil {
		err = nil
	}
	if d, is := last.(desk); is && err == nil {
		err = d.err
		fmt.Fprintf(std.out, "%s: %s\n", c.Out, count(file.made(), "new label"))
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

// cards gives the decisions to go through, channel by channel.
func (c *labelCommand) cards(ctx context.Context, std streams) ([]card, error) {
	walks, err := c.walks(ctx, std)
	if err != nil {
		return nil, err
	}
	return cardsOf(walks, c.All), nil
}

// walks reads what was decided, or replays it.
func (c *labelCommand) walks(ctx context.Context, std streams) (walks []replay.Walk, err error) {
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
