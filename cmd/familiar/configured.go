package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"

	"familiar/cmd/familiar/command"
	"familiar/config"
	"familiar/journal/jetstream"
)

const standard = "familiar.toml"

// configFile gives the configuration to read: the one named, else the one in
// the working directory.
func configFile(named string) (string, error) {
	if named != "" {
		return named, nil
	}
	if _, err := os.Stat(standard); errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("there is no %s here: name a configuration, or make one with familiar init", standard)
	}
	return standard, nil
}

// configured is the configuration whose store a command is about.
type configured struct {
	Config string
}

// Declare implements [command.Command].
func (c *configured) Declare(l *command.Line) {
	command.Text(l, &c.Config, "-c, --config FILE", "The configuration; by default familiar.toml in the working directory.")
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
func (c *configured) visitStore(ctx context.Context, std command.Streams) (*jetstream.Journal, error) {
	_, j, err := c.visit(ctx, std)
	return j, err
}

// visit does the same for a command that wants the configuration, too.
func (c *configured) visit(ctx context.Context, std command.Streams) (*config.Config, *jetstream.Journal, error) {
	loaded, err := c.load()
	if err != nil {
		return nil, nil, err
	}
	j, err := jetstream.Visit(ctx, stored(loaded, quietly(std)))
	return loaded, j, err
}

// quietly is the log of a command: what goes wrong beside its answer.
func quietly(std command.Streams) *slog.Logger {
	return slog.New(slog.NewTextHandler(std.Err, &slog.HandlerOptions{Level: slog.LevelWarn}))
}

// messagesBar shows how many messages of a store are done.
func messagesBar(std command.Streams) (show func(done, total uint64), clear func()) {
	b := newBar(std.Err)
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
