package console

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"time"

	"familiar/cmd/familiar/command"
	"familiar/cmd/familiar/console/board"
	"familiar/demo/screen"
	"familiar/internal/bounds"
	"familiar/messages"
	"familiar/messages/because"
)

// inspectCommand looks on while a program runs.
type inspectCommand struct {
	command.Configured
	At       string
	Token    string
	Channel  string
	Familiar string
	Act      messages.Act
	Rung     string
	Since    time.Duration
	Follow   bool
	JSON     bool
	Actors   bool
	Color    string
}

// Declare implements [command.Command].
func (c *inspectCommand) Declare(l *command.Line) {
	c.Configured.Declare(l)
	command.Text(l, &c.At, "--at ADDRESS", "The program's address as it prints it; by default that of the program running with the configuration.")
	command.Text(l, &c.Token, "--token TOKEN", "A token with the scope read; by default the one in the address.")
	command.Text(l, &c.Channel, "--channel ID", "Only this channel, as network/workspace/chat.")
	command.Text(l, &c.Familiar, "--familiar ID", "Only this familiar.")
	command.Choice(l, &c.Act, "--act ACT", "Only decisions with this act: "+bounds.Alternatives(messages.Acts()...)+".", append([]messages.Act{""}, messages.Acts()...)...)
	command.Text(l, &c.Rung, "--rung WORD", "Only decisions by this rung or rule.")
	command.Duration(l, &c.Since, "--since TIME", "Begin with decisions made this long ago, such as 15m.")
	command.Switch(l, &c.Follow, "-f, --follow", "Print decisions as they are made, even on a terminal.")
	command.Switch(l, &c.JSON, "--json", "Print each decision as JSON, one a line.")
	command.Switch(l, &c.Actors, "--actors", "Print the actors in memory instead: each account, channel, turn and judge with its state, backlog, last event and panics.")
	command.Choice(l, &c.Color, "--color", "Colour decisions: auto (on a terminal, unless NO_COLOR is set), always or never.", "auto", "always", "never")
	l.Variable("token", "FAMILIAR_TOKEN")
}

// Help is shown by familiar inspect --help.
func (*inspectCommand) Help() string {
	return `On a terminal it shows the channels that are awake: what each familiar there is doing, when it will next consider
speaking unasked, its decisions, and why. / filters, Enter tells why; q, w and e quiet, wake and engage, after asking
you, with a token that has the scope control; ? shows all keys. With a filter, --since, --follow or --json, or if the
output is not a terminal or a dumb one, it prints every decision as it is made. Ctrl-C ends it; the program keeps running.`
}

// Validate implements [command.Validator].
func (c *inspectCommand) Validate() error {
	if c.Since < 0 {
		return errors.New("--since is negative: want a time such as 15m")
	}
	if c.Channel == "" {
		return nil
	}
	_, err := messages.ParseChannel(messages.ChannelID(c.Channel))
	return err
}

// Run implements [command.Command].
func (c *inspectCommand) Run(ctx context.Context, std command.Streams) error {
	at, err := c.find()
	if err != nil {
		return err
	}
	if c.Actors {
		return showActors(ctx, at, std, c.JSON)
	}
	terminal := command.IsTerminal(std.Out)
	colour := c.Color == "always" || c.Color == "auto" && terminal && os.Getenv("NO_COLOR") == ""
	if c.view() && terminal && os.Getenv("TERM") != "dumb" {
		return watchChannels(ctx, at, std, board.Look{Colour: colour})
	}
	style := screen.Style{Colour: colour, Zone: time.Local}
	return at.follow(ctx, c.query(), c.Since, std.Err, func(data []byte) error {
		if c.JSON {
			_, err := fmt.Fprintf(std.Out, "%s\n", data)
			return err
		}
		n, err := readDecision(data)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintln(std.Out, style.Decision(n))
		return err
	})
}

func (c *inspectCommand) find() (window, error) {
	if c.At != "" {
		return openWindow(c.At, c.Token)
	}
	return nearby(&c.Configured, c.Token)
}

// view reports whether nothing was asked for that only decisions have.
func (c *inspectCommand) view() bool {
	return !c.JSON && !c.Follow && c.Since == 0 && len(c.query()) == 0
}

func (c *inspectCommand) query() url.Values {
	q := url.Values{}
	for key, value := range map[string]string{"channel": c.Channel, "familiar": c.Familiar, "act": string(c.Act), "rung": c.Rung} {
		if value != "" {
			q.Set(key, value)
		}
	}
	return q
}

// readDecision reads one as the stream sends it; facts are left out.
func readDecision(data []byte) (*messages.Note, error) {
	var d struct {
		Channel  messages.ChannelID  `json:"channel"`
		Familiar messages.FamiliarID `json:"familiar"`
		Line     messages.LineID     `json:"line"`
		At       messages.Instant    `json:"at"`
		Act      messages.Act        `json:"act"`
		Rung     string              `json:"rung"`
		Trigger  messages.Trigger    `json:"trigger"`
		Reason   string              `json:"reason"`
		Due      messages.Instant    `json:"due"`
		Term     string              `json:"term"`
	}
	if err := json.Unmarshal(data, &d); err != nil {
		return nil, fmt.Errorf("the program sent a decision that can't be read: %w", err)
	}
	return &messages.Note{
		Channel: d.Channel, Familiar: d.Familiar, Line: d.Line, At: d.At, Act: d.Act, Rung: messages.Rung(d.Rung),
		Trigger: d.Trigger, Reason: because.Read(d.Rung, d.Reason), Due: d.Due, Term: d.Term,
	}, nil
}
