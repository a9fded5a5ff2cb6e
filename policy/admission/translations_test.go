package admission

import (
	"regexp"
	"slices"
	"testing"

	"familiar/policy/language"
)

var braced = regexp.MustCompile(`\{[a-z]+\}`)

// TestTranslationsAreWhole: every language has every text, says in it what the
// English one says, of the reason why not nothing, which is English, and has
// nothing beyond.
func TestTranslationsAreWhole(t *testing.T) {
	english := DefaultTexts()
	for _, l := range []language.Language{"de", "es", "fr", "ja", "zh"} {
		own, is := translated[l]
		if !is {
			t.Errorf("%s: not translated", l)
			continue
		}
		for _, key := range keys {
			got, want := braced.FindAllString(own.of(key), -1), braced.FindAllString(english.of(key), -1)
			want = slices.DeleteFunc(want, func(p string) bool { return p == "{reason}" })
			slices.Sort(got)
			slices.Sort(want)
			if own.of(key) == "" || !slices.Equal(got, want) {
				t.Errorf("%s: %s says %v in %q, want %v", l, key, got, own.of(key), want)
			}
		}
	}
}

func TestSayIn(t *testing.T) {
	house := DefaultTexts()
	house.Stop = "{name} halts."
	own := map[language.Language]Texts{"de": {Resume: "{name} ist wieder da."}}
	for _, tt := range []struct {
		what string
		lang language.Language
		key  Key
		want string
	}{
		{"English", "en", QuietOff, "Aria is listening again."},
		{"a language of ours", "fr", QuietOff, "Aria écoute de nouveau."},
		{"one of the operator's", "de", QuietOff, "Aria ist wieder da."},
		{"what that leaves out", "de", Disengaged, "Aria hält sich zurück."},
		{"what the operator wrote for every language", "de", Stopped, "Aria halts."},
		{"no answer", "de", NoAnswer, ""},
	} {
		if got := house.SayIn(tt.lang, own, Answer{Key: tt.key, Name: "Aria"}); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.what, got, tt.want)
		}
	}
}

func TestTextsValidate(t *testing.T) {
	if err := (Texts{Stop: "{name} halts", Usage: "/{command}?"}).Validate(); err != nil {
		t.Errorf("braces that are filled: %v", err)
	}
	const want = `stop = "{wer} hört auf": allowed in braces are name, role, commands, command, for, reason, other or told`
	if err := (Texts{Stop: "{wer} hört auf"}).Validate(); err == nil || err.Error() != want {
		t.Errorf("a brace nobody fills: %v, want %s", err, want)
	}
}
