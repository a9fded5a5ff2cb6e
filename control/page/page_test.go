package page

import (
	"io/fs"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
)

func TestHandler(t *testing.T) {
	h := Handler()
	etag := answer(h, "GET", "/page.js", "").Header().Get("ETag")
	for _, tt := range []struct {
		story         string
		method, path  string
		etag          string
		status        int
		kind, mention string
	}{
		{"the root is the page", "GET", "/", "", 200, "text/html; charset=utf-8", "<!doctype html>"},
		{"the page has its own name, too", "GET", "/index.html", "", 200, "text/html; charset=utf-8", "<!doctype html>"},
		{"a module is JavaScript", "GET", "/page.js", "", 200, "text/javascript; charset=utf-8", "var Api = class"},
		{"a style sheet is CSS", "GET", "/page.css", "", 200, "text/css; charset=utf-8", ":root"},
		{"the icon is a picture", "GET", "/icon.svg", "", 200, "image/svg+xml", "<svg"},
		{"HEAD has no body", "HEAD", "/page.js", "", 200, "text/javascript; charset=utf-8", ""},
		{"an unchanged file is not sent again", "GET", "/page.js", etag, 304, "", ""},
		{"a source is no file", "GET", "/main.js", "", 404, "text/plain; charset=utf-8", "not found"},
		{"a file that isn't there", "GET", "/nothing.js", "", 404, "text/plain; charset=utf-8", "not found"},
		{"a folder is no page", "GET", "/files/", "", 404, "text/plain; charset=utf-8", "not found"},
		{"no way out of the folder", "GET", "/../page.go", "", 404, "text/plain; charset=utf-8", "not found"},
		{"nothing is written", "POST", "/", "", 405, "text/plain; charset=utf-8", "GET or HEAD"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			got := answer(h, tt.method, tt.path, tt.etag)
			if got.Code != tt.status {
				t.Errorf("status: got %d, want %d", got.Code, tt.status)
			}
			if kind := got.Header().Get("Content-Type"); tt.status != 304 && kind != tt.kind {
				t.Errorf("content type: got %q, want %q", kind, tt.kind)
			}
			if body := got.Body.String(); !strings.Contains(body, tt.mention) || tt.mention == "" && body != "" {
				t.Errorf("body: got %.80q, want %q in it", body, tt.mention)
			}
			if csp := got.Header().Get("Content-Security-Policy"); tt.status == 200 && csp != Policy {
				t.Errorf("policy: got %q, want %q", csp, Policy)
			}
			if got.Header().Get("X-Content-Type-Options") != "nosniff" {
				t.Error("the browser may guess content types")
			}
		})
	}
}

func answer(h http.Handler, method, path, etag string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, "/", nil)
	r.URL.Path = path
	if etag != "" {
		r.Header.Set("If-None-Match", etag)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// TestFilesKeepThePolicy finds what the policy would block, or what could turn
// somebody's text into markup, before a browser does.
func TestFilesKeepThePolicy(t *testing.T) {
	bans := map[string]*regexp.Regexp{
		".html": regexp.MustCompile(`<script>|<style|\sstyle=|\son\w+=|https?://`),
		".css":  regexp.MustCompile(`@import|url\(|https?://`),
		".js":   regexp.MustCompile(`innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|setAttribute\("style"|https?://`),
	}
	err := fs.WalkDir(served, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		body, err := served.ReadFile(name)
		if err != nil {
			return err
		}
		for ending, ban := range bans {
			if found := ban.Find(body); strings.HasSuffix(name, ending) && found != nil {
				t.Errorf("%s holds %q", name, found)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
