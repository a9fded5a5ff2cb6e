package cache

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"familiar/llm"
	"familiar/llm/llmtest"
)

func ask(text string) llm.Request {
	return llm.Request{System: "rules", Messages: []llm.Message{{Role: llm.User, Text: text}}, Verdict: true}
}

func has(c *Cache, model, text string) bool {
	_, ok := c.Answer(model, ask(text))
	return ok
}

func said(t *testing.T, m llm.Model, r llm.Request) (string, error) {
	t.Helper()
	var b strings.Builder
	for d, err := range m.Generate(t.Context(), r) {
		if err != nil {
			return b.String(), err
		}
		b.WriteString(d.Text)
	}
	return b.String(), nil
}

// TestAnswersAreKept: the script has each answer once, so a second question
// that reaches it fails.
func TestAnswersAreKept(t *testing.T) {
	path := filepath.Join(t.TempDir(), "answers.jsonl")
	other := ask("a")
	other.System = "other rules"
	elsewhere := ask("a")
	elsewhere.Channel, elsewhere.Priority = "c", llm.Lull
	tools := ask("a")
	tools.Tools = []llm.Tool{{Name: "look"}}
	for _, test := range []struct {
		says    string
		answers []llmtest.Answer
		ask     llm.Request
		want    string
		fails   error
	}{
		{"a new question is asked", []llmtest.Answer{llmtest.Say("y", "es")}, ask("a"), "yes", nil},
		{"and never again, the file opened anew", nil, ask("a"), "yes", nil},
		{"nor for another channel", nil, elsewhere, "yes", nil},
		{"under other rules it is another question", []llmtest.Answer{llmtest.Say("no")}, other, "no", nil},
		{"an answer that broke off is not kept", []llmtest.Answer{{Text: []string{"y"}, Err: llm.ErrCut}}, ask("b"), "y", llm.ErrCut},
		{"so it is asked again", []llmtest.Answer{llmtest.Say("no")}, ask("b"), "no", nil},
		{"with tools nothing is kept", []llmtest.Answer{llmtest.Say("first")}, tools, "first", nil},
		{"and nothing found", []llmtest.Answer{llmtest.Say("second")}, tools, "second", nil},
		{"one that is empty is not kept", []llmtest.Answer{llmtest.Say()}, ask("c"), "", nil},
		{"nor one without end", []llmtest.Answer{llmtest.Say(strings.Repeat("x", mostAnswer+1))}, ask("c"), strings.Repeat("x", mostAnswer+1), nil},
		{"so that is asked a third time", []llmtest.Answer{llmtest.Say("z")}, ask("c"), "z", nil},
	} {
		c, err := Open(path)
		if err != nil {
			t.Fatal(err)
		}
		model := llmtest.New("m", test.answers...)
		got, err := said(t, c.Wrap("m", model), test.ask)
		if got != test.want || !errors.Is(err, test.fails) {
			t.Errorf("%s: got %.20q and %v, want %.20q and %v", test.says, got, err, test.want, test.fails)
		}
		if n := len(model.Requests()); n != len(test.answers) {
			t.Errorf("%s: the model was asked %d times", test.says, n)
		}
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestOpen(t *testing.T) {
	whole := `{"key":"` + key("m", ask("a")) + `","model":"m","text":"yes"}` + "\n"
	for _, test := range []struct {
		says, file, want string
	}{
		{"what a killed program left is cut off", whole + `{"key":"b","te`, ""},
		{"a line that is none is not passed over", "nonsense\n" + whole, "line 1: invalid character"},
		{"a line has its bound", strings.Repeat(" ", longestLine) + whole, "line 1 is longer"},
	} {
		path := filepath.Join(t.TempDir(), "answers.jsonl")
		if err := os.WriteFile(path, []byte(test.file), 0o600); err != nil {
			t.Fatal(err)
		}
		c, err := Open(path)
		if test.want != "" {
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%s: got %v, want %q", test.says, err, test.want)
			}
			continue
		}
		if err != nil || !has(c, "m", "a") || has(c, "other", "a") {
			t.Fatalf("%s: got %v", test.says, err)
		}
		if _, err := said(t, c.Wrap("m", llmtest.New("m", llmtest.Say("new"))), ask("d")); err != nil {
			t.Error(err)
		}
		if err := c.Close(); err != nil {
			t.Error(err)
		}
		if again, err := Open(path); err != nil || !has(again, "m", "a") || !has(again, "m", "d") {
			t.Errorf("%s: opened again: got %v", test.says, err)
		}
	}
}

func TestAFullDiskIsSaid(t *testing.T) {
	c, err := Open(filepath.Join(t.TempDir(), "answers.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := said(t, c.Wrap("m", llmtest.New("m", llmtest.Say("yes"))), ask("a")); err == nil || !strings.HasPrefix(err.Error(), "cache: keep the answer: ") {
		t.Errorf("got %v", err)
	}
}
