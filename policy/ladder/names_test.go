package ladder

import (
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/language"
)

func TestNames(t *testing.T) {
	for _, tt := range []struct {
		what string
		mode Match
		name string
		line string
		want bool
	}{
		{"a substring needs no boundary", Substring, "Nabi", "hey NABIYA", true},
		{"nor does a short one", Substring, "al", "also", true},
		{"auto finds a long name inside a word", Auto, "nabi", "nabiya", true},
		{"three letters are long enough", Auto, "ann", "annabel", true},
		{"but not a short one", Auto, "al", "also", false},
		{"nor at a word's end", Auto, "al", "final", false},
		{"it does on its own", Auto, "al", "hey AL!", true},
		{"and after a word that holds it", Auto, "al", "also al", true},
		{"a number beside it is no boundary", Auto, "k9", "k99", false},
		{"two syllables of Hangul aren't short", Auto, "나비", "나비야 안녕", true},
		{"two Chinese characters neither", Auto, "小明", "小明你好", true},
		{"nor do they inside a line", Auto, "小艾", "你好小艾在吗", true},
		{"one is", Auto, "明", "明天", false},
		{"a sign that is no letter needs no boundary", Auto, "🦋", "hey 🦋!", true},
		{"nor at its side of a short name", Auto, "c+", "c+ is fun", true},
		{"an accent needn't be typed", Auto, "René", "hi rene", true},
		{"nor an umlaut", Auto, "Jörg", "moin joerg", true},
		{"ё is typed as е", Auto, "Алёна", "алена, привет", true},
		{"a Russian name is declined", Auto, "Алёна", "спроси у алены", true},
		{"and in no line without its stem", Auto, "Алёна", "спроси у олега", false},
		{"a short one is found as it is", Auto, "Аня", "анализ", false},
		{"a name in full width is one in ASCII", Auto, "Ａｒｉａ", "aria", true},
		{"another mode takes a name as it is", Substring, "René", "hi rene", false},
		{"a word that is a letter longer", Word, "aria", "arias", false},
		{"an underscore is part of a word", Word, "aria", "aria_bot", false},
		{"a word beside punctuation", Word, "aria", "(Aria)", true},
		{"a word across a line's end", Word, "aria", "so\naria\nsaid", true},
		{"a long s is an s", Word, "sam", "ſam", true},
		{"a final sigma is a sigma", Word, "ορφεύσ", "ΟΡΦΕΎΣ", true},
		{"an empty name is in no line", Substring, "", "anything", false},
		{"nor is a blank one", Word, " ", "any thing", false},
		{"text that isn't UTF-8", Auto, "nabi", "\xff\xfeNabi\xff", true},
		{"a name that isn't UTF-8", Word, "n\xff", "nabi", false},
	} {
		t.Run(tt.what, func(t *testing.T) {
			names := CompileNames(tt.mode, tt.name)
			if got := names.In(Fold(tt.line)); got != tt.want {
				t.Errorf("%s %q in %q = %v, want %v", tt.mode, tt.name, tt.line, got, tt.want)
			}
		})
	}
}

func TestFoldLine(t *testing.T) {
	for line, want := range map[string]string{"ＡｒｉａＳａｎ、０５？": "ariasan、05？", "\ufeffplain": "\ufeffplain", "aria": "aria", "ｱﾘｱ": "ｱﾘｱ", "": ""} {
		if got := FoldLine(line); got != want {
			t.Errorf("%q becomes %q, want %q", line, got, want)
		}
	}
}

// TestFoldIsUnicodes compares the quick way with the Unicode caser, for every
// letter there is.
func TestFoldIsUnicodes(t *testing.T) {
	caser := cases.Lower(language.Und)
	for r := range rune(0x110000) {
		text := "x" + string(r) + "x"
		if got, want := Fold(text), caser.String(text); got != want {
			t.Errorf("Fold(%+q) = %+q, want %+q", text, got, want)
		}
	}
}

func TestFoldKeepsWhatIsFolded(t *testing.T) {
	line := "nothing to fold in this line, 나비야"
	if got := testing.AllocsPerRun(100, func() { Fold(line) }); got != 0 {
		t.Errorf("a folded line allocates %v times, want 0", got)
	}
}

func FuzzNames(f *testing.F) {
	f.Add("ΣΑΣ İ ſ \xff", "ς")
	f.Add(strings.Repeat("aΣ", 40), "a")
	f.Fuzz(func(t *testing.T, line, name string) {
		folded, wanted := FoldLine(line), strings.TrimSpace(FoldLine(name))
		if utf8.ValidString(line) && !utf8.ValidString(folded) {
			t.Errorf("Fold(%q) = %q, which isn't UTF-8", line, folded)
		}
		for _, mode := range []Match{Auto, Substring, Word} {
			names := CompileNames(mode, name)
			if wanted == "" && names.In(folded) {
				t.Errorf("%s %q, which shows nothing, is in %q", mode, name, line)
			}
			if mode == Substring && names.In(folded) != (wanted != "" && strings.Contains(folded, FoldLine(name))) {
				t.Errorf("substring %q in %q = %v", name, line, names.In(folded))
			}
		}
	})
}

// BenchmarkFoldLong bounds the work on what somebody may post to slow us.
func BenchmarkFoldLong(b *testing.B) {
	for _, tt := range []struct{ what, piece string }{{"ascii", "Aria "}, {"sigmas", "Σ"}, {"marks", "Σ\u0301\u0301\u0301"}, {"hangul", "나비"}} {
		b.Run(tt.what, func(b *testing.B) {
			text := strings.Repeat(tt.piece, 100_000/len(tt.piece))
			names := CompileNames(Word, "aria", "나비", "σ")
			for b.Loop() {
				names.In(Fold(text))
			}
		})
	}
}
