package process

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"familiar/app"
	"familiar/config"
)

// TestSlackAccounts: an account stays the same adapter while its settings do,
// whatever becomes of the others.
func TestSlackAccounts(t *testing.T) {
	file := filepath.Join(t.TempDir(), "familiar.toml")
	network := newSlack(Surroundings{})
	connect := func(mothToken, rookToken string) []app.Connection {
		t.Helper()
		t.Setenv("MOTH_TOKEN", mothToken)
		t.Setenv("ROOK_TOKEN", rookToken)
		t.Setenv("APP_TOKEN", "xapp-1")
		text := ""
		for _, name := range []string{"moth", "rook"} {
			text += "[familiars." + name + "]\nname = \"" + name + "\"\npersona = \"Keeps bees.\"\n" +
				"[accounts." + name + "]\nnetwork = \"slack\"\nfamiliars = [\"" + name + "\"]\n" +
				"token = \"env:" + strings.ToUpper(name) + "_TOKEN\"\napp_token = \"env:APP_TOKEN\"\n"
		}
		if err := os.WriteFile(file, []byte(text+"[[channels]]\nmatch = \"slack:*\"\nfamiliars = [\"moth\", \"rook\"]\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		c, err := config.Load(file)
		if err != nil {
			t.Fatal(err)
		}
		connections, err := network.Connect(c)
		if err != nil || len(connections) != 2 {
			t.Fatalf("got %+v, %v; want two connections", connections, err)
		}
		return connections
	}
	before, same, after := connect("xoxb-1", "xoxb-2"), connect("xoxb-1", "xoxb-2"), connect("xoxb-1", "xoxb-3")
	if same[0] != before[0] || same[1] != before[1] {
		t.Error("nothing changed, and an account is another")
	}
	if after[0] != before[0] || after[1] == before[1] {
		t.Error("want the one whose token changed to be another, and only that")
	}
}
