package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"familiar/llm"
	"familiar/llm/llmtest/server"
	"familiar/llm/quote"
)

// The operator's troubles, of which docs/durability.md says what becomes of
// them: each with the real program, its page and a model by script.

// A troubled is a house whose model repeats the tokens it is to answer.
type troubled struct {
	*house
	model  *server.Server
	silent chan struct{} // the model's last word waits until it is closed
}

// token is a word of a line that its answer repeats.
var token = regexp.MustCompile(`\bt\d+\b`)

// newTroubled makes one with further lines of its configuration.
func newTroubled(t *testing.T, more string) *troubled {
	t.Helper()
	silent := make(chan struct{})
	answer := func(r server.Request) server.Answer {
		var tokens []string
		for _, m := range r.Messages {
			for _, p := range quote.Read(m.Text) {
				if m.Role == llm.User && p.Mark == quote.Current {
					tokens = append(tokens, token.FindAllString(p.Text, -1)...)
				}
			}
		}
		a := server.Say("re ", strings.Join(tokens, " "))
		if strings.Contains(a.Text[1], "t999") {
			a.Hang = silent
		}
		return a
	}
	h := &troubled{&house{t, t.TempDir()}, server.Func(answer), silent}
	h.write("familiar.toml", fmt.Sprintf(troubledBy, server.Start(t, h.model))+more)
	return h
}

// troubledBy is a configuration with the model at the address given.
const troubledBy = `
[models.scripted]
kind = "openai"
model = "scripted"
url = "%s/v1"

[familiars.aria]
name = "Aria"
persona = "Keeps a bookshop."

[familiars.aria.debounce]
quiet = "40ms"
hot = "80ms"
gap = "1s"
cap = "300ms"

[[channels]]
match = "web:*"
familiars = ["aria"]

[control]
listen = "127.0.0.1:0"
`

// main is the configuration's file.
func (h *troubled) main() string { return h.file("familiar.toml") }

// try says something once; status 0 says that nobody answered.
func (v *visitor) try(channel, id, line string) (status int, said string) {
	v.t.Helper()
	body, err := json.Marshal(map[string]any{"id": id, "text": line, "author": map[string]any{"id": "ana", "name": "Ana"}})
	if err != nil {
		v.t.Fatal(err)
	}
	request, err := http.NewRequestWithContext(v.t.Context(), http.MethodPost, v.base+"/v1/channels/"+channel+"/lines", bytes.NewReader(body))
	if err != nil {
		v.t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+v.token)
	request.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, err.Error()
	}
	defer answer.Body.Close()
	text, _ := io.ReadAll(answer.Body) // for the message
	return answer.StatusCode, string(text)
}

// refused tries a line until it gets 503, and gives what was said with it and
// the ids that were taken before.
func (v *visitor) refused(channel, prefix, text string) (said string, taken []string) {
	v.t.Helper()
	for late, n := time.Now().Add(patience), 0; time.Now().Before(late); n++ {
		id := fmt.Sprintf("%s%d", prefix, n)
		status, said := v.try(channel, id, text)
		switch status {
		case http.StatusAccepted:
			taken = append(taken, id)
		case http.StatusServiceUnavailable:
			return said, taken
		default:
			v.t.Fatalf("say %s: got %d %s, want 202 or 503", id, status, said)
		}
		<-time.After(20 * time.Millisecond)
	}
	v.t.Fatalf("lines are taken for %v: %d of them", patience, len(taken))
	return "", nil
}

// answered waits for the familiar's line with a token and gives how often it
// was said by then.
func answered(events *written, token string) int {
	events.t.Helper()
	said := regexp.MustCompile(`event: line\ndata: .*"text":"re [^"]*\b` + token + `\b.*"familiar":"aria".*`)
	events.until(said.String(), 1)
	return len(said.FindAllString(events.String(), -1))
}

// wantKept reports lines that were acknowledged and are not in the journal
// exactly once, tokens that were not answered exactly once, and damage.
func (h *troubled) wantKept(lines, tokens []string) {
	h.t.Helper()
	ask(h.t, "journal", "verify", "-c", h.main()).wants(0, `no problems`)
	exported := ask(h.t, "journal", "export", "-c", h.main())
	exported.wants(0, ``)
	heard, said, posts := map[string]int{}, map[string]int{}, map[string]bool{}
	for decoder := json.NewDecoder(strings.NewReader(exported.out)); ; {
		var r struct {
			Kind  string
			Event struct {
				ID   string
				Text string
			}
		}
		if err := decoder.Decode(&r); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			h.t.Fatalf("the journal's export: %v", err)
		}
		switch own, answer := strings.CutPrefix(r.Event.Text, "re "); {
		case r.Kind != "heard", posts[r.Event.ID]: // a post that is written again under its id, as after a kill, is the same line
		case answer:
			posts[r.Event.ID] = true
			for _, token := range strings.Fields(own) {
				said[token]++
			}
		default:
			heard[r.Event.ID]++
		}
	}
	for _, id := range lines {
		if heard[id] != 1 {
			h.t.Errorf("line %s was acknowledged and is %d times in the journal, want once", id, heard[id])
		}
	}
	for _, token := range tokens {
		if said[token] != 1 {
			h.t.Errorf("%s was answered %d times, want once", token, said[token])
		}
	}
}
