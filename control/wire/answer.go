// Package wire reads requests and writes answers: bodies of JSON with limits,
// streams of server-sent events, and what is wrong with a request as a [Fault].
// It knows HTTP and nothing of what is asked; control and what it is made of
// use it.
package wire

import (
	"encoding/json"
	"net/http"
)

// A Fault is what is wrong with a request, in words that say what to do.
type Fault struct {
	Status int
	Text   string
}

// Error returns what is wrong.
func (f Fault) Error() string { return f.Text }

// Refuse returns the fault of a status and a text.
func Refuse(status int, text string) Fault { return Fault{status, text} }

// Bad returns the fault of a request that is wrong in itself.
func Bad(text string) error { return Refuse(http.StatusBadRequest, text) }

// Answer sends v. Script in it stays text: "<" is escaped, and the type is
// not one a browser renders.
func Answer(w http.ResponseWriter, status int, v any) {
	body := Marshal(v)
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write(append(body, '\n')) // the client may have gone
}

// AnswerFault sends what is wrong.
func AnswerFault(w http.ResponseWriter, f Fault) {
	switch f.Status {
	case http.StatusUnauthorized:
		w.Header().Set("WWW-Authenticate", "Bearer")
	case http.StatusServiceUnavailable, http.StatusTooManyRequests:
		w.Header().Set("Retry-After", "1")
	}
	Answer(w, f.Status, struct {
		Error string `json:"error"`
	}{f.Text})
}

// Marshal writes v, which is one of the interface's own forms.
func Marshal(v any) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return text
}
