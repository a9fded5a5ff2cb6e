package journal

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"time"

	"familiar/cmd/familiar/command"
	"familiar/journal"
	"familiar/journal/jetstream"
	"familiar/messages"
)

// journalExportCommand prints records as JSON lines.
type journalExportCommand struct {
	command.Configured
	Channels []string

	Since string
	Until string
	Notes bool
}

// Declare implements [command.Command].
func (c *journalExportCommand) Declare(l *command.Line) {
	c.Configured.Declare(l)
	command.Rest(l, &c.Channels, "channel", "Only these channels, as network/workspace/chat; by default all.")
	command.Text(l, &c.Since, "--since WHEN", "Only from then on: a time such as 2026-11-21T16:00:00Z, or how long ago, such as 36h.")
	command.Text(l, &c.Until, "--until WHEN", "Only before then.")
	command.Switch(l, &c.Notes, "--notes", "Also print the decisions, each channel's newest first, after the records.")
}

// Help is shown by familiar journal export --help.
func (*journalExportCommand) Help() string {
	return `One object a line: channel, seq, at, generation, kind and event for a record; channel, at and note for a decision.
A channel's records are in order. What was erased is left out.`
}

// Validate implements [command.Validator].
func (c *journalExportCommand) Validate() error {
	_, err := c.asked()
	return err
}

// asked checks what was asked for.
func (c *journalExportCommand) asked() (x *export, err error) {
	x = &export{seen: make(map[messages.ChannelID]bool)}
	for _, text := range c.Channels {
		id := messages.ChannelID(text)
		if _, err := messages.ParseChannel(id); err != nil {
			return nil, err
		}
		x.channels = append(x.channels, id)
	}
	if x.since, err = when("since", c.Since, time.Now()); err != nil {
		return nil, err
	}
	x.until, err = when("until", c.Until, time.Now())
	return x, err
}

// Run implements [command.Command].
func (c *journalExportCommand) Run(ctx context.Context, std command.Streams) (err error) {
	x, err := c.asked()
	if err != nil {
		return err
	}
	x.ctx, x.std = ctx, std
	if x.journal, err = c.VisitStore(ctx, std); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, x.journal.Close()) }()
	out := bufio.NewWriter(std.Out)
	defer func() { err = errors.Join(err, out.Flush()) }()
	for _, id := range x.channels {
		if err := holds(ctx, x.journal, id); err != nil {
			return err
		}
	}
	if err := x.records(out); err != nil {
		return err
	}
	if c.Notes {
		if err := x.notes(out); err != nil {
			return err
		}
	}
	if !x.any {
		fmt.Fprintln(std.Err, "nothing matches")
	}
	return nil
}

// when reads a moment; "" is 0.
func when(flag, text string, now time.Time) (messages.Instant, error) {
	if text == "" {
		return 0, nil
	}
	if ago, err := time.ParseDuration(text); err == nil && ago >= 0 {
		return messages.InstantOf(now.Add(-ago)), nil
	}
	for _, form := range []string{time.RFC3339, time.DateOnly} {
		if t, err := time.Parse(form, text); err == nil {
			return messages.InstantOf(t), nil
		}
	}
	return 0, fmt.Errorf("--%s %q: want a time such as 2026-11-21T16:00:00Z, a day, or how long ago, such as 36h", flag, text)
}

// An export is what is asked for.
type export struct {
	ctx          context.Context
	std          command.Streams
	journal      *jetstream.Journal
	channels     []messages.ChannelID // none: all
	since, until messages.Instant     // 0: no bound
	seen         map[messages.ChannelID]bool
	any          bool // something was printed
}

// exported is a line of the export.
type exported struct {
	Channel    messages.ChannelID `json:"channel"`
	Seq        uint64             `json:"seq,omitempty"`
	At         string             `json:"at"`
	Generation int                `json:"generation,omitempty"`
	Kind       string             `json:"kind,omitempty"`
	Event      json.RawMessage    `json:"event,omitempty"`
	Note       json.RawMessage    `json:"note,omitempty"`
}

func (x *export) records(out io.Writer) error {
	for r, err := range x.journal.Records(x.ctx, x.since, x.channels...) {
		if err != nil && r.Seq == 0 {
			return err
		}
		x.seen[r.Channel] = true
		if err != nil {
			fmt.Fprintf(x.std.Err, "skipped: %s\n", command.Quoted(err.Error()))
			continue
		}
		if x.until != 0 && r.At >= x.until {
			continue
		}
		line, err := exportedRecord(r)
		if err != nil {
			return err
		}
		if err := x.print(out, line); err != nil {
			return err
		}
	}
	return nil
}

func (x *export) print(out io.Writer, line exported) error {
	x.any = true
	return json.NewEncoder(out).Encode(line)
}

func exportedRecord(r journal.Record) (exported, error) {
	text, err := messages.EncodeEvent(r.Event)
	if err != nil {
		return exported{}, err
	}
	var event map[string]json.RawMessage // of one kind
	if err := json.Unmarshal(text, &event); err != nil {
		return exported{}, err
	}
	line := exported{Channel: r.Channel, Seq: r.Seq, At: r.At.String(), Generation: r.Generation}
	for line.Kind, line.Event = range event {
	}
	return line, nil
}

// notes prints the decisions of the channels that are asked for; of all, it is
// those that have records or a snapshot.
func (x *export) notes(out io.Writer) error {
	channels := x.channels
	if len(channels) == 0 {
		for s, err := range x.journal.Newest(x.ctx) {
			if err != nil && s.Revision == 0 {
				return err
			}
			x.seen[s.Channel] = true
		}
		channels = slices.Sorted(maps.Keys(x.seen))
	}
	for _, id := range channels {
		for n, err := range x.journal.Notes(x.ctx, id, 0) {
			if err != nil {
				return err
			}
			if n.At < x.since || x.until != 0 && n.At >= x.until {
				continue
			}
			text, err := messages.EncodeNote(n)
			if err != nil {
				return err
			}
			if err := x.print(out, exported{Channel: id, At: n.At.String(), Note: text}); err != nil {
				return err
			}
		}
	}
	return nil
}
