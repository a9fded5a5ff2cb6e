package control

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"familiar/messages"
)

// batch returns one of so many messages.
func batch(n int) string {
	all := make([]string, n)
	for i := range all {
		all[i] = ping(i)
	}
	return "[" + strings.Join(all, ",") + "]"
}

func ping(id int) string { return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"ping"}`, id) }

// toMCP asks as a client of MCP does.
func (r *rig) toMCP(body string) *httptest.ResponseRecorder {
	r.t.Helper()
	return r.ask("POST", "/mcp", body, "Accept", "application/json, text/event-stream", "Content-Type", "application/json")
}

func TestABatchCountsAsSoManyRequests(t *testing.T) {
	for _, tt := range []struct {
		story       string
		body        string
		other, want int // requests under way, and the answer's status
	}{
		{"as many as one token may have under way", batch(4), 0, 200},
		{"one more than may ever be", batch(5), 0, 400},
		{"one of one, in the last place", batch(1), 3, 200},
		{"no batch, in the last place", ping(1), 3, 200},
		{"two in the last two places", batch(2), 2, 200},
		{"two where one place is left", batch(2), 3, 429},
	} {
		t.Run(tt.story, func(t *testing.T) {
			r := newRig(t, func(o *Options) { steered(&helm{})(o); o.Requests = 8 })
			if err := r.requests.Acquire(r.keyOf(r.run), tt.other); err != nil {
				t.Fatal(err)
			}
			if w := r.toMCP(tt.body); w.Code != tt.want {
				t.Errorf("got %d %.200s, want %d", w.Code, w.Body, tt.want)
			}
			if got := r.requests.InUse(); got != tt.other {
				t.Errorf("%d places are taken afterwards, want %d", got, tt.other)
			}
		})
	}
}

func TestALongBodyForMCP(t *testing.T) {
	r := newRig(t, func(o *Options) { steered(&helm{})(o); o.Body = 1 << 10 })
	if w := r.toMCP("[" + strings.Repeat(" ", 1<<10)); w.Code != http.StatusRequestEntityTooLarge {
		t.Errorf("got %d %s", w.Code, w.Body)
	}
}

// A punctual writer remembers until when a request has to have come in.
type punctual struct {
	*httptest.ResponseRecorder
	until time.Time
}

func (p *punctual) SetReadDeadline(t time.Time) error {
	p.until = t
	return nil
}

// A patient helm looks at that when a command reaches it.
type patient struct {
	helm
	asked func()
}

func (p *patient) Command(context.Context, messages.ChannelID, messages.Commanded) ([]Verdict, error) {
	p.asked()
	return []Verdict{{Familiar: "aria", Done: true}}, nil
}

// TestATimeOutIsForComingIn: a command may be answered later than read_timeout.
func TestATimeOutIsForComingIn(t *testing.T) {
	for path, body := range map[string]string{"/mcp": `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"engage","arguments":{"channel":"web//garden"}}}`, "/v1/tools/engage": `{"channel":"web//garden"}`} {
		t.Run(path, func(t *testing.T) {
			w, asked := &punctual{httptest.NewRecorder(), time.Now()}, 0
			h := &patient{asked: func() {
				if asked++; !w.until.IsZero() {
					t.Error("it has come in and is answered, and may still be cut off for coming in slowly")
				}
			}}
			r := newRig(t, func(o *Options) { o.Steer = h })
			req := httptest.NewRequestWithContext(t.Context(), http.MethodPost, path, strings.NewReader(body))
			req.Host = "localhost"
			req.Header.Set("Authorization", "Bearer "+r.run)
			req.Header.Set("Accept", "application/json, text/event-stream")
			req.Header.Set("Content-Type", "application/json")
			if r.Handler().ServeHTTP(w, req); w.Code != http.StatusOK || asked != 1 {
				t.Errorf("got %d %.200s, asked %d times", w.Code, w.Body, asked)
			}
		})
	}
}
