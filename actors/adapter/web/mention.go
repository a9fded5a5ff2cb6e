package web

import (
	"slices"
	"strings"

	"familiar/actors/adapter"
	"familiar/messages"
)

// mentions finds "@Name" of those who are known. Nothing mentions everyone.
// known is called if there is an @.
func mentions(text string, known func() []messages.Author) []messages.PersonID {
	if !strings.Contains(text, "@") {
		return nil
	}
	var people []messages.Mention
	for _, a := range known() {
		people = append(people, messages.Mention{ID: a.ID, Name: a.Name})
	}
	var ids []messages.PersonID
	for _, s := range adapter.SplitCalls(text, people) {
		if s.Who != nil && !slices.Contains(ids, s.Who.ID) {
			ids = append(ids, s.Who.ID)
		}
	}
	return ids
}
