package console

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"testing/synctest"

	"familiar/cmd/familiar/command"
	"familiar/demo"
	"familiar/demo/screen"
	"familiar/messages"
)

// TestAskFor: whoever sits at a terminal is asked, told what costs money, and
// spends none by pressing return.
func TestAskFor(t *testing.T) {
	found := []demo.Choice{{Kind: demo.OpenAI, Model: "dear"}, {Kind: demo.Ollama, Model: "little"}, {Kind: demo.Offline}}
	for _, tt := range []struct {
		story, answer string
		want          demo.Kind
	}{
		{"return is what costs nothing", "\n", demo.Offline},
		{"a number", "2\n", demo.OpenAI},
		{"a word", "ollama\n", demo.Ollama},
		{"the end of the input chooses nothing", "", ""},
	} {
		t.Run(tt.story, func(t *testing.T) {
			var out bytes.Buffer
			got, err := askFor(found, command.Interview{Ctx: t.Context(), In: command.Listen(strings.NewReader(tt.answer)), Out: &out})
			if got.Kind != tt.want || (err == nil) != (tt.want != "") {
				t.Errorf("got %v, %v; want %s", got.Kind, err, tt.want)
			}
			if !strings.Contains(out.String(), "dear writes them: costs money") || !strings.Contains(out.String(), "1  offline") {
				t.Errorf("asked %q", out.String())
			}
		})
	}
}

// TestSilenceIsOneLine: who leaves a line alone is told in one line, when all of
// them have decided, before what comes next in the channel, and at the end.
func TestSilenceIsOneLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		s := &show{out: &out, names: map[messages.FamiliarID]string{"aria": "Aria", "pip": "Pip"}}
		var err error
		if s.community, err = demo.New(demo.Options{Say: func(context.Context, demo.Line) error { return nil }}); err != nil {
			t.Fatal(err)
		}
		s.style = screen.Style{Name: s.name, Line: s.recent.Line}
		wait := func(f messages.FamiliarID, line messages.LineID) []*messages.Note {
			return []*messages.Note{{Channel: "web//garden", Familiar: f, Line: line, Act: messages.Wait, Rung: messages.ByRest}}
		}
		s.decided(wait("pip", "1"))
		s.decided(wait("aria", "1"))
		synctest.Wait()
		if out.Len() > 0 {
			t.Errorf("told at once: %q", out.String())
		}
		s.decided(wait("pip", "2")) // before its time
		if want := "quiet: Aria wait (rest), Pip wait (rest)\n"; !strings.HasSuffix(out.String(), want) {
			t.Errorf("got %q, want %q", out.String(), want)
		}
		s.heard(&messages.Line{Channel: "web//garden", ID: "3", Author: messages.Author{Name: "Ana"}, Text: "so"})
		if lines := strings.Split(out.String(), "\n"); len(lines) != 4 || !strings.HasSuffix(lines[1], "quiet: Pip wait (rest)") || !strings.HasSuffix(lines[2], "so") {
			t.Errorf("got %q, want the silence before the line", lines)
		}
		out.Reset()
		s.decided(wait("pip", "3"))
		s.end()
		if !strings.Contains(out.String(), "quiet: Pip") {
			t.Errorf("at the end: %q", out.String())
		}
		out.Reset()
		s.heard(&messages.Line{Channel: "web//garden", ID: "4", Nonce: "n", Author: messages.Author{ID: "x", Name: "Aria"}, Text: "yes"})
		s.decided(wait("pip", "4"))
		s.end()
		if strings.Contains(out.String(), "quiet") {
			t.Errorf("silence about a familiar's own words: %q", out.String())
		}
	})
}
