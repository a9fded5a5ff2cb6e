package feishu

import (
	"encoding/json"
	"regexp"
	"strings"

	"familiar/actors/adapter"
	"familiar/messages"
)

// contentLimit is the longest body of a text message, in bytes: 150 KB by the
// network's word, less what goes round it.
const contentLimit = 149_000

// pingsMost is how many names of a text may be pings.
const pingsMost = 50

// textBody returns the content of a text message in which exactly those people
// are pinged whom mentions names and text has as "@Name". open gives the id
// that pings somebody. What looks like the network's own markup for a ping is
// made harmless. If the names make it longer than the network takes, the last
// ones stay plain.
func textBody(text string, people []messages.Mention, open func(messages.PersonID) string) string {
	spans := adapter.SplitCalls(text, people)
	for most := pingsMost; ; most = min(most, len(spans)) - 1 {
		encoded, err := json.Marshal(map[string]string{"text": pinged(spans, most, open)})
		if err != nil {
			panic(err) // strings always encode
		}
		if len(encoded) <= contentLimit || most <= 0 {
			return string(encoded)
		}
	}
}

// pinged returns a text in which the first of those called are pinged, at most
// that many.
func pinged(spans []adapter.Span, most int, open func(messages.PersonID) string) string {
	var b, plain strings.Builder
	for _, s := range spans {
		if s.Who != nil && most > 0 {
			most--
			if id := open(s.Who.ID); pingable(id) {
				b.WriteString(harmless(plain.String()) + `<at user_id="` + id + `">` + unmarked(s.Who.Name) + `</at>`)
				plain.Reset()
				continue
			}
		}
		plain.WriteString(s.Text)
	}
	return b.String() + harmless(plain.String())
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
