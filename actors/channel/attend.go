package channel

import "familiar/messages"

// attend journals which accounts went away or came back, unless the channel
// knows already. It is called when an account's presence changes and when the
// channel is loaded, since it may have missed that.
func (ch *Channel) attend() { ch.attendTo("") }

// attendTo is attend for one account; "": for all. If the journal refuses, the
// presence is looked up again: the account may be back.
func (ch *Channel) attendTo(id messages.AccountID) {
	if ch.Absent == nil || ch.holding {
		return
	}
	for _, e := range ch.state.Presence(ch.Absent) {
		if id == "" || e.Account == id {
			ch.append(e)
		}
	}
}
