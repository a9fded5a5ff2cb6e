package outage

import (
	"errors"

	"familiar/policy/language"
)

// Config is what an operator may tune.
type Config struct {
	Words Words `toml:"words"` // what is said of it

	Translations map[language.Language]Words `toml:"translations"` // the same in other languages; an empty text is as Words, or where those are the English ones as built in; default none
}

// Words are what is said in a channel to people who addressed a familiar, once in
// an outage. {familiar} stands for its name. An empty one is said in no
// language.
type Words struct {
	Away   string `toml:"away"`   // its model can't be had: the line waits, at most answer_within; default English
	Failed string `toml:"failed"` // there will be no answer to the line; default English
}

// Default says it in English.
func Default() Config { return Config{Words: English()} }

// English returns the words in English.
func English() Words {
	return Words{
		Away:   "{familiar} can't think just now, and answers as soon as it can. If that takes long, please ask again.",
		Failed: "{familiar} can't answer this: something is wrong with its model.",
	}
}

// translated are the words in the languages we have them in besides English.
var translated = map[language.Language]Words{
	"de": {
		Away:   "{familiar} kann gerade nicht denken und antwortet, sobald es wieder geht. Dauert das lange, bitte noch einmal fragen.",
		Failed: "{familiar} kann darauf nicht antworten: mit dem Modell stimmt etwas nicht.",
	},
	"es": {
		Away:   "{familiar} no puede pensar ahora mismo y responderá en cuanto pueda. Si tarda mucho, vuelve a preguntar.",
		Failed: "{familiar} no puede responder a esto: algo falla en su modelo.",
	},
	"fr": {
		Away:   "{familiar} ne peut pas réfléchir pour l'instant et répondra dès que possible. Si cela dure, merci de redemander.",
		Failed: "{familiar} ne peut pas répondre : son modèle a un problème.",
	},
	"ja": {
		Away:   "{familiar} は今考えることができません。できるようになりしだい答えます。時間がかかるときは、もう一度聞いてください。",
		Failed: "{familiar} はこれに答えられません。モデルに問題があります。",
	},
	"zh": {
		Away:   "{familiar} 现在无法思考，恢复后会尽快回答。如果等得太久，请再问一次。",
		Failed: "{familiar} 无法回答：它的模型出了问题。",
	},
}

var places = language.Places{"familiar"}

// Validate says what is wrong, all of it.
func (c Config) Validate() error {
	return errors.Join(c.Words.Validate(), language.ValidateTranslations(c.Translations, Words.Validate))
}

// Validate says what is wrong, all of it.
func (w Words) Validate() error {
	return errors.Join(places.Validate("words.away", w.Away), places.Validate("words.failed", w.Failed))
}

// In returns what is said of a familiar of that name, in a language as
// [language.Texts] picks it; "" for nothing. ends says that there will be no
// answer.
func (c *Config) In(l language.Language, familiar string, ends bool) string {
	text := func(w *Words) string {
		if ends {
			return w.Failed
		}
		return w.Away
	}
	texts := language.Texts[Words]{Own: c.Translations, Plain: c.Words, Built: translated, English: English()}
	return places.Fill(texts.Said(l, text), familiar)
}
