package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"

	"familiar/actors/adapter/terminal"
	"familiar/app"
	"familiar/config"
	"familiar/messages"
)

// runCommand is the long-lived process.
type runCommand struct {
	File string `arg:"" optional:"" help:"The configuration; by default familiar.toml in the working directory."`
}

// Help is shown by familiar run --help.
func (*runCommand) Help() string {
	return `Connects every account of the configuration and goes on until SIGINT or SIGTERM, then lets turns in
flight end and saves every channel; a second signal ends it at once. Decisions are in the log, one line each.
So far the only network is the terminal: accounts on it read standard input and write standard output.`
}

// networks is the one table of what can be connected: a new network is a
// folder under actors/adapter and a line here.
var networks = map[messages.Network]func(*config.Config, io.Writer) ([]app.Connection, error){
	"terminal": openTerminal,
}

// Run is called by kong.
func (c *runCommand) Run(ctx context.Context, std streams) error {
	file, err := configFile(c.File)
	if err != nil {
		return err
	}
	loaded, err := config.Load(file)
	if err != nil {
		return err
	}
	log := logger(loaded.Log, std.err)
	for _, w := range loaded.Warnings {
		log.Warn("configuration", "problem", w.Error())
	}
	options := app.Options{Config: loaded, Log: log, Observe: func(notes []*messages.Note) { logDecisions(ctx, log, notes) }}
	for _, connect := range networks {
		connections, err := connect(loaded, std.out)
		if err != nil {
			return err
		}
		options.Connections = append(options.Connections, connections...)
	}
	if len(options.Connections) == 0 {
		return fmt.Errorf("%s connects nothing: no rule or account puts a familiar anywhere", file)
	}
	a, err := app.New(options)
	if err != nil {
		return err
	}
	log.Info("running", "config", file, "accounts", len(options.Connections))
	return a.Run(ctx)
}

// openTerminal connects whoever is at the prompt.
func openTerminal(c *config.Config, out io.Writer) ([]app.Connection, error) {
	if c.Channel(terminal.Channel) == nil {
		return nil, nil
	}
	p := &prompt{config: c, terminal: terminal.Open(terminal.Config{}, os.Stdin, out)}
	return p.connect()
}

// logger writes the program's own log as the configuration says.
func logger(c config.Log, w io.Writer) *slog.Logger {
	var level slog.Level
	if err := level.UnmarshalText([]byte(c.Level)); err != nil {
		level = slog.LevelInfo // Validate has refused others
	}
	options := &slog.HandlerOptions{Level: level}
	if c.Format == "json" {
		return slog.New(slog.NewJSONHandler(w, options))
	}
	return slog.New(slog.NewTextHandler(w, options))
}

// logDecisions writes one line for each decision.
func logDecisions(ctx context.Context, log *slog.Logger, notes []*messages.Note) {
	for _, n := range notes {
		level := slog.LevelInfo
		if n.Act == messages.Observe || n.Act == messages.Drop || n.Act == messages.Wait {
			level = slog.LevelDebug
		}
		log.LogAttrs(ctx, level, "decision",
			slog.String("channel", string(n.Channel)), slog.String("familiar", string(n.Familiar)), slog.String("message", string(n.Line)),
			slog.String("act", string(n.Act)), slog.String("rung", n.Rung), slog.String("trigger", string(n.Trigger)), slog.String("reason", n.Reason))
	}
}
