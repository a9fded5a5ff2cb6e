package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"strings"
	"text/template"
	"time"

	"familiar/config"
)

//go:embed load.toml.tmpl
var loadText string

var loadTemplate = template.Must(template.New("load.toml").Parse(loadText))

// A cast of a load: which familiars are where. Aria is everywhere but where it
// is closed; guests come and go.
type loadCast struct {
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

// round gives the cast after so many changes: another guest, in other
// channels, and every second time some channels are closed.
func (c loadCast) round(n int) loadCast {
	c.Round = n
	c.Guests = []string{fmt.Sprintf("guest%d", n%5)}
	c.Visits = fmt.Sprint(n % 7)
	if n%2 == 1 {
		c.Closes = closing
	}
	return c
}

// closes reports whether nobody is in the channel.
func (c loadCast) closes(chat string) bool {
	return c.Closes != "" && strings.HasSuffix(chat, c.Closes)
}

// config gives the configuration.
func (c loadCast) config() (*config.Config, error) {
	var text bytes.Buffer
	if err := loadTemplate.Execute(&text, c); err != nil {
		return nil, fmt.Errorf("load: configuration: %w", err)
	}
	return config.Parse("load.toml", text.Bytes())
}
