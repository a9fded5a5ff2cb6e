package command

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

var shells = []string{"bash", "zsh", "fish", "powershell"}

// A completion writes the script by which a shell completes the program's
// lines.
type completion struct {
	program *Program
	shell   string
}

func completions(p *Program) *cobra.Command {
	c := New("completion", "Print a shell's completion script for commands and flags.", &completion{program: p})
	c.ValidArgs = shells
	return c
}

// Declare implements [Command].
func (c *completion) Declare(l *Line) {
	Argument(l, &c.shell, "shell", "bash, zsh, fish or powershell.")
}

// Help implements [Command].
func (c *completion) Help() string {
	return `Run it once for each new version; the script belongs where the shell looks for completions:

  familiar completion bash > /etc/bash_completion.d/familiar
  familiar completion zsh > "${fpath[1]}/_familiar"
  familiar completion fish > ~/.config/fish/completions/familiar.fish
  familiar completion powershell >> $PROFILE`
}

// Validate implements [Validator].
func (c *completion) Validate() error {
	if !slices.Contains(shells, c.shell) {
		return fmt.Errorf("there is no completion script for %s: want %s", c.shell, strings.Join(shells, ", "))
	}
	return nil
}

// Run implements [Command].
func (c *completion) Run(_ context.Context, std Streams) error {
	root := c.program.root()
	switch c.shell {
	case "bash":
		return root.GenBashCompletionV2(std.Out, true)
	case "zsh":
		return root.GenZshCompletion(std.Out)
	case "fish":
		return root.GenFishCompletion(std.Out, true)
	default:
		return root.GenPowerShellCompletionWithDesc(std.Out)
	}
}
