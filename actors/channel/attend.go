package channel

import "familiar/messages"

// attend journals which accounts went away or came back, as far as the channel
// has yet to be told. It is done when somebody's presence changes, and when
// the channel is loaded: it may have slept through that.
func (ch *Channel) attend() { ch.attendTo("") }

// attendTo is attend for one account; "": for all. What the journal did not take
// is asked for anew: the account may be back.
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
