package process

import (
	"fmt"
	"os"
	"slices"
	"time"

	"familiar/cmd/familiar/command"
	"familiar/config"
	"familiar/control"
)

// A rewrite is a file of the configuration that gets another text.
type rewrite struct {
	file      string
	old, text []byte
	check     func(staged string) error // whether the text, put into a file beside it, is sound
}

func (r *rewrite) changes() string { return command.Changes(string(r.old), string(r.text)) }

// carryOut writes the file, and keeps what takes that back. Who calls it holds turning.
func (s *Service) carryOut(r rewrite, told control.Turning) error {
	stat, err := os.Stat(r.file)
	if err != nil {
		return fmt.Errorf("configuration: %w", err)
	}
	if err := command.ReplaceChecked(r.file, r.text, stat.Mode().Perm(), r.check); err != nil {
		return err
	}
	now := s.App.Settings()
	told.At, told.Changes = time.Now().UnixMilli(), r.changes()
	if r.file != now.Files()[0] {
		told.File = r.file
	}
	if err := addTurning(now.Data, turningOf(told, r.old, r.text)); err != nil {
		s.log.Warn("a change of the configuration can't be undone", "err", err)
	}
	return nil
}

// soundOf returns what says whether a text can stand in a file of the configuration.
// Only the configuration itself is read from where it is staged.
func soundOf(c *config.Config, file string, text []byte) func(staged string) error {
	if file == c.Files()[0] {
		return loads
	}
	for _, f := range c.Familiars {
		if f.Lorebook != "" && c.Beside(f.Lorebook) == file {
			return func(string) error { return soundLorebook(file, text) }
		}
	}
	return func(string) error { return config.CheckCard(file, text) }
}

func soundLorebook(file string, text []byte) error {
	if len(text) > config.MaxLorebook {
		return fmt.Errorf("%s is too large: want at most %d KiB", file, config.MaxLorebook>>10)
	}
	if _, problems := config.ParseLorebook(file, text); len(problems) > 0 {
		return problems[0]
	}
	return nil
}

// isFileOf reports whether a configuration is made of a file.
func isFileOf(c *config.Config, file string) bool { return slices.Contains(c.Files(), file) }
