//go:build manual

package command

import (
	"context"
	"fmt"
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

// A manual writes a man page for each command. Only packagers need it: what it is
// written with would be 600 kB of the program.
type manual struct {
	program *Program
	folder  string
}

// forPackagers returns the commands that are built with the tag manual alone.
func forPackagers(p *Program) []*cobra.Command {
	c := New("man", "Write a man page for each command.", &manual{program: p})
	c.Hidden = true // it has no page itself
	return []*cobra.Command{c}
}

// Declare implements [Command].
func (m *manual) Declare(l *Line) { Argument(l, &m.folder, "folder", "Where to write them.") }

// Help implements [Command].
func (m *manual) Help() string { return "The pages are of section 1, such as familiar-replay.1." }

// Run implements [Command].
func (m *manual) Run(_ context.Context, _ Streams) error {
	if err := os.MkdirAll(m.folder, 0o755); err != nil {
		return err
	}
	root := m.program.root()
	root.DisableAutoGenTag = true // the same program writes the same pages
	if err := doc.GenManTree(root, &doc.GenManHeader{Section: "1", Source: root.Name()}, m.folder); err != nil {
		return fmt.Errorf("man pages: %w", err)
	}
	return nil
}
