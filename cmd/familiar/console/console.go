// Package console is the group of commands that show familiars at a terminal:
// demo, chat and inspect.
package console

import (
	"github.com/spf13/cobra"

	"familiar/cmd/familiar/command"
)

// NewDemoCommand returns familiar demo.
func NewDemoCommand() *cobra.Command {
	return command.New("demo", "Watch familiars in an invented community, here and on a page in the browser. Needs no key and no file.", &demoCommand{Listen: "127.0.0.1:7077", Speed: 1, Seed: 1, Color: "auto"})
}

// NewChatCommand returns familiar chat.
func NewChatCommand() *cobra.Command {
	return command.New("chat", "Talk with familiars at the prompt and see what each of them decides.", &chatCommand{As: "you"})
}

// NewInspectCommand returns familiar inspect.
func NewInspectCommand() *cobra.Command {
	return command.New("inspect", "Watch a running program: its channels, or decisions as they are made.", &inspectCommand{Color: "auto"})
}
