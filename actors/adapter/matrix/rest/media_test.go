package rest

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"familiar/actors/adapter"
)

// TestDownload: content comes from the homeserver, by the token, and from nowhere else.
func TestDownload(t *testing.T) {
	c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/_matrix/client/v1/media/download/other.example/moved" {
			http.Redirect(w, r, "http://127.0.0.1:1/", http.StatusTemporaryRedirect)
			return
		}
		fmt.Fprint(w, r.RequestURI+" "+r.Header.Get("Authorization"))
	})
	body, err := c.Download(t.Context(), "mxc://other.example:8448/F1-x_y")
	if err != nil {
		t.Fatal(err)
	}
	defer body.Close()
	if got, _ := io.ReadAll(body); string(got) != "/_matrix/client/v1/media/download/other.example:8448/F1-x_y Bearer "+token {
		t.Errorf("asked for %s", got)
	}
	if _, err := c.Download(t.Context(), "mxc://other.example/moved"); err == nil {
		t.Error("it went where it was sent on")
	}
	for _, address := range []string{"", "https://other.example/F1", "mxc://other.example", "mxc://other.example/", "mxc:///F1", "mxc://other.example/..", "mxc://../F1/x", "mxc://a/b?c", "mxc://a b/c", "mxc://a/%2e%2e"} {
		if _, err := c.Download(t.Context(), address); !errors.Is(err, adapter.ErrGone) {
			t.Errorf("%q: %v, want that it is no address", address, err)
		}
	}
}

// FuzzMedia: whatever an address is, what is asked for is one thing at the homeserver.
func FuzzMedia(f *testing.F) {
	for _, seed := range []string{"mxc://a.example/x", "mxc://[::1]:8448/x", "mxc://../..", "mxc://a/b/c", "https://a/b"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, address string) {
		server, id, err := media(address)
		if err != nil {
			return
		}
		if "mxc://"+server+"/"+id != address || strings.ContainsAny(server+id, "/?#%\\ ") || id == "" || server == "" {
			t.Errorf("%q is %q at %q", address, id, server)
		}
		_, _ = Request{Path: []string{server, id}}.address("http://h") // which refuses . and ..
	})
}

// TestUpload: what the homeserver keeps has its address, and a refusal says what it is.
func TestUpload(t *testing.T) {
	answer, status := `{"content_uri":"mxc://test.example/F1"}`, http.StatusOK
	c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if r.Method != http.MethodPost || r.RequestURI != "/_matrix/media/v3/upload?filename=gr%C3%B6%C3%9Fe+%26.md" || string(body) != "text" || r.Header.Get("Content-Type") != "text/plain" || r.Header.Get("Authorization") != "Bearer "+token {
			t.Errorf("%s %s %s", r.Method, r.RequestURI, body)
		}
		w.WriteHeader(status)
		fmt.Fprint(w, answer)
	})
	upload := func() (string, error) { return c.Upload(t.Context(), "größe &.md", "text/plain", "text") }
	if got, err := upload(); err != nil || got != "mxc://test.example/F1" {
		t.Errorf("uploaded as %q, %v", got, err)
	}
	answer = `{"content_uri":"https://evil.example/F1"}`
	if _, err := upload(); err == nil {
		t.Error("an address that is none is taken")
	}
	answer, status = `{"errcode":"M_TOO_LARGE"}`, http.StatusRequestEntityTooLarge
	if _, err := upload(); !errors.Is(Outcome(err), adapter.ErrGone) {
		t.Errorf("too large: %v", err)
	}
}
