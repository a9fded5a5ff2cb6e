package budget

import "familiar/policy/language"

// translated are the words in the languages we have them in besides English.
var translated = map[language.Language]Words{
	"de": {Limit: "{familiar} hat für heute ausgegeben, was es darf, und ist morgen wieder da.", Person: "{familiar} hat dir heute so oft geantwortet, wie es darf. Bis morgen!"},
	"es": {Limit: "{familiar} ya gastó lo que puede gastar hoy y vuelve mañana.", Person: "{familiar} ya te respondió hoy todas las veces que puede. ¡Hasta mañana!"},
	"fr": {Limit: "{familiar} a dépensé tout son budget du jour et sera de retour demain.", Person: "{familiar} t'a répondu aujourd'hui autant de fois que possible. À demain !"},
	"ja": {Limit: "{familiar} は今日使える分を使い切りました。また明日戻ります。", Person: "{familiar} が今日あなたに返事できる回数を使い切りました。また明日。"},
	"zh": {Limit: "{familiar} 今天的额度已用完，明天回来。", Person: "{familiar} 今天回复你的次数已用完，明天再聊。"},
}

// ReachedIn returns what is said, in a language as [language.Texts] picks it,
// when the limit keeps a familiar of that name from answering; "" for nothing.
func (c *Config) ReachedIn(l language.Language, familiar string) string {
	return c.saidIn(l, func(w *Words) string { return w.Limit }, familiar)
}

// AnsweredIn returns the same for somebody who has had what one person may.
func (c *Config) AnsweredIn(l language.Language, familiar string) string {
	return c.saidIn(l, func(w *Words) string { return w.Person }, familiar)
}

func (c *Config) saidIn(l language.Language, text func(*Words) string, familiar string) string {
	texts := language.Texts[Words]{Own: c.Translations, Plain: c.Words, Built: translated, English: English()}
	return places.Fill(texts.Said(l, text), familiar)
}
