package lab

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	tea "charm.land/bubbletea/v2"

	"familiar/cmd/familiar/command"
	"familiar/cmd/familiar/console"
	"familiar/lab/label"
)

// TestLabel: decisions of a kept demo are labelled at a desk, which goes on
// where it stopped, and a replay compares with the labels.
func TestLabel(t *testing.T) {
	folder, out := demoKept(t), filepath.Join(t.TempDir(), "labels.jsonl")
	kept := journalPrefix + filepath.Join(folder, "data")
	c := labelCommand{What: kept, Familiar: "pip", All: true}
	cards, err := c.cards(t.Context(), command.Streams{Out: t.Output(), Err: t.Output()})
	if err != nil || len(cards) < 4 {
		t.Fatalf("%d cards, %v", len(cards), err)
	}
	file, err := openLabels(out)
	if err != nil {
		t.Fatal(err)
	}
	wants(t, 1, "label needs a terminal", "label", kept, "--familiar", "pip", "--out", out)
	var m tea.Model = desk{cards: cards[:4], file: file, by: "ana"}
	for i, step := range []struct{ key, shows string }{
		{"", "1 of 4"}, {"g", "2 of 4"}, {"s", "3 of 4"}, {"b", "4 of 4"}, {"u", "3 of 4"}, {"x", "3 of 4"}, {"g", "4 of 4"}, {"u", "3 of 4"}, {"u", "1 of 4"}, {"u", "1 of 4"}, {"b", "2 of 4"},
	} {
		if step.key != "" {
			m, _ = m.Update(tea.KeyPressMsg{Code: rune(step.key[0]), Text: step.key})
		}
		text := m.(desk).text()
		if !strings.Contains(text, step.shows) || !strings.Contains(text, "> ") {
			t.Errorf("after key %d, %q, want %s; the desk shows\n%s", i, step.key, step.shows, text)
		}
	}
	if err := file.close(); err != nil {
		t.Fatal(err)
	}
	if file, err = openLabels(out); err != nil || !file.has(cards[0].label("")) || file.has(cards[2].label("")) {
		t.Errorf("what was labelled is not known again: %v", err)
	}
	if err := file.close(); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(out)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	labels, err := label.Read(f)
	if err != nil || len(labels) != 1 || labels[0].Good || labels[0].By != "ana" || string(labels[0].Line) != cards[0].Line {
		t.Errorf("the file has %+v, %v", labels, err)
	}
	wants(t, 0, "R_mom", "replay", kept, "--labels", out, "--preset", "chatty", "--familiar", "pip")
	wants(t, 1, "nobody called nobody", "replay", kept, "--labels", out, "--familiar", "nobody")
}

// TestCardsOfAReplay: recorded chat is replayed first.
func TestCardsOfAReplay(t *testing.T) {
	c := labelCommand{What: "../../../lab/replay/testdata/sample.jsonl", Familiar: "mira", All: true, Preset: "ladder"}
	cards, err := c.cards(t.Context(), command.Streams{Out: t.Output(), Err: t.Output()})
	if err != nil || len(cards) == 0 {
		t.Fatalf("%d cards, %v", len(cards), err)
	}
	for _, card := range cards {
		if card.Line == "" || card.Why == "" || card.familiar != "mira" {
			t.Errorf("a card without a line or a reason: %+v", card)
		}
	}
}

// TestCardsOfALongChannel: none is left out, as a report does to stay small.
func TestCardsOfALongChannel(t *testing.T) {
	const calls = 400
	file := filepath.Join(t.TempDir(), "long.jsonl")
	text := `{"ch":"den","kind":"channel"}` + "\n"
	for i := range calls {
		text += fmt.Sprintf(`{"ch":"den","id":"%d","ts":"2024-05-04T%02d:%02d:00Z","kind":"message","author":"ana","uid":"ana","text":"mira?","reply_to":[]}`+"\n", i, i/60, i%60)
	}
	text += `{"ch":"den","id":"last","ts":"2024-05-05T00:00:00Z","kind":"message","author":"mira","uid":"mira","text":"hi","reply_to":[]}` + "\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	c := labelCommand{What: file, Familiar: "mira", Preset: "ladder"}
	if cards, err := c.cards(t.Context(), command.Streams{Out: t.Output(), Err: t.Output()}); err != nil || len(cards) != calls {
		t.Errorf("%d cards of %d calls, %v", len(cards), calls, err)
	}
}

// demoKept runs the demo for a moment and gives its folder.
func demoKept(t *testing.T) string {
	folder := filepath.Join(t.TempDir(), "kept")
	wants(t, 0, "Join in:", "demo", "--model", "offline", "--listen", "127.0.0.1:0", "--speed", "60", "--for", "4s", "--keep", folder)
	return folder
}

// wants runs a command line and looks at its exit code and what it says.
func wants(t *testing.T, code int, says string, args ...string) {
	t.Helper()
	program := command.Program{Name: "familiar", Commands: func() []*cobra.Command {
		return []*cobra.Command{console.NewDemoCommand(), NewLabelCommand(), NewReplayCommand(), NewEvalCommand()}
	}}
	var out, said bytes.Buffer // not one: a demo writes to both at the same time
	if got := program.Run(t.Context(), args, command.Streams{Out: &out, Err: &said}); got != code || !strings.Contains(out.String()+said.String(), says) {
		t.Errorf("%v: exit code %d, want %d and %q; it said\n%s%s", args, got, code, says, &out, &said)
	}
}
