package main

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

// TestHelp: whoever asks about a command is told what it does in more than a
// line, and of each flag what it wants.
func TestHelp(t *testing.T) {
	parser, err := kong.New(&cli{}, kong.Vars{"version": "", "partitions": "8"})
	if err != nil {
		t.Fatal(err)
	}
	kinds := regexp.MustCompile(`--[a-z0-9-]+=(STRING|U?INT|FLOAT|DURATION)\b.*`)
	for _, leaf := range parser.Model.Leaves(true) {
		name := strings.TrimPrefix(leaf.Path(), "familiar ")
		t.Run(name, func(t *testing.T) {
			if leaf.Detail == "" {
				t.Error("there is nothing but one line about it")
			}
			var out bytes.Buffer
			printed := func(code int) {
				if code != 0 {
					t.Errorf("exit code %d", code)
				}
			}
			asked, err := kong.New(&cli{}, kong.Vars{"version": "", "partitions": "8"}, kong.Writers(&out, &out), kong.Exit(printed))
			if err != nil {
				t.Fatal(err)
			}
			_, _ = asked.Parse(append(strings.Fields(leaf.FullPath())[1:], "--help")) // what else is missing
			if found := kinds.FindString(out.String()); found != "" || !strings.Contains(out.String(), "Usage: ") {
				t.Errorf("%q says no more than what kind of thing it is, in\n%s", found, &out)
			}
		})
	}
}
