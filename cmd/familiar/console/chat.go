package console

import (
	"context"
	_ "embed"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"familiar/actors/adapter/terminal"
	"familiar/app"
	"familiar/cmd/familiar/command"
	"familiar/cmd/familiar/process"
	"familiar/config"
	"familiar/internal/sleep"
	"familiar/messages"
)

// sample is who is there when nobody wrote a configuration yet.
//
//go:embed chat.toml
var sample []byte

// chatCommand puts the familiars of a configuration into one channel at the
// prompt.
type chatCommand struct {
	Config string
	As     string
	Linger time.Duration
	Quiet  bool
	Log    string
}

// Declare implements [command.Command].
func (c *chatCommand) Declare(l *command.Line) {
	command.Optional(l, &c.Config, "file", "The configuration; by default familiar.toml in the working directory, else two familiars to try out.")
	command.Text(l, &c.Config, "-c, --config FILE", "The same, as most commands have it.")
	command.Text(l, &c.As, "--as NAME", "Who says the lines that name no speaker.")
	command.Duration(l, &c.Linger, "--linger", "How long to go on after the end of the input, so that familiars can still speak up, such as 30s; 0: not at all.")
	command.Switch(l, &c.Quiet, "-q, --quiet", "Show only what is said, not what is decided.")
	command.Text(l, &c.Log, "--log FILE", "Write the program's log to this file; by default warnings go to standard error.")
}

// Help is shown by familiar chat --help.
func (*chatCommand) Help() string {
	return `Type a line and press return. "bob: hi" is said by bob, "bot:zed: hi" by a program called zed,
anything else by you. "@Aria hi" mentions Aria, "^ and then?" replies to the last thing a familiar said,
"^3 why?" to line 3. /help lists the commands for familiars; "/quiet Aria 30m" is for one of them; /turns says who answers.
Where no rule of the configuration is for the prompt ("terminal:*"), all its familiars are there.
After each line you see what every familiar decided and by which rung. End with Ctrl-D or Ctrl-C.`
}

// Run implements [command.Command].
func (c *chatCommand) Run(ctx context.Context, std command.Streams) error {
	loaded, err := c.load()
	if err != nil {
		return err
	}
	log, closeLog, err := command.OpenLog(c.Log, std.Err)
	if err != nil {
		return err
	}
	defer closeLog()
	room := &prompt{config: loaded}
	room.terminal = terminal.Open(terminal.Config{User: c.As, Commands: []string{"/turns"}, Command: room.turns}, linger(ctx, os.Stdin, c.Linger), std.Out)
	options := app.Options{Config: loaded, Log: log}
	if !c.Quiet {
		options.Observe = room.show
	}
	options.Connect = process.NewTerminal(room.terminal).Connect
	if room.app, err = app.New(options); err != nil {
		return err
	}
	room.greet()
	return room.app.Run(ctx)
}

// load returns the configuration, with somebody at the prompt.
func (c *chatCommand) load() (*config.Config, error) {
	if c.Config == "" {
		if _, err := os.Stat(command.Standard); err != nil {
			return config.Parse("chat.toml", sample)
		}
	}
	file, err := command.ConfigFile(c.Config)
	if err != nil {
		return nil, err
	}
	loaded, err := config.Load(file)
	if err != nil || loaded.Channel(terminal.Channel) != nil {
		return loaded, err
	}
	if loaded, err = loaded.WithEverybody(); err != nil {
		return nil, fmt.Errorf("nobody is at the prompt, as no rule has match = %q, and all familiars can't be: %w", "terminal:*", err)
	}
	if loaded.Channel(terminal.Channel) == nil {
		return nil, fmt.Errorf("%s puts no familiar at the prompt: see its rule for %q", file, "terminal:*")
	}
	return loaded, nil
}

// greet says who is here.
func (p *prompt) greet() {
	here := make(map[messages.FamiliarID]bool)
	for _, seat := range p.config.Channel(terminal.Channel).Seats {
		here[seat.Familiar] = true
	}
	for _, id := range slices.Sorted(maps.Keys(here)) {
		f := p.config.Familiars[id]
		judge := "answers only when addressed, as it has no judge"
		if f.Judge != "" {
			judge = "may speak unasked, judged by " + strings.Join(f.Asks(), ", ")
		}
		p.print(fmt.Sprintf("%s is here (preset %s, model %s; %s).", f.Name, p.config.PresetIn(terminal.Channel, id), f.Model, judge))
	}
}

// linger returns in, and holds back its end for d or until ctx ends.
func linger(ctx context.Context, in io.Reader, d time.Duration) io.Reader {
	if d <= 0 {
		return in
	}
	return &lingering{ctx, in, d}
}

type lingering struct {
	ctx   context.Context
	in    io.Reader
	after time.Duration
}

func (l *lingering) Read(b []byte) (int, error) {
	n, err := l.in.Read(b)
	if err != nil && n == 0 {
		sleep.For(l.ctx, l.after)
	}
	return n, err
}
