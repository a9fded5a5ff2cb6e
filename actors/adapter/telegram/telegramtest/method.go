package telegramtest

import (
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// A Refusal is an answer that a method gives once instead of its own.
type Refusal struct {
	Code       int    // Telegram's, which is HTTP's, too
	Text       string // its words
	RetryAfter int    // s; 0: not said
	MigrateTo  int64  // 0: not said
	Bare       bool   // the answer is no JSON, as of a proxy
	Done       bool   // the method does its work all the same
	Lose       bool   // the connection breaks instead of an answer
}

// Refuse has a method answer so the next time; several are played in order.
func (s *Server) Refuse(method string, r Refusal) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refusals[method] = append(s.refusals[method], r)
}

// Revoke makes a bot's token worthless, for polls that wait, too.
func (s *Server) Revoke(id int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.byID(id).revoked = true
	s.changed.Tell()
}

// A verdict is what a method answers: a result, or a refusal.
type verdict struct {
	result any
	no     *Refusal
}

func yes(result any) verdict { return verdict{result: result} }

func no(code int, text string) verdict { return verdict{no: &Refusal{Code: code, Text: text}} }

var methods = map[string]func(*Server, *bot, Message) verdict{
	"getMe":              (*Server).getMe,
	"getWebhookInfo":     (*Server).getWebhookInfo,
	"setWebhook":         (*Server).setWebhook,
	"deleteWebhook":      (*Server).deleteWebhook,
	"getMyCommands":      (*Server).getMyCommands,
	"setMyCommands":      (*Server).setMyCommands,
	"sendMessage":        (*Server).sendMessage,
	"sendDocument":       (*Server).sendDocument,
	"editMessageText":    (*Server).editMessageText,
	"setMessageReaction": (*Server).setMessageReaction,
	"sendChatAction":     (*Server).sendChatAction,
	"getChat":            (*Server).getChat,
	"getChatMemberCount": (*Server).getChatMemberCount,
	"getFile":            (*Server).getFile,
}

// method answers a call of the Bot API.
func (s *Server) method(w http.ResponseWriter, r *http.Request, token, name string) {
	params, err := paramsOf(r)
	if err != nil {
		answer(w, no(http.StatusBadRequest, "Bad Request: "+err.Error()))
		return
	}
	s.mu.Lock()
	b := s.byToken(token)
	if b == nil {
		s.mu.Unlock()
		answer(w, no(http.StatusUnauthorized, "Unauthorized"))
		return
	}
	s.calls = append(s.calls, Call{b.ID, name, params})
	var refusal *Refusal
	if left := s.refusals[name]; len(left) > 0 {
		refusal, s.refusals[name] = &left[0], left[1:]
	}
	s.changed.Tell()
	does, known := methods[name]
	v := verdict{no: refusal}
	switch {
	case refusal != nil && !refusal.Done:
	case name == "getUpdates":
		s.mu.Unlock()
		answer(w, s.getUpdates(r, b, params))
		return
	case !known:
		v = no(http.StatusNotFound, "Not Found")
	default:
		if done := does(s, b, params); refusal == nil {
			v = done
		}
	}
	s.mu.Unlock()
	answer(w, v)
}

// byToken returns the bot of a token that holds. The lock is held.
func (s *Server) byToken(token string) *bot {
	for _, b := range s.bots {
		if b.Token == token && !b.revoked {
			return b
		}
	}
	return nil
}

// paramsOf reads the parameters of a call, in whatever form they come.
func paramsOf(r *http.Request) (Message, error) {
	params := Message{}
	for key := range r.URL.Query() {
		params[key] = loose(r.URL.Query().Get(key))
	}
	switch kind := r.Header.Get("Content-Type"); {
	case strings.HasPrefix(kind, "application/json"):
		d := json.NewDecoder(r.Body)
		d.UseNumber()
		return params, d.Decode(&params)
	case strings.HasPrefix(kind, "multipart/form-data"):
		if err := r.ParseMultipartForm(1 << 20); err != nil {
			return nil, err
		}
		for key, files := range r.MultipartForm.File {
			f, err := files[0].Open()
			if err != nil {
				return nil, err
			}
			text, err := io.ReadAll(f)
			if err != nil {
				return nil, err
			}
			params[key] = Message{"file_name": files[0].Filename, "text": string(text)}
		}
	}
	if err := r.ParseForm(); err != nil {
		return nil, err
	}
	for key := range r.PostForm {
		params[key] = loose(r.PostForm.Get(key))
	}
	return params, nil
}

// loose reads a parameter that came as text.
func loose(text string) any {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	var value any
	if err := d.Decode(&value); err != nil || d.More() {
		return text
	}
	return value
}

// number returns a parameter as a number, in whatever form it comes.
func number(params Message, key string) int64 {
	switch v := params[key].(type) {
	case json.Number:
		n, _ := v.Int64()
		return n
	case string:
		n, _ := strconv.ParseInt(v, 10, 64)
		return n
	}
	return 0
}

// answer writes what a method says.
func answer(w http.ResponseWriter, v verdict) {
	if v.no != nil && v.no.Lose {
		panic(http.ErrAbortHandler)
	}
	if v.no != nil && v.no.Bare {
		http.Error(w, v.no.Text, v.no.Code)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	body := Message{"ok": v.no == nil, "result": v.result}
	if r := v.no; r != nil {
		body = Message{"ok": false, "error_code": r.Code, "description": r.Text}
		parameters := Message{}
		if r.RetryAfter > 0 {
			parameters["retry_after"] = r.RetryAfter
		}
		if r.MigrateTo != 0 {
			parameters["migrate_to_chat_id"] = r.MigrateTo
		}
		if len(parameters) > 0 {
			body["parameters"] = parameters
		}
		w.WriteHeader(r.Code)
	}
	_ = json.NewEncoder(w).Encode(body)
}

// getUpdates hands out what isn't acknowledged, once there is something. A newer
// poll ends an older one.
func (s *Server) getUpdates(r *http.Request, b *bot, params Message) verdict {
	offset, limit := number(params, "offset"), int(number(params, "limit"))
	if limit <= 0 || limit > 100 {
		limit = 100
	}
	timeout := time.NewTimer(time.Duration(number(params, "timeout")) * time.Second)
	defer timeout.Stop()
	s.mu.Lock()
	defer s.mu.Unlock()
	b.poll++
	mine := b.poll
	s.polls++
	s.changed.Tell()
	defer func() { s.polls-- }()
	for late := false; ; {
		switch {
		case b.revoked:
			return no(http.StatusUnauthorized, "Unauthorized")
		case b.webhook != "":
			return no(http.StatusConflict, "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first")
		case b.poll != mine:
			return no(http.StatusConflict, "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running")
		}
		for offset > 0 && len(b.updates) > 0 && b.updates[0]["update_id"].(int64) < offset {
			b.updates = b.updates[1:]
			s.changed.Tell()
		}
		if len(b.updates) > 0 || late {
			return yes(append([]Message{}, b.updates[:min(limit, len(b.updates))]...))
		}
		changed := s.changed.Next()
		s.mu.Unlock()
		select {
		case <-changed:
		case <-timeout.C:
			late = true
		case <-r.Context().Done():
			late = true
		}
		s.mu.Lock()
	}
}
