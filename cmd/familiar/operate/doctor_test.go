package operate

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"familiar/actors/adapter"
	"familiar/cmd/familiar/diagnosis"
	"familiar/cmd/familiar/process"
	"familiar/config"
	"familiar/messages"
)

// TestAskTime: a clock is compared with the Date of any answer, and no key is
// sent for it.
func TestAskTime(t *testing.T) {
	for _, tt := range []struct {
		story string
		ahead time.Duration // of the server
		date  string        // in place of that
		level diagnosis.Level
		says  string
	}{
		{"it agrees, though it refuses", 0, "", diagnosis.Fine, "agrees with"},
		{"a minute ahead of us", time.Minute, "", diagnosis.Soon, "behind"},
		{"an hour behind us", -time.Hour, "", diagnosis.Wrong, "ahead of"},
		{"no date", 0, "none", diagnosis.Unknown, "has no Date"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.Method != http.MethodHead || r.Header.Get("Authorization") != "" {
					t.Errorf("asked by %s with %v", r.Method, r.Header)
				}
				w.Header().Set("Date", time.Now().Add(tt.ahead).UTC().Format(http.TimeFormat))
				if tt.date != "" {
					w.Header().Set("Date", tt.date)
				}
				http.Redirect(w, r, "/elsewhere", http.StatusFound)
			}))
			defer server.Close()
			got := askTime(t.Context(), server.URL)
			if got.Level() != tt.level || !strings.Contains(got.Says(), tt.says) {
				t.Errorf("got %+v, %s: %s; want %s: %s", got, got.Level(), got.Says(), tt.level, tt.says)
			}
		})
	}
}

// TestAilingRelay: a relay that stands still is told with the running program.
func TestAilingRelay(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "journal: ok\nmodels: ok, 1 of 1 answer\nrelays: ailing, nothing comes of 1 mirrored rooms, see Home\n")
	}))
	defer server.Close()
	c := &config.Config{Data: t.TempDir()}
	c.Control.Listen = "127.0.0.1:0"
	take, err := process.LeaveAddress(c, server.URL+"/")
	if err != nil {
		t.Fatal(err)
	}
	defer take()
	found := askProgram(t.Context(), c, visit{})
	if found.Level() != diagnosis.Soon || !strings.Contains(found.Says(), "relays: ailing, nothing comes of 1") || strings.Contains(found.Says(), "models") {
		t.Errorf("got %s: %s", found.Level(), found.Says())
	}
}

// TestServersOf: each server is asked once, and those who don't speak HTTP not.
func TestServersOf(t *testing.T) {
	c, err := config.Parse("test.toml", []byte(`
unknown = "default"
[models.a]
kind = "openai"
model = "x"
url = "http://127.0.0.1:11434/v1"
[models.b]
kind = "openai"
model = "y"
url = "http://127.0.0.1:11434/v1/"
[models.c]
kind = "anthropic"
model = "z"
key = "env:HOME"
[familiars.moth]
persona = "Moth keeps lamps."
model = "a"
judge = "c"
[familiars.wasp]
persona = "Wasp keeps none."
model = "b"
[accounts.p]
network = "irc"
server = "pond.example:6697"
familiars = ["moth"]
[accounts.d]
network = "discord"
token = "env:HOME"
familiars = ["moth"]
`))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, o := range serversOf(c) {
		got = append(got, o.Server)
	}
	if want := "http://127.0.0.1:11434 https://api.anthropic.com:443 https://discord.com"; strings.Join(got, " ") != want {
		t.Errorf("got %v, want %s", got, want)
	}
}

// TestLookOnline: accounts and models become findings, and an account on IRC that
// the running program has is left alone.
func TestLookOnline(t *testing.T) {
	c, err := config.Parse("test.toml", []byte(`
unknown = "default"
[familiars.moth]
persona = "Moth keeps lamps."
[accounts.p]
network = "irc"
server = "pond.example:6697"
familiars = ["moth"]
`))
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		story   string
		pond    pond
		running bool
		level   diagnosis.Level
		says    string
	}{
		{"all is well", pond{standing: adapter.Standing{Me: messages.Author{ID: "7", Name: "Moth\x1b[2J"}, Places: []string{"#a", "#b"}, More: 3}}, false, diagnosis.Fine, "p (irc) is Moth[2J, in 5 places"},
		{"a right is missing", pond{standing: adapter.Standing{Missing: []string{"JOIN #x"}}}, false, diagnosis.Wrong, "lacks: JOIN #x"},
		{"it can't connect", pond{err: errors.New("no")}, false, diagnosis.Wrong, "can't connect: no"},
		{"the program has it", pond{err: errors.New("nobody may ask")}, true, diagnosis.Fine, "running program's"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			table := map[messages.Network]func(process.Surroundings) process.Network{"irc": func(process.Surroundings) process.Network { return tt.pond }}
			all := lookOnline(t.Context(), c, table, tt.running)
			if len(all) != 1 || all[0].Level() != tt.level || !strings.Contains(all[0].Says(), tt.says) {
				t.Errorf("got %+v, want one that is %s: %s", all, tt.level, tt.says)
			}
		})
	}
}
