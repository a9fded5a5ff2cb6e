package turns

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"familiar/policy/language"
)

func TestNoticeIn(t *testing.T) {
	plain, own := Default(), Default()
	own.Words.TimedOut = "{familiar}, time is up!"
	own.Translations = map[language.Language]Words{"de": {TimedOut: "{familiar}, Schluss!"}, "pl": {TimedOut: "{familiar}, koniec!"}}
	late, gone := Passing{From: "pm", Why: TimedOut, Held: 60e9}, Passing{From: "pm", Why: WentOffline}
	for _, tt := range []struct {
		what     string
		config   Config
		language language.Language
		passing  Passing
		want     string
	}{
		{"English is what is configured", own, "en", late, "pm, time is up!"},
		{"a language of ours", plain, "de", late, "pm war am Zug, aber nach 60 s ist die Zeit um."},
		{"a translation of the operator's comes first", own, "de", late, "pm, Schluss!"},
		{"what it leaves out is ours", own, "de", gone, "pm ist offline und verliert den Zug."},
		{"a language of the operator's alone", own, "pl", late, "pm, koniec!"},
		{"what that leaves out is as configured", own, "pl", gone, "pm is offline and loses the turn."},
		{"a language nobody has", own, "ru", late, "pm, time is up!"},
	} {
		if got := tt.config.NoticeIn(tt.language, tt.passing); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.what, got, tt.want)
		}
	}
}

// TestTranslationsAreWhole: each is sound, says who, and how long it took.
func TestTranslationsAreWhole(t *testing.T) {
	if got, want := slices.Sorted(maps.Keys(translated)), []language.Language{"de", "es", "fr", "ja", "zh"}; !slices.Equal(got, want) {
		t.Errorf("there are %v, want %v", got, want)
	}
	for l, w := range translated {
		if err := w.Validate(); err != nil {
			t.Errorf("%s: %v", l, err)
		}
		if !strings.Contains(w.TimedOut, "{familiar}") || !strings.Contains(w.TimedOut, "{seconds}") || !strings.Contains(w.Offline, "{familiar}") {
			t.Errorf("%s says not who, or not how long: %+v", l, w)
		}
	}
}

func TestValidateTranslations(t *testing.T) {
	for _, tt := range []struct {
		what string
		said map[language.Language]Words
		want string // part of the error; "": it is valid
	}{
		{"an empty table leaves all to us", map[language.Language]Words{"de": {}}, ""},
		{"a language by its name", map[language.Language]Words{"german": {}}, `"german" is not a language`},
		{"braces nobody fills", map[language.Language]Words{"de": {Offline: "{wer} ist weg"}}, "translations.de: words.offline"},
	} {
		c := Default()
		c.Translations = tt.said
		err := c.Validate()
		if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want %q", tt.what, err, tt.want)
		}
	}
}
