// Command familiar keeps LLM characters in group chats. It is only which build it is:
// package entry has the command line.
package main

import (
	"context"

	"github.com/spf13/cobra"

	"familiar/cmd/familiar/command"
	"familiar/cmd/familiar/entry"
)

func main() { entry.Main(build()) }

// build is which program this is.
func build() entry.Build {
	return entry.Build{Version: versionName(version, buildInfo()), Line: versionLine()}
}

// run carries out one command line and returns the exit code.
func run(ctx context.Context, args []string, std command.Streams) int {
	return entry.Run(ctx, build(), args, std)
}

// commands returns all commands, in the order in which help lists them.
func commands() []*cobra.Command { return entry.Commands(build()) }
