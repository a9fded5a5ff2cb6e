package wire

import (
	"cmp"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"

	"familiar/llm"
)

// A Failure is what a provider answered in place of an answer. It wraps one of
// llm's errors.
type Failure struct {
	Status int   // of HTTP; 0: reported in the middle of an answer
	Err    error // the one of llm's errors it is
	Words  string

	after time.Duration // the pause asked for; 0: none
	body  string        // lower case
}

func (f *Failure) Error() string {
	if f.Words == "" {
		return f.Err.Error()
	}
	return f.Err.Error() + ": " + f.Words
}

// Unwrap returns the one of llm's errors that it is.
func (f *Failure) Unwrap() error { return f.Err }

// Names reports whether the request was turned down with a word, such as a
// field's name, in the explanation.
func (f *Failure) Names(word string) bool {
	turnedDown := f.Status == http.StatusBadRequest || f.Status == http.StatusUnprocessableEntity
	return turnedDown && strings.Contains(f.body, word)
}

// Says reports whether the explanation has some words, given in lower case, whatever
// status came with it.
func (f *Failure) Says(words string) bool { return strings.Contains(f.body, words) }

// Failed reads what a provider answered with a status that isn't a success, or
// reported with status 0 in the middle of an answer.
func (p Provider) Failed(status int, h http.Header, body []byte) *Failure {
	r := readReport(body)
	f := &Failure{Status: status, Words: cmp.Or(p.Clean(r.words), http.StatusText(status)), body: strings.ToLower(string(body))}
	if code, err := strconv.Atoi(r.code); err == nil && status == 0 {
		status = code
	}
	f.Err = meaning(status, r)
	if f.Err == llm.ErrOverloaded { //nolint:errorlint // it is one of llm's own here, not wrapped
		f.after = pause(h, time.Now())
	}
	return f
}

// A report is the body of a failure.
type report struct {
	code, kind, words string
	flagged           bool // it names what a moderator had against the request
	failed            bool // it calls itself an error
}

// readReport understands {"error": {"message", "type", "code"}} (OpenAI,
// Anthropic), with {"metadata": {"reasons"}} of what was flagged (OpenRouter),
// the same in a list (Google), {"error": "words"} (Ollama), {"object": "error",
// "message", "type", "code"} (vLLM) and {"detail": …} (FastAPI); of anything
// else the text is the words.
func readReport(body []byte) report {
	type fields struct {
		Message  string          `json:"message"`
		Type     string          `json:"type"`
		Code     json.RawMessage `json:"code"`
		Metadata json.RawMessage `json:"metadata"`
	}
	var outer struct {
		fields
		Error  json.RawMessage `json:"error"`
		Detail json.RawMessage `json:"detail"`
		Object string          `json:"object"`
	}
	var list []json.RawMessage
	if json.Unmarshal(body, &list) == nil && len(list) > 0 {
		body = list[0]
	}
	if json.Unmarshal(body, &outer) != nil {
		return report{words: string(body)}
	}
	inner := outer.fields
	words := ""
	if len(outer.Error) > 0 && json.Unmarshal(outer.Error, &words) != nil {
		inner = fields{}
		_ = json.Unmarshal(outer.Error, &inner) // what can't be read stays empty
	}
	if inner.Message != "" {
		words = inner.Message
	}
	if words == "" {
		words = strings.Trim(string(outer.Detail), `"`)
	}
	var moderation struct {
		Reasons []string `json:"reasons"`
	}
	_ = json.Unmarshal(inner.Metadata, &moderation) // there may be none, or another provider's
	code := strings.Trim(string(inner.Code), `"`)
	return report{
		code: strings.ToLower(code), kind: strings.ToLower(inner.Type), words: words,
		flagged: len(moderation.Reasons) > 0,
		failed:  len(outer.Error) > 0 && string(outer.Error) != "null" || outer.Object == "error",
	}
}
