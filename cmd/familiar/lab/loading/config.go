package loading

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"familiar/config"
)

// A cast of a load: which familiars are where. Aria is everywhere but where it
// is closed; guests come and go.
type cast struct {
	Model   string        // address of the scripted model
	Timeout time.Duration // of one attempt to ask it

	Partitions int // of the journal

	Round  int      // how often the configuration was changed
	Guests []string // familiars besides Aria
	Visits string   // they are in the channels whose names end so
	Closes string   // nobody is in the channels whose names end so; "": somebody is everywhere
}

// closing is how the names end of the channels that are closed now and then.
const closing = "77"

// round returns the cast after so many changes: another guest, in other
// channels, and every second time some channels are closed.
func (c cast) round(n int) cast {
	c.Round = n
	c.Guests = []string{fmt.Sprintf("guest%d", n%5)}
	c.Visits = fmt.Sprint(n % 7)
	if n%2 == 1 {
		c.Closes = closing
	}
	return c
}

// closes reports whether nobody is in the channel.
func (c cast) closes(chat string) bool {
	return c.Closes != "" && strings.HasSuffix(chat, c.Closes)
}

// config returns the configuration: the preset social as it comes, but for the
// rung solo, by which it would answer the first lines of each channel that is
// new to it and where one person was heard.
func (c cast) config() (*config.Config, error) {
	var text strings.Builder
	fmt.Fprintf(&text, `
[control]
listen = ""

[journal]
partitions = %d

[models.scripted]
kind = "openai"
model = "scripted"
url = %q
concurrency = 1024
queue = 100000
timeout = %q
break_after = 1000

[familiars.aria]
name = "Aria"
judge = "scripted"
verdict = "reason"
persona = "Keeps moths, and a list of which lamps they like. Answers in a sentence or two."
ladder.rungs = ["self", "mode", "dm", "mention", "reply", "sibling", "aside", "sticky", "alias", "elsewhere", "cold-thread", "rest"]
`, c.Partitions, c.Model+"/v1", c.Timeout.String())
	for _, guest := range c.Guests {
		fmt.Fprintf(&text, "\n[familiars.%s]\nname = \"Guest %[1]s\"\npersona = \"Passes through. (round %[2]d)\"\n", guest, c.Round)
	}
	channels := func(match string, familiars ...string) {
		quoted := make([]string, len(familiars))
		for i, f := range familiars {
			quoted[i] = strconv.Quote(f)
		}
		fmt.Fprintf(&text, "\n[[channels]]\nmatch = \"web:c*%s\"\nfamiliars = [%s]\n", match, strings.Join(quoted, ", "))
	}
	channels("", "aria")
	for _, guest := range c.Guests {
		channels(c.Visits, "aria", guest)
	}
	if c.Closes != "" {
		channels(c.Closes)
	}
	return config.Parse("load.toml", []byte(text.String()))
}
