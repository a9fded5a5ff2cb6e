package importer

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"
	"unicode"
	"unicode/utf8"

	"familiar/lab/corpus"
	"familiar/messages"
)

// fuzz reads a text as one file of a kind and holds what comes out to what
// every line has to keep. It begins from the samples.
func fuzz(f *testing.F, kind Kind, name string, beside fstest.MapFS, samples ...string) {
	for _, pattern := range samples {
		paths, err := filepath.Glob(pattern)
		if err != nil || len(paths) == 0 {
			f.Fatalf("no sample %s: %v", pattern, err)
		}
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(string(text[:min(len(text), 4<<10)]))
			f.Add(string(text))
		}
	}
	day := time.Date(2025, 3, 5, 0, 0, 0, 0, time.UTC)
	f.Fuzz(func(t *testing.T, text string) {
		tree := fstest.MapFS{name: {Data: []byte(text)}}
		for other, file := range beside {
			tree[other] = file
		}
		last := make(map[string]messages.Instant)
		err := readFS(t.Context(), tree, "it", Options{From: kind, Day: day}, func(e corpus.Entry) error {
			l := e.Line
			if l.ID == "" || l.Author.ID == "" || l.Author.Name == "" || e.Place.Name == "" || l.Channel != e.Place.Channel {
				t.Errorf("a line lacks something: %+v in %+v", l, e.Place)
			}
			if _, err := messages.ParseChannel(l.Channel); err != nil {
				t.Error(err)
			}
			if kind != JSONL {
				wellFormed(t, l)
			}
			if kind == IRC && l.At < last[e.Place.Name] {
				t.Errorf("line %s is before the last", l.ID)
			}
			last[e.Place.Name] = l.At
			return nil
		})
		if err != nil && (!strings.HasPrefix(err.Error(), "import: ") || len(err.Error()) > 4000) {
			t.Errorf("an error that says too much or not where: %.200q", err)
		}
	})
}

func wellFormed(t *testing.T, l *messages.Line) {
	t.Helper()
	if len(l.Text) > longestText || !utf8.ValidString(l.Text) || strings.ContainsFunc(l.Text, dropped) {
		t.Errorf("a text that wasn't cleaned: %.100q", l.Text)
	}
	if utf8.RuneCountInString(l.Author.Name) > longestName || strings.ContainsFunc(l.Author.Name, unicode.IsControl) {
		t.Errorf("a name that wasn't cleaned: %.100q", l.Author.Name)
	}
	if l.At < earliest || l.At > latest || len(l.Mentions) > mostMentions {
		t.Errorf("out of bounds: %+v", l)
	}
	seen := make(map[messages.PersonID]bool)
	for _, id := range l.Mentions {
		if seen[id] || id == "" {
			t.Errorf("called twice, or nobody: %q", l.Mentions)
		}
		seen[id] = true
	}
}

func FuzzDiscord(f *testing.F)  { fuzz(f, Discord, "a.json", nil, "testdata/discord/*.json") }
func FuzzTelegram(f *testing.F) { fuzz(f, Telegram, "result.json", nil, "testdata/telegram/*") }
func FuzzElement(f *testing.F)  { fuzz(f, Element, "export.json", nil, "testdata/matrix/*") }
func FuzzIRC(f *testing.F)      { fuzz(f, IRC, "#general.log", nil, "testdata/irc/*") }
func FuzzJSONL(f *testing.F)    { fuzz(f, JSONL, "a.jsonl", nil, "../replay/testdata/sample.jsonl") }

func FuzzSlack(f *testing.F) {
	beside := fstest.MapFS{"users.json": {Data: []byte(`[{"id":"U0LAB0000","name":"ada","team_id":"T1"}]`)}}
	fuzz(f, Slack, "general/2025-03-05.json", beside, "testdata/slack-export/general/*")
}

// FuzzLook: a file's kind is found, or an error says what was looked for.
func FuzzLook(f *testing.F) {
	for _, sample := range samples {
		if strings.Contains(filepath.Base(sample.path), ".") {
			text, err := os.ReadFile(sample.path)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(string(text[:min(len(text), 2000)]))
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, name := range []string{"a.json", "a.jsonl", "a.log"} {
			s := &source{name: "it", tree: fstest.MapFS{name: {Data: []byte(text)}}}
			if err := s.walk(); err != nil {
				t.Fatal(err)
			}
			format, files, err := find(s, "")
			if (err == nil) != (format != nil && len(files) == 1) {
				t.Errorf("got %v, %d files, %v", format, len(files), err)
			}
		}
	})
}
