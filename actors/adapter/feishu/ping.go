package feishu

import (
	"encoding/json"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"familiar/messages"
)

// contentLimit is the longest body of a text message, in bytes: 150 KB by the
// network's word, less what goes round it.
const contentLimit = 149_000

// textBody returns the content of a text message in which exactly those people
// are pinged whom mentions names and text has as "@Name". open gives the id
// that pings somebody. What looks like the network's own markup for a ping is
// made harmless. If the names make it longer than the network takes, the last
// ones stay plain.
func textBody(text string, people []messages.Mention, open func(messages.PersonID) string) string {
	parts := cut(text, people)
	for last := len(parts); ; last-- {
		var b strings.Builder
		for i, p := range parts {
			if p.who != nil && i < last {
				if id := open(p.who.ID); pingable(id) {
					b.WriteString(`<at user_id="` + id + `">` + unmarked(p.who.Name) + `</at>`)
					continue
				}
			}
			b.WriteString(harmless(p.text))
		}
		encoded, err := json.Marshal(map[string]string{"text": b.String()})
		if err != nil {
			panic(err) // strings always encode
		}
		if len(encoded) <= contentLimit || last <= 0 {
			return string(encoded)
		}
	}
}

// A stretch of a text, or somebody it names.
type stretch struct {
	text string
	who  *messages.Mention
}

// nameLimit is how many names of a text may be pings.
const nameLimit = 50

// cut finds "@Name" of people, the longest name that fits, in any case. A name
// ends where its word does.
func cut(text string, people []messages.Mention) []stretch {
	var parts []stretch
	from, before, names := 0, ' ', 0
	for i, r := range text {
		if r == '@' && i >= from && !wordy(before) && names < nameLimit {
			if who := longestName(text[i+1:], people); who != nil {
				end := i + 1 + len(who.Name)
				parts = append(parts, stretch{text: text[from:i]}, stretch{text: text[i:end], who: who})
				from = end
				names++
			}
		}
		before = r
	}
	return append(parts, stretch{text: text[from:]})
}

func longestName(text string, people []messages.Mention) *messages.Mention {
	var best *messages.Mention
	for i, p := range people {
		n := len(p.Name)
		if n == 0 || n > len(text) || best != nil && n <= len(best.Name) || !strings.EqualFold(text[:n], p.Name) {
			continue
		}
		if next, _ := utf8.DecodeRuneInString(text[n:]); n == len(text) || !wordy(next) {
			best = &people[i]
		}
	}
	return best
}

// wordy reports whether r goes on with the word beside it. Chinese and
// Japanese are written without spaces, so their letters don't.
func wordy(r rune) bool {
	return (unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_') && !unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana)
}

// pingable reports whether id is one person's: "all" is everybody's.
func pingable(id string) bool {
	return (strings.HasPrefix(id, "ou_") || strings.HasPrefix(id, "on_")) && !strings.ContainsAny(id, "\"<>&")
}

var pings = regexp.MustCompile(`(?i)<(\s*/?\s*at)`)

// harmless breaks the network's markup for a ping with a space of no width.
func harmless(text string) string {
	if !strings.Contains(text, "<") {
		return text
	}
	return pings.ReplaceAllString(text, "<\u200b$1")
}

var markup = strings.NewReplacer("<", "", ">", "", "&", "")

// unmarked returns a name that can stand inside markup.
func unmarked(name string) string { return markup.Replace(name) }
