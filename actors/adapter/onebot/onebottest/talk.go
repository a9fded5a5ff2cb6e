package onebottest

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Text returns a segment of text.
func Text(text string) Message { return Segment("text", Message{"text": text}) }

// Segment returns a segment.
func Segment(kind string, data Message) Message { return Message{"type": kind, "data": data} }

// Say has a person say something in a group.
func (s *Server) Say(group, user int64, segments ...Message) (id int64) {
	return s.tell(Message{"message_type": "group", "sub_type": "normal", "group_id": group, "user_id": user, "anonymous": nil}, segments)
}

// Whisper has a person say something to the account.
func (s *Server) Whisper(user int64, segments ...Message) (id int64) {
	return s.tell(Message{"message_type": "private", "sub_type": "friend", "user_id": user}, segments)
}

// Recall has somebody take a message of a group back.
func (s *Server) Recall(group, user, message int64) {
	s.mu.Lock()
	s.messages = slices.DeleteFunc(s.messages, func(m Message) bool { return m["message_id"] == message })
	s.mu.Unlock()
	s.Tell(Message{"post_type": "notice", "notice_type": "group_recall", "group_id": group, "user_id": user, "operator_id": user, "message_id": message})
}

// Unsay has somebody take back what they said to the account.
func (s *Server) Unsay(user, message int64) {
	s.Tell(Message{"post_type": "notice", "notice_type": "friend_recall", "user_id": user, "message_id": message})
}

// Tell sends an event.
func (s *Server) Tell(event Message) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.send(event)
}

// send sends an event to all who are connected. The lock is held.
func (s *Server) send(event Message) {
	if event["time"] == nil {
		event["time"] = time.Now().Unix()
	}
	event["self_id"] = s.Self
	for _, on := range s.sockets {
		switch {
		case !on.tells():
		case s.Late:
			on.delay(event)
		default:
			on.send(event)
		}
	}
}

// tell keeps a message and tells of it.
func (s *Server) tell(event Message, segments []Message) (id int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	event = s.keep(event, segments)
	event["post_type"] = "message"
	s.send(event)
	return event["message_id"].(int64)
}

// keep makes a message. The lock is held.
func (s *Server) keep(event Message, segments []Message) Message {
	s.next += 7
	user := event["user_id"].(int64)
	event["message_id"], event["time"], event["font"] = s.next, time.Now().Unix(), 14
	event["sender"] = Message{"user_id": user, "nickname": s.names[user], "card": "", "role": "member"}
	event["raw_message"] = coded(segments)
	event["message"], event["message_format"] = append([]Message{}, segments...), "array"
	if s.Strings {
		event["message"], event["message_format"] = coded(segments), "string"
	}
	s.messages = append(s.messages, event)
	return event
}

// coded returns segments as a string of CQ codes.
func coded(segments []Message) string {
	var b strings.Builder
	for _, segment := range segments {
		data, _ := segment["data"].(Message)
		if segment["type"] == "text" {
			b.WriteString(strings.NewReplacer("&", "&amp;", "[", "&#91;", "]", "&#93;").Replace(fmt.Sprint(data["text"])))
			continue
		}
		fmt.Fprintf(&b, "[CQ:%v", segment["type"])
		for name, value := range data {
			fmt.Fprintf(&b, ",%s=%s", name, strings.NewReplacer("&", "&amp;", "[", "&#91;", "]", "&#93;", ",", "&#44;").Replace(fmt.Sprint(value)))
		}
		b.WriteString("]")
	}
	return b.String()
}

// answer answers a call; nil: the connection is cut instead.
func (s *Server) answer(action string, params json.RawMessage) Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.revoked {
		return failed(1403, "token mismatch")
	}
	var p struct {
		Group json.Number     `json:"group_id"`
		User  json.Number     `json:"user_id"`
		Count int             `json:"count"`
		ID    json.Number     `json:"message_id"`
		Says  json.RawMessage `json:"message"`
		Emoji json.Number     `json:"emoji_id"` // NapCat's
		Code  string          `json:"code"`     // Lagrange's
	}
	if json.Unmarshal(params, &p) != nil {
		return failed(1400, "bad request")
	}
	group, _ := p.Group.Int64()
	user, _ := p.User.Int64()
	id, _ := p.ID.Int64()
	switch action {
	case s.Reacts:
		return s.react(id, cmp.Or(p.Emoji.String(), p.Code))
	case "get_login_info":
		return ok(Message{"user_id": s.Self, "nickname": "Moth"})
	case "get_version_info":
		return ok(Message{"app_name": "onebottest", "app_version": "1", "protocol_version": "v11"})
	case "get_status":
		return ok(Message{"online": true, "good": true})
	case "get_group_list":
		return ok([]Message{{"group_id": Group, "group_name": "garden", "member_count": 2}})
	case "get_group_info":
		return ok(Message{"group_id": group, "group_name": "garden", "member_count": 2})
	case "get_friend_list":
		return ok([]Message{{"user_id": Ana, "nickname": "Ana", "remark": ""}})
	case "get_group_member_list":
		members := []Message{{"user_id": s.Self, "nickname": "Moth", "card": "", "role": "member"}}
		for user, name := range s.names {
			members = append(members, Message{"user_id": user, "nickname": name, "card": "", "role": "member"})
		}
		return ok(members)
	case "get_group_member_info":
		return ok(Message{"group_id": group, "user_id": user, "nickname": s.names[user], "card": "", "role": "member"})
	case "get_stranger_info":
		return ok(Message{"user_id": user, "nickname": s.names[user], "sex": "unknown", "age": 0})
	case "get_msg":
		for _, m := range s.messages {
			if m["message_id"] == id {
				return ok(m)
			}
		}
		return failed(100, "no such message")
	case "get_group_msg_history":
		if s.NoHistory {
			return failed(1404, "no such action")
		}
		said := []Message{}
		for _, m := range s.messages {
			if m["group_id"] == group {
				said = append(said, m)
			}
		}
		return ok(Message{"messages": said[max(0, len(said)-p.Count):]})
	case "send_msg", "send_group_msg", "send_private_msg":
		return s.post(group, user, p.Says)
	}
	return failed(1404, "no such action")
}

// react has the account react. The lock is held.
func (s *Server) react(message int64, emoji string) Message {
	if message == 0 || emoji == "" {
		return failed(1400, "message_id: want a number")
	}
	s.reacted = append(s.reacted, fmt.Sprint(message, " ", emoji))
	return ok(Message{"result": 0, "errMsg": ""})
}

// React has somebody put 👍 to a message of a group, or take it away, as NapCat tells it.
func (s *Server) React(group, user, message int64, removed bool) {
	s.Tell(Message{
		"post_type": "notice", "notice_type": "group_msg_emoji_like", "group_id": group, "user_id": user, "message_id": message,
		"likes": []Message{{"emoji_id": "128077", "count": 1}}, "is_add": !removed,
	})
}

func (s *Server) post(group, user int64, says json.RawMessage) Message {
	if len(s.refusals) > 0 {
		no := s.refusals[0]
		s.refusals = s.refusals[1:]
		answer := failed(no.Code, no.Text)
		if answer["msg"] = no.Name; no.Status != "" {
			answer["status"] = no.Status
		}
		return answer
	}
	var segments []Message
	if json.Unmarshal(says, &segments) != nil {
		var text string
		if json.Unmarshal(says, &text) != nil {
			return failed(1400, "bad request")
		}
		segments = []Message{Text(text)} // codes aren't read: we send none
	}
	if len(segments) == 0 {
		return failed(1400, "an empty message")
	}
	event := Message{"message_type": "group", "sub_type": "normal", "group_id": group, "user_id": s.Self}
	if group == 0 {
		event = Message{"message_type": "private", "sub_type": "friend", "user_id": s.Self, "target_id": user}
	}
	for i := range segments {
		if data, is := segments[i]["data"].(map[string]any); is {
			segments[i]["data"] = data
		}
	}
	event = s.keep(event, segments)
	var text strings.Builder
	for _, segment := range segments {
		data := segment["data"].(Message)
		switch segment["type"] {
		case "text":
			fmt.Fprint(&text, data["text"])
		case "at":
			fmt.Fprintf(&text, "@%v", data["qq"])
		case "file":
			name, content, err := fileOf(data)
			if err != nil {
				return failed(1400, err.Error())
			}
			s.files = append(s.files, name+": "+content)
		}
	}
	s.posted = append(s.posted, post{group, text.String()})
	if s.Echo {
		event["post_type"] = "message_sent"
		s.send(event)
	}
	if s.Lose {
		s.Lose = false
		return nil
	}
	return ok(Message{"message_id": event["message_id"]})
}

// fileOf reads a segment of a file.
func fileOf(data Message) (name, content string, err error) {
	coded, is := strings.CutPrefix(fmt.Sprint(data["file"]), "base64://")
	if !is {
		return "", "", errors.New("file: want base64://")
	}
	raw, err := base64.StdEncoding.DecodeString(coded)
	return fmt.Sprint(data["name"]), string(raw), err
}

func ok(data any) Message { return Message{"status": "ok", "retcode": 0, "data": data} }

func failed(code int, text string) Message {
	return Message{"status": "failed", "retcode": code, "data": nil, "message": text, "wording": text}
}
