package config

import (
	"regexp"
	"strings"
	"sync"

	"familiar/examples"
)

// A Meaning is what the reference says of a knob.
type Meaning struct {
	Default string // as a file writes it, of the preset social
	Text    string // what it is, with its unit and what zero means
}

// Meanings returns those of a familiar's knobs by their way inside its table, such as
// credit.window, of tables in it, such as credit, which have no default, and of the
// budget's as budget.day. They stand in examples/familiar.toml, of which docs/configuration.md is
// made. The map is shared: nobody writes into it.
var Meanings = sync.OnceValue(func() map[string]Meaning { return meaningsIn(examples.Familiar) })

var (
	tableLine = regexp.MustCompile(`^#?\[+([^\]]+)\]+\s*(?:# (.*))?$`)
	knobLine  = regexp.MustCompile(`^#?(\w+) = (".*?"|\[.*?\]|\S+)\s*(?:# (.*))?$`)
)

// meaningsIn returns them as an example's comments have them: behind the knob, or above
// it.
func meaningsIn(example string) map[string]Meaning {
	all := make(map[string]Meaning)
	inside, table := false, ""
	var above []string
	for line := range strings.Lines(example) {
		line = strings.TrimSuffix(line, "\n")
		if is := tableLine.FindStringSubmatch(line); is != nil {
			var of string
			of, inside = strings.CutPrefix(is[1], "familiars.")
			if _, table, _ = strings.Cut(of, "."); of == "budget" {
				inside, table = true, of
			} else if inside && table != "" {
				all[table] = Meaning{Text: meaningOf(is[2], above)}
			}
			above = nil
		} else if is := knobLine.FindStringSubmatch(line); is != nil {
			if key := strings.TrimPrefix(table+"."+is[1], "."); inside {
				all[key] = Meaning{is[2], meaningOf(is[3], above)}
			}
			above = nil
		} else if comment, ok := strings.CutPrefix(line, "# "); ok {
			above = append(above, comment)
		} else {
			above = nil
		}
	}
	return all
}

// meaningOf returns what is said behind a knob, else above it.
func meaningOf(behind string, above []string) string {
	if behind == "" {
		behind = strings.Join(above, " ")
	}
	return strings.TrimPrefix(behind, "(give) ")
}
