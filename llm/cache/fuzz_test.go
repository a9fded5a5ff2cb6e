package cache

import (
	"os"
	"path/filepath"
	"testing"

	"familiar/llm/llmtest"
)

// FuzzOpen: a file is refused, or it opens, takes an answer, and opens again
// with everything it had and that.
func FuzzOpen(f *testing.F) {
	f.Add([]byte(`{"key":"a","model":"m","text":"yes"}` + "\n" + `{"key":"b","te`))
	f.Add([]byte("\n{}\n"))
	f.Fuzz(func(t *testing.T, file []byte) {
		path := filepath.Join(t.TempDir(), "answers.jsonl")
		if err := os.WriteFile(path, file, 0o600); err != nil {
			t.Fatal(err)
		}
		c, err := Open(path)
		if err != nil {
			return
		}
		before := len(c.known)
		if _, err := said(t, c.Wrap("m", llmtest.New("m", llmtest.Say("new"))), ask("d")); err != nil {
			t.Fatal(err)
		}
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
		again, err := Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer again.Close()
		if !has(again, "m", "d") || len(again.known) != before+1 {
			t.Errorf("%d answers before, one new, %d after", before, len(again.known))
		}
	})
}
