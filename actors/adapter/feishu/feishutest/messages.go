package feishutest

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// A Message is one in a chat. [Network.Say] fills in what is left out.
type Message struct {
	ID, Chat             string
	Thread, Root, Parent string
	By                   Person // Open [Bot]: the bot
	Type                 string // "": "text"
	Content              string // JSON; "": made of Text
	Text                 string // of the types with one; keys of mentions in it
	Mentions             []Mention
	At, Updated          int64 // ms
	UUID                 string
	Gone                 bool // recalled
}

// A Mention is what a key in a text stands for.
type Mention struct {
	Key string
	Of  Person
}

// Say puts a message into a chat and tells the app about it. It gives the
// message's id.
func (n *Network) Say(m Message) string {
	id := n.Keep(m)
	n.Tell(id)
	return id
}

// Keep puts a message into a chat without telling the app, as while its
// connection is lost.
func (n *Network) Keep(m Message) string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.addMessage(&m).ID
}

func (n *Network) addMessage(m *Message) *Message {
	if m.ID == "" {
		m.ID = n.name("om_", len(n.messages)+1)
	}
	if m.Type == "" {
		m.Type = "text"
	}
	if m.Content == "" {
		m.Content = encode(map[string]string{"text": m.Text})
	}
	if m.At == 0 {
		m.At = n.now()
	}
	if m.Updated == 0 {
		m.Updated = m.At
	}
	n.messages = append(n.messages, m)
	return m
}

// Edit changes a text message's text. The network tells nobody.
func (n *Network) Edit(id, text string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	m := n.message(id)
	m.Text, m.Content, m.Updated = text, encode(map[string]string{"text": text}), n.now()
}

// Tell sends the app the event of a message.
func (n *Network) Tell(id string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	m := n.message(id)
	kind := "user"
	if strings.HasPrefix(m.By.Open, "ou_bot") {
		kind = "bot"
	}
	chatType := "group"
	switch n.chats[m.Chat].Mode {
	case "p2p":
		chatType = "p2p"
	case "topic":
		chatType = "topic_group"
	}
	message := map[string]any{
		"message_id": m.ID, "chat_id": m.Chat, "chat_type": chatType, "message_type": m.Type, "content": m.Content,
		"create_time": ms(m.At), "update_time": ms(m.Updated),
	}
	for key, value := range map[string]string{"thread_id": m.Thread, "root_id": m.Root, "parent_id": m.Parent} {
		if value != "" {
			message[key] = value
		}
	}
	var mentions []map[string]any
	for _, at := range m.Mentions {
		mentions = append(mentions, map[string]any{"key": at.Key, "id": idsOf(at.Of), "name": at.Of.Name, "tenant_key": Tenant})
	}
	if mentions != nil {
		message["mentions"] = mentions
	}
	n.push("im.message.receive_v1", map[string]any{
		"sender":  map[string]any{"sender_id": idsOf(m.By), "sender_type": kind, "tenant_key": Tenant},
		"message": message,
	})
}

// Recall takes a message back and tells the app.
func (n *Network) Recall(id string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	m := n.message(id)
	m.Gone = true
	n.push("im.message.recalled_v1", map[string]any{
		"message_id": m.ID, "chat_id": m.Chat, "recall_time": ms(n.now()), "recall_type": "message_owner",
	})
}

// RecallUnheard takes a message back and tells nobody, as while the app's
// connection is lost.
func (n *Network) RecallUnheard(id string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.message(id).Gone = true
}

// Posted lists what the bot posted, oldest first.
func (n *Network) Posted() []Message {
	n.mu.Lock()
	defer n.mu.Unlock()
	var all []Message
	for _, m := range n.messages {
		if m.By.Open == Bot {
			all = append(all, *m)
		}
	}
	return all
}

// message finds one by its id, or nil. The lock is held.
func (n *Network) message(id string) *Message {
	for _, m := range n.messages {
		if m.ID == id {
			return m
		}
	}
	return nil
}

func idsOf(p Person) map[string]string {
	return map[string]string{"open_id": p.Open, "union_id": p.Union, "user_id": ""}
}

func ms(at int64) string { return strconv.FormatInt(at, 10) }

func encode(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("feishutest: %v", err))
	}
	return string(text)
}
