package eval

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"familiar/policy/cues"
)

// leasts are what each language must come to, so that a change of a table that
// costs one of its cues, or one line that was rightly answered, is seen.
var leasts = map[string]struct {
	f1   float64 // of social, no judge
	seen [5]int  // of each cue, in the order of cuesOf
}{
	"en": {.75, [5]int{11, 3, 11, 3, 2}},
	"de": {.75, [5]int{11, 3, 10, 3, 2}},
	"fr": {.75, [5]int{11, 3, 11, 3, 2}},
	"es": {.75, [5]int{11, 3, 11, 3, 2}},
	"pt": {.75, [5]int{11, 3, 10, 3, 2}},
	"it": {.75, [5]int{11, 3, 11, 3, 2}},
	"ru": {.80, [5]int{11, 3, 11, 3, 2}},
	"zh": {.87, [5]int{11, 3, 10, 3, 2}},
	"ja": {.87, [5]int{11, 3, 11, 3, 2}},
	"ko": {.80, [5]int{11, 3, 11, 3, 2}},
}

// mostWrong is how many lines may be seen to show a cue that isn't marked, in each
// language and of each cue.
const mostWrong = 1

func TestLanguages(t *testing.T) {
	table, err := CompareLanguages(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	english := 0.0
	for _, r := range table.Rows {
		if r.Code == "en" {
			english = r.Words
		}
	}
	for _, r := range table.Rows {
		t.Run(r.Language, func(t *testing.T) {
			least, known := leasts[r.Code]
			if !known {
				t.Fatalf("no floor for %s", r.Code)
			}
			for i, c := range r.Cues {
				if c.Seen < least.seen[i] || c.Wrong > mostWrong {
					t.Errorf("%s: %v, want %d seen and at most %d more", c.Cue, c, least.seen[i], mostWrong)
				}
			}
			gates := make(map[string]GateScore)
			for _, g := range r.Gates {
				gates[g.Gate] = g
			}
			if got := gates["social, no judge"]; float64(got.F1) < least.f1 {
				t.Errorf("social, no judge: F1 is %.3f, want %.3f at least", got.F1, least.f1)
			}
			if m, both := gates["mention-only"], gates["mention or reply"]; m.P != 1 || both.P != 1 || m.R == 0 || both.R <= m.R {
				t.Errorf("mention-only %+v, mention or reply %+v", m, both)
			}
			// The scenes say the same: short has to mean the same in each language.
			if ratio := r.Words / english; ratio < .7 || ratio > 1.2 {
				t.Errorf("a line has %.1f words on average, %.2f of English, want .7 to 1.2", r.Words, ratio)
			}
		})
	}
	if text := table.String(); !strings.Contains(text, "\nJapanese ") || !strings.HasSuffix(text, "9 are to be answered.\n") {
		t.Errorf("as text:\n%s", text)
	}
}

// TestLanguagesOnThePage keeps the table in docs/when-to-speak.md and the scenes equal.
func TestLanguagesOnThePage(t *testing.T) {
	page, err := os.ReadFile("../../docs/when-to-speak.md")
	if err != nil {
		t.Fatal(err)
	}
	table, err := CompareLanguages(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range table.Rows {
		var seen []string
		wrong := 0
		for _, c := range r.Cues {
			seen = append(seen, fmt.Sprintf("%d/%d", c.Seen, c.Marked))
			wrong += c.Wrong
		}
		f1 := strings.TrimPrefix(r.Gates[len(r.Gates)-1].F1.text(3), "0")
		if want := fmt.Sprintf(" | %s | %s (%d) |\n", f1, strings.Join(seen, ", "), wrong); !hasRow(string(page), r.Language, want) {
			t.Errorf("the page has no row of %s that ends%s", r.Language, want)
		}
	}
}

// hasRow reports whether a page has a row with that first cell and end.
func hasRow(page, first, end string) bool {
	for line := range strings.Lines(page) {
		if strings.HasPrefix(line, "| "+first+" | ") && strings.HasSuffix(line, end) {
			return true
		}
	}
	return false
}

// TestScenesAreAlike: there is a scene for each language that has a table, and all
// are by the same people at the same times, with the same cues and answers.
func TestScenesAreAlike(t *testing.T) {
	english, err := openScene("en")
	if err != nil {
		t.Fatal(err)
	}
	want := english.corpus.Slices[0].Records
	for code, name := range cues.Languages() {
		t.Run(name, func(t *testing.T) {
			s, err := openScene(code)
			if err != nil {
				t.Fatal(err)
			}
			got := s.corpus.Slices[0].Records
			if len(got) != len(want) || len(got) < 20 || len(got) > 40 {
				t.Fatalf("%d lines, English has %d", len(got), len(want))
			}
			for i := range got {
				g, w := got[i].Line, want[i].Line
				if g.At != w.At || g.Author.ID != w.Author.ID || len(g.Mentions) != len(w.Mentions) || len(s.marks[g.ID]) != len(english.marks[w.ID]) {
					t.Errorf("line %d is %+v, the English one %+v", i+1, g, w)
				}
			}
			if len(s.golds) != 1 || len(s.golds[0].Replied) != len(english.golds[0].Replied) {
				t.Errorf("its gold is %+v", s.golds)
			}
		})
	}
	if codes, _ := sceneCodes(); len(codes) != len(leasts) {
		t.Errorf("there are scenes in %v and floors for %d", codes, len(leasts))
	}
}

// TestUnknownCue: a scene with a misspelled cue isn't read.
func TestUnknownCue(t *testing.T) {
	_, err := readCues([]byte(`{"id":"1","cues":["qestion"]}`))
	if err == nil || !strings.Contains(err.Error(), "qestion") {
		t.Errorf("got %v", err)
	}
}

// TestWithoutWords: what is left of a line whose words nobody knows.
func TestWithoutWords(t *testing.T) {
	nicks := map[string]bool{"ana": true, "ben_": true}
	for text, want := range map[string]string{
		"thanks, Ana! how is it?": "gunaxf, Ana! ubj vf vg?",
		"mind: ask ben_":          "mind: nfx ben_",
		"1 café":                  "1 pnsé",
		"?!":                      "?!",
		"":                        "",
	} {
		if got := withoutWords(text, nicks); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}

// TestUnknownLanguage: without its words a recording is as long, and says the same of
// who calls whom; what rests on no words comes out the same.
func TestUnknownLanguage(t *testing.T) {
	c, golds := open(t, "../replay/testdata/sample.jsonl", "../replay/testdata/sample.gold.jsonl")
	rows := make(map[bool]map[string]Row)
	for _, unknown := range []bool{false, true} {
		table, err := Run(context.Background(), c, golds, Options{Unknown: unknown})
		if err != nil {
			t.Fatal(err)
		}
		rows[unknown] = make(map[string]Row)
		for _, r := range table.Rows {
			rows[unknown][r.Name] = r
		}
	}
	for _, gate := range []string{"mention-only", "always"} {
		if a, b := rows[false][gate], rows[true][gate]; a.F1 != b.F1 || a.R != b.R {
			t.Errorf("%s: %+v, without words %+v", gate, a, b)
		}
	}
	if a, b := rows[false]["odds alone"], rows[true]["odds alone"]; a.AUC == b.AUC {
		t.Errorf("odds alone: the words make no difference: %+v", a)
	}
	if text := c.Slices[0].Records[0].Line.Text; text != "morning all" {
		t.Errorf("the recording was changed: %q", text)
	}
}
