package control

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"familiar/control/access"
	"familiar/journal"
	"familiar/messages"
)

const hello = `{"id":"1","author":{"id":"u1","name":"Ana"},"text":"hi"}`

func TestWhoIsLetIn(t *testing.T) {
	const lines = "/v1/channels/garden/lines"
	tests := []struct {
		story        string
		method, path string
		header       []string
		want         int
	}{
		{"this run's token may do everything", "POST", lines, nil, 202},
		{"no token", "POST", lines, []string{"Authorization", ""}, 401},
		{"an empty token", "POST", lines, []string{"Authorization", "Bearer "}, 401},
		{"a wrong token", "POST", lines, []string{"Authorization", "Bearer wrong"}, 401},
		{"a token as if it were a password", "POST", lines, []string{"Authorization", "Basic reader"}, 401},
		{"a token in the address", "GET", "/v1/channels?token=reader", []string{"Authorization", ""}, 401},
		{"a reader reads", "GET", "/v1/channels/garden", []string{"Authorization", "Bearer reader"}, 200},
		{"a reader speaks", "POST", lines, []string{"Authorization", "Bearer reader"}, 403},
		{"a reader commands", "POST", "/v1/channels/garden/commands", []string{"Authorization", "Bearer reader"}, 403},
		{"a reader asks what was spent", "GET", "/v1/budget", []string{"Authorization", "Bearer reader"}, 403},
		{"a reader asks why", "GET", "/v1/channels/garden/why", []string{"Authorization", "Bearer reader"}, 200},
		{"a token of another channel asks why", "GET", "/v1/channels/attic/why", []string{"Authorization", "Bearer garden"}, 403},
		{"a token of some channels asks", "GET", "/v1/budget", []string{"Authorization", "Bearer garden"}, 403},
		{"this run's token may know", "GET", "/v1/budget", nil, 200},
		{"a token of its own channel", "POST", lines, []string{"Authorization", "bearer garden"}, 202},
		{"a glob covers a slash", "POST", "/v1/channels/garden%2Fpond/lines", []string{"Authorization", "Bearer garden"}, 202},
		{"a token of another channel speaks", "POST", "/v1/channels/kitchen/lines", []string{"Authorization", "Bearer garden"}, 403},
		{"a token of another channel reads", "GET", "/v1/channels/kitchen/events", []string{"Authorization", "Bearer garden"}, 403},
		{"a token of another channel reads posts", "GET", "/v1/channels/kitchen/posts", []string{"Authorization", "Bearer garden"}, 403},
		{"a name that isn't ours", "POST", lines, []string{"Host", "evil.example:7077"}, 421},
		{"a name that isn't ours asks for the page", "GET", "/", []string{"Host", "evil.example"}, 421},
		{"an address we don't listen at", "POST", lines, []string{"Host", "192.0.2.1"}, 421},
		{"no host", "POST", lines, []string{"Host", ""}, 421},
		{"a name of the configuration", "POST", lines, []string{"Host", "Chat.Example"}, 202},
		{"IPv6", "POST", lines, []string{"Host", "[::1]:7077"}, 202},
		{"a page of another origin", "POST", lines, []string{"Origin", "https://evil.example"}, 403},
		{"a page without an origin", "POST", lines, []string{"Origin", "null"}, 403},
		{"an origin that looks like ours", "POST", lines, []string{"Origin", "http://localhost.evil.example"}, 403},
		{"an origin with ours as user", "POST", lines, []string{"Origin", "http://localhost@evil.example"}, 403},
		{"our own page", "POST", lines, []string{"Origin", "http://127.0.0.1:7077"}, 202},
		{"health needs no token", "GET", "/healthz", []string{"Authorization", ""}, 200},
		{"the page needs no token", "GET", "/", []string{"Authorization", ""}, 200},
		{"no such resource", "GET", "/v1/journal", nil, 404},
		{"an empty name", "GET", "/v1/channels/%20%00/events", nil, 400},
		{"a name too long", "POST", "/v1/channels/" + strings.Repeat("x", 201) + "/lines", nil, 400},
		{"a name that is no UTF-8", "POST", "/v1/channels/%ff/lines", nil, 400},
		{"a name that climbs", "GET", "/v1/channels/%2E%2E", nil, 200},
		{"a stream's headers only", "HEAD", "/v1/channels/garden/events", nil, 405},
		{"those of the decisions' stream", "HEAD", "/v1/decisions", nil, 405},
	}
	for _, tt := range tests {
		t.Run(tt.story, func(t *testing.T) {
			r := newRig(t, func(o *Options) { o.Hosts = []string{"chat.example"} })
			body := ""
			if tt.method == "POST" {
				body = hello
			}
			w := r.ask(tt.method, tt.path, body, tt.header...)
			if w.Code != tt.want {
				t.Errorf("got %d %s, want %d", w.Code, w.Body, tt.want)
			}
			for _, h := range []string{"Content-Security-Policy", "X-Content-Type-Options", "X-Frame-Options", "Referrer-Policy"} {
				if w.Header().Get(h) == "" {
					t.Errorf("no %s", h)
				}
			}
			if tt.want >= 400 {
				var e struct{ Error string }
				if err := json.Unmarshal(w.Body.Bytes(), &e); tt.method != "HEAD" && (err != nil || e.Error == "") {
					t.Errorf("got %s, want an error in JSON", w.Body)
				}
				if len(r.said)+len(r.told) > 0 {
					t.Error("refused, but done all the same")
				}
				if got := w.Header().Get("Cache-Control"); got != "no-store" {
					t.Errorf("Cache-Control is %q", got)
				}
			}
		})
	}
}

func TestNobodyReachesASideFork(t *testing.T) {
	r := newRig(t, nil)
	fork, err := messages.ParseChannel(channelID("garden", "").Fix("post:1"))
	if err != nil {
		t.Fatal(err)
	}
	said := strings.Replace(hello, "{", `{"thread":"`+fork.Thread+`",`, 1)
	if w := r.ask("POST", "/v1/channels/garden/lines", said); w.Code != http.StatusBadRequest || len(r.said) > 0 {
		t.Errorf("a line for it: got %d %s", w.Code, w.Body)
	}
	if w := r.ask("GET", "/v1/channels/garden/posts?thread="+url.QueryEscape(fork.Thread), ""); w.Code != http.StatusBadRequest {
		t.Errorf("reading it: got %d %s", w.Code, w.Body)
	}
}

func TestAnotherNetworksNameIsAWebChat(t *testing.T) {
	r := newRig(t, nil)
	if w := r.ask("POST", "/v1/channels/discord%2F1%2F2/lines", hello); w.Code != http.StatusAccepted {
		t.Fatalf("got %d %s", w.Code, w.Body)
	}
	if got, want := r.said[0].Channel, messages.ChannelID("web//discord%2F1%2F2"); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestScriptStaysText(t *testing.T) {
	r := newRig(t, nil)
	const script = `<script>alert(1)</script>`
	post := line("p", script)
	post.Author = messages.Author{ID: "aria", Name: script, Bot: true}
	post.Nonce = "n"
	r.hear(channelID("garden", ""), messages.Heard{Line: post})
	w := r.ask("GET", "/v1/channels/garden/posts", "")
	if strings.Contains(w.Body.String(), "<") || !strings.Contains(w.Body.String(), `\u003cscript`) {
		t.Errorf("got %s", w.Body)
	}
	if got := w.Header().Get("Content-Type"); got != "application/json; charset=utf-8" {
		t.Errorf("Content-Type is %q", got)
	}
	if got := w.Header().Get("X-Content-Type-Options"); got != "nosniff" {
		t.Errorf("X-Content-Type-Options is %q", got)
	}
}

func TestNew(t *testing.T) {
	token := access.Token{Name: "a", Secret: "0123456789abcdef", Scopes: []string{"read"}}
	tests := []struct {
		story  string
		change func(*Options)
		want   string // in the error; "" for none
	}{
		{"the default", func(*Options) {}, ""},
		{"others can reach it and there is no token", func(o *Options) { o.Listen, o.Tokens = "0.0.0.0:0", nil }, "configure a token"},
		{"every address without a host", func(o *Options) { o.Listen, o.Tokens = ":0", nil }, "configure a token"},
		{"others can reach it with a token", func(o *Options) { o.Listen, o.Tokens = ":0", []access.Token{token} }, ""},
		{"others can reach it with a short token", func(o *Options) { o.Listen = ":0" }, "too short"},
		{"a scope that doesn't exist", func(o *Options) { o.Tokens[0].Scopes = []string{"all"} }, `scope "all"`},
		{"a token without scopes", func(o *Options) { o.Tokens[0].Scopes = nil }, "no scopes"},
		{"a token without secret", func(o *Options) { o.Tokens[0].Secret = "" }, "no secret"},
		{"a broken glob", func(o *Options) { o.Tokens[0].Channels = []string{"[a"} }, "bracket"},
		{"one secret twice", func(o *Options) { o.Tokens[0].Secret = "garden" }, "another token has"},
		{"no journal", func(o *Options) { o.Journal = nil }, "required"},
		{"an address that is none", func(o *Options) { o.Listen = "here" }, "listen"},
		{"a port that is none", func(o *Options) { o.Listen = "127.0.0.1:70000" }, "want a port from 0 to 65535"},
		{"a host with a port", func(o *Options) { o.Hosts = []string{"a:1"} }, "hosts"},
		{"no streams", func(o *Options) { o.Streams = 0 }, "streams"},
		{"no time to read", func(o *Options) { o.ReadTimeout = 0 }, "read_timeout"},
	}
	for _, tt := range tests {
		t.Run(tt.story, func(t *testing.T) {
			o := options(&rig{t: t})
			o.Journal = struct{ journal.Library }{}
			tt.change(&o)
			s, err := New(o)
			if got := ""; err != nil {
				if got = err.Error(); tt.want == "" || !strings.Contains(got, tt.want) {
					t.Fatalf("got %s, want %q", got, tt.want)
				}
				return
			}
			if tt.want != "" {
				t.Fatalf("no error, want %q", tt.want)
			}
			if o.Exposed() != (s.run == "") {
				t.Errorf("listens at %s and has the token %q", o.Listen, s.run)
			}
		})
	}
}

// TestTokensOfSomeChats: what is of more than one chat is for no token that is limited to
// some, whatever is asked and whether the program has it.
func TestTokensOfSomeChats(t *testing.T) {
	r := newRig(t, nil)
	one := map[string]string{"channel": "garden", "id": "l1", "person": "ana", "letter": "1", "node": "n", "experiment": "e", "familiar": "aria", "trace": "0"}
	asked := 0
	for _, of := range r.sections() {
		for _, route := range of.routes {
			if of.all == "" {
				if route.scope == access.ScopeControl && !strings.Contains(route.pattern, "{channel}") {
					t.Errorf("%s needs the scope control, names no channel, and lets in a token of some chats", route.pattern)
				}
				continue
			}
			method, path, _ := strings.Cut(route.pattern, " ")
			for name, value := range one {
				path = strings.ReplaceAll(path, "{"+name+"}", value)
			}
			asked++
			if w := r.ask(method, path, "{}", "Authorization", "Bearer garden"); w.Code != http.StatusForbidden || !strings.Contains(w.Body.String(), of.all) {
				t.Errorf("%s %s: got %d %s, want 403", method, path, w.Code, w.Body)
			}
		}
	}
	if asked < 25 {
		t.Errorf("asked are %d routes, want all", asked)
	}
}
