package channel

// stand answers a question about how the channel stands.
func (ch *Channel) stand(m Stand) {
	reply(m.Reply, ch.state.Status(ch.Clock()))
}
