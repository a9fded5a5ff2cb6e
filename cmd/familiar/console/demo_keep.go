package console

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"

	"familiar/cmd/familiar/command"
	"familiar/cmd/familiar/process"
	"familiar/config"
)

// keptConfig is the name of the demo's configuration in the folder that is
// kept, so that every other command can be told of it.
const keptConfig = "familiar.toml"

// settings returns the demo's configuration: with a folder to keep it in, as the
// file it then is. A folder that has one is left alone, for the community's
// lines have the same ids in every run.
func (c *demoCommand) settings(text []byte) (*config.Config, error) {
	if c.Keep == "" {
		return config.Parse("demo.toml", text)
	}
	if err := os.MkdirAll(c.Keep, 0o700); err != nil {
		return nil, fmt.Errorf("--keep: %w", err)
	}
	file := filepath.Join(c.Keep, keptConfig)
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return nil, fmt.Errorf("--keep: %s already exists: give each run a folder of its own", file)
	}
	if err != nil {
		return nil, fmt.Errorf("--keep: %w", err)
	}
	_, err = f.Write(append([]byte("data = \"data\" # what familiar demo has stored\n\n"), text...))
	if err := errors.Join(err, f.Close()); err != nil {
		return nil, fmt.Errorf("--keep: %w", err)
	}
	return config.Load(file)
}

// store returns what opens the journal of a demo that is kept; nil when nothing
// is.
func (c *demoCommand) store(ctx context.Context, loaded *config.Config, log *slog.Logger) func(func() int) (process.Kept, error) {
	if c.Keep == "" {
		return nil
	}
	return func(generation func() int) (process.Kept, error) {
		j, err := command.OpenStore(ctx, loaded, log, generation)
		return process.Kept{Journal: j}, err
	}
}
