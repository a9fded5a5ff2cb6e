package adapter

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"
)

func TestSecret(t *testing.T) {
	type config struct {
		Token Secret
		Log   *slog.Logger
	}
	c := config{Token: "hush"}
	var logged strings.Builder
	log := slog.New(slog.NewTextHandler(&logged, nil))
	log.Info("open", "config", c, "token", c.Token)
	encoded, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	for _, shown := range []string{fmt.Sprint(c.Token, c), fmt.Sprintf("%s %q %x %d %+v %#v %v", c.Token, c.Token, c.Token, c.Token, c, c, &c), logged.String(), string(encoded)} {
		if strings.Contains(shown, "hush") || strings.Contains(shown, "68757368") || !strings.Contains(shown, hidden) {
			t.Errorf("shown as %s", shown)
		}
	}
}

func TestSecretIs(t *testing.T) {
	for text, want := range map[string]bool{"hush": true, "": false, "hus": false, "hushh": false, "HUSH": false} {
		if got := Secret("hush").Is(text); got != want {
			t.Errorf("Is(%q) = %v, want %v", text, got, want)
		}
	}
}
