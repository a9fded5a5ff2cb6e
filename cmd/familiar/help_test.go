package main

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"familiar/cmd/familiar/command"
)

// TestHelp: whoever asks about a command is told what it does in more than a
// line, and of each flag what it wants.
func TestHelp(t *testing.T) {
	kinds := regexp.MustCompile(`--[a-z0-9-]+=(STRING|U?INT|FLOAT|DURATION)\b.*`)
	for _, leaf := range leaves("", commands()) {
		t.Run(leaf.path, func(t *testing.T) {
			if detail := strings.TrimPrefix(leaf.command.Long, leaf.command.Short); strings.TrimSpace(detail) == "" {
				t.Error("there is nothing but one line about it")
			}
			var out bytes.Buffer
			code := run(t.Context(), append(strings.Fields(leaf.path), "--help"), command.Streams{Out: &out, Err: &out})
			if code != 0 {
				t.Errorf("exit code %d", code)
			}
			if found := kinds.FindString(out.String()); found != "" || !strings.Contains(out.String(), "Usage: ") {
				t.Errorf("%q says no more than what kind of thing it is, in\n%s", found, &out)
			}
		})
	}
}

// A leaf is a command that does something.
type leaf struct {
	path    string
	command *cobra.Command
}

func leaves(under string, commands []*cobra.Command) []leaf {
	var all []leaf
	for _, c := range commands {
		path := strings.TrimSpace(under + " " + c.Name())
		if c.HasSubCommands() {
			all = append(all, leaves(path, c.Commands())...)
			continue
		}
		all = append(all, leaf{path, c})
	}
	return all
}
