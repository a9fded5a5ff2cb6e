package onebot

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/gorilla/websocket"
	"golang.org/x/time/rate"

	"familiar/actors/adapter"
	"familiar/actors/adapter/inbound"
)

const (
	comeWithin  = 2 * time.Second  // how long a call waits for the implementation to come
	comeAgain   = time.Second      // when it is to be asked next
	checkWithin = 15 * time.Second // how long who checks the account waits for it
)

// errAway says that the implementation has not come.
var errAway = errors.New("the OneBot implementation isn't connected")

// A reverse is where the implementation comes to with its connection. Of two connections
// the newer one counts: an implementation that was lost and is back doesn't know that its
// old one still stands.
type reverse struct {
	config  Config
	log     *slog.Logger
	unheard *unheard       // what nobody listened to in time
	refused rate.Sometimes // a refusal is logged, as whoever is refused comes again and again

	mu       sync.Mutex // the listener brings connections, others wait for them
	leave    func()     // ends listening; nil: nothing listens
	at       net.Addr   // where
	self     string     // the account's number; "": whichever comes first
	link     *link      // the newest; nil: none came
	listened bool       // somebody listens to it, or has
	half     half       // of a connection that is two
	came     chan struct{}
}

// What a connection is for, as the implementation says; nothing is the first of them.
const (
	forBoth   = "Universal"
	forCalls  = "API"
	forEvents = "Event"
)

var roles = []string{forBoth, forCalls, forEvents}

// A half is what is there of a connection that is two, for calls and for events.
type half struct {
	self          string // the account's number
	calls, events *websocket.Conn
}

var _ inbound.Receiver = (*reverse)(nil)

func newReverse(c Config, unheard *unheard, log *slog.Logger) *reverse {
	return &reverse{config: c, log: log, unheard: unheard, self: c.SelfID, came: make(chan struct{}), refused: rate.Sometimes{First: 1, Interval: time.Minute}}
}

// open begins to listen, unless it does.
func (v *reverse) open() error {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.leave != nil {
		return nil
	}
	at, leave, err := v.config.Listeners.Enter(v.config.Listen, v, v.log)
	if err != nil {
		return adapter.RetryAfter(0, fmt.Errorf("%w: %w", adapter.ErrAwaited, err))
	}
	v.at, v.leave = at, leave
	v.log.Info("onebot waits for its implementation", "at", at.String())
	return nil
}

// close ends the connection and listens no more.
func (v *reverse) close() {
	v.mu.Lock()
	on, leave := v.link, v.leave
	closeAll(v.half.calls, v.half.events)
	v.link, v.listened, v.leave, v.half = nil, false, nil, half{}
	v.mu.Unlock()
	if leave != nil {
		leave()
	}
	if on != nil {
		on.deafen()
		on.close()
		on.running.Wait()
	}
}

// Wants implements inbound.Receiver, by the number that the implementation gives.
func (v *reverse) Wants(r *http.Request) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	given := r.Header.Get("X-Self-ID")
	return given != "" && (v.self == "" || v.self == given)
}

// ServeHTTP takes an implementation's connection.
func (v *reverse) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	refuse := func(status int, why string) {
		v.refused.Do(func() { v.log.Warn("onebot connection refused", "from", r.RemoteAddr, "why", why) })
		http.Error(w, why, status)
	}
	switch role := r.Header.Get("X-Client-Role"); {
	case v.config.Token != "" && r.Header.Get("Authorization") == "":
		refuse(http.StatusUnauthorized, "it shows no token: give the implementation the account's")
		return
	case v.config.Token != "" && !v.isToken(r.Header.Get("Authorization")):
		refuse(http.StatusForbidden, "its token is another than the account's")
		return
	case role != "" && !slices.ContainsFunc(roles, func(known string) bool { return strings.EqualFold(known, role) }):
		refuse(http.StatusBadRequest, "X-Client-Role: want one of "+strings.Join(roles, ", "))
		return
	}
	upgrader := websocket.Upgrader{HandshakeTimeout: dialTimeout} // pages of a browser have another origin, and are refused
	conn, err := upgrader.Upgrade(w, r, nil)
	if err != nil {
		v.refused.Do(func() { v.log.Warn("onebot connection refused", "from", r.RemoteAddr, "why", err) })
		return
	}
	var on *link
	switch role, self := r.Header.Get("X-Client-Role"), r.Header.Get("X-Self-ID"); {
	case strings.EqualFold(role, forCalls):
		on = v.pair(self, conn, nil)
	case strings.EqualFold(role, forEvents):
		on = v.pair(self, nil, conn)
	default:
		on = newLink(conn, v.config.Silence)
	}
	if on == nil { // the other half is to come
		return
	}
	on.open()
	if replaced, kept := v.take(on, r.Header.Get("X-Self-ID")); !kept {
		on.deafen()
		on.close()
	} else if replaced {
		v.log.Warn("onebot connection replaced", "by", r.RemoteAddr, "help", "if this goes on, two implementations are logged in as this account")
	}
}

// pair keeps one half of a connection until the other is there, which it is then with.
// Of two same halves the newer one counts, as of connections.
func (v *reverse) pair(self string, calls, events *websocket.Conn) *link {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.leave == nil {
		closeAll(calls, events)
		return nil
	}
	had := v.half
	if had.self != self {
		closeAll(had.calls, had.events)
		had = half{self: self}
	}
	if calls != nil {
		closeAll(had.calls)
		had.calls = calls
	} else {
		closeAll(had.events)
		had.events = events
	}
	v.half = had
	if had.calls == nil || had.events == nil {
		v.log.Info("onebot connection is one of two", "missing", had.missing())
		return nil
	}
	v.half = half{}
	return newPair(had.calls, had.events, v.config.Silence)
}

// missing says which half is still to come.
func (h half) missing() string {
	switch {
	case h.calls == nil && h.events != nil:
		return forCalls
	case h.events == nil && h.calls != nil:
		return forEvents
	}
	return ""
}

func closeAll(conns ...*websocket.Conn) {
	for _, one := range conns {
		if one != nil {
			_ = one.Close()
		}
	}
}

// isToken reports whether a request shows the account's token. go-cqhttp calls it by
// another name.
func (v *reverse) isToken(authorization string) bool {
	scheme, given, _ := strings.Cut(authorization, " ")
	return (strings.EqualFold(scheme, "Bearer") || strings.EqualFold(scheme, "Token")) && v.config.Token.Is(given)
}

// take has a connection be the newest, unless nothing is to come any more, and reports
// whether one ended for it that still stood.
func (v *reverse) take(on *link, self string) (replaced, kept bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.leave == nil {
		return false, false
	}
	replaced = v.link != nil && v.link.why() == nil
	v.forsake(errors.New("the implementation has made another connection"))
	v.link, v.self = on, self
	close(v.came)
	v.came = make(chan struct{})
	return replaced, true
}

// forsake ends the connection there is. What was said over it before anybody listened is
// kept for who does next. The lock is held.
func (v *reverse) forsake(why error) {
	if v.link == nil {
		return
	}
	_ = v.link.end(why)
	v.link.close()
	if !v.listened {
		v.unheard.keep(v.link.rest())
	}
	v.link, v.listened = nil, false
}

// now returns the connection there is, and what is closed when another one comes.
func (v *reverse) now() (on *link, came <-chan struct{}) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.tidy()
	return v.link, v.came
}

// tidy forsakes a connection that is lost. The lock is held.
func (v *reverse) tidy() {
	if v.link != nil && v.link.why() != nil {
		v.forsake(v.link.why())
	}
}

// fresh is now for who listens: a connection to which somebody did is none, since what was
// said over it meanwhile is lost, and it has to begin anew.
func (v *reverse) fresh() (on *link, came <-chan struct{}) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.tidy()
	if v.listened {
		v.forsake(errors.New("nobody listens any more"))
	}
	v.listened = v.link != nil
	return v.link, v.came
}

// await returns the connection there is, or waits so long for one.
func (v *reverse) await(ctx context.Context, within time.Duration) (*link, error) {
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	if err := v.open(); err != nil {
		return nil, err
	}
	if on := awaitLink(ctx, v.now); on != nil {
		return on, nil
	}
	return nil, adapter.RetryAfter(comeAgain, fmt.Errorf("%w: %w: %s", adapter.ErrAwaited, errAway, v.help()))
}

// awaitFresh waits for a connection to which nobody has listened yet, for who now does.
func (v *reverse) awaitFresh(ctx context.Context) (*link, error) {
	if err := v.open(); err != nil {
		return nil, err
	}
	if on := awaitLink(ctx, v.fresh); on != nil {
		return on, nil
	}
	return nil, ctx.Err()
}

// awaitLink looks for a connection whenever one has come; nil: ctx has ended.
func awaitLink(ctx context.Context, look func() (on *link, came <-chan struct{})) *link {
	for {
		on, came := look()
		if on != nil {
			return on
		}
		select {
		case <-came:
		case <-ctx.Done():
			return nil
		}
	}
}

// help says what the implementation is to do.
func (v *reverse) help() string {
	v.mu.Lock()
	missing := v.half.missing()
	v.mu.Unlock()
	if missing != "" {
		return fmt.Sprintf("only one of its two connections has come, that for %s is missing: point it, or one for both (%s), at %s", missing, forBoth, v.address())
	}
	return "point its reverse WebSocket at " + v.address()
}

// address returns where the implementation is to come to, once it is listened.
func (v *reverse) address() string {
	v.mu.Lock()
	defer v.mu.Unlock()
	return "ws://" + v.at.String() + "/"
}
