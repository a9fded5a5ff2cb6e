package config

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"familiar/messages"
)

var block = regexp.MustCompile("(?ms)^ *```toml\n(.*?)^ *```$")

// TestNetworkPages: whoever copies the configuration of a page in docs/networks, or
// of that on bridges, as it stands has one that loads, with an account on that network that hears
// something.
func TestNetworkPages(t *testing.T) {
	for _, secret := range []string{"MOTH_DISCORD_TOKEN", "FEISHU_SECRET", "IRC_PASSWORD", "MOTH_TELEGRAM_TOKEN", "MOTH_ONEBOT_TOKEN"} {
		t.Setenv(secret, "x")
	}
	t.Setenv("BRIDGE_TOKEN", "0123456789abcdef")
	t.Setenv("SLACK_BOT_TOKEN", "xoxb-1")
	t.Setenv("SLACK_APP_TOKEN", "xapp-1")
	pages, err := filepath.Glob("../docs/networks/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range append(pages, "../docs/bridges.md") {
		network := strings.TrimSuffix(strings.TrimSuffix(filepath.Base(page), ".md"), "s")
		t.Run(network, func(t *testing.T) {
			text, err := os.ReadFile(page)
			if err != nil {
				t.Fatal(err)
			}
			found := block.FindStringSubmatch(string(text))
			if found == nil {
				t.Fatal("the page has no configuration")
			}
			c, err := Parse(page, []byte(found[1]))
			if err != nil {
				t.Fatalf("%v in\n%s", err, found[1])
			}
			if len(c.Voices(messages.Network(network))) != 1 {
				t.Errorf("want one account that speaks on %s, got %+v", network, c.Accounts)
			}
		})
	}
}
