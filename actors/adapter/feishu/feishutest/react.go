package feishutest

// React has somebody put a reaction to a message.
func (n *Network) React(id string, by Person, name string) {
	n.reaction("im.message.reaction.created_v1", id, by, name)
}

// Unreact has somebody take it away.
func (n *Network) Unreact(id string, by Person, name string) {
	n.reaction("im.message.reaction.deleted_v1", id, by, name)
}

// reaction tells of one in the documented form, which names no chat. The bot is
// an app there.
func (n *Network) reaction(event, id string, by Person, name string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	e := map[string]any{
		"message_id": id, "reaction_type": map[string]string{"emoji_type": name}, "operator_type": "user",
		"user_id": idsOf(by), "action_time": ms(n.now()),
	}
	if by.Open == Bot {
		e["operator_type"], e["app_id"] = "app", AppID
		delete(e, "user_id")
	}
	n.push(event, e)
}
