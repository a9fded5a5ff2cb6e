package feishutest

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/gorilla/websocket"
	"github.com/larksuite/oapi-sdk-go/v3/ws"
)

// An event is kept until the app says yes to it.
type event struct {
	id    string
	body  []byte
	taken bool
	tries int
}

// A socket is one long connection.
type socket struct {
	conn *websocket.Conn
	mu   sync.Mutex // of writing
}

// settings are what the network tells the app of its connection, in seconds.
// A pong without them would have the SDK ping without a pause.
const settings = `{"ReconnectCount":-1,"ReconnectInterval":120,"ReconnectNonce":30,"PingInterval":120}`

// endpoint tells where the long connection is.
func (n *Network) endpoint(w http.ResponseWriter, r *http.Request) {
	var asked struct{ AppID, AppSecret string }
	if json.NewDecoder(r.Body).Decode(&asked) != nil || asked.AppID != AppID || !n.isSecret(asked.AppSecret) {
		answer(w, http.StatusOK, map[string]any{"code": 10014, "msg": "app secret invalid"})
		return
	}
	address := "ws" + strings.TrimPrefix(n.URL, "http") + "/ws?device_id=1&service_id=2&access_key=key&ticket=ticket"
	answer(w, http.StatusOK, map[string]any{"code": 0, "msg": "ok", "data": map[string]any{
		"URL": address, "ClientConfig": json.RawMessage(settings),
	}})
}

// connect serves one long connection: first all that wasn't taken.
func (n *Network) connect(w http.ResponseWriter, r *http.Request) {
	conn, err := (&websocket.Upgrader{}).Upgrade(w, r, nil)
	if err != nil {
		return
	}
	s := &socket{conn: conn}
	n.mu.Lock()
	n.socket = s
	n.connections++
	for _, e := range n.events {
		if !e.taken {
			n.send(e)
		}
	}
	n.mu.Unlock()
	defer n.forgetSocket(s)
	for {
		_, text, err := conn.ReadMessage()
		if err != nil {
			return
		}
		var frame ws.Frame
		if frame.Unmarshal(text) == nil {
			n.heard(s, frame)
		}
	}
}

// forgetSocket forgets a connection that has ended.
func (n *Network) forgetSocket(s *socket) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.socket == s {
		n.socket = nil
	}
}

// Connections says how often the app has connected, and whether it is now.
func (n *Network) Connections() (times int, now bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.connections, n.socket != nil
}

// heard takes what the app sends: a ping, or the answer to an event.
func (n *Network) heard(s *socket, frame ws.Frame) {
	if ws.FrameType(frame.Method) == ws.FrameTypeControl {
		frame.Headers = []ws.Header{{Key: ws.HeaderType, Value: string(ws.MessageTypePong)}}
		frame.Payload = []byte(settings)
		s.write(frame)
		return
	}
	var said ws.Response
	yes := json.Unmarshal(frame.Payload, &said) == nil && said.StatusCode == http.StatusOK
	id := ws.Headers(frame.Headers).GetString(ws.HeaderMessageID)
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, e := range n.events {
		if e.id != id {
			continue
		}
		if yes {
			e.taken = true
			return
		}
		time.AfterFunc(n.Again, func() {
			n.mu.Lock()
			defer n.mu.Unlock()
			n.send(e)
		})
	}
}

// push keeps an event and sends it. The lock is held.
func (n *Network) push(kind string, body any) {
	id := n.name("ev_", len(n.events)+1)
	n.queue(id, []byte(encode(map[string]any{
		"schema": "2.0",
		"header": map[string]any{"event_id": id, "event_type": kind, "create_time": ms(n.now()), "token": "", "app_id": AppID, "tenant_key": Tenant},
		"event":  body,
	})))
}

// Push sends the app an event as it stands.
func (n *Network) Push(body []byte) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.queue(n.name("ev_", len(n.events)+1), body)
}

func (n *Network) queue(id string, body []byte) {
	e := &event{id: id, body: body}
	n.events = append(n.events, e)
	n.send(e)
}

// Repeat sends every event once more, as a network that delivers at least
// once may.
func (n *Network) Repeat() {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, e := range n.events {
		n.send(e)
	}
}

// send writes an event to the connection, if there is one. The lock is held.
func (n *Network) send(e *event) {
	if n.socket == nil {
		return
	}
	e.tries++
	n.socket.write(ws.Frame{
		SeqID: 1, LogID: 1, Service: 2, Method: int32(ws.FrameTypeData), Payload: e.body,
		Headers: []ws.Header{
			{Key: ws.HeaderType, Value: string(ws.MessageTypeEvent)},
			{Key: ws.HeaderMessageID, Value: e.id},
			{Key: ws.HeaderSum, Value: "1"},
			{Key: ws.HeaderSeq, Value: "0"},
			{Key: ws.HeaderTraceID, Value: "trace-" + e.id},
			{Key: ws.HeaderTimestamp, Value: strconv.FormatInt(time.Now().UnixMilli(), 10)},
		},
	})
}

// write leaves a connection that is gone to its reader.
func (s *socket) write(frame ws.Frame) {
	text, err := frame.Marshal()
	if err != nil {
		panic(err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.conn.WriteMessage(websocket.BinaryMessage, text) != nil {
		s.conn.Close()
	}
}

// Drop closes the connection. What is said until the next one waits for it.
func (n *Network) Drop() {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.socket != nil {
		n.socket.conn.Close()
		n.socket = nil
	}
}

// Taken says how many events the app has said yes to, and how often events
// were sent.
func (n *Network) Taken() (events, tries int) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, e := range n.events {
		if e.taken {
			events++
		}
		tries += e.tries
	}
	return events, tries
}

func (n *Network) isSecret(secret string) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return secret == n.secret
}
