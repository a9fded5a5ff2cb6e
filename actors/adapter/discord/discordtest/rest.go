package discordtest

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const api = "/api/v9"

// routes is the REST interface, the gateway's socket and the files' host.
func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /socket/{$}", s.serve)
	mux.HandleFunc("GET /socket", s.serve)
	mux.HandleFunc("GET /attachments/{channel}/{id}/{name}", s.file)
	for pattern, answer := range map[string]answer{
		"GET /gateway":                                            s.getAddress,
		"GET /gateway/bot":                                        s.getGateway,
		"GET /users/@me":                                          s.getMe,
		"GET /users/@me/guilds":                                   s.getGuilds,
		"GET /oauth2/applications/@me":                            s.getApplication,
		"GET /applications/{app}/commands":                        s.getCommands,
		"PUT /applications/{app}/commands":                        s.putCommands,
		"POST /interactions/{id}/{token}/callback":                s.answerInteraction,
		"GET /channels/{channel}":                                 s.getChannel,
		"GET /channels/{channel}/thread-members":                  s.getThreadMembers,
		"POST /channels/{channel}/typing":                         s.showTyping,
		"GET /channels/{channel}/messages":                        s.getMessages,
		"POST /channels/{channel}/messages":                       s.postMessage,
		"GET /channels/{channel}/messages/{id}":                   s.getMessage,
		"PATCH /channels/{channel}/messages/{id}":                 s.editMessage,
		"POST /channels/{channel}/messages/{id}/threads":          s.startThread,
		"PUT /channels/{channel}/messages/{id}/reactions/{e}/@me": s.react,
		"GET /channels/{channel}/webhooks":                        s.getWebhooks,
		"POST /channels/{channel}/webhooks":                       s.makeWebhook,
		"POST /webhooks/{id}/{token}":                             s.executeWebhook,
		"PATCH /webhooks/{id}/{token}/messages/{message}":         s.editByWebhook,
		"GET /guilds/{guild}":                                     s.getGuild,
		"GET /guilds/{guild}/channels":                            s.getGuildChannels,
		"GET /guilds/{guild}/members":                             s.getMembers,
		"GET /guilds/{guild}/members/{user}":                      s.getMember,
	} {
		method, path, _ := strings.Cut(pattern, " ")
		mux.HandleFunc(method+" "+api+path, s.guarded(answer))
	}
	return mux
}

// An answer handles one request of a bot: a status and what goes out as JSON.
type answer func(r *http.Request, b *Bot, body Object) (status int, out any)

// failure is Discord's form of an error.
func failure(status, code int, message string) (int, any) {
	return status, Object{"code": code, "message": message}
}

// guarded checks the token, the faults and the rate limits, and writes JSON.
func (s *Server) guarded(next answer) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var raw any
		_ = json.NewDecoder(request(r)).Decode(&raw)
		body, _ := raw.(Object)
		if list, ok := raw.([]any); ok {
			body = Object{"list": list}
		}
		path := strings.TrimPrefix(r.URL.Path, api)
		s.mu.Lock()
		s.log = append(s.log, Request{r.Method, path, body})
		s.mu.Unlock()
		if l, ok := s.faults.limit(path); ok {
			tooMany(w, l)
			return
		}
		var status int
		var out any
		bot := s.bot(r.Header.Get("Authorization"))
		if bot == nil && !strings.HasPrefix(path, "/interactions/") {
			status, out = failure(401, 0, "401: Unauthorized")
		} else if refused, ok := s.faults.refuse(r.Method, path); ok {
			status, out = failure(refused.status, refused.code, refused.message)
		} else {
			status, out = s.seen(next, r, bot, body)
		}
		w.Header().Set("X-RateLimit-Limit", "1000")
		w.Header().Set("X-RateLimit-Remaining", "999")
		w.Header().Set("X-RateLimit-Reset-After", "1.000")
		w.Header().Set("X-RateLimit-Bucket", "bucket")
		write(w, status, out)
	}
}

// seen answers what a bot asks about a channel that it sees.
func (s *Server) seen(next answer, r *http.Request, b *Bot, body Object) (int, any) {
	s.mu.Lock()
	hidden := s.hides(r.PathValue("channel"), b)
	s.mu.Unlock()
	if hidden {
		return failure(403, 50001, "Missing Access")
	}
	return next(r, b, body)
}

func tooMany(w http.ResponseWriter, l limit) {
	seconds := strconv.FormatFloat(l.after.Seconds(), 'f', 3, 64)
	w.Header().Set("Retry-After", strconv.Itoa(int(l.after/time.Second)+1))
	w.Header().Set("X-RateLimit-Scope", "user")
	if l.global {
		w.Header().Set("X-RateLimit-Global", "true")
		w.Header().Set("X-RateLimit-Scope", "global")
	} else {
		w.Header().Set("X-RateLimit-Remaining", "0")
		w.Header().Set("X-RateLimit-Reset-After", seconds)
	}
	write(w, 429, Object{"message": "You are being rate limited.", "retry_after": l.after.Seconds(), "global": l.global})
}

func write(w http.ResponseWriter, status int, out any) {
	if out == nil {
		w.WriteHeader(status)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(out)
}

// bot returns whose token an Authorization header has; nil for nobody's.
func (s *Server) bot(authorization string) *Bot {
	token, ok := strings.CutPrefix(authorization, "Bot ")
	if !ok || s.faults.isRevoked(token) {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.bots[token]
}
