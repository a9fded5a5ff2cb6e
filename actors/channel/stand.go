package channel

// stand tells whoever asked how the channel stands.
func (ch *Channel) stand(m Stand) {
	select {
	case m.Reply <- ch.state.Status(ch.Clock()):
	default: // told before
	}
}
