package console

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"
	"sync"
	"time"

	"familiar/actors/adapter/web"
	"familiar/cmd/familiar/command"
	"familiar/cmd/familiar/process"
	"familiar/config"
	"familiar/demo"
	"familiar/demo/screen"
	"familiar/messages"
)

// demoCommand shows the program at work, with nothing set up.
type demoCommand struct {
	Model  demo.Kind
	Listen string
	Speed  float64
	For    time.Duration
	Seed   uint64
	All    bool
	OTLP   string
	Keep   string
	Color  string
}

// Declare implements [command.Command].
func (c *demoCommand) Declare(l *command.Line) {
	command.Choice(l, &c.Model, "--model KIND", "What writes the replies: offline (nothing does: they are scripted), openai, anthropic or ollama; by default you are asked if there is a choice, and without a terminal it is whichever is available.", "", "offline", "openai", "anthropic", "ollama")
	command.Text(l, &c.Listen, "--listen HOST:PORT", "Where to serve the page, by default 127.0.0.1:7077; only an address of this machine. Port 0 picks a free port.")
	command.Number(l, &c.Speed, "--speed", "How many times faster the community talks and the familiars wait, 0.1 to 1000.")
	command.Duration(l, &c.For, "--for TIME", "Stop after this long, such as 10m; by default it runs until Ctrl-C.")
	command.Seed(l, &c.Seed, "--seed", "Seed for the order of scenes.")
	command.Switch(l, &c.All, "-a, --all", "Also show decisions to keep quiet.")
	command.Text(l, &c.OTLP, "--otlp URL", "Send traces and metrics to this collector, such as http://127.0.0.1:4318; every line is traced.")
	command.Text(l, &c.Keep, "--keep DIR", "Store what is said and decided in this new folder, with the configuration; by default nothing is stored.")
	command.Choice(l, &c.Color, "--color", "Colour decisions: auto (on a terminal, unless NO_COLOR is set), always or never.", "auto", "always", "never")
}

// Help is shown by familiar demo --help.
func (*demoCommand) Help() string {
	return `Four channels of invented people talk at a human pace; three familiars with different presets decide when to
speak: Aria (social), Vesper (ladder: only when spoken to) and Pip (chatty). Each decision is printed here; on the
page you can join in. Without a model their replies were written beforehand, and are marked scripted; what you say
is answered by a stand-in, marked offline. If OPENAI_API_KEY or ANTHROPIC_API_KEY is set, or Ollama is running, that
model can write the replies: on a terminal you are asked. Nothing is stored without --keep.
Ctrl-C stops it and prints a summary, with what a bot that only answers mentions would have done.`
}

// Run implements [command.Command].
func (c *demoCommand) Run(ctx context.Context, std command.Streams) error {
	choice, err := c.choose(ctx, std)
	if err != nil {
		return err
	}
	script, err := demo.NewScript()
	if err != nil {
		return err
	}
	text, err := demo.Config(demo.Setup{Choice: choice, Speed: c.Speed})
	if err != nil {
		return err
	}
	loaded, err := c.settings(text)
	if err != nil {
		return err
	}
	loaded.Control.Listen = c.Listen
	if c.OTLP != "" {
		loaded.Telemetry.Endpoint, loaded.Telemetry.Sample = c.OTLP, 1
		if err := loaded.Telemetry.Validate(); err != nil {
			return fmt.Errorf("--otlp: %w", err)
		}
	}
	show := newShow(c, loaded, std.Out)
	log := slog.New(slog.NewTextHandler(std.Err, &slog.HandlerOptions{Level: slog.LevelWarn}))
	recorded, err := process.OpenTelemetry(loaded, log)
	if err != nil {
		return err
	}
	log = recorded.Log(log)
	s, err := process.NewService(loaded, std, log, process.Cast{Observe: show.decided, Heard: show.heard, Open: c.store(ctx, loaded, log), Telemetry: recorded, Client: played(script), Elsewhere: "--listen 127.0.0.1:0 picks a free port"})
	if err != nil {
		return err
	}
	show.community, err = demo.New(demo.Options{Speed: c.Speed, Seed: c.Seed, Log: log, Scripted: scriptedBy(choice), Say: func(ctx context.Context, l demo.Line) error {
		show.summary.Said(l)
		_, err := s.Web.Say(ctx, &messages.Line{Channel: web.Channel(l.Channel, ""), ID: l.ID, Author: l.Author, Text: l.Text, Mentions: l.Mentions, ReplyTo: l.ReplyTo})
		return err
	}})
	if err != nil {
		return err
	}
	fmt.Fprintf(std.Out, "%s\n\nJoin in: %s\n\n", choice, channelOn(s.Control.Address()))
	if c.For > 0 {
		var over context.CancelFunc
		ctx, over = context.WithTimeout(ctx, c.For)
		defer over()
	}
	began := time.Now()
	talking, hush := context.WithCancel(ctx)
	var playing sync.WaitGroup
	playing.Go(func() { show.community.Play(talking) })
	err = s.Run(ctx, nil)
	hush() // also when the program failed
	playing.Wait()
	show.end()
	fmt.Fprintf(std.Out, "\n%s\n%s\n", show.summary.Sentence(time.Since(began), show.name), show.summary.MentionsOnly())
	return err
}

// Validate implements [command.Validator].
func (c *demoCommand) Validate() error {
	if c.Speed < 0.1 || c.Speed > 1000 {
		return fmt.Errorf("--speed is %v: want 0.1 to 1000", c.Speed)
	}
	if c.Listen == "" {
		return fmt.Errorf("--listen is empty: want HOST:PORT, such as 127.0.0.1:0")
	}
	return nil
}

// A show is what the demo's terminal shows: lines, and what was decided.
type show struct {
	out       io.Writer
	all       bool
	names     map[messages.FamiliarID]string
	style     screen.Style
	recent    screen.Recent
	summary   demo.Summary
	community *demo.Community

	mu    sync.Mutex // channels decide at the same time
	quiet quiet
}

func newShow(c *demoCommand, loaded *config.Config, out io.Writer) *show {
	s := &show{out: out, all: c.All, names: make(map[messages.FamiliarID]string)}
	for id, f := range loaded.Familiars {
		s.names[id] = f.Name
	}
	colour := c.Color == "always" || c.Color == "auto" && command.IsTerminal(out) && os.Getenv("NO_COLOR") == ""
	s.style = screen.Style{Colour: colour, Zone: time.Local, Name: s.name, Line: s.recent.Line}
	return s
}

func (s *show) name(id messages.FamiliarID) string { return s.names[id] }

// heard shows a line once, though each account hears a copy, and tells the
// community what a familiar posted.
func (s *show) heard(l *messages.Line) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.recent.Keep(l.Channel, l.ID, l.Author.Name, l.Text) {
		return
	}
	s.flush(l.Channel)
	if l.Nonce == "" {
		fmt.Fprintln(s.out, s.style.Said(l.Channel, l.At, l.Author.Name, l.Text))
		return
	}
	fmt.Fprintln(s.out, s.style.Spoke(l.Channel, l.At, l.Author.Name, l.Text))
	if c, err := messages.ParseChannel(l.Channel); err == nil {
		s.community.Spoke(c.Chat, messages.FamiliarID(l.Author.ID), l.ID, l.Text)
	}
}

// isOurs reports whether a note is about what a familiar said.
func (s *show) isOurs(n *messages.Note) bool {
	author, _ := s.recent.Line(n.Channel, n.Line)
	for _, name := range s.names {
		if name == author {
			return true
		}
	}
	return false
}

// decided shows decisions, one a line; but what is left alone for now, which is
// most, in one line for all familiars, and all silence in grey.
func (s *show) decided(notes []*messages.Note) {
	s.summary.Decided(notes)
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, n := range notes {
		switch {
		case n.Act == messages.Drop || !s.all && (n.Act == messages.Observe || n.Act == messages.Wait && s.isOurs(n)):
		case n.Act == messages.Wait || n.Act == messages.Observe:
			s.hush(n)
		case screen.IsQuiet(n) || n.Rung == messages.BySpoke: // what it said stands above
			fmt.Fprintln(s.out, s.style.Softly(n))
		default:
			fmt.Fprintln(s.out, s.style.Decision(n))
		}
	}
}

// channelOn returns the address of the first channel on a page, which opens Home
// otherwise.
func channelOn(page string) string {
	between := "#"
	if strings.Contains(page, "#") { // it has a token there
		between = "&"
	}
	return page + between + "channel=" + demo.Channels()[0]
}
