package conformance

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"time"

	"familiar/messages"
	"familiar/policy/pace"
	"familiar/policy/surface"
)

// monitorFamilies are small functions of the source that preset chatty follows.
func monitorFamilies(json.RawMessage) []family { return []family{directAddress, typingDelay} }

// typingDelay is how long a character types.
var typingDelay = cases("pure.typing_delay", []string{"delay_s"}, func(c *struct {
	Chars int
	Speed float64 `json:"chars_per_second"`
	Least float64 `json:"min_delay_s"`
	Most  float64 `json:"max_delay_s"`
	Delay float64 `json:"delay_s"`
},
) (got, want string) {
	seconds := func(s float64) time.Duration { return time.Duration(math.Round(s*1000)) * time.Millisecond }
	p := pace.Config{On: true, Type: c.Speed, Least: seconds(c.Least), Most: seconds(c.Most)}
	return p.TypingTime(c.Chars, 1, 1).String(), seconds(c.Delay).String()
})

// A namedPlace has the name the source gives it.
type namedPlace struct {
	Channel string // the network
	Address string `json:"jid"` // network:workspace/kind/chat
	Topic   string // the thread; "": none
	Pane    bool   `json:"pane_open"`
	Name    string `json:"output_style"`
}

func (c *namedPlace) place() surface.Place {
	direct := strings.Contains(c.Address, "/dm/") || strings.Contains(c.Address, ":dm/") || strings.Contains(c.Address, ":user/")
	return surface.Place{Network: messages.Network(c.Channel), Thread: c.Topic != "", DM: direct, Pane: c.Pane}
}

var surfaceNames = cases("surfaces.vectors", []string{"output_style"}, func(c *namedPlace) (got, want string) {
	return fmt.Sprint(surface.Of(c.place())), c.Name
}, departure[namedPlace]{
	name: "an address the source can't read", why: "the source falls back to the network's name; our channels have no such address",
	is: func(c *namedPlace) bool { return c.Name == c.Channel && c.Channel != "web" },
	ours: func(c *namedPlace) {
		c.Name = map[string]string{"slack": string(surface.SlackChannel), "discord": string(surface.DiscordChannel), "telegram": string(surface.TelegramGroup)}[c.Channel]
	},
}, departure[namedPlace]{
	name: "two names for one thing", why: "the source says slack-thread in code and slack-channel-thread in documents; ours follows the documents",
	is:   func(c *namedPlace) bool { return c.Name == "slack-thread" },
	ours: func(c *namedPlace) { c.Name = string(surface.SlackChannelThread) },
}, departure[namedPlace]{
	name: "threads elsewhere", why: "the source has threads only in public Slack channels; ours in any room",
	is: func(c *namedPlace) bool { return c.Topic != "" && strings.HasSuffix(c.Name, "-channel") },
	ours: func(c *namedPlace) {
		c.Name = map[string]string{"slack": string(surface.SlackChannelThread), "discord": string(surface.DiscordThread)}[c.Channel]
	},
})
