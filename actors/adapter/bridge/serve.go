package bridge

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"familiar/actors/adapter"
	"familiar/control/wire"
	"familiar/messages"
)

// root is where all routes of a bridge are.
const root = "/v1/bridge"

// waitMost is how long a request for orders may wait, and does by default.
const waitMost = 20 * time.Second

func (a *Account) newRoutes() *http.ServeMux {
	mux := http.NewServeMux()
	for pattern, answer := range map[string]func(http.ResponseWriter, *http.Request) error{
		"POST " + root:                               a.serveHello,
		"POST " + root + "/{session}/events":         a.serveEvents,
		"GET " + root + "/{session}/orders":          a.serveOrders,
		"POST " + root + "/{session}/orders/{order}": a.serveAnswer,
	} {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			var fault wire.Fault
			if err := answer(w, r); errors.As(err, &fault) {
				wire.AnswerFault(w, fault)
			}
		})
	}
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) {
		wire.AnswerFault(w, wire.Refuse(http.StatusNotFound, "there is no such route, or it doesn't support this method: see docs/bridges.md"))
	})
	return mux
}

// ServeHTTP answers a request of the account's bridge. Whoever calls has seen its token,
// see [Account.Shows].
func (a *Account) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	select {
	case a.slots <- struct{}{}:
	default:
		wire.AnswerAway(w, r, wire.Refuse(http.StatusTooManyRequests, fmt.Sprintf("this account's bridge has %d requests under way: let some of them finish first", requestsMost)))
		return
	}
	defer func() { <-a.slots }()
	a.routes.ServeHTTP(w, r)
}

// read decodes a body of at most so many bytes. Fields that nothing here knows are left
// out: a bridge may be newer.
func read(w http.ResponseWriter, r *http.Request, most int, into any) error {
	body, err := wire.ReadWhole(w, r, most)
	if err != nil {
		return err
	}
	return decode(body, into)
}

// decode reads one JSON object.
func decode(body []byte, into any) error {
	err := json.Unmarshal(body, into)
	if typed, is := errors.AsType[*json.UnmarshalTypeError](err); is {
		return wire.Bad(fmt.Sprintf("%s: got %s, which is the wrong type", cmp.Or(typed.Field, "the body"), typed.Value))
	}
	if err != nil {
		return wire.Bad(fmt.Sprintf("the body is no JSON object: %v", err))
	}
	return nil
}

func (a *Account) serveHello(w http.ResponseWriter, r *http.Request) error {
	var h hello
	if err := read(w, r, bodyMost, &h); err != nil {
		return err
	}
	hi, err := a.greet(h)
	if err != nil {
		return err
	}
	wire.Answer(w, http.StatusOK, hi)
	return nil
}

// serveEvents takes what a bridge reports, in its order. What it answers as taken is in
// the journal, or can never be.
func (a *Account) serveEvents(w http.ResponseWriter, r *http.Request) error {
	_, leave, err := a.enter(r.PathValue("session"))
	if err != nil {
		return err
	}
	defer leave()
	var in report
	if err := read(w, r, bodyMost, &in); err != nil {
		return err
	}
	if len(in.Events) > eventsMost {
		return wire.Bad(fmt.Sprintf("events: got %d, want at most %d: send the rest when these are taken", len(in.Events), eventsMost))
	}
	heard := make([]happened, len(in.Events))
	now := messages.InstantOf(time.Now())
	for i, e := range in.Events {
		if heard[i].channel, heard[i].event, err = a.understand(e, now); err != nil {
			return wire.Bad(fmt.Sprintf("events[%d].%v; nothing was taken", i, err))
		}
	}
	select { // one report after the other
	case a.reporting <- struct{}{}:
		defer func() { <-a.reporting }()
	case <-r.Context().Done():
		return wire.Refuse(http.StatusServiceUnavailable, "reports before this one take too long: send it again")
	}
	got := a.hearAll(r.Context(), heard)
	status := http.StatusOK
	if got.Error != "" {
		w.Header().Set("Retry-After", "1")
		status = http.StatusServiceUnavailable
	}
	wire.Answer(w, status, got)
	return nil
}

// serveOrders hands out what is to be done, once there is something.
func (a *Account) serveOrders(w http.ResponseWriter, r *http.Request) error {
	wait := waitMost
	if asked := r.URL.Query().Get("wait"); asked != "" {
		n, err := strconv.Atoi(asked)
		if err != nil || n < 0 || n > int(waitMost/time.Second) {
			return wire.Bad(fmt.Sprintf("wait: want 0 to %d seconds", int(waitMost/time.Second)))
		}
		wait = time.Duration(n) * time.Second
	}
	s, leave, err := a.enter(r.PathValue("session"))
	if err != nil {
		return err
	}
	defer leave()
	ctx, cancel := context.WithTimeout(r.Context(), wait)
	defer cancel()
	defer context.AfterFunc(s.over, cancel)() // another bridge ends the wait of this one
	orders := a.orders.take(ctx)
	if orders == nil {
		orders = []order{}
	}
	wire.Answer(w, http.StatusOK, struct {
		Orders []order `json:"orders"`
	}{orders})
	return nil
}

// serveAnswer takes what came of an order. One that nobody waits for any more is late:
// what it says of a post will be asked for again.
func (a *Account) serveAnswer(w http.ResponseWriter, r *http.Request) error {
	_, leave, err := a.enter(r.PathValue("session"))
	if err != nil {
		return err
	}
	defer leave()
	id := r.PathValue("order")
	asked, open := a.orders.get(id)
	most := bodyMost
	if open && asked.Type == toFetch {
		most = fetchedMost
	}
	var got answer
	if err := read(w, r, most, &got); err != nil {
		return err
	}
	if open {
		if err := got.check(asked); err != nil {
			return err
		}
		open = a.orders.settle(id, got)
	}
	wire.Answer(w, http.StatusOK, struct {
		Late bool `json:"late,omitempty"`
	}{!open})
	return nil
}

// A happened is an event in its channel.
type happened struct {
	channel messages.ChannelID
	event   messages.Event
}

// hearAll hands events over, in order, until one is not taken.
func (a *Account) hearAll(ctx context.Context, all []happened) (got taken) {
	for i, h := range all {
		switch err := a.hear(ctx, h); {
		case errors.Is(err, errDeaf):
			got.Error = "the account is not listening yet, or no longer: send the rest again"
			return got
		case errors.Is(err, adapter.ErrRefused):
			got.Refused = append(got.Refused, strings.TrimSpace(fmt.Sprintf("events[%d]: %v", i, err)))
		case err != nil:
			got.Error = "the journal didn't take it just now: send the rest again"
			return got
		}
		got.Taken++
	}
	return got
}
