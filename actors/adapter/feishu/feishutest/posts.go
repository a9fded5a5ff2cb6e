package feishutest

import (
	"encoding/json"
	"net/http"
	"regexp"
	"strconv"
)

// create posts into a chat; in one of topics it begins one.
func (n *Network) create(w http.ResponseWriter, r *http.Request) {
	var asked posting
	if json.NewDecoder(r.Body).Decode(&asked) != nil || r.URL.Query().Get("receive_id_type") != "chat_id" {
		refuse(w, 230001, "Your request contains an invalid request parameter.")
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	chat := n.chats[asked.Chat]
	if chat == nil {
		refuse(w, 230002, "Bot/User can NOT be out of the chat.")
		return
	}
	m := &Message{Chat: asked.Chat}
	if chat.Mode == "topic" {
		m.Thread = n.name("omt_", len(n.messages)+1)
	}
	n.post(w, asked, m)
}

// reply answers a message, in its thread if it is in one.
func (n *Network) reply(w http.ResponseWriter, r *http.Request) {
	var asked posting
	if json.NewDecoder(r.Body).Decode(&asked) != nil {
		refuse(w, 230001, "Your request contains an invalid request parameter.")
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	to := n.message(r.PathValue("id"))
	if to == nil || to.Gone {
		refuse(w, 230011, "The message is withdrawn.")
		return
	}
	root := to.Root
	if root == "" {
		root = to.ID
	}
	if to.Thread == "" && asked.Thread {
		to.Thread = n.name("omt_", len(n.messages)+1)
	}
	n.post(w, asked, &Message{Chat: to.Chat, Thread: to.Thread, Root: root, Parent: to.ID})
}

// A posting is what the app wants posted.
type posting struct {
	Chat    string `json:"receive_id"`
	Type    string `json:"msg_type"`
	Content string `json:"content"`
	UUID    string `json:"uuid"`
	Thread  bool   `json:"reply_in_thread"`
}

// post makes the message, once for each uuid. The lock is held.
func (n *Network) post(w http.ResponseWriter, asked posting, m *Message) {
	if was := n.made[asked.UUID]; was != nil {
		answerWith(w, item(was))
		return
	}
	if asked.Type == "file" {
		n.postFile(w, asked, m)
		return
	}
	var body struct{ Text string }
	if len(asked.UUID) > 50 || asked.Type != "text" || json.Unmarshal([]byte(asked.Content), &body) != nil || body.Text == "" {
		refuse(w, 230001, "Your request contains an invalid request parameter.")
		return
	}
	m.By, m.UUID, m.Type = Person{Open: Bot, Name: BotName}, asked.UUID, asked.Type
	m.Text, m.Mentions = n.keyed(body.Text)
	n.addMessage(m)
	n.made[asked.UUID] = m
	answerWith(w, item(m))
}

var pings = regexp.MustCompile(`<at user_id="([^"]*)">([^<]*)</at>`)

// keyed puts keys where a text pings people, as everybody hears it. The lock
// is held.
func (n *Network) keyed(text string) (string, []Mention) {
	var mentions []Mention
	text = pings.ReplaceAllStringFunc(text, func(ping string) string {
		found := pings.FindStringSubmatch(ping)
		if found[1] == "all" {
			return "@_all"
		}
		p, ok := n.person(found[1])
		if !ok {
			return "@" + found[2]
		}
		key := "@_user_" + strconv.Itoa(len(mentions)+1)
		mentions = append(mentions, Mention{Key: key, Of: p})
		return key
	})
	return text, mentions
}

func (n *Network) react(w http.ResponseWriter, r *http.Request) {
	var asked struct {
		Type struct {
			Emoji string `json:"emoji_type"`
		} `json:"reaction_type"`
	}
	if json.NewDecoder(r.Body).Decode(&asked) != nil || asked.Type.Emoji == "" {
		refuse(w, 231001, "reaction type is invalid.")
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.reacted = append(n.reacted, r.PathValue("id")+" "+asked.Type.Emoji)
	answerWith(w, map[string]any{"reaction_id": "r"})
}
