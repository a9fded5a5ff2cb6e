package turns

import (
	"maps"
	"slices"

	"familiar/policy/language"
)

// translated are the notices in the languages we have them in besides English.
var translated = map[language.Language]Words{
	"de": {
		TimedOut: "{familiar} war am Zug, aber nach {seconds} s ist die Zeit um.",
		Offline:  "{familiar} ist offline und verliert den Zug.",
	},
	"fr": {
		TimedOut: "Le tour de {familiar} s'est terminé au bout de {seconds} s.",
		Offline:  "{familiar} est hors ligne et perd son tour.",
	},
	"es": {
		TimedOut: "El turno de {familiar} terminó a los {seconds} s.",
		Offline:  "{familiar} no está en línea y pierde el turno.",
	},
	"zh": {
		TimedOut: "{familiar} 的回合在 {seconds} 秒后超时。",
		Offline:  "{familiar} 已离线，失去本回合。",
	},
	"ja": {
		TimedOut: "{familiar} の番は {seconds} 秒で時間切れになりました。",
		Offline:  "{familiar} はオフラインのため、番を失いました。",
	},
}

// Languages lists those besides English that the notices are built in for.
func Languages() []language.Language { return slices.Sorted(maps.Keys(translated)) }

// NoticeIn returns what is to be said in the channel about p, in a language as
// [language.Texts] picks it; "" for nothing.
func (c *Config) NoticeIn(l language.Language, p Passing) string {
	texts := language.Texts[Words]{Own: c.Translations, Plain: c.Words, Built: translated, English: English()}
	return c.say(Words{
		TimedOut: texts.In(l, func(w *Words) string { return w.TimedOut }),
		Offline:  texts.In(l, func(w *Words) string { return w.Offline }),
	}, p)
}

// or fills in what w leaves out.
func (w Words) or(other Words) Words {
	if w.TimedOut == "" {
		w.TimedOut = other.TimedOut
	}
	if w.Offline == "" {
		w.Offline = other.Offline
	}
	return w
}

func (c Config) validateTranslations() error {
	return language.ValidateTranslations(c.Translations, func(w Words) error { return w.or(English()).Validate() })
}
