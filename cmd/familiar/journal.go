package main

import (
	"context"
	"fmt"
	"log/slog"

	"familiar/config"
	"familiar/journal/jetstream"
)

// journalCommand shows an operator what the program keeps. Its commands work
// while the program runs and while it is stopped.
type journalCommand struct {
	Status journalStatusCommand `cmd:"" help:"How much is kept, and how far everything has come."`
	Verify journalVerifyCommand `cmd:"" help:"Read everything and say what is wrong with it."`
	Export journalExportCommand `cmd:"" help:"Print what was said and decided, as JSON lines."`
	Dead   journalDeadCommand   `cmd:"" help:"Print the posts and events that were given up."`
}

// configured is the configuration whose store a command is about.
type configured struct {
	Config string `short:"c" placeholder:"FILE" help:"The configuration; by default familiar.toml in the working directory."`
}

// load reads the configuration without its secrets: a command of an operator
// looks at what is kept, and connects to no network and no model.
func (c *configured) load() (*config.Config, error) {
	file, err := configFile(c.Config)
	if err != nil {
		return nil, err
	}
	return config.LoadSealed(file)
}

// visitStore opens the store for looking at. Whoever has it goes on.
func (c *configured) visitStore(ctx context.Context, std streams) (*jetstream.Journal, error) {
	_, j, err := c.visit(ctx, std)
	return j, err
}

// visit does the same for a command that wants the configuration, too.
func (c *configured) visit(ctx context.Context, std streams) (*config.Config, *jetstream.Journal, error) {
	loaded, err := c.load()
	if err != nil {
		return nil, nil, err
	}
	j, err := jetstream.Visit(ctx, stored(loaded, quietly(std)))
	return loaded, j, err
}

// quietly is the log of a command: what goes wrong beside its answer.
func quietly(std streams) *slog.Logger {
	return slog.New(slog.NewTextHandler(std.err, &slog.HandlerOptions{Level: slog.LevelWarn}))
}

// messagesBar shows how many messages of a store are done.
func messagesBar(std streams) (show func(done, total uint64), clear func()) {
	b := newBar(std.err)
	b.thing = "messages"
	return func(done, total uint64) { b.show(int(done), int(total)) }, b.clear
}

// size gives a number of bytes as people read it.
func size[T int64 | uint64](bytes T) string {
	const unit = 1 << 10
	if bytes < unit {
		return fmt.Sprintf("%d B", bytes)
	}
	value, names := float64(bytes)/unit, []string{"KiB", "MiB", "GiB", "TiB"}
	for value >= unit && len(names) > 1 {
		value, names = value/unit, names[1:]
	}
	return fmt.Sprintf("%.1f %s", value, names[0])
}
