package conversation

import (
	"familiar/messages"
	"familiar/policy/rules"
)

// knownWords is every word that a note may name.
var knownWords = func() map[messages.Rung]bool {
	all := map[messages.Rung]bool{}
	for _, rule := range rules.All() {
		all[rule.Name] = true
	}
	return all
}()
