package config

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"familiar/messages"
)

// TestAddNetwork: a configuration may say what a main of one's own brings.
func TestAddNetwork(t *testing.T) {
	networks, keys := slices.Clone(Networks), maps.Clone(accountKeys)
	t.Cleanup(func() { Networks, accountKeys, added = networks, keys, nil })
	AddNetwork("hall", []string{"server"}, []string{"nick"})
	file := "[familiars.aria]\npersona = \"x\"\n[accounts.a]\nnetwork = \"hall\"\nfamiliars = [\"aria\"]\nserver = \"x:1\"\n[[channels]]\nmatch = \"hall:*\"\nfamiliars = [\"aria\"]\n"
	c, err := Parse("f.toml", []byte(file))
	if err != nil {
		t.Fatal(err)
	}
	if v := c.Voices("hall"); len(v) != 1 || v[0].Account != "a" || c.Channel("hall/x/y") == nil {
		t.Errorf("it is heard by %v", v)
	}
	for was, want := range map[string]string{
		"server = \"x:1\"":                    "an account on hall needs it; its own documentation says",
		"nick = \"y\"":                        "",
		"token = \"env:X\"\nserver = \"x:1\"": "doesn't apply to an account on hall",
	} {
		text := strings.Replace(file, "server = \"x:1\"", was, 1)
		if was == "server = \"x:1\"" {
			text = strings.Replace(file, was, "", 1)
		}
		if want == "" {
			text = strings.Replace(file, "server = \"x:1\"", "server = \"x:1\"\n"+was, 1)
		}
		_, err := Parse("f.toml", []byte(text))
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: got %v, want %q", was, err, want)
		}
	}
	for name, key := range map[messages.Network]string{"irc": "server", "no-edits": "server", "a b": "server", "town": "shards"} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s with %s is added", name, key)
				}
			}()
			AddNetwork(name, []string{key}, nil)
		}()
	}
}
