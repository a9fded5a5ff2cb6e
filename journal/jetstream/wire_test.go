package jetstream

import (
	"bytes"
	"net"
	"sync"
	"testing"
)

// A wire stands between a program and an outside server and can stop carrying,
// as a server that hangs or a network that drops everything: nothing arrives,
// and nothing breaks.
type wire struct {
	net.Listener
	to   string
	held chan struct{} // has room for one: what is awaited was to be carried and is not

	mu       sync.Mutex
	awaited  string // what is held has it; "" stands for anything
	lane     *lane  // of who connects next
	lost     []*lane
	ends     []net.Conn
	carrying sync.WaitGroup
}

// A lane is what connections have in common that stop and go on together.
type lane struct{ moves chan struct{} } // closed while it carries

// newWire begins to carry to the server.
func newWire(t *testing.T, to string) *wire {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	w := &wire{Listener: l, to: to, held: make(chan struct{}, 1), lane: carries()}
	w.carrying.Go(w.accept)
	t.Cleanup(func() {
		w.Close()
		w.thaw()
		w.mu.Lock()
		for _, gone := range w.lost {
			close(gone.moves)
		}
		for _, end := range w.ends {
			end.Close()
		}
		w.mu.Unlock()
		w.carrying.Wait()
	})
	return w
}

func carries() *lane {
	l := &lane{make(chan struct{})}
	close(l.moves)
	return l
}

func (w *wire) url() string { return "nats://" + w.Addr().String() }

func (w *wire) accept() {
	for {
		from, err := w.Accept()
		if err != nil {
			return
		}
		to, err := net.Dial("tcp", w.to)
		if err != nil {
			from.Close()
			continue
		}
		w.mu.Lock()
		w.ends = append(w.ends, from, to)
		on := w.lane
		w.mu.Unlock()
		w.carrying.Go(func() { w.carry(on, from, to) })
		w.carrying.Go(func() { w.carry(on, to, from) })
	}
}

// carry passes on what comes until one end closes. While it stands, some more is
// read, as a network has room for it.
func (w *wire) carry(on *lane, from, to net.Conn) {
	defer from.Close()
	read := make(chan []byte, 16)
	w.carrying.Go(func() {
		defer to.Close()
		for data := range read {
			<-w.moving(on)
			if _, err := to.Write(data); err != nil {
				from.Close() // the rest is dropped
			}
		}
	})
	defer close(read)
	for {
		buf := make([]byte, 4096)
		n, err := from.Read(buf)
		if err != nil {
			return
		}
		w.see(on, buf[:n])
		read <- buf[:n]
	}
}

// see looks at what was read.
func (w *wire) see(on *lane, data []byte) {
	w.mu.Lock()
	defer w.mu.Unlock()
	select {
	case <-on.moves:
		return
	default:
	}
	if bytes.Contains(data, []byte(w.awaited)) {
		select {
		case w.held <- struct{}{}:
		default:
		}
	}
}

// moving returns what is closed once the lane carries.
func (w *wire) moving(on *lane) <-chan struct{} {
	w.mu.Lock()
	defer w.mu.Unlock()
	return on.moves
}

// freeze stops it, also for who connects next.
func (w *wire) freeze() { w.freezeFor("") }

// freezeFor stops it; held is for what has the text in it, so not for a mark that
// is written just then.
func (w *wire) freezeFor(text string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.awaited, w.lane.moves = text, make(chan struct{})
}

// thaw has it carry again, what it held first.
func (w *wire) thaw() {
	w.mu.Lock()
	defer w.mu.Unlock()
	select {
	case <-w.lane.moves:
	default:
		close(w.lane.moves)
	}
}

// lose stops for good what is connected now; who connects next is carried.
func (w *wire) lose() {
	w.freeze()
	w.mu.Lock()
	defer w.mu.Unlock()
	w.lost, w.lane = append(w.lost, w.lane), carries()
}
