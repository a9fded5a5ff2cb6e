package ladder

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func TestPresetsAreValid(t *testing.T) {
	for _, name := range Presets() {
		c := preset(t, name)
		if err := c.Validate(); err != nil {
			t.Errorf("preset %s: %v", name, err)
		}
	}
	if _, ok := Preset("loud"); ok {
		t.Error(`there is a preset "loud"`)
	}
}

func TestValidate(t *testing.T) {
	for _, tt := range []struct {
		what   string
		change func(*Config)
		want   string
	}{
		{
			"an unknown rung", func(c *Config) { c.Rungs = []Rung{Self, "shout"} },
			`rungs: unknown rung "shout": want one of self, mode, dm, mention, reply, aside, sticky, alias, elsewhere, cold-thread, solo, rest`,
		},
		{"the bottom is no rung to list", func(c *Config) { c.Rungs = []Rung{Self, Bottom} }, `rungs: unknown rung "default"`},
		{"a rung twice", func(c *Config) { c.Rungs = []Rung{Self, DM, DM} }, `rungs: "dm" stands there twice`},
		{"something below rest", func(c *Config) { c.Rungs = []Rung{Self, Rest, DM} }, `rungs: "rest" applies to every line`},
		{"no rungs", func(c *Config) { c.Rungs = nil }, `the first must be "self"`},
		{"self is not the first", func(c *Config) { c.Rungs = []Rung{DM, Self} }, `the first must be "self"`},
		{"an address can't be observed", func(c *Config) { c.Address = "observe" }, `address = "observe": want one of engage, ask`},
		{"a crowd can't be left waiting", func(c *Config) { c.Crowd = "wait" }, `crowd = "wait": want one of engage, ask`},
		{"an unknown act", func(c *Config) { c.Rest = "" }, `rest = "": want one of observe, engage, ask, wait`},
		{"an unknown match", func(c *Config) { c.Alias = "regexp" }, `alias = "regexp": want one of auto, substring, word`},
	} {
		t.Run(tt.what, func(t *testing.T) {
			c := Default()
			tt.change(&c)
			if err := c.Validate(); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("Validate: %v, want %q", err, tt.want)
			}
		})
	}
}

// TestDocsAreTheTable: the words of the page, in their order, are the words
// of the code.
func TestDocsAreTheTable(t *testing.T) {
	page, err := os.ReadFile("../../docs/engagement.md")
	if err != nil {
		t.Fatal(err)
	}
	var rungs []Rung
	ladders := map[string][]string{}
	for _, row := range regexp.MustCompile("(?m)^\\| `([a-z-]+)` \\|(.*)\\|$").FindAllStringSubmatch(string(page), -1) {
		cells := strings.Split(row[2], "|")
		for i := range cells {
			cells[i] = strings.Trim(cells[i], " `")
		}
		if _, ok := Preset(row[1]); ok {
			ladders[row[1]] = cells
		} else {
			rungs = append(rungs, Rung(row[1]))
		}
	}
	if want := append(Rungs(), Bottom); !slices.Equal(rungs, want) {
		t.Errorf("the page lists the rungs %q, want %q", rungs, want)
	}
	for _, name := range Presets() {
		c := preset(t, name)
		words := make([]string, len(c.Rungs))
		for i, r := range c.Rungs {
			words[i] = string(r)
		}
		want := []string{strings.Join(words, " "), string(c.Address), string(c.Crowd), string(c.Rest), string(c.Alias)}
		if got := ladders[name]; len(got) < len(want) || !slices.Equal(got[:len(want)], want) {
			t.Errorf("the page says of the preset %s %q, want %q", name, got, want)
		}
	}
}
