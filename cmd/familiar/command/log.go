package command

import (
	"fmt"
	"io"
	"log/slog"
	"os"
)

// OpenLog opens the file for a program's log; "": warnings go to stderr.
func OpenLog(file string, stderr io.Writer) (log *slog.Logger, closeLog func() error, err error) {
	if file == "" {
		return slog.New(slog.NewTextHandler(stderr, &slog.HandlerOptions{Level: slog.LevelWarn})), func() error { return nil }, nil
	}
	f, err := os.OpenFile(file, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, nil, fmt.Errorf("log: %w", err)
	}
	return slog.New(slog.NewTextHandler(f, nil)), f.Close, nil
}
