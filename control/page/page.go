// Package page is what a person sees of the program in a browser: the channels,
// their talk with what each familiar decided beside the line, a box to speak as
// anybody, and what each familiar is doing. It is plain HTML, CSS and small ES
// modules in files/; nothing is fetched from elsewhere. So that a browser doesn't
// ask fifty times before it shows anything, the modules are sent as one, and the style
// sheets too: built/, which is committed and which TestBuilt compares and rewrites.
//
// The files hold nothing of any chat: the page asks for a token, or finds it
// in its address, and reads everything over the HTTP interface. This package
// knows neither tokens nor channels. control serves it at the root of its
// listener.
package page

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"time"
)

// Files are the sources that others make pages of, under "files/".
//
//go:embed files/base.css files/sides.css files/dom.js files/words.js
var Files embed.FS

// served is the page as browsers get it.
//
//go:embed files/index.html files/icon.svg files/theme.js files/texts built
var served embed.FS

// Policy is the page's Content-Security-Policy. It forbids inline script and
// style, so a text that finds its way into the markup still can't run.
const Policy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// types are the kinds of file the page has. The system's own table is not
// asked: it differs from machine to machine.
var types = map[string]string{
	".html": "text/html; charset=utf-8",
	".css":  "text/css; charset=utf-8",
	".js":   "text/javascript; charset=utf-8",
	".json": "application/json", // texts in other languages
	".svg":  "image/svg+xml",
}

// A file is one answer, made once.
type file struct {
	body []byte
	kind string
	etag string
}

// Handler serves the page: "/" is index.html, the other files go by their
// names. A path that is none of them is 404, and a method other than GET and
// HEAD is 405. Browsers keep the files and ask each time whether they are
// still the same, so a new program is a new page at once.
func Handler() http.Handler {
	files := load()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		f, ok := files[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", "GET, HEAD")
			http.Error(w, "the page is read-only: use GET or HEAD", http.StatusMethodNotAllowed)
			return
		}
		h := w.Header()
		h.Set("Content-Type", f.kind)
		h.Set("Content-Security-Policy", Policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cache-Control", "no-cache")
		h.Set("ETag", f.etag)
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(f.body))
	})
}

// load reads the embedded files by the path they are asked for. It panics on a
// file of a kind the page doesn't have: that is a mistake in this package.
func load() map[string]file {
	files := map[string]file{}
	err := fs.WalkDir(served, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		body, err := served.ReadFile(name)
		if err != nil {
			return err
		}
		kind, ok := types[path.Ext(name)]
		if !ok {
			return fmt.Errorf("no content type for %s", name)
		}
		sum := sha256.Sum256(body)
		_, name, _ = strings.Cut(name, "/") // of its folder
		files["/"+name] = file{body, kind, `"` + hex.EncodeToString(sum[:12]) + `"`}
		return nil
	})
	if err != nil {
		panic("page: " + err.Error())
	}
	files["/"] = files["/index.html"]
	return files
}
