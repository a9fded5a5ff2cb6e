package control

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

// read decodes a body strictly: one object, no field that isn't known, no
// more bytes than the configuration allows.
func (s *Server) read(w http.ResponseWriter, r *http.Request, into any) error {
	body, err := s.whole(w, r)
	if err != nil {
		return err
	}
	return decode(bytes.NewReader(body), into)
}

// whole returns a body of UTF-8, of no more bytes than the configuration allows.
// Once it is there, the request may take longer to be answered than to come.
func (s *Server) whole(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	most := int64(s.Body)
	if r.ContentLength > most { // it says so itself: there is no need to wait for it
		return nil, turnAway(w, r, bodyFault(&http.MaxBytesError{Limit: most}))
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, most))
	if err != nil {
		return nil, turnAway(w, r, cutOff(err))
	}
	if !utf8.Valid(body) { // encoding/json would put U+FFFD where it is not
		return nil, bad("the body is not UTF-8: send it as UTF-8")
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
		return fault{http.StatusRequestTimeout, "the body did not arrive in time"}
	case errors.Is(err, io.ErrUnexpectedEOF):
		return bad("the body is incomplete: send as many bytes as the header says")
	}
	return bad("the body can't be read: its length or chunks don't match the header")
}

func decode(body io.Reader, into any) error {
	d := json.NewDecoder(body)
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return bodyFault(err)
	}
	switch _, err := d.Token(); {
	case err == nil:
		return bad("there is more after the object: send a single object")
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
		known  fault
	)
	switch {
	case errors.As(err, &long):
		return fault{http.StatusRequestEntityTooLarge, fmt.Sprintf("the body is longer than %d bytes", long.Limit)}
	case errors.As(err, &known):
		return known
	case errors.As(err, &typed) && typed.Field != "":
		return bad(fmt.Sprintf("%s: got %s, which is the wrong type", typed.Field, typed.Value))
	case errors.As(err, &typed):
		return bad(fmt.Sprintf("the body is %s, want an object", typed.Value))
	case errors.As(err, &syntax):
		return bad(fmt.Sprintf("the body is not valid JSON at byte %d", syntax.Offset))
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return bad("the body is incomplete: send one JSON object")
	}
	if field, ok := strings.CutPrefix(err.Error(), "json: unknown field "); ok {
		return bad("there is no field " + field)
	}
	return bad("the body can't be read: send one JSON object")
}
