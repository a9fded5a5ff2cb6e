package feishu

import (
	"slices"
	"strings"

	"familiar/actors/adapter"
)

// everyoneKey is how a text pings everybody in the chat.
const everyoneKey = "@_all"

// keyLimit is the longest key of a mention, in bytes; the network's have ten.
const keyLimit = 32

// readable returns mentions whose names can stand in a text: they are other
// people's, and may hold anything.
func readable(mentions []mention) []mention {
	mentions = slices.Clone(mentions)
	for i := range mentions {
		mentions[i].Name = adapter.CleanName(mentions[i].Name, adapter.NameMost)
	}
	return mentions
}

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
		if len(m.Key) > 1 && len(m.Key) <= keyLimit && m.Name != "" {
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

// keyOf returns the longest key that text begins with, "" without any.
func keyOf(text string, names map[string]string, longest int) string {
	for n := min(longest, len(text)); n > 1; n-- {
		if _, ok := names[text[:n]]; ok {
			return text[:n]
		}
	}
	return ""
}
