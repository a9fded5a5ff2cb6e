package telegramtest

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"
)

func (s *Server) getMe(b *bot, _ Message) verdict {
	me := maps.Clone(s.users[b.ID])
	me["can_join_groups"], me["can_read_all_group_messages"] = true, !b.Private
	return yes(me)
}

func (s *Server) getMyCommands(b *bot, _ Message) verdict {
	if b.commands == nil {
		return yes([]Message{})
	}
	return yes(b.commands)
}

func (s *Server) setMyCommands(b *bot, params Message) verdict {
	b.commands = params["commands"]
	return yes(true)
}

// placeOf returns the chat a call is about, as far as the bot may know it. A
// private chat is made by whoever writes first.
func (s *Server) placeOf(b *bot, params Message) (*chat, *verdict) {
	id := number(params, "chat_id")
	c, known := s.chats[id]
	if user, is := s.users[id]; !known && is && user["is_bot"] == false {
		c = &chat{Chat: Chat{ID: id, Type: "private", Title: user["first_name"].(string), Count: 2}, messages: map[int64]Message{}}
		s.chats[id], known = c, true
	}
	if !known {
		v := no(http.StatusBadRequest, "Bad Request: chat not found")
		return nil, &v
	}
	if !c.has(b.ID) {
		v := no(http.StatusForbidden, "Forbidden: bot is not a member of the "+c.Type+" chat")
		return nil, &v
	}
	return c, nil
}

// textMost is how long a message may be, in UTF-16 code units.
const textMost = 4096

// textOf returns a call's text with its entities, or why Telegram takes none.
func textOf(params Message) (text string, entities []any, refused *verdict) {
	text, _ = params["text"].(string)
	entities, _ = params["entities"].([]any)
	refuse := func(why string) (string, []any, *verdict) {
		v := no(http.StatusBadRequest, "Bad Request: "+why)
		return "", nil, &v
	}
	switch {
	case strings.TrimSpace(text) == "":
		return refuse("message text is empty")
	case units(text) > textMost:
		return refuse("message is too long")
	case len(entities) > 100:
		return refuse("too many entities")
	}
	for _, e := range entities {
		of, _ := e.(map[string]any)
		from, length := number(of, "offset"), number(of, "length")
		if from < 0 || length <= 0 || from+length > int64(units(text)) {
			return refuse("ENTITY_BOUNDS_INVALID")
		}
	}
	return text, entities, nil
}

func (s *Server) sendMessage(b *bot, params Message) verdict {
	c, refused := s.placeOf(b, params)
	if refused != nil {
		return *refused
	}
	text, entities, refused := textOf(params)
	if refused != nil {
		return *refused
	}
	if c.Desk && number(params, "direct_messages_topic_id") == 0 {
		return no(http.StatusBadRequest, "Bad Request: direct messages topic must be specified")
	}
	s.posted = append(s.posted, text)
	return yes(s.post(c, b, params, Message{"text": text, "entities": entities}))
}

// post puts a message of a bot's into a chat; the other bots there don't hear it.
func (s *Server) post(c *chat, b *bot, params, m Message) Message {
	m["from"] = maps.Clone(s.users[b.ID])
	if topic := number(params, "message_thread_id"); topic != 0 {
		m["message_thread_id"], m["is_topic_message"] = topic, true
	}
	if topic := number(params, "direct_messages_topic_id"); topic != 0 {
		m["direct_messages_topic"] = Message{"topic_id": topic}
	}
	if to, answers := params["reply_parameters"].(map[string]any); answers {
		if of, known := c.messages[number(to, "message_id")]; known {
			m["reply_to_message"] = of
		}
	}
	return s.keep(c, m)
}

func (s *Server) sendDocument(b *bot, params Message) verdict {
	c, refused := s.placeOf(b, params)
	if refused != nil {
		return *refused
	}
	f, ok := params["document"].(Message)
	if !ok {
		return no(http.StatusBadRequest, "Bad Request: there is no document in the request")
	}
	s.sent = append(s.sent, f["file_name"].(string)+": "+f["text"].(string))
	return yes(s.post(c, b, params, Message{"document": Message{"file_id": fmt.Sprint("F", len(s.sent)), "file_name": f["file_name"]}}))
}

// ownMessage returns a message of a bot's.
func (s *Server) ownMessage(b *bot, params Message) (*chat, Message, *verdict) {
	c, refused := s.placeOf(b, params)
	if refused != nil {
		return nil, nil, refused
	}
	m, known := c.messages[number(params, "message_id")]
	from, _ := m["from"].(Message)
	switch {
	case !known:
		v := no(http.StatusBadRequest, "Bad Request: message to edit not found")
		return nil, nil, &v
	case from["id"] != b.ID:
		v := no(http.StatusBadRequest, "Bad Request: message can't be edited")
		return nil, nil, &v
	}
	return c, m, nil
}

func (s *Server) editMessageText(b *bot, params Message) verdict {
	c, m, refused := s.ownMessage(b, params)
	if refused != nil {
		return *refused
	}
	text, entities, refused := textOf(params)
	switch {
	case refused != nil:
		return *refused
	case m["text"] == text:
		return no(http.StatusBadRequest, "Bad Request: message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message")
	}
	m = maps.Clone(m)
	m["text"], m["entities"], m["edit_date"] = text, entities, time.Now().Unix()
	c.messages[m["message_id"].(int64)] = m
	return yes(m)
}

// allowed are some of the emoji that a bot may react with.
var allowed = []string{"👍", "👎", "❤", "🔥", "🎉", "👀", "🤔", "🙏"}

func (s *Server) setMessageReaction(b *bot, params Message) verdict {
	c, refused := s.placeOf(b, params)
	if refused != nil {
		return *refused
	}
	m, known := c.messages[number(params, "message_id")]
	if !known {
		return no(http.StatusBadRequest, "Bad Request: message to react not found")
	}
	marks, _ := params["reaction"].([]any)
	for _, mark := range marks {
		of, _ := mark.(map[string]any)
		if emoji, _ := of["emoji"].(string); !slices.Contains(allowed, emoji) {
			return no(http.StatusBadRequest, "Bad Request: REACTION_INVALID")
		}
	}
	m = maps.Clone(m)
	m["reactions"] = marks
	c.messages[m["message_id"].(int64)] = m
	return yes(true)
}

func (s *Server) sendChatAction(b *bot, params Message) verdict {
	if _, refused := s.placeOf(b, params); refused != nil {
		return *refused
	}
	return yes(true)
}

func (s *Server) getChat(b *bot, params Message) verdict {
	c, refused := s.placeOf(b, params)
	if refused != nil {
		return *refused
	}
	form := c.form()
	form["description"] = "all of us"
	return yes(form)
}

func (s *Server) getChatMemberCount(b *bot, params Message) verdict {
	c, refused := s.placeOf(b, params)
	if refused != nil {
		return *refused
	}
	return yes(c.Count)
}

func (s *Server) getFile(_ *bot, params Message) verdict {
	id, _ := params["file_id"].(string)
	path, known := s.files[id]
	if !known {
		return no(http.StatusBadRequest, "Bad Request: wrong file_id or the file is temporarily unavailable")
	}
	return yes(Message{"file_id": id, "file_path": path})
}

// file gives a file out.
func (s *Server) file(w http.ResponseWriter, token, path string) {
	s.mu.Lock()
	b := s.byToken(token)
	text, known := s.files["/"+path]
	s.mu.Unlock()
	if b == nil || !known {
		w.WriteHeader(http.StatusNotFound)
		_ = json.NewEncoder(w).Encode(Message{"ok": false, "error_code": 404, "description": "Not Found"})
		return
	}
	_, _ = w.Write([]byte(text))
}
