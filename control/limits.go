package control

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"
)

// slots bound how much is done at once.
type slots chan struct{}

// take gets a slot if one is free; give brings it back.
func (s slots) take() bool {
	select {
	case s <- struct{}{}:
		return true
	default:
		return false
	}
}

func (s slots) give() { <-s }

// read decodes a body strictly: one object, no field that isn't known, no
// more bytes than the configuration allows.
func (s *Server) read(w http.ResponseWriter, r *http.Request, into any) error {
	if err := decode(http.MaxBytesReader(w, r.Body, int64(s.Body)), into); err != nil {
		return err
	}
	cameIn(w)
	return nil
}

// whole gives a body that is read elsewhere, of no more bytes than the
// configuration allows.
func (s *Server) whole(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, int64(s.Body)))
	if err != nil {
		return nil, bodyFault(err)
	}
	cameIn(w)
	return body, nil
}

// cameIn says that all of a request is there: it may take longer to be answered
// than to come.
func cameIn(w http.ResponseWriter) {
	_ = http.NewResponseController(w).SetReadDeadline(time.Time{}) // not every writer can
}

func decode(body io.Reader, into any) error {
	d := json.NewDecoder(body)
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return bodyFault(err)
	}
	switch _, err := d.Token(); {
	case err == nil:
		return bad("the body goes on after the object: send one object")
	case !errors.Is(err, io.EOF):
		return bodyFault(err)
	}
	return nil
}

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
		return bad(fmt.Sprintf("%s: got %s, which it can't be", typed.Field, typed.Value))
	case errors.As(err, &typed):
		return bad(fmt.Sprintf("the body is %s, want an object", typed.Value))
	case errors.As(err, &syntax):
		return bad(fmt.Sprintf("the body is no JSON at byte %d", syntax.Offset))
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return bad("the body ends too early: send one JSON object")
	}
	if field, ok := strings.CutPrefix(err.Error(), "json: unknown field "); ok {
		return bad("there is no field " + field)
	}
	return fault{http.StatusRequestTimeout, "the body did not come in time"}
}
