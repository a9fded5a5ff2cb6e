package gateway

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"

	"familiar/actors/adapter"
)

// Operations of Discord's gateway.
const (
	opDispatch  = 0
	opHeartbeat = 1
	opIdentify  = 2
	opResume    = 6
	opReconnect = 7
	opInvalid   = 9
	opHello     = 10 // 11 acknowledges a heartbeat: being read, it has done so
)

const (
	maxPayload   = 32 << 20         // bytes: the largest guild
	helloTimeout = 20 * time.Second // for Discord's first word
	writeTimeout = 10 * time.Second
	dialTimeout  = 20 * time.Second
	keepsSession = websocket.CloseServiceRestart // a code of ours: 1000 and 1001 would end the session
)

type payload struct {
	Op   int             `json:"op"`
	Data json.RawMessage `json:"d"`
	Seq  int64           `json:"s"`
	Type string          `json:"t"`
}

// A socket is one connection of a shard.
type socket struct {
	conn  *websocket.Conn
	mu    sync.Mutex  // writes
	alive atomic.Bool // something was read since the last heartbeat
	busy  atomic.Bool // nobody reads, since too many events are waiting
	quiet atomic.Bool // it was closed because nothing came after a heartbeat
}

func (k *socket) send(op int, data any) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	_ = k.conn.SetWriteDeadline(time.Now().Add(writeTimeout)) // a broken connection is seen by the write
	return k.conn.WriteJSON(struct {
		Op   int `json:"op"`
		Data any `json:"d"`
	}{op, data})
}

// connect makes one connection and reads it to its end. began says that
// Discord took it.
func (s *shard) connect(ctx context.Context, take func(Event)) (began bool, err error) {
	address := s.address
	if s.session != "" && s.resume != "" {
		address = s.resume
	}
	dialer := websocket.Dialer{HandshakeTimeout: dialTimeout}
	conn, answer, err := dialer.DialContext(ctx, address+"?v="+discordgo.APIVersion+"&encoding=json", nil)
	if err != nil {
		s.begin(s.session, "") // it may be the address
		if answer != nil {     // which is no WebSocket's
			err = fmt.Errorf("%w: HTTP %d %s", err, answer.StatusCode, http.StatusText(answer.StatusCode))
		}
		return false, fmt.Errorf("connect: %w", err)
	}
	k := &socket{conn: conn}
	k.alive.Store(true)
	conn.SetReadLimit(maxPayload)
	ctx, cancel := context.WithCancel(ctx)
	var beating sync.WaitGroup
	defer beating.Wait()
	defer cancel()
	defer context.AfterFunc(ctx, func() {
		code := keepsSession
		if errors.Is(context.Cause(ctx), adapter.ErrRemoved) {
			code = websocket.CloseNormalClosure
		}
		_ = conn.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, ""), time.Now().Add(time.Second))
		_ = conn.Close()
	})()
	defer conn.Close()
	_ = conn.SetReadDeadline(time.Now().Add(helloTimeout))
	for {
		_, raw, err := conn.ReadMessage()
		if k.quiet.Load() {
			return began, errSilent
		}
		if err != nil {
			return began, fmt.Errorf("read: %w", err)
		}
		k.alive.Store(true)
		var p payload
		if err := adapter.DecodeLenient(raw, &p); err != nil {
			return began, fmt.Errorf("read: %w", err)
		}
		switch p.Op {
		case opDispatch:
			if !began && (p.Type == "READY" || p.Type == "RESUMED") {
				began = true
				defer s.up(p.Type == "RESUMED")()
			}
			s.dispatch(k, p, take)
		case opHeartbeat:
			err = k.send(opHeartbeat, s.cursor.newest())
		case opReconnect:
			return began, errReconnect
		case opInvalid:
			return began, s.invalid(p.Data)
		case opHello:
			_ = conn.SetReadDeadline(time.Time{})
			every := hello(p.Data)
			beating.Go(func() { s.beat(ctx, k, every) })
			err = s.introduce(ctx, k)
		}
		if err != nil {
			return began, err
		}
	}
}

// up notes that the shard is connected and has a session; the function returned, that
// it is no more.
func (s *shard) up(resumed bool) (down func()) {
	g := s.gateway
	g.config.Log.Info("gateway up", "shard", s.number, "resumed", resumed, "up", g.up.Add(1), "of", len(g.shards))
	g.config.Up(s.number, true)
	return func() {
		g.up.Add(-1)
		g.config.Up(s.number, false)
	}
}

// dispatch has an event be taken, unless that was done before.
func (s *shard) dispatch(k *socket, p payload, take func(Event)) {
	session, fresh := s.cursor.read(p.Seq)
	if !fresh {
		return
	}
	k.busy.Store(true)
	if p.Type == "READY" {
		s.ready(p.Data)
	}
	take(Event{Type: p.Type, Data: p.Data, Shard: s.number, cursor: &s.cursor, session: session, seq: p.Seq})
	k.alive.Store(true)
	k.busy.Store(false)
}

// introduce takes the session up again, or begins one.
func (s *shard) introduce(ctx context.Context, k *socket) error {
	token := string(s.gateway.config.Token)
	if s.session != "" {
		return k.send(opResume, map[string]any{"token": token, "session_id": s.session, "seq": s.cursor.newest()})
	}
	if err := s.gateway.gate.waitForTurn(ctx, s.number); err != nil {
		return err
	}
	s.cursor.reset()
	s.ask(s.gateway.config.Intents())
	return k.send(opIdentify, map[string]any{
		"token": token, "intents": s.asked, "shard": [2]int{s.number, s.of}, "large_threshold": 50,
		"properties": map[string]string{"os": runtime.GOOS, "browser": "familiar", "device": "familiar"},
	})
}

// ready is the beginning of a session.
func (s *shard) ready(data json.RawMessage) {
	var r struct {
		SessionID string `json:"session_id"`
		ResumeURL string `json:"resume_gateway_url"`
	}
	if adapter.DecodeLenient(data, &r) == nil {
		s.begin(r.SessionID, r.ResumeURL)
	}
}

// invalid is Discord's word that the session is no more, or can be taken up
// again after all.
func (s *shard) invalid(data json.RawMessage) error {
	var resumable bool
	_ = json.Unmarshal(data, &resumable) // anything else is a no
	if !resumable {
		s.forget()
	}
	return errInvalid
}
