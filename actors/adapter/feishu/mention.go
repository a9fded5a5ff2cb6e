package feishu

import (
	"encoding/json"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"familiar/messages"
)

// everyoneKey is how a text pings everybody in the chat.
const everyoneKey = "@_all"

// named puts names where a text has keys of mentions, the longest key that
// fits: "@_user_1" is none inside "@_user_10". everyone says that it pings
// everybody, which the list of mentions need not say.
func named(text string, mentions []mention) (shown string, everyone bool) {
	if !strings.Contains(text, "@_") {
		return text, false
	}
	names := make(map[string]string, len(mentions)+1)
	names[everyoneKey] = "@all"
	longest := len(everyoneKey)
	for _, m := range mentions {
		if len(m.Key) > 1 && m.Name != "" {
			names[m.Key] = "@" + m.Name
			longest = max(longest, len(m.Key))
		}
	}
	var b strings.Builder
	for {
		i := strings.Index(text, "@_")
		if i < 0 {
			b.WriteString(text)
			return b.String(), everyone
		}
		b.WriteString(text[:i])
		text = text[i:]
		key := keyOf(text, names, longest)
		if key == "" {
			b.WriteString("@_")
			text = text[len("@_"):]
			continue
		}
		everyone = everyone || key == everyoneKey
		b.WriteString(names[key])
		text = text[len(key):]
	}
}

// keyOf gives the longest key that text begins with, "" without any.
func keyOf(text string, names map[string]string, longest int) string {
	for n := min(longest, len(text)); n > 1; n-- {
		if _, ok := names[text[:n]]; ok {
			return text[:n]
		}
	}
	return ""
}

// contentLimit is the longest body of a text message, in bytes: 150 KB by the
// network's word, less what goes round it.
const contentLimit = 149_000

// textBody gives the content of a text message in which exactly those people
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

// unmarked gives a name that can stand inside markup.
func unmarked(name string) string { return markup.Replace(name) }
