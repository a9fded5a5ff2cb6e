package channel

// attend journals which accounts went away or came back, as far as the channel
// has yet to be told. It is done when somebody's presence changes, and when
// the channel is loaded: it may have slept through that.
func (ch *Channel) attend() {
	if ch.Absent == nil || ch.holding {
		return
	}
	for _, e := range ch.state.Presence(ch.Absent) {
		ch.append(e)
	}
}
