package config

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"familiar/messages"
)

// TestFiles: whoever watches them misses no change.
func TestFiles(t *testing.T) {
	c, err := load(t, strings.Replace(token("a", "bridge.key", `"read"`), "persona = \"kind\"", "card = \"other.key\"", 1)+
		"[models.a]\nkind = \"openai\"\nmodel = \"m\"\nkey = \"file:short.key\"\n")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, file := range c.Files() {
		names = append(names, filepath.Base(file))
	}
	if got, want := strings.Join(names, " "), "f.toml bridge.key short.key other.key"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	made, err := Parse("x.toml", []byte(sound))
	if err != nil || len(made.Files()) > 0 {
		t.Errorf("a text of no file: got %v, %v; want no files", made.Files(), err)
	}
}

func TestVoices(t *testing.T) {
	c, err := load(t, sound+"[familiars.zed]\nname = \"Zed\"\npersona = \"x\"\n[accounts.page-zed]\nnetwork = \"web\"\nfamiliars = [\"zed\"]\n"+
		"[accounts.house]\nnetwork = \"irc\"\nserver = \"x:1\"\npersona = true\nfamiliars = [\"zed\", \"aria\"]")
	if err != nil {
		t.Fatal(err)
	}
	for network, want := range map[messages.Network]string{
		"web":      "[{page-zed Zed} {web/aria aria}]",
		"terminal": "[{terminal/aria aria} {terminal/zed Zed}]",
		"irc":      "[{house house}]",
		"discord":  "[]",
	} {
		if got := fmt.Sprint(c.Voices(network)); got != want {
			t.Errorf("%s: got %s, want %s", network, got, want)
		}
	}
}
