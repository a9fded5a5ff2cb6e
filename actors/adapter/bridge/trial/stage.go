package trial

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"familiar/actors/adapter"
	"familiar/actors/adapter/adaptertest"
	"familiar/messages"
)

const (
	stageWithin = time.Minute // what a stage may take to do one thing, starting a bridge among them
	stageMost   = 8 << 20     // bytes of its answer
)

// A stage is the other end of a bridge's network: who writes the bridge writes it, too,
// to speak there as somebody else and to see what arrives.
type stage struct {
	url    string
	client *http.Client
	t      adaptertest.T
}

// The words by which a stage says what else it can do.
const (
	stageReacts   = "react"
	stageAttaches = "attach"
	stagePassesOn = "pass_on"
	stageAils     = "ail"
	stageCarries  = "carried"
	stageRestarts = "restart"
)

// A scene is what a stage says of itself once a bridge is on it.
type scene struct {
	Chat   string   `json:"chat"`   // where everything is said
	Echoes bool     `json:"echoes"` // the bridge reports what it posted, too
	Has    []string `json:"has"`    // see above
}

func (s scene) has(word string) bool { return slices.Contains(s.Has, word) }

// newStage returns the stage at an address.
func newStage(t adaptertest.T, address string) *stage {
	return &stage{url: strings.TrimSuffix(address, "/"), client: adapter.NewClient(stageWithin, stageMost), t: t}
}

// open has the stage start a bridge to an account, with nobody in its chat having said
// anything.
func (s *stage) open(familiar, token string) (at scene) {
	s.post("open", map[string]any{"familiar": familiar, "token": token}, &at)
	if at.Chat == "" {
		s.t.Fatalf("%s/open answers without chat: want the chat in which everything is said", s.url)
	}
	return at
}

func (s *stage) close()   { s.post("close", struct{}{}, nil) }
func (s *stage) restart() { s.post("restart", struct{}{}, nil) }

func (s *stage) say(as, author, text string) {
	s.post(as, map[string]any{"author": author, "text": strings.ToValidUTF8(text, "\uFFFD")}, nil)
}

func (s *stage) react(line messages.LineID, removed bool) {
	s.post("react", map[string]any{"line": line, "emoji": "👍", "removed": removed}, nil)
}

func (s *stage) ail(posts int) { s.post("ail", map[string]any{"posts": posts}, nil) }

// carried asks what arrives first of a text; false: nothing of it can be said there.
func (s *stage) carried(text string) (arrives string, ok bool) {
	var got struct {
		Text  string `json:"text"`
		Never bool   `json:"never"`
	}
	s.post("carried", map[string]any{"text": strings.ToValidUTF8(text, "\uFFFD")}, &got)
	return got.Text, !got.Never
}

// listed returns the texts that were posted, or the files.
func (s *stage) listed(what string) []string {
	var got struct {
		Texts []string `json:"texts"`
	}
	s.ask("GET", what, nil, &got)
	return got.Texts
}

func (s *stage) stands(line messages.LineID) string {
	var got struct {
		Text string `json:"text"`
	}
	s.ask("GET", "stands?line="+url.QueryEscape(string(line)), nil, &got)
	return got.Text
}

func (s *stage) post(what string, body, into any) { s.ask("POST", what, body, into) }

// ask makes one request; whatever goes wrong is the stage's author's to mend and ends
// the story.
func (s *stage) ask(method, what string, body, into any) {
	s.t.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		s.t.Fatal(err)
	}
	r, err := http.NewRequest(method, s.url+"/"+what, bytes.NewReader(text)) // also when the story has ended: close is asked then
	if err != nil {
		s.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	answer, err := s.client.Do(r)
	if err != nil {
		s.t.Fatalf("the stage doesn't answer: %v", err)
	}
	defer answer.Body.Close()
	var said bytes.Buffer
	if _, err := said.ReadFrom(answer.Body); err != nil {
		s.t.Fatalf("%s %s/%s: %v", method, s.url, what, err)
	}
	if answer.StatusCode != http.StatusOK {
		s.t.Fatalf("%s %s/%s: %s: %.300q", method, s.url, what, answer.Status, said.String())
	}
	if into == nil {
		return
	}
	if err := json.Unmarshal(said.Bytes(), into); err != nil {
		s.t.Fatal(fmt.Sprintf("%s %s/%s: %v: %.300q", method, s.url, what, err, said.String()))
	}
}
