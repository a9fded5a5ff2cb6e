package community

import (
	"familiar/messages"
	"familiar/policy/admission"
	"familiar/policy/conversation"
)

// moderated gives a room in which those people may tell the familiar to be quiet,
// and everybody may talk to it.
func moderated(network messages.Network, moderators []person) conversation.RoomConfig {
	room := conversation.DefaultRoom()
	room.Admission.Roles = map[string]admission.Holders{}
	var who []admission.Rule
	for i := range moderators {
		rule, err := admission.ParseRule(string(network) + ":community author:" + string(moderators[i].author.ID))
		if err != nil {
			panic(err) // the names are our own
		}
		who = append(who, rule)
	}
	room.Admission.Roles[string(admission.Trusted)] = admission.Holders{Match: who}
	return room
}
