package turns

import (
	"cmp"
	"math"
	"strconv"

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

// NoticeIn returns what is to be said in the channel about p, in a language as
// [language.Texts] picks it; "" for nothing.
func (c *Config) NoticeIn(l language.Language, p Passing) string {
	texts := language.Texts[Words]{Own: c.Translations, Plain: c.Words, Built: translated, English: English()}
	text := ""
	switch p.Why {
	case TimedOut:
		text = texts.In(l, func(w *Words) string { return w.TimedOut })
	case WentOffline:
		text = texts.In(l, func(w *Words) string { return w.Offline })
	default: // nobody has to be told
	}
	if !c.Announce || text == "" {
		return ""
	}
	seconds := strconv.Itoa(int(math.Round(p.Held.Seconds())))
	return places.Fill(text, string(p.From), string(p.To), seconds)
}

// or fills in what w leaves out.
func (w Words) or(other Words) Words {
	return Words{cmp.Or(w.TimedOut, other.TimedOut), cmp.Or(w.Offline, other.Offline)}
}

func (c Config) validateTranslations() error {
	return language.ValidateTranslations(c.Translations, func(w Words) error { return w.or(English()).Validate() })
}
