package budget

import (
	"strings"
	"testing"

	"familiar/policy/language"
)

func TestReachedIn(t *testing.T) {
	own := Default()
	own.Translations = map[language.Language]Words{"pl": {Limit: "{familiar} wraca jutro."}}
	silent := own
	silent.Words.Limit = ""
	for _, tt := range []struct {
		what   string
		config Config
		lang   language.Language
		want   string
	}{
		{"English", own, "en", "Aria has used up what it may spend today and will be back tomorrow."},
		{"a language of ours", own, "de", "Aria hat für heute ausgegeben, was es darf, und ist morgen wieder da."},
		{"a language of the operator's", own, "pl", "Aria wraca jutro."},
		{"without words nothing is said in any language", silent, "de", ""},
		{"also in one that is translated", silent, "pl", ""},
	} {
		if got := tt.config.ReachedIn(tt.lang, "Aria"); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.what, got, tt.want)
		}
	}
}

// TestTranslationsAreWhole: each language that turns speak is there, and says who.
func TestTranslationsAreWhole(t *testing.T) {
	if len(translated) != 5 {
		t.Errorf("%d languages, want 5", len(translated))
	}
	for l, w := range translated {
		if err := w.Validate(); err != nil || !strings.Contains(w.Limit, "{familiar}") {
			t.Errorf("%s: %q: %v", l, w.Limit, err)
		}
	}
}

func TestValidateTranslations(t *testing.T) {
	c := Default()
	c.Translations = map[language.Language]Words{"de": {Limit: "{wer} kommt morgen"}}
	if err := c.Validate(); err == nil || !strings.Contains(err.Error(), "translations.de: words.limit") {
		t.Errorf("a brace nobody fills is %v", err)
	}
}
