package process

import (
	"fmt"
	"testing"

	"familiar/config"
)

// onFeishu is a configuration with one bot on Feishu.
const onFeishu = `
[familiars.moth]
name = "Moth"
persona = "Flies."

[accounts.moth-feishu]
network = "feishu"
familiars = ["moth"]
app_id = "%s"
app_secret = "env:FEISHU_SECRET"

[[channels]]
match = "feishu:*"
familiars = ["moth"]
`

// TestFeishuConnects: an account stays the same while its settings do.
func TestFeishuConnects(t *testing.T) {
	t.Setenv("FEISHU_SECRET", "secret")
	network := newFeishu(Surroundings{})
	connect := func(appID string) any {
		c, err := config.Parse("feishu.toml", fmt.Appendf(nil, onFeishu, appID))
		if err != nil {
			t.Fatal(err)
		}
		connections, err := network.Connect(c)
		if err != nil || len(connections) != 1 {
			t.Fatalf("got %v, %v; want one account", connections, err)
		}
		return connections[0].Adapter
	}
	first := connect("cli_1")
	if again := connect("cli_1"); again != first {
		t.Error("another account for the same settings")
	}
	if other := connect("cli_2"); other == first {
		t.Error("the same account for another app")
	}
}
