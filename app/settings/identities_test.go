package settings

import (
	"testing"

	"familiar/actors/account"
	"familiar/messages"
	"familiar/policy/conversation"
	"familiar/policy/odds"
)

// TestSeatsKnowTheirNetwork: what an account said its network can be asked, and
// whether lines there are replies, reaches the seats it has.
func TestSeatsKnowTheirNetwork(t *testing.T) {
	who := new(identities).copy()
	who.introduce(map[messages.AccountID]account.Meeting{
		"aria-discord": {Me: messages.Author{ID: "1", Name: "aria"}, Members: true, History: true, Replies: true},
		"aria-irc":     {Me: messages.Author{ID: "aria", Name: "aria"}},
	})
	config := &conversation.Config{Seats: []conversation.SeatConfig{{Account: "aria-discord"}, {Account: "aria-irc"}}}
	got := who.in("discord", config).Seats
	if !got[0].Replies || !got[0].Members || !got[0].History || got[0].OddsWeights() != odds.Builtin().ExpectingReplies() {
		t.Errorf("where people reply: %+v", got[0])
	}
	if got[1].Replies || got[1].Members || got[1].History || got[1].OddsWeights() != odds.Builtin() {
		t.Errorf("where they don't: %+v", got[1])
	}
}
