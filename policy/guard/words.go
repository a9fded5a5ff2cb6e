package guard

import "familiar/policy/language"

// Words are what is said in a channel of the guard. {familiar} stands for its
// name, {person} for whom it is about.
type Words struct {
	Unmarked string `toml:"unmarked"` // somebody counts as a bot now; "": nothing is said
}

// English returns the words in English.
func English() Words {
	return Words{
		Unmarked: "{person} answers like a program, so {familiar} leaves it be until somebody else speaks, or for ten minutes of silence.",
	}
}

// translated are the words in the languages we have them in besides English.
var translated = map[language.Language]Words{
	"de": {Unmarked: "{person} antwortet wie ein Programm. {familiar} hält sich zurück, bis jemand anderes schreibt oder zehn Minuten Ruhe war."},
	"es": {Unmarked: "{person} responde como un programa; {familiar} no contesta hasta que escriba otra persona o haya diez minutos de silencio."},
	"fr": {Unmarked: "{person} répond comme un programme ; {familiar} se tait jusqu'à ce que quelqu'un d'autre écrive ou après dix minutes de silence."},
	"ja": {Unmarked: "{person} はプログラムのように返事をしています。ほかの人が発言するか、十分間静かになるまで、{familiar} は答えません。"},
	"zh": {Unmarked: "{person} 的回复像是程序；在其他人发言或安静十分钟之前，{familiar} 不再回应。"},
}

var places = language.Places{"familiar", "person"}

// Validate says what is wrong.
func (w Words) Validate() error {
	return places.Validate("words.unmarked", w.Unmarked)
}

// UnmarkedIn says that a person counts as a bot, in a language as
// [language.Texts] picks it; "" for nothing.
func (c *Config) UnmarkedIn(l language.Language, familiar, person string) string {
	texts := language.Texts[Words]{Own: c.Translations, Plain: c.Words, Built: translated, English: English()}
	return places.Fill(texts.Said(l, func(w *Words) string { return w.Unmarked }), familiar, person)
}
