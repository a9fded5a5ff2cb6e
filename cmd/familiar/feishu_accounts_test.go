package main

import (
	"testing"

	"familiar/config"
)

// TestFeishuConnects: an account stays the same while its settings do.
func TestFeishuConnects(t *testing.T) {
	network := newFeishu(surroundings{})
	connect := func(appID string) any {
		c, err := config.Load(writeFeishu(t, appID, "https://open.larksuite.com"))
		if err != nil {
			t.Fatal(err)
		}
		connections, err := network.connect(c)
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
