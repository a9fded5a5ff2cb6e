package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"familiar/cmd/familiar/command"
	"familiar/policy/odds"
)

// recordedDens writes a recording of so many channels in which hal answers most
// questions, and gives its file.
func recordedDens(t *testing.T, channels int) string {
	t.Helper()
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	dice := rand.New(rand.NewPCG(3, 3))
	put := func(record map[string]any) {
		if err := enc.Encode(record); err != nil {
			t.Fatal(err)
		}
	}
	at := time.Date(2024, 5, 4, 10, 0, 0, 0, time.UTC)
	for c := range channels {
		ch := fmt.Sprintf("den/%d", c)
		put(map[string]any{"ch": ch, "kind": "channel"})
		line := func(id int, who, text string, answers ...string) {
			at = at.Add(20 * time.Second)
			put(map[string]any{
				"ch": ch, "id": fmt.Sprint(id), "ts": at, "kind": "message", "author": who, "uid": who, "is_bot": false,
				"text": text, "addressees": []string{}, "reply_to": append([]string{}, answers...),
			})
		}
		for id := 0; id < 400; id += 2 {
			who := []string{"ana", "bob", "cleo", "dora"}[dice.IntN(4)]
			if dice.IntN(3) > 0 {
				line(id, who, "it rains on the roof again")
				continue
			}
			line(id, who, "does anybody know where the lamp is?")
			if dice.IntN(5) > 0 {
				line(id+1, "hal", "on the shelf", fmt.Sprint(id))
			}
		}
	}
	file := filepath.Join(t.TempDir(), "dens.jsonl")
	if err := os.WriteFile(file, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestOddsFit(t *testing.T) {
	file := recordedDens(t, 3)
	dir := t.TempDir()
	weights, plot := filepath.Join(dir, "mine.json"), filepath.Join(dir, "mine.svg")
	args := []string{"odds", "fit", file, "--out", weights, "--plot", plot, "--name", "dens <&>", "--date", "2024-05-05"}

	stopped, stop := context.WithCancel(context.Background())
	stop()
	var out, trouble bytes.Buffer
	if got := run(stopped, args, command.Streams{Out: &out, Err: &trouble}); got != command.ExitFailure {
		t.Errorf("stopped it exits with %d: %s", got, &trouble)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 0 {
		t.Errorf("stopped it leaves %v, %v", left, err)
	}

	if got := run(context.Background(), args, command.Streams{Out: &out, Err: &trouble}); got != 0 {
		t.Fatalf("exits with %d: %s", got, &trouble)
	}
	for _, want := range []string{"in 3 slices", "AUC", "best F1", `"den"`} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("it prints no %q:\n%s", want, &out)
		}
	}
	text, err := os.ReadFile(weights)
	if err != nil {
		t.Fatal(err)
	}
	w, err := odds.Load(text)
	if err != nil {
		t.Fatal(err)
	}
	if w.Name != "dens <&>" || w.Fitted.Date != "2024-05-05" || len(w.Fitted.Slices) != 3 || w.Fitted.Command != `familiar odds fit "dens.jsonl" --least 5` {
		t.Errorf("the weights say of themselves %q, %+v", w.Name, w.Fitted)
	}
	if asked := w.Weight(odds.Question) + w.Weight(odds.ColdQuestion); asked <= 0 {
		t.Errorf("who answers questions has a weight of %v for them", asked)
	}
	replayed := func(more ...string) string {
		var out bytes.Buffer
		if got := run(context.Background(), append([]string{"replay", file, "--judge", "none"}, more...), command.Streams{Out: &out, Err: &trouble}); got != 0 {
			t.Fatalf("replay %v exits with %d: %s", more, got, &trouble)
		}
		score, _, _ := strings.Cut(out.String(), "\n\n")
		return score
	}
	if with, without := replayed("--set", "odds.weights="+weights), replayed(); with == without {
		t.Errorf("a replay with these weights comes to the same as without:\n%s", with)
	}
	drawn, err := os.ReadFile(plot)
	if err != nil || !bytes.Contains(drawn, []byte("dens &lt;&amp;&gt;")) {
		t.Errorf("the plot: %v\n%.200s", err, drawn)
	}
}

func TestOddsFitSaysWhatIsWrong(t *testing.T) {
	few, settings := recordedDens(t, 2), filepath.Join(t.TempDir(), "familiar.toml")
	if err := os.WriteFile(settings, []byte("[models.main]\nkind = \"offline\"\n[familiars.mira]\njudge = \"main\"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		what string
		args []string
		exit int
		want string
	}{
		{"two slices are too few", []string{"odds", "fit", few}, command.ExitFailure, "2 slices of chat with somebody who answers, want 3"},
		{"no recording", []string{"odds", "fit", "none.jsonl"}, command.ExitFailure, "no such file"},
		{"a date that is none", []string{"odds", "fit", few, "--date", "today"}, command.ExitUsage, "want YYYY-MM-DD"},
		{"weights that aren't there", []string{"replay", few, "--set", "odds.weights=none.json"}, command.ExitFailure, "no such file"},
		{"nor for what it costs", []string{"cost", few, "--config", settings, "--set", "odds.weights=none.json"}, command.ExitFailure, "none.json: no such file"},
		{"nor to tune by", []string{"tune", few, "--config", settings, "--set", "odds.weights=none.json"}, command.ExitFailure, "none.json: no such file"},
		{"no folder to look at", []string{"eval", "nowhere"}, command.ExitFailure, "no such file"},
	} {
		var out, trouble bytes.Buffer
		if got := run(context.Background(), tt.args, command.Streams{Out: &out, Err: &trouble}); got != tt.exit || !strings.Contains(trouble.String(), tt.want) {
			t.Errorf("%s: exits with %d and says %q, want %d and %q", tt.what, got, trouble.String(), tt.exit, tt.want)
		}
	}
}

func TestEval(t *testing.T) {
	dir := t.TempDir()
	for from, to := range map[string]string{"sample.jsonl": "corpus.jsonl", "sample.gold.jsonl": "gold.jsonl"} {
		text, err := os.ReadFile(filepath.Join("../../lab/replay/testdata", from))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, to), text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	var out, trouble bytes.Buffer
	decisions := filepath.Join(dir, "decisions")
	if got := run(context.Background(), []string{"eval", dir, "--json", "--decisions", decisions}, command.Streams{Out: &out, Err: &trouble}); got != 0 {
		t.Fatalf("exits with %d: %s", got, &trouble)
	}
	var table struct {
		Rows []map[string]any `json:"rows"`
	}
	if err := json.Unmarshal(out.Bytes(), &table); err != nil {
		t.Fatal(err)
	}
	names := make(map[any]bool)
	for _, r := range table.Rows {
		names[r["name"]] = true
		if len(r) != 17 {
			t.Errorf("row %v has %d fields, want 17", r["name"], len(r))
		}
	}
	for _, want := range []string{"never", "always", "mention-only", "dice 10 %", "social, noisy judge", "ladder", "odds alone"} {
		if !names[want] {
			t.Errorf("no row %q in %v", want, names)
		}
	}
	if text, err := os.ReadFile(filepath.Join(decisions, "mention-only.jsonl")); err != nil || !bytes.Contains(text, []byte(`"fire":true`)) {
		t.Errorf("the decisions of a row: %s, %v", text, err)
	}

	if err := os.WriteFile(filepath.Join(dir, "gold-explicit.jsonl"), mustRead(t, filepath.Join(dir, "gold.jsonl")), 0o666); err != nil {
		t.Fatal(err)
	}
	out.Reset()
	if got := run(context.Background(), []string{"eval", dir, "--decisions", decisions}, command.Streams{Out: &out, Err: &trouble}); got != 0 {
		t.Fatalf("by two records it exits with %d: %s", got, &trouble)
	}
	first, second, both := strings.Cut(strings.TrimPrefix(out.String(), "gold.jsonl\n"), "\ngold-explicit.jsonl\n")
	if !both || first != second {
		t.Errorf("by the same record twice the tables are\n%s\nand\n%s", first, second)
	}
	if _, err := os.Stat(filepath.Join(decisions, "gold-explicit", "mention-only.jsonl")); err != nil {
		t.Errorf("the decisions by the second record: %v", err)
	}
}

func mustRead(t *testing.T, file string) []byte {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
