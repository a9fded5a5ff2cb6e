package feishutest

import (
	"math"
	"net/http"
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
	answerWith(w, map[string]any{"items": items, "has_more": false, "page_token": ""})
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
	answerWith(w, map[string]any{
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
	answerWith(w, map[string]any{"items": items, "has_more": false, "page_token": ""})
}

// list gives the messages of a chat or thread, in either order, in pages.
func (n *Network) list(w http.ResponseWriter, r *http.Request) {
	n.mu.Lock()
	defer n.mu.Unlock()
	asked := r.URL.Query()
	since, _ := strconv.ParseInt(asked.Get("start_time"), 10, 64)
	until, err := strconv.ParseInt(asked.Get("end_time"), 10, 64)
	if err != nil {
		until = math.MaxInt64
	}
	var found []*Message
	for _, m := range n.messages {
		in := m.Chat == asked.Get("container_id") && (m.Thread == "" || m.Root == "")
		if asked.Get("container_id_type") == "thread" {
			in = m.Thread == asked.Get("container_id")
		}
		if in && m.At/1000 >= since && m.At/1000 <= until {
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
	answerWith(w, map[string]any{"items": items, "has_more": to < len(found), "page_token": strconv.Itoa(to)})
}

func (n *Network) get(w http.ResponseWriter, r *http.Request) {
	n.mu.Lock()
	defer n.mu.Unlock()
	m := n.message(r.PathValue("id"))
	if m == nil {
		refuse(w, 230110, "the message was deleted")
		return
	}
	answerWith(w, map[string]any{"items": []map[string]any{item(m)}})
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

// resource gives a file of any key: its kind, its key and "body".
func (n *Network) resource(w http.ResponseWriter, r *http.Request) {
	if key := r.PathValue("key"); strings.HasPrefix(key, "moved") {
		http.Redirect(w, r, "http://127.0.0.1:1/elsewhere", http.StatusFound)
	} else {
		w.Write([]byte(r.URL.Query().Get("type") + " " + key + " body"))
	}
}
