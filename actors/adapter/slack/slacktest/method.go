package slacktest

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// A Refusal is an answer that a method gives once instead of its own.
type Refusal struct {
	Error      string        // Slack's word; "" answers with Status
	Needed     string        // of missing_scope
	Status     int           // of HTTP; 0: 200
	RetryAfter time.Duration // of 429; whole seconds
	Done       bool          // the method does its work all the same
}

// Refuse has a method answer so the next time; several are played in order.
func (s *Server) Refuse(method string, r Refusal) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refusals[method] = append(s.refusals[method], r)
}

// Revoke has every method answer with an error from now on, as when a token
// is revoked. "" ends it.
func (s *Server) Revoke(word string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.revoked = word
}

// An answer is what a method gives, without "ok".
type answer map[string]any

func refuse(word string) answer { return answer{"error": word} }

var methods = map[string]func(*Server, url.Values) answer{
	"auth.test":                    (*Server).authTest,
	"apps.connections.open":        (*Server).connectionsOpen,
	"chat.postMessage":             (*Server).postMessage,
	"conversations.history":        (*Server).history,
	"conversations.replies":        (*Server).replies,
	"conversations.info":           (*Server).info,
	"conversations.members":        (*Server).members,
	"users.conversations":          (*Server).conversations,
	"users.info":                   (*Server).userInfo,
	"bots.info":                    (*Server).botInfo,
	"usergroups.list":              (*Server).groupList,
	"reactions.add":                (*Server).react,
	"files.info":                   (*Server).fileInfo,
	"files.getUploadURLExternal":   (*Server).uploadURL,
	"files.completeUploadExternal": (*Server).shareFile,
	"chat.update":                  (*Server).update,
	"assistant.threads.setStatus":  (*Server).status,
}

// method answers a call of the Web API.
func (s *Server) method(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(r.URL.Path, "/api/")
	if err := r.ParseForm(); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	if strings.HasPrefix(r.Header.Get("Content-Type"), "application/json") {
		var fields map[string]any
		_ = json.NewDecoder(r.Body).Decode(&fields)
		for key, value := range fields {
			if text, ok := value.(string); ok {
				r.Form.Set(key, text)
			}
		}
	}
	token := r.Form.Get("token")
	if token == "" {
		token = strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
	}
	s.mu.Lock()
	s.calls = append(s.calls, Call{name, r.Form, token})
	var no *Refusal
	if left := s.refusals[name]; len(left) > 0 {
		no, s.refusals[name] = &left[0], left[1:]
	}
	revoked, scopes := s.revoked, strings.Join(s.scopes, ",")
	s.changed.Tell()
	s.mu.Unlock()

	wanted := Token
	if name == "apps.connections.open" {
		wanted = AppToken
	}
	w.Header().Set("X-OAuth-Scopes", scopes)
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	does, known := methods[name]
	var a answer
	switch {
	case revoked != "":
		a = refuse(revoked)
	case token != wanted:
		a = refuse("invalid_auth")
	case !known:
		a = refuse("unknown_method")
	case no == nil:
		a = does(s, r.Form)
	default:
		if no.Done {
			does(s, r.Form)
		}
		if no.RetryAfter > 0 {
			w.Header().Set("Retry-After", strconv.Itoa(int(no.RetryAfter/time.Second)))
		}
		if no.Status != 0 {
			w.WriteHeader(no.Status)
		}
		a = refuse(no.Error)
		if no.Needed != "" {
			a["needed"], a["provided"] = no.Needed, scopes
		}
	}
	_, wrong := a["error"]
	a["ok"] = !wrong
	_ = json.NewEncoder(w).Encode(a)
}
