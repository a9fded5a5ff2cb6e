package config

import (
	"maps"
	"slices"
	"strings"

	"familiar/messages"
)

// lacking begins the word of a class of networks that can't do something.
const lacking = "no-"

// classes are the networks where an account can do something, by the word for it. What a
// bridge can do it says only when it comes, and of a network of somebody else's nobody
// knows: those are in no class, also in none that begins with [lacking].
var classes = map[string][]messages.Network{
	"attachments": {"discord", "slack", "feishu", "telegram", "matrix", "onebot"},
	"edits":       {"web", "discord", "slack", "feishu", "telegram", "matrix"},
	"files":       {"discord", "slack", "feishu", "telegram", "matrix", "onebot"},
	"history":     {"discord", "slack", "feishu", "matrix", "onebot"},
	"reactions":   {"web", "discord", "slack", "feishu", "telegram", "matrix", "onebot"},
	"replies":     {"discord", "feishu", "telegram", "matrix", "onebot"},
	"typing":      {"web", "discord", "slack", "telegram", "matrix"},
}

// Classes returns the words by which a [Pattern] means all networks where an account can
// do something; with "no-" before it a word means those where none can.
func Classes() []string { return slices.Sorted(maps.Keys(classes)) }

// isClass reports whether a word is one of a class.
func isClass(word string) bool {
	_, is := classes[strings.TrimPrefix(word, lacking)]
	return is
}

// InClass reports whether a network is of the class with that word.
func InClass(word string, network messages.Network) bool {
	can, is := classes[strings.TrimPrefix(word, lacking)]
	if !is {
		return false
	}
	if !strings.HasPrefix(word, lacking) {
		return slices.Contains(can, network)
	}
	known := slices.Contains(Networks, network) && network != bridge && !slices.Contains(added, network)
	return known && !slices.Contains(can, network)
}
