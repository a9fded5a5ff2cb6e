package rest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"familiar/actors/adapter"
)

const token = "syt_very_secret"

// serve runs a homeserver that answers everything so, and returns a client of it.
func serve(t *testing.T, answer http.HandlerFunc) *Client {
	t.Helper()
	server := httptest.NewServer(answer)
	t.Cleanup(server.Close)
	return Open(server.URL+"/", token)
}

func TestCall(t *testing.T) {
	c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		fmt.Fprintf(w, `{"event_id":"$1","odd":[],"saw":%q}`, r.Method+" "+r.RequestURI+" "+r.Header.Get("Authorization")+" "+string(body))
	})
	var got struct {
		ID  string `json:"event_id"`
		Odd string `json:"odd"` // of another form than comes: it costs nothing else
		Saw string `json:"saw"`
	}
	request := Request{
		Method: http.MethodPut, Path: []string{"v3", "rooms", "!a/../b?:x", "send", "m.room.message", "t1"},
		Query: url.Values{"ts": {"7"}}, Body: map[string]string{"body": "hi"},
	}
	if err := c.Call(t.Context(), request, &got); err != nil {
		t.Fatal(err)
	}
	want := "PUT /_matrix/client/v3/rooms/%21a%2F..%2Fb%3F:x/send/m.room.message/t1?ts=7 Bearer " + token + ` {"body":"hi"}`
	if strings.Replace(got.Saw, "/!a", "/%21a", 1) != want || got.ID != "$1" {
		t.Errorf("got %q, %q, want $1, %q", got.ID, got.Saw, want)
	}
}

func TestPathOfNothing(t *testing.T) {
	c := serve(t, func(http.ResponseWriter, *http.Request) { t.Error("asked for") })
	for _, part := range []string{"", ".", ".."} {
		err := c.Call(t.Context(), Request{Method: http.MethodGet, Path: []string{"v3", part, "sync"}}, nil)
		if !errors.Is(err, adapter.ErrGone) {
			t.Errorf("a part %q: got %v, want it refused", part, err)
		}
	}
}

func TestRefusals(t *testing.T) {
	const unknown = -1 // it may have been done
	for _, tt := range []struct {
		story     string
		status    int
		after     string // Retry-After
		body      string
		gone      bool
		pause     time.Duration // unknown: nothing says that it wasn't done
		ofAccount bool
		says      string
	}{
		{"a rate limit", 429, "", `{"errcode":"M_LIMIT_EXCEEDED","retry_after_ms":1500}`, false, 1500 * time.Millisecond, false, "M_LIMIT_EXCEEDED"},
		{"a rate limit by the header", 429, "3", `{"errcode":"M_LIMIT_EXCEEDED","retry_after_ms":1500}`, false, 3 * time.Second, false, ""},
		{"a rate limit of a proxy", 429, "", `<html>`, false, 0, false, "Too Many Requests"},
		{"a pause that is no time", 429, "NaN", `{"retry_after_ms":-1}`, false, 0, false, ""},
		{"a pause for ever", 429, "", `{"retry_after_ms":1e300}`, false, adapter.LongestPause, false, ""},
		{"a revoked token", 401, "", `{"errcode":"M_UNKNOWN_TOKEN","error":"Unknown token"}`, true, unknown, true, "log in anew and"},
		{"a token that has ended", 401, "", `{"errcode":"M_UNKNOWN_TOKEN","soft_logout":true}`, true, unknown, true, "with the same device"},
		{"a locked account", 401, "", `{"errcode":"M_USER_LOCKED","soft_logout":true}`, false, 0, false, "whoever runs the homeserver"},
		{"no right", 403, "", `{"errcode":"M_FORBIDDEN","error":"not in room"}`, true, unknown, false, "not in room"},
		{"too long", 413, "", `{"errcode":"M_TOO_LARGE"}`, true, unknown, false, ""},
		{"too long for a proxy", 413, "", ``, true, unknown, false, ""},
		{"no homeserver there", 404, "", `<html>`, false, 0, false, "no homeserver"},
		{"a proxy that didn't wait", 408, "", ``, false, unknown, false, ""},
		{"a failure", 500, "", `{"errcode":"M_UNKNOWN"}`, false, unknown, false, ""},
		{"a gateway that didn't wait", 504, "", `<html>`, false, unknown, false, ""},
		{"a redirect", 302, "", ``, false, unknown, false, ""},
	} {
		t.Run(tt.story, func(t *testing.T) {
			c := serve(t, func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Retry-After", tt.after)
				w.Header().Set("Location", "http://127.0.0.1:1/")
				w.WriteHeader(tt.status)
				io.WriteString(w, tt.body)
			})
			err := c.Call(t.Context(), Request{Method: http.MethodGet, Path: []string{"v3", "rooms", "!r:x", "send"}}, nil)
			outcome := Outcome(err)
			if got := errors.Is(outcome, adapter.ErrGone); got != tt.gone {
				t.Errorf("gone: got %v, want %v", got, tt.gone)
			}
			pause := time.Duration(unknown)
			if later, ok := errors.AsType[*adapter.RetryError](outcome); ok {
				pause = later.After
			}
			if pause != tt.pause {
				t.Errorf("pause: got %v, want %v", pause, tt.pause)
			}
			if got := OfAccount(err); got != tt.ofAccount {
				t.Errorf("of the account: got %v, want %v", got, tt.ofAccount)
			}
			if text := err.Error(); !strings.Contains(text, tt.says) || !strings.HasPrefix(text, "v3/rooms/send: ") || strings.Contains(text, token) {
				t.Errorf("got %q, want what was asked for and %q", text, tt.says)
			}
		})
	}
}

func TestNoAnswer(t *testing.T) {
	t.Run("nobody listens", func(t *testing.T) {
		server := httptest.NewServer(nil)
		address := server.URL
		server.Close()
		err := Open(address, token).Call(t.Context(), Request{Method: http.MethodGet, Path: []string{"versions"}}, nil)
		if err == nil || !adapter.IsUnposted(Outcome(err)) || strings.Contains(err.Error(), address) {
			t.Errorf("got %v, want what may be tried again, without the address", err)
		}
	})
	t.Run("cut", func(t *testing.T) {
		c := serve(t, func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
		err := c.Call(t.Context(), Request{Method: http.MethodPut, Path: []string{"versions"}}, nil)
		if err == nil || adapter.IsUnposted(Outcome(err)) {
			t.Errorf("got %v, want an outcome that is not known", err)
		}
	})
	t.Run("a poll ends with its context", func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		c := serve(t, func(_ http.ResponseWriter, r *http.Request) {
			stop()
			<-r.Context().Done()
		})
		err := c.Poll(ctx, time.Hour, Request{Method: http.MethodGet, Path: []string{"v3", "sync"}}, nil)
		if !errors.Is(err, context.Canceled) {
			t.Errorf("got %v, want the context's end", err)
		}
	})
}
