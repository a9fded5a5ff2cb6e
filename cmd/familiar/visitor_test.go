package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"
)

// A visitor comes in by the HTTP interface, with the page's own token.
type visitor struct {
	t           *testing.T
	base, token string
}

// visit comes in where a program says its page is.
func visit(p *program) *visitor {
	p.t.Helper()
	printed := p.until(`(http://\S+#token=\S+)|The page: .* the whole address is in (\S+)\)`, 1)
	if file := printed[2]; file != "" { // of a run before
		whole, err := os.ReadFile(file)
		if err != nil {
			p.t.Fatal(err)
		}
		printed[1] = strings.TrimSpace(string(whole))
	}
	address, err := url.Parse(printed[1])
	if err != nil {
		p.t.Fatal(err)
	}
	fragment, err := url.ParseQuery(address.Fragment)
	if err != nil {
		p.t.Fatal(err)
	}
	return &visitor{p.t, "http://" + address.Host, fragment.Get("token")}
}

// say has ana say something, again and again, as the interface asks for,
// while the accounts aren't connected yet.
func (v *visitor) say(channel, id, text string) {
	v.t.Helper()
	body, err := json.Marshal(map[string]any{"id": id, "text": text, "author": map[string]any{"id": "ana", "name": "Ana"}})
	if err != nil {
		v.t.Fatal(err)
	}
	for late := time.After(patience); ; {
		answer := v.ask(http.MethodPost, "/v1/channels/"+channel+"/lines", body)
		said, _ := io.ReadAll(answer.Body) // for the message
		answer.Body.Close()
		if answer.StatusCode == http.StatusAccepted {
			return
		}
		if answer.StatusCode != http.StatusServiceUnavailable {
			v.t.Fatalf("say %s: got %s %s, want 202", id, answer.Status, said)
		}
		select {
		case <-late:
			v.t.Fatalf("say %s: got %s %s for %v, want 202", id, answer.Status, said, patience)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// listen opens a channel's event stream, to the end of the test.
func (v *visitor) listen(channel string) *written {
	v.t.Helper()
	return v.follow("/v1/channels/" + channel + "/events")
}

// follow opens an event stream, to the end of the test. When the program ends it, it
// is opened again where it was, as a browser does.
func (v *visitor) follow(path string) *written {
	v.t.Helper()
	events, ended := newWritten(v.t), make(chan struct{})
	ctx, cancel := context.WithCancel(v.t.Context())
	answer, err := v.events(ctx, path, "")
	if err != nil {
		v.t.Fatal(err)
	}
	go func() {
		defer close(ended)
		for {
			_, _ = io.Copy(events, answer.Body) // whoever ends it
			answer.Body.Close()
			last := ""
			if ids := eventID.FindAllStringSubmatch(events.String(), -1); ids != nil {
				last = ids[len(ids)-1][1]
			}
			if answer, err = v.events(ctx, path, last); err != nil {
				return // the program has ended, or the test
			}
		}
	}()
	v.t.Cleanup(func() { cancel(); <-ended })
	return events
}

// eventID is where in an event stream an event stands.
var eventID = regexp.MustCompile(`(?m)^id: (.+)$`)

// events opens an event stream after an event.
func (v *visitor) events(ctx context.Context, path, last string) (*http.Response, error) {
	answer, err := v.send(ctx, http.MethodGet, path, nil, "Last-Event-ID", last)
	if err == nil && answer.StatusCode != http.StatusOK {
		answer.Body.Close()
		err = fmt.Errorf("events of %s: %s", path, answer.Status)
	}
	return answer, err
}

func (v *visitor) ask(method, path string, body []byte) *http.Response {
	v.t.Helper()
	answer, err := v.send(v.t.Context(), method, path, body, "Content-Type", "application/json")
	if err != nil {
		v.t.Fatal(err)
	}
	return answer
}

// send sends a request with the token and one more header.
func (v *visitor) send(ctx context.Context, method, path string, body []byte, header, value string) (*http.Response, error) {
	request, err := http.NewRequestWithContext(ctx, method, v.base+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Authorization", "Bearer "+v.token)
	request.Header.Set(header, value)
	return http.DefaultClient.Do(request)
}

// spoke is a familiar's line in an event stream.
func spoke(familiar string) string {
	return fmt.Sprintf(`event: line\ndata: .*"familiar":%q.*`, familiar)
}

// decided is what a familiar decided about a line in an event stream.
func decided(familiar, line string) string {
	return fmt.Sprintf(`event: decision\ndata: .*"familiar":%q.*"line":%q.*"act":"(\w+)","rung":"(\w+)".*`, familiar, line)
}
