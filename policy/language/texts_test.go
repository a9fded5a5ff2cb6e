package language

import (
	"errors"
	"testing"
)

func TestIn(t *testing.T) {
	type words struct{ Hi string }
	hi := func(w *words) string { return w.Hi }
	english, german := words{"hello"}, words{"hallo"}
	for _, tt := range []struct {
		what  string
		plain string // what the operator wrote for every language
		own   string // and in German
		lang  Language
		want  string
	}{
		{"English is English", "hello", "", "en", "hello"},
		{"one of ours", "hello", "", "de", "hallo"},
		{"an empty text is none", "", "", "de", "hallo"},
		{"a language nobody has", "hello", "", "pl", "hello"},
		{"a translation of the operator's is before ours", "hello", "servus", "de", "servus"},
		{"and before what they wrote for every language", "ahoy", "servus", "de", "servus"},
		{"which is before ours", "ahoy", "", "de", "ahoy"},
		{"and before English", "ahoy", "servus", "pl", "ahoy"},
	} {
		texts := Texts[words]{
			Own: map[Language]words{"de": {tt.own}}, Plain: words{tt.plain},
			Built: map[Language]words{"de": german}, English: english,
		}
		if got := texts.In(tt.lang, hi); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.what, got, tt.want)
		}
	}
}

func TestValidateTranslations(t *testing.T) {
	wrong := errors.New("wrong")
	check := func(w string) error {
		if w == "" {
			return wrong
		}
		return nil
	}
	for _, tt := range []struct {
		what string
		own  map[Language]string
		want string // the error; "": none
	}{
		{"none is right", nil, ""},
		{"two that are right", map[Language]string{"de": "a", "pl": "b"}, ""},
		{"a language by its name", map[Language]string{"german": "a"}, `translations: "german" is not a language: want two lower-case letters such as "en"`},
		{"a text that is wrong", map[Language]string{"de": "", "pl": "b"}, "translations.de: wrong"},
	} {
		got := ""
		if err := ValidateTranslations(tt.own, check); err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("%s: %q, want %q", tt.what, got, tt.want)
		}
	}
}
