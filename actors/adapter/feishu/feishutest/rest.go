package feishutest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
)

// routes is the REST interface. Everything under /open-apis/ but the token
// wants one.
func (n *Network) routes(mux *http.ServeMux) {
	mux.HandleFunc("POST /callback/ws/endpoint", n.counted(n.endpoint))
	mux.HandleFunc("GET /ws", n.connect)
	mux.HandleFunc("POST /open-apis/auth/v3/tenant_access_token/internal", n.counted(n.giveToken))
	for route, serve := range map[string]http.HandlerFunc{
		"GET /open-apis/bot/v3/info":                            n.info,
		"GET /open-apis/application/v6/scopes":                  n.listScopes,
		"GET /open-apis/contact/v3/users/{id}":                  n.contact,
		"GET /open-apis/im/v1/chats":                            n.listChats,
		"GET /open-apis/im/v1/chats/{chat}":                     n.describe,
		"GET /open-apis/im/v1/chats/{chat}/members":             n.members,
		"GET /open-apis/im/v1/messages":                         n.list,
		"POST /open-apis/im/v1/messages":                        n.create,
		"GET /open-apis/im/v1/messages/{id}":                    n.get,
		"PUT /open-apis/im/v1/messages/{id}":                    n.edit,
		"POST /open-apis/im/v1/files":                           n.upload,
		"POST /open-apis/im/v1/messages/{id}/reply":             n.reply,
		"POST /open-apis/im/v1/messages/{id}/reactions":         n.react,
		"GET /open-apis/im/v1/messages/{id}/resources/{key...}": n.resource,
	} {
		mux.HandleFunc(route, n.counted(n.authorized(serve)))
	}
}

// counted counts a call and, where a failure waits for it, fails it.
func (n *Network) counted(serve http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		n.mu.Lock()
		n.calls[r.Method+" "+r.URL.Path]++
		n.mu.Unlock()
		f, fails := n.failing(r.URL.Path)
		if !fails {
			serve(w, r)
			return
		}
		if f.After {
			serve(discard{}, r)
		}
		if f.Cut {
			panic(http.ErrAbortHandler)
		}
		if f.Reset > 0 {
			w.Header().Set("x-ogw-ratelimit-reset", strconv.Itoa(f.Reset))
		}
		answer(w, f.Status, map[string]any{"code": f.Code, "msg": f.Msg})
	}
}

func (n *Network) authorized(serve http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		n.mu.Lock()
		want := fmt.Sprint("Bearer t-", n.token)
		n.mu.Unlock()
		if r.Header.Get("Authorization") != want {
			refuse(w, 99991663, "Invalid access token for authorization. Please make a request with token attached.")
			return
		}
		serve(w, r)
	}
}

func (n *Network) giveToken(w http.ResponseWriter, r *http.Request) {
	var asked struct {
		AppID     string `json:"app_id"`
		AppSecret string `json:"app_secret"`
	}
	if json.NewDecoder(r.Body).Decode(&asked) != nil || asked.AppID != AppID || !n.isSecret(asked.AppSecret) {
		answer(w, http.StatusOK, map[string]any{"code": 10014, "msg": "app secret invalid"})
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	answer(w, http.StatusOK, map[string]any{"code": 0, "msg": "ok", "expire": 7200, "tenant_access_token": fmt.Sprint("t-", n.token)})
}

func (n *Network) info(w http.ResponseWriter, _ *http.Request) {
	answer(w, http.StatusOK, map[string]any{"code": 0, "msg": "ok", "bot": map[string]any{
		"activate_status": 2, "app_name": BotName, "open_id": Bot,
	}})
}

func (n *Network) listScopes(w http.ResponseWriter, _ *http.Request) {
	n.mu.Lock()
	defer n.mu.Unlock()
	scopes := []map[string]any{{"scope_name": "im:resource", "grant_status": 2}}
	for name := range n.scopes {
		scopes = append(scopes, map[string]any{"scope_name": name, "grant_status": 1})
	}
	answerWith(w, map[string]any{"scopes": scopes})
}

func (n *Network) contact(w http.ResponseWriter, r *http.Request) {
	n.mu.Lock()
	defer n.mu.Unlock()
	p, ok := n.person(r.PathValue("id"))
	if !ok {
		refuse(w, 41012, "user id invalid")
		return
	}
	answerWith(w, map[string]any{"user": map[string]any{"open_id": p.Open, "union_id": p.Union, "name": p.Name}})
}

// answerWith answers with what was asked for.
func answerWith(w http.ResponseWriter, of any) {
	answer(w, http.StatusOK, map[string]any{"code": 0, "msg": "success", "data": of})
}

// refuse answers as the network does when it says no.
func refuse(w http.ResponseWriter, code int, msg string) {
	answer(w, http.StatusBadRequest, map[string]any{"code": code, "msg": msg})
}

func answer(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	fmt.Fprint(w, encode(body))
}

// discard is where an answer goes that never arrives.
type discard struct{}

func (discard) Header() http.Header         { return http.Header{} }
func (discard) Write(p []byte) (int, error) { return len(p), nil }
func (discard) WriteHeader(int)             {}
