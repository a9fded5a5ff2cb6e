package command

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"

	"familiar/config"
	"familiar/journal/jetstream"
)

// Standard is the configuration's file if none is named.
const Standard = "familiar.toml"

// ConfigFile returns the configuration to read: the one named, else the one in
// the working directory.
func ConfigFile(named string) (string, error) {
	if named != "" {
		return named, nil
	}
	if _, err := os.Stat(Standard); errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("there is no %s here: name a configuration, or create one with familiar init", Standard)
	}
	return Standard, nil
}

// Configured is the configuration whose store a command is about.
type Configured struct {
	Config string
}

// Declare implements [Command].
func (c *Configured) Declare(l *Line) {
	Text(l, &c.Config, "-c, --config FILE", "The configuration; by default familiar.toml in the working directory.")
}

// Load reads the configuration without its secrets: a command of an operator
// looks at what is kept, and connects to no network and no model.
func (c *Configured) Load() (*config.Config, error) {
	file, err := ConfigFile(c.Config)
	if err != nil {
		return nil, err
	}
	return config.LoadSealed(file)
}

// VisitStore opens the store for reading. A program that owns it goes on.
func (c *Configured) VisitStore(ctx context.Context, std Streams) (*jetstream.Journal, error) {
	_, j, err := c.Visit(ctx, std)
	return j, err
}

// Visit does the same for a command that wants the configuration, too.
func (c *Configured) Visit(ctx context.Context, std Streams) (*config.Config, *jetstream.Journal, error) {
	loaded, err := c.Load()
	if err != nil {
		return nil, nil, err
	}
	j, err := jetstream.Visit(ctx, Stored(loaded, Quietly(std)))
	return loaded, j, err
}

// Quietly returns the log of a command, for warnings beside its output.
func Quietly(std Streams) *slog.Logger {
	return slog.New(slog.NewTextHandler(std.Err, &slog.HandlerOptions{Level: slog.LevelWarn}))
}

// MessagesBar shows how many messages of a store are done.
func MessagesBar(std Streams) (show func(done, total uint64), clear func()) {
	b := NewBar(std.Err)
	b.Thing = "messages"
	return func(done, total uint64) { b.Show(int(done), int(total)) }, b.Clear
}

// Size returns a number of bytes as people read it.
func Size[T int64 | uint64](bytes T) string {
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
