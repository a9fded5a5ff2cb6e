package feishutest

import (
	"encoding/json"
	"io"
	"net/http"
)

// A file is what the app uploaded.
type file struct{ name, text string }

// Files lists the files the bot posted, oldest first, as "name: text".
func (n *Network) Files() []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	var all []string
	for _, m := range n.messages {
		if m.By.Open == Bot && m.Type == "file" {
			f := n.files[m.key()]
			all = append(all, f.name+": "+f.text)
		}
	}
	return all
}

// Text returns a message's text as it is now.
func (n *Network) Text(id string) string {
	n.mu.Lock()
	defer n.mu.Unlock()
	if m := n.message(id); m != nil {
		return m.Text
	}
	return ""
}

// key returns the key of a message's file.
func (m *Message) key() string {
	var body struct {
		Key string `json:"file_key"`
	}
	_ = json.Unmarshal([]byte(m.Content), &body)
	return body.Key
}

func (n *Network) upload(w http.ResponseWriter, r *http.Request) {
	f, _, err := r.FormFile("file")
	if err != nil || r.FormValue("file_type") != "stream" || r.FormValue("file_name") == "" {
		refuse(w, 234001, "Invalid request param.")
		return
	}
	text, _ := io.ReadAll(f)
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.files == nil {
		n.files = map[string]file{}
	}
	key := n.name("file_", len(n.files)+1)
	n.files[key] = file{r.FormValue("file_name"), string(text)}
	answerWith(w, map[string]any{"file_key": key})
}

// postFile makes the message of an uploaded file. The lock is held.
func (n *Network) postFile(w http.ResponseWriter, asked posting, m *Message) {
	m.Content = asked.Content
	f, known := n.files[m.key()]
	if len(asked.UUID) > 50 || !known {
		refuse(w, 230001, "Your request contains an invalid request parameter.")
		return
	}
	m.By, m.UUID, m.Type = Person{Open: Bot, Name: BotName}, asked.UUID, asked.Type
	m.Content = encode(map[string]string{"file_key": m.key(), "file_name": f.name})
	n.addMessage(m)
	n.made[asked.UUID] = m
	answerWith(w, item(m))
}

// edit changes a text of the bot's. The network tells nobody.
func (n *Network) edit(w http.ResponseWriter, r *http.Request) {
	var asked posting
	var body struct{ Text string }
	bad := json.NewDecoder(r.Body).Decode(&asked) != nil || asked.Type != "text" ||
		json.Unmarshal([]byte(asked.Content), &body) != nil || body.Text == ""
	n.mu.Lock()
	defer n.mu.Unlock()
	m := n.message(r.PathValue("id"))
	switch {
	case bad:
		refuse(w, 230001, "Your request contains an invalid request parameter.")
	case m == nil || m.Gone:
		refuse(w, 230011, "The message is withdrawn.")
	case m.By.Open != Bot || m.Type != "text":
		refuse(w, 230071, "The operator isn't the sender of the message.")
	default:
		m.Text, m.Mentions = n.keyed(body.Text)
		m.Content, m.Updated = encode(map[string]string{"text": m.Text}), n.now()
		answerWith(w, item(m))
	}
}
