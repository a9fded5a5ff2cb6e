package budget

import "familiar/policy/language"

// translated are the words in the languages we have them in besides English.
var translated = map[language.Language]Words{
	"de": {Limit: "{familiar} hat für heute ausgegeben, was es darf, und ist morgen wieder da."},
	"es": {Limit: "{familiar} ya gastó lo que puede gastar hoy y vuelve mañana."},
	"fr": {Limit: "{familiar} a dépensé tout son budget du jour et sera de retour demain."},
	"ja": {Limit: "{familiar} は今日使える分を使い切りました。また明日戻ります。"},
	"zh": {Limit: "{familiar} 今天的额度已用完，明天回来。"},
}

// ReachedIn returns what is said, in a language as [language.Texts] picks it,
// when the limit keeps a familiar of that name from answering; "" for nothing.
func (c *Config) ReachedIn(l language.Language, familiar string) string {
	texts := language.Texts[Words]{Own: c.Translations, Plain: c.Words, Built: translated, English: English()}
	return places.Fill(texts.Said(l, func(w *Words) string { return w.Limit }), familiar)
}
