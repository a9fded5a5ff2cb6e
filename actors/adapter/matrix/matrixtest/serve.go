package matrixtest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A verdict is what a call is answered: a result, or a refusal.
type verdict struct {
	result any
	no     *Refusal
}

func yes(result any) verdict { return verdict{result: result} }

func no(status int, code string) verdict { return verdict{no: &Refusal{Status: status, Code: code}} }

// serve answers what is asked below /_matrix/client/v3.
func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	rest, is := strings.CutPrefix(r.URL.EscapedPath(), "/_matrix/client/v3/")
	if !is {
		rest, is = strings.CutPrefix(r.URL.EscapedPath(), "/_matrix/client/v1/")
	}
	if r.URL.Path == "/_matrix/media/v3/upload" {
		s.upload(w, r)
		return
	}
	if !is {
		answer(w, no(http.StatusNotFound, "M_UNRECOGNIZED"))
		return
	}
	path := strings.Split(rest, "/")
	for i := range path {
		path[i], _ = url.PathUnescape(path[i])
	}
	body := Object{}
	_ = json.NewDecoder(r.Body).Decode(&body)
	s.mu.Lock()
	id := s.userOf(r)
	if id == "" {
		s.mu.Unlock()
		answer(w, no(http.StatusUnauthorized, "M_UNKNOWN_TOKEN"))
		return
	}
	if path[0] == "media" {
		s.mu.Unlock()
		s.download(w, path)
		return
	}
	what := path[0]
	if what == "rooms" && len(path) > 2 {
		what = path[2]
	}
	s.calls = append(s.calls, Call{id, what, path, body})
	var refusal *Refusal
	if left := s.refusals[what]; len(left) > 0 {
		refusal, s.refusals[what] = &left[0], left[1:]
	}
	s.changed.Tell()
	v := verdict{no: refusal}
	if refusal == nil || refusal.Done {
		if done := s.answer(r, id, path, body); refusal == nil {
			v = done
		}
	}
	s.mu.Unlock()
	answer(w, v)
}

// userOf returns whose token a request has; "": nobody's. The lock is held.
func (s *Server) userOf(r *http.Request) string {
	token := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
	for id, u := range s.users {
		if token != "" && u.token == token && !u.revoked {
			return id
		}
	}
	return ""
}

// answer writes what a call is answered.
func answer(w http.ResponseWriter, v verdict) {
	switch r := v.no; {
	case r == nil:
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(v.result)
	case r.Lose:
		panic(http.ErrAbortHandler)
	case r.Code == "":
		http.Error(w, "<html>", r.Status)
	default:
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(r.Status)
		body := Object{"errcode": r.Code, "error": "no"}
		if r.RetryAfter > 0 {
			body["retry_after_ms"] = r.RetryAfter
		}
		_ = json.NewEncoder(w).Encode(body)
	}
}

// answer answers a call. The lock is held.
func (s *Server) answer(r *http.Request, me string, path []string, body Object) verdict {
	switch what := path[0]; {
	case what == "account":
		return yes(Object{"user_id": me})
	case what == "profile" && s.users[path[1]] != nil:
		return yes(Object{"displayname": s.users[path[1]].name})
	case what == "user" && s.users[me].data[path[3]] != nil:
		return yes(s.users[me].data[path[3]])
	case what == "joined_rooms":
		ids := []string{}
		for id, room := range s.rooms {
			if _, in := room.joined[me]; in {
				ids = append(ids, id)
			}
		}
		return yes(Object{"joined_rooms": ids})
	case what == "join" && (s.users[me].invited[path[1]] != "" || s.rooms[path[1]] != nil && s.rooms[path[1]].open):
		s.join(path[1], me)
		return yes(Object{"room_id": path[1]})
	case what == "sync":
		return s.sync(r, me)
	case what == "rooms" && len(path) > 2:
		room := s.rooms[path[1]]
		if room == nil {
			return no(http.StatusForbidden, "M_FORBIDDEN")
		}
		if _, in := room.joined[me]; !in {
			return no(http.StatusForbidden, "M_FORBIDDEN")
		}
		return s.inRoom(r, me, room, path, body)
	}
	return no(http.StatusNotFound, "M_NOT_FOUND")
}

// inRoom answers a call about a room. The lock is held.
func (s *Server) inRoom(r *http.Request, me string, in *room, path []string, body Object) verdict {
	switch what := path[2]; {
	case what == "joined_members":
		joined := Object{}
		for id := range in.joined {
			joined[id] = Object{"display_name": s.users[id].name}
		}
		return yes(Object{"joined": joined})
	case what == "state" && in.state[path[3]] != nil:
		return yes(in.state[path[3]])
	case what == "event":
		for _, e := range in.events {
			if e.content["event_id"] == path[3] {
				return yes(in.shown(e, me, !s.unattached))
			}
		}
	case what == "messages":
		return in.messages(r.URL.Query(), me)
	case what == "relations":
		return in.thread(r.URL.Query(), me, path[3], !s.unattached)
	case what == "typing":
		return yes(Object{})
	case what == "send":
		return s.send(me, in, path, body)
	}
	return no(http.StatusNotFound, "M_NOT_FOUND")
}

// eventMost is how long an event's content may be, in bytes.
const eventMost = 65_536

// send makes an event, once for a transaction. The lock is held.
func (s *Server) send(me string, in *room, path []string, body Object) verdict {
	under := me + " " + strings.Join(path, " ")
	if made, known := s.transactions[under]; known {
		return yes(Object{"event_id": made})
	}
	if text, _ := json.Marshal(body); len(text) > eventMost {
		return no(http.StatusRequestEntityTooLarge, "M_TOO_LARGE")
	}
	if relation, _ := body["m.relates_to"].(Object); path[3] == "m.reaction" {
		for _, e := range in.events {
			content, _ := e.content["content"].(Object)
			if was, _ := content["m.relates_to"].(Object); e.content["type"] == "m.reaction" && e.content["sender"] == me && was["event_id"] == relation["event_id"] && was["key"] == relation["key"] {
				return no(http.StatusBadRequest, "M_DUPLICATE_ANNOTATION")
			}
		}
	}
	id := s.add(path[1], Object{"type": path[3], "sender": me, "content": body})
	last := &in.events[len(in.events)-1]
	last.by, last.under = me, path[4]
	if !s.forgetful {
		s.transactions[under] = id
	}
	return yes(Object{"event_id": id})
}

// as returns an event as a user is shown it.
func (e event) as(me string) Object {
	shown := copied(e.content)
	if e.by == me {
		unsigned, _ := shown["unsigned"].(Object)
		if unsigned == nil {
			unsigned = Object{}
		}
		unsigned["transaction_id"] = e.under
		shown["unsigned"] = unsigned
	}
	return shown
}

// numberOf returns the event that a token stands behind.
func numberOf(token string) (int, error) { return strconv.Atoi(strings.TrimPrefix(token, "s")) }

// messages answers with earlier events, newest first.
func (in *room) messages(query url.Values, me string) verdict {
	from, to := 1<<31, 0
	if token := query.Get("from"); token != "" {
		from, _ = numberOf(token)
	}
	if token := query.Get("to"); token != "" {
		to, _ = numberOf(token)
	}
	limit, _ := strconv.Atoi(query.Get("limit"))
	chunk, page := []Object{}, Object{}
	for _, e := range slices.Backward(in.events) {

		if e.number > from || e.number <= to {
			continue
		}
		if len(chunk) == limit {
			page["end"] = fmt.Sprint("s", e.number)
			break
		}
		chunk = append(chunk, e.as(me))
	}
	page["chunk"] = chunk
	return yes(page)
}

// sync answers with what happened since a token, once there is something. The lock is
// held, but not while it waits.
func (s *Server) sync(r *http.Request, me string) verdict {
	since := 0
	if token := r.URL.Query().Get("since"); token != "" {
		var err error
		if since, err = numberOf(token); err != nil || since > s.stream {
			return no(http.StatusBadRequest, "M_INVALID_PARAM")
		}
	}
	var filter struct {
		Room struct {
			Timeline struct {
				Limit int `json:"limit"`
			} `json:"timeline"`
		} `json:"room"`
	}
	_ = json.Unmarshal([]byte(r.URL.Query().Get("filter")), &filter)
	timeout, _ := strconv.Atoi(r.URL.Query().Get("timeout"))
	late := time.NewTimer(time.Duration(timeout) * time.Millisecond)
	defer late.Stop()
	s.syncs++
	defer func() { s.syncs-- }()
	s.changed.Tell()
	for over := timeout == 0; ; {
		if s.users[me].revoked {
			return no(http.StatusUnauthorized, "M_UNKNOWN_TOKEN")
		}
		joined, invited := s.happened(me, since, filter.Room.Timeline.Limit), Object{}
		for id, by := range s.users[me].invited {
			invited[id] = Object{"invite_state": Object{"events": []Object{{"type": "m.room.member", "state_key": me, "sender": by, "content": Object{"membership": "invite"}}}}}
		}
		if len(joined) > 0 || len(invited) > 0 || over {
			s.users[me].handed = s.stream
			s.changed.Tell()
			return yes(Object{"next_batch": fmt.Sprint("s", s.stream), "rooms": Object{"join": joined, "invite": invited}})
		}
		changed := s.changed.Next()
		s.mu.Unlock()
		select {
		case <-changed:
		case <-late.C:
			over = true
		case <-r.Context().Done():
			over = true
		}
		s.mu.Lock()
	}
}

// happened returns what happened in the rooms somebody is in. The lock is held.
func (s *Server) happened(me string, since, limit int) Object {
	joined := Object{}
	for id, room := range s.rooms {
		from, in := room.joined[me]
		if !in {
			continue
		}
		var events []Object
		limited, before := false, ""
		for i := len(room.events) - 1; i >= 0 && room.events[i].number > max(since, from-1); i-- {
			if limit > 0 && len(events) == limit {
				limited, before = true, fmt.Sprint("s", room.events[i].number)
				break
			}
			events = append([]Object{room.events[i].as(me)}, events...)
		}
		if len(events) > 0 {
			joined[id] = Object{"timeline": Object{"events": events, "limited": limited, "prev_batch": before}, "state": Object{"events": []Object{}}}
		}
	}
	return joined
}
