package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"time"
	"unicode/utf8"
)

// ReadJSON decodes a body of at most so many bytes strictly: one object, no field
// that isn't known.
func ReadJSON(w http.ResponseWriter, r *http.Request, most int, into any) error {
	body, err := ReadWhole(w, r, most)
	if err != nil {
		return err
	}
	return Decode(bytes.NewReader(body), into)
}

// ReadWhole returns a body of UTF-8, of at most so many bytes. Once it is there,
// the request may take longer to be answered than to come.
func ReadWhole(w http.ResponseWriter, r *http.Request, most int) ([]byte, error) {
	limit := int64(most)
	if r.ContentLength > limit { // it says so itself: there is no need to wait for it
		return nil, TurnAway(w, r, bodyFault(&http.MaxBytesError{Limit: limit}))
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, limit))
	if err != nil {
		return nil, TurnAway(w, r, cutOff(err))
	}
	if !utf8.Valid(body) { // encoding/json would put U+FFFD where it is not
		return nil, Bad("the body is not UTF-8: send it as UTF-8")
	}
	_ = http.NewResponseController(w).SetReadDeadline(time.Time{}) // not every writer can
	return body, nil
}

// cutOff says why a body did not come to its end. Only the clock makes it a
// matter of time: anything else is broken however often it is sent.
func cutOff(err error) error {
	var (
		long    *http.MaxBytesError
		network net.Error
	)
	switch {
	case errors.As(err, &long):
		return bodyFault(err)
	case errors.Is(err, os.ErrDeadlineExceeded), errors.As(err, &network) && network.Timeout():
		return Refuse(http.StatusRequestTimeout, "the body did not arrive in time")
	case errors.Is(err, io.ErrUnexpectedEOF):
		return Bad("the body is incomplete: send as many bytes as the header says")
	}
	return Bad("the body can't be read: its length or chunks don't match the header")
}

// Decode reads one JSON object, of which every field has to be known.
func Decode(body io.Reader, into any) error {
	d := json.NewDecoder(body)
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return bodyFault(err)
	}
	switch _, err := d.Token(); {
	case err == nil:
		return Bad("there is more after the object: send a single object")
	case !errors.Is(err, io.EOF):
		return bodyFault(err)
	}
	return nil
}

// bodyFault says what is wrong with what a body holds.
func bodyFault(err error) error {
	var (
		long   *http.MaxBytesError
		syntax *json.SyntaxError
		typed  *json.UnmarshalTypeError
		known  Fault
	)
	switch {
	case errors.As(err, &long):
		return Refuse(http.StatusRequestEntityTooLarge, fmt.Sprintf("the body is longer than %d bytes", long.Limit))
	case errors.As(err, &known):
		return known
	case errors.As(err, &typed) && typed.Field != "":
		return Bad(fmt.Sprintf("%s: got %s, which is the wrong type", typed.Field, typed.Value))
	case errors.As(err, &typed):
		return Bad(fmt.Sprintf("the body is %s, want an object", typed.Value))
	case errors.As(err, &syntax):
		return Bad(fmt.Sprintf("the body is not valid JSON at byte %d", syntax.Offset))
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return Bad("the body is incomplete: send one JSON object")
	}
	if field, ok := strings.CutPrefix(err.Error(), "json: unknown field "); ok {
		return Bad("there is no field " + field)
	}
	return Bad("the body can't be read: send one JSON object")
}

// lingers is how long a connection is kept after a request was turned away
// whose body still comes: closed at once, the answer might be lost.
const lingers = time.Second

// TurnAway refuses a request without waiting for a body, which may never come.
func TurnAway(w http.ResponseWriter, r *http.Request, err error) error {
	if r.ContentLength != 0 {
		w.Header().Set("Connection", "close")                                      // or net/http reads on before it answers
		_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(lingers)) // not every writer can
	}
	return err
}

// AnswerAway sends what is wrong with a request, without waiting for its body.
func AnswerAway(w http.ResponseWriter, r *http.Request, f Fault) {
	_ = TurnAway(w, r, nil)
	AnswerFault(w, f)
}
