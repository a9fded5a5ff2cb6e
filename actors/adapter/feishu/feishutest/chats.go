package feishutest

import (
	"encoding/json"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

func (n *Network) listChats(w http.ResponseWriter, _ *http.Request) {
	n.mu.Lock()
	defer n.mu.Unlock()
	var items []map[string]any
	for _, c := range n.chats {
		items = append(items, map[string]any{"chat_id": c.ID, "name": c.Name})
	}
	give(w, map[string]any{"items": items, "has_more": false, "page_token": ""})
}

func (n *Network) describe(w http.ResponseWriter, r *http.Request) {
	n.mu.Lock()
	defer n.mu.Unlock()
	c := n.chats[r.PathValue("chat")]
	if c == nil {
		refuse(w, 230002, "Bot/User can NOT be out of the chat.")
		return
	}
	mode := c.Mode
	if mode == "" {
		mode = "group"
	}
	give(w, map[string]any{
		"name": c.Name, "description": c.About, "chat_mode": mode, "user_count": strconv.Itoa(len(c.People)), "bot_count": "1",
	})
}

func (n *Network) members(w http.ResponseWriter, r *http.Request) {
	n.mu.Lock()
	defer n.mu.Unlock()
	var items []map[string]any
	if c := n.chats[r.PathValue("chat")]; c != nil {
		for _, p := range c.People {
			items = append(items, map[string]any{"member_id_type": "union_id", "member_id": p.Union, "name": p.Name})
		}
	}
	give(w, map[string]any{"items": items, "has_more": false, "page_token": ""})
}

// list gives the messages of a chat or thread, in either order, in pages.
func (n *Network) list(w http.ResponseWriter, r *http.Request) {
	n.mu.Lock()
	defer n.mu.Unlock()
	asked := r.URL.Query()
	since, _ := strconv.ParseInt(asked.Get("start_time"), 10, 64)
	var found []*Message
	for _, m := range n.messages {
		in := m.Chat == asked.Get("container_id") && (m.Thread == "" || m.Root == "")
		if asked.Get("container_id_type") == "thread" {
			in = m.Thread == asked.Get("container_id")
		}
		if in && m.At/1000 >= since {
			found = append(found, m)
		}
	}
	slices.SortStableFunc(found, func(a, b *Message) int { return int(a.At - b.At) })
	if asked.Get("sort_type") == "ByCreateTimeDesc" {
		slices.Reverse(found)
	}
	from, _ := strconv.Atoi(asked.Get("page_token"))
	size, _ := strconv.Atoi(asked.Get("page_size"))
	to := min(len(found), from+size)
	var items []map[string]any
	for _, m := range found[min(from, to):to] {
		items = append(items, item(m))
	}
	give(w, map[string]any{"items": items, "has_more": to < len(found), "page_token": strconv.Itoa(to)})
}

func (n *Network) get(w http.ResponseWriter, r *http.Request) {
	n.mu.Lock()
	defer n.mu.Unlock()
	m := n.message(r.PathValue("id"))
	if m == nil {
		refuse(w, 230110, "the message was deleted")
		return
	}
	give(w, map[string]any{"items": []map[string]any{item(m)}})
}

// item is a message as the REST interface gives it.
func item(m *Message) map[string]any {
	sender := map[string]any{"id": m.By.Open, "id_type": "open_id", "sender_type": "user", "tenant_key": Tenant}
	if m.By.Open == Bot {
		sender = map[string]any{"id": AppID, "id_type": "app_id", "sender_type": "app", "tenant_key": Tenant}
	}
	var mentions []map[string]any
	for _, at := range m.Mentions {
		mentions = append(mentions, map[string]any{"key": at.Key, "id": at.Of.Open, "id_type": "open_id", "name": at.Of.Name})
	}
	return map[string]any{
		"message_id": m.ID, "chat_id": m.Chat, "thread_id": m.Thread, "root_id": m.Root, "parent_id": m.Parent, "msg_type": m.Type,
		"create_time": ms(m.At), "update_time": ms(m.Updated), "deleted": m.Gone, "updated": m.Updated != m.At,
		"sender": sender, "body": map[string]any{"content": m.Content}, "mentions": mentions,
	}
}

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
		give(w, item(was))
		return
	}
	var body struct{ Text string }
	if len(asked.UUID) > 50 || asked.Type != "text" || json.Unmarshal([]byte(asked.Content), &body) != nil || body.Text == "" {
		refuse(w, 230001, "Your request contains an invalid request parameter.")
		return
	}
	m.By, m.UUID, m.Type = Person{Open: Bot, Name: BotName}, asked.UUID, asked.Type
	m.Text, m.Mentions = n.keyed(body.Text)
	n.keep(m)
	n.made[asked.UUID] = m
	give(w, item(m))
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
	give(w, map[string]any{"reaction_id": "r"})
}

// resource gives a file of any key: its kind, its key and "body".
func (n *Network) resource(w http.ResponseWriter, r *http.Request) {
	if key := r.PathValue("key"); strings.HasPrefix(key, "moved") {
		http.Redirect(w, r, "http://127.0.0.1:1/elsewhere", http.StatusFound)
	} else {
		w.Write([]byte(r.URL.Query().Get("type") + " " + key + " body"))
	}
}
