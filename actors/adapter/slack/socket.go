package slack

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/gorilla/websocket"
	"github.com/slack-go/slack/socketmode"

	"familiar/actors/adapter"
)

const (
	mostFrame  = 4 << 20          // of one envelope
	silentMost = 90 * time.Second // Slack pings far more often
	writeMost  = 5 * time.Second
	closeMost  = time.Second
)

// A socket is one Socket Mode connection. slack-go's own client keeps the
// connection but not the reason for its end, opens the next one only after
// the last is gone, and sends an acknowledgement over whichever it has; so
// only its forms are used here.
type socket struct {
	conn    *websocket.Conn
	writing sync.Mutex // several lanes acknowledge
}

// connect opens a connection and waits until Slack says hello.
func (a *Account) connect(ctx context.Context) (*socket, error) {
	ctx, done := context.WithTimeout(ctx, answerWithin)
	defer done()
	_, address, err := a.api.StartSocketModeContext(ctx)
	if err != nil {
		return nil, a.failed("open a connection with the app token", err)
	}
	dialer := websocket.Dialer{Proxy: websocket.DefaultDialer.Proxy, HandshakeTimeout: 10 * time.Second}
	conn, answer, err := dialer.DialContext(ctx, address, nil)
	if err != nil {
		if answer != nil {
			return nil, a.failed("connect", fmt.Errorf("status %s", answer.Status))
		}
		return nil, a.failed("connect", err)
	}
	s := &socket{conn: conn}
	conn.SetReadLimit(mostFrame)
	conn.SetPingHandler(func(text string) error {
		s.stay()
		return conn.WriteControl(websocket.PongMessage, []byte(text), time.Now().Add(writeMost))
	})
	s.stay()
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	hello, err := s.read()
	switch {
	case err != nil:
	case hello.Type == socketmode.RequestTypeDisconnect:
		err = refused(hello.Reason)
	case hello.Type != socketmode.RequestTypeHello:
		err = fmt.Errorf("want hello, got %q", hello.Type)
	}
	if err != nil {
		conn.Close()
		return nil, a.failed("connect", err)
	}
	return s, nil
}

// stay puts off the time at which silence means that the connection is dead.
func (s *socket) stay() { _ = s.conn.SetReadDeadline(time.Now().Add(silentMost)) }

// errFrame says that a frame has no form we know; the next may have.
var errFrame = errors.New("unreadable frame")

func (s *socket) read() (socketmode.Request, error) {
	_, text, err := s.conn.ReadMessage()
	if err != nil {
		return socketmode.Request{}, err
	}
	s.stay()
	var r socketmode.Request
	if err := adapter.DecodeLenient(text, &r); err != nil {
		return r, fmt.Errorf("%w: %w", errFrame, err)
	}
	return r, nil
}

// acknowledge tells Slack that an envelope was taken; answer is what the
// person sees who gave a command, nil for none. If it fails, Slack delivers
// the envelope again.
func (s *socket) acknowledge(envelope string, answer any) {
	s.writing.Lock()
	defer s.writing.Unlock()
	_ = s.conn.SetWriteDeadline(time.Now().Add(writeMost))
	_ = s.conn.WriteJSON(socketmode.Response{EnvelopeID: envelope, Payload: answer})
}

// closePolitely closes the connection with a word, so that Slack doesn't wait
// for it.
func (s *socket) closePolitely() {
	_ = s.conn.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(websocket.CloseNormalClosure, ""), time.Now().Add(closeMost))
	_ = s.conn.Close()
}
