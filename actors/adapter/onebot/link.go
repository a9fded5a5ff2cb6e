package onebot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	"familiar/actors/adapter"
	"familiar/actors/adapter/onebot/wire"
)

const (
	frameMost    = 16 << 20 // bytes of one message of the connection
	dialTimeout  = 20 * time.Second
	writeTimeout = 10 * time.Second
	callTimeout  = 30 * time.Second // for an answer
	pongTimeout  = 5 * time.Second  // for an answer to a ping, which not every implementation gives
	beatsMissed  = 3                // heartbeats that may be missing
	callsMost    = 1000             // calls without an answer
	eventsMost   = 1000             // events read and not yet listened to; then nothing more is read
)

// A link is one connection to the implementation, whoever made it, or a pair of them, of
// which one is for calls and the other for events.
type link struct {
	conn    *websocket.Conn // for calls
	heard   *websocket.Conn // for events; nil: conn is, too
	silence time.Duration
	gone    chan struct{} // closed when it is lost

	// What follows is of one that somebody listens to.
	events  chan *wire.Event // closed at its end
	came    arrivals
	deaf    chan struct{} // closed once nobody listens any more
	deafen  func()        // closes it
	running sync.WaitGroup

	writing sync.Mutex            // one writer at a time
	calls   replies[*wire.Answer] // by their echo
	pings   replies[struct{}]     // by what they say

	mu   sync.Mutex    // what follows
	lost error         // why it ended; nil: it hasn't
	beat time.Duration // between heartbeats; 0: none came yet
}

// dial makes a connection. Of an error it says whether it is of use to try again.
func dial(ctx context.Context, c Config) (*link, error) {
	header := http.Header{}
	if c.Token != "" {
		header.Set("Authorization", "Bearer "+string(c.Token))
	}
	dialer := websocket.Dialer{HandshakeTimeout: dialTimeout}
	conn, answer, err := dialer.DialContext(ctx, c.URL, header)
	if err != nil {
		if answer != nil {
			err = fmt.Errorf("HTTP %d %s", answer.StatusCode, http.StatusText(answer.StatusCode))
			if answer.StatusCode == http.StatusUnauthorized || answer.StatusCode == http.StatusForbidden {
				return nil, fmt.Errorf("connect: %w: %w: %s", adapter.ErrGone, err, tokenHelp)
			}
		}
		return nil, adapter.RetryAfter(0, fmt.Errorf("connect: %w", err))
	}
	return newLink(conn, c.Silence), nil
}

func newLink(conn *websocket.Conn, silence time.Duration) *link { return newPair(conn, nil, silence) }

// newPair is newLink over two connections.
func newPair(conn, heard *websocket.Conn, silence time.Duration) *link {
	deaf := make(chan struct{})
	l := &link{
		conn: conn, heard: heard, silence: silence, gone: make(chan struct{}),
		events: make(chan *wire.Event, eventsMost), came: newArrivals(), deaf: deaf, deafen: sync.OnceFunc(func() { close(deaf) }),
	}
	for _, one := range l.conns() {
		one.SetReadLimit(frameMost)
		_ = one.SetReadDeadline(time.Now().Add(l.silence))
		one.SetPongHandler(func(said string) error {
			l.pings.come(said, struct{}{})
			if l.beats() == 0 || !l.beatsOn(one) { // else only the implementation's own heart counts
				return one.SetReadDeadline(time.Now().Add(l.silence))
			}
			return nil
		})
	}
	return l
}

// conns returns the connections.
func (l *link) conns() []*websocket.Conn {
	if l.heard == nil {
		return []*websocket.Conn{l.conn}
	}
	return []*websocket.Conn{l.conn, l.heard}
}

// beatsOn reports whether heartbeats come over a connection: they are events.
func (l *link) beatsOn(one *websocket.Conn) bool { return l.heard == nil || one == l.heard }

// open reads to the connection's end what is said, for who listens, and keeps it alive.
func (l *link) open() {
	take := func(e *wire.Event) {
		l.came.note(e) // before any answer that is read after it, on the same connection
		select {
		case l.events <- e:
		case <-l.deaf:
		}
	}
	l.running.Go(l.keepAlive)
	l.running.Go(func() {
		defer close(l.events)
		var reading sync.WaitGroup
		for _, one := range l.conns() {
			reading.Go(func() { _ = l.readFrom(one, take) })
		}
		reading.Wait()
	})
}

// tokenHelp says what to do about a token that isn't taken.
const tokenHelp = "the token is not taken: write down the access token that the OneBot implementation has for this WebSocket"

func (l *link) beats() time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.beat
}

// read reads to the end of a link that is one connection, and gives each event to take.
// It returns why the connection ended.
func (l *link) read(take func(*wire.Event)) error { return l.readFrom(l.conn, take) }

// readFrom is read of one connection, with which all of the link ends.
func (l *link) readFrom(one *websocket.Conn, take func(*wire.Event)) error {
	defer l.close()
	for {
		_, raw, err := one.ReadMessage()
		if err != nil {
			return l.end(fmt.Errorf("read: %w", err))
		}
		frame, err := wire.DecodeFrame(raw)
		if err != nil {
			return l.end(fmt.Errorf("read: %w", err))
		}
		switch {
		case frame.Answer != nil && frame.Answer.Echo == "" && isToken(frame.Answer.Code):
			return l.end(fmt.Errorf("%w: %s", adapter.ErrGone, tokenHelp)) // NapCat says so, and hangs up
		case frame.Answer != nil:
			l.calls.come(frame.Answer.Echo, frame.Answer)
		case frame.Event.Post == "meta_event" && frame.Event.Meta == "heartbeat":
			l.beaten(frame.Event)
		}
		if frame.Event != nil {
			take(frame.Event)
		}
		silence := l.silence
		if every := l.beats(); every > 0 && l.beatsOn(one) {
			silence = beatsMissed * every
		}
		_ = one.SetReadDeadline(time.Now().Add(silence))
	}
}

// beaten takes a heartbeat.
func (l *link) beaten(e *wire.Event) {
	l.mu.Lock()
	defer l.mu.Unlock()
	const least, most = time.Second, 10 * time.Minute
	if every := time.Duration(e.Interval) * time.Millisecond; e.Interval > 0 && e.Interval < int64(most/time.Millisecond) {
		l.beat = max(every, least)
	}
}

// keepAlive pings until the connection ends.
func (l *link) keepAlive() {
	tick := time.NewTicker(l.silence / 3)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			for _, one := range l.conns() {
				_ = one.WriteControl(websocket.PingMessage, nil, time.Now().Add(writeTimeout)) // the read fails, too
			}
		case <-l.gone:
			return
		}
	}
}

// awaitUnderWay waits until the events have been read that were sent before now. On one
// connection they come before an answer that is sent after them; of a pair, only before
// what follows on their own. It waits no longer than for an answer to a ping.
func (l *link) awaitUnderWay(ctx context.Context) {
	if l.heard == nil {
		return
	}
	name, read, _ := l.pings.expect() // hardly any are under way
	defer l.pings.forget(name)
	_ = l.heard.WriteControl(websocket.PingMessage, []byte(name), time.Now().Add(writeTimeout)) // the read fails, too
	ctx, done := context.WithTimeout(ctx, pongTimeout)
	defer done()
	select {
	case <-read:
	case <-l.gone:
	case <-ctx.Done():
	}
}

// rest returns what was said over a connection that has ended, and to which nobody listens.
func (l *link) rest() (events []*wire.Event) {
	for e := range l.events {
		events = append(events, e)
	}
	return events
}

// end notes why the connection ends, the first time, and returns that.
func (l *link) end(err error) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.lost == nil {
		l.lost = err
		close(l.gone)
	}
	return l.lost
}

// why returns why the connection ended; nil: it hasn't.
func (l *link) why() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.lost
}

// close ends the connection.
func (l *link) close() {
	_ = l.end(errors.New("connection closed"))
	for _, one := range l.conns() {
		_ = one.Close()
	}
}

// call makes a call. Its error is a [*refusal] if the implementation says no; if it says
// neither that it is gone nor that it may be tried again, nobody knows what was done.
func (l *link) call(ctx context.Context, action string, params, out any) error {
	ctx, done := context.WithTimeout(ctx, callTimeout)
	defer done()
	if err := l.why(); err != nil {
		return fmt.Errorf("%s: %w", action, adapter.Unposted(err))
	}
	echo, waiting, err := l.calls.expect()
	if err != nil {
		return fmt.Errorf("%s: %w", action, adapter.RetryAfter(0, err))
	}
	defer l.calls.forget(echo)
	if err := l.write(map[string]any{"action": action, "params": params, "echo": echo}); err != nil {
		return fmt.Errorf("%s: %w", action, l.end(fmt.Errorf("write: %w", err)))
	}
	select {
	case answer := <-waiting:
		if err := refused(action, answer); err != nil {
			if isToken(answer.Code) {
				_ = l.end(err)
				l.close()
			}
			return err
		}
		if out == nil {
			return nil
		}
		if err := adapter.DecodeLenient(answer.Data, out); err != nil {
			return fmt.Errorf("%s: the answer can't be read: %w", action, err)
		}
		return nil
	case <-l.gone:
		if err := l.why(); errors.Is(err, adapter.ErrGone) { // the token was never taken
			return fmt.Errorf("%s: %w", action, err)
		}
		return fmt.Errorf("%s: connection lost before the answer came", action)
	case <-ctx.Done():
		return fmt.Errorf("%s: no answer: %w", action, ctx.Err())
	}
}

func (l *link) write(frame any) error {
	raw, err := json.Marshal(frame)
	if err != nil {
		return err
	}
	l.writing.Lock()
	defer l.writing.Unlock()
	_ = l.conn.SetWriteDeadline(time.Now().Add(writeTimeout)) // a broken connection is seen by the write
	return l.conn.WriteMessage(websocket.TextMessage, raw)
}
