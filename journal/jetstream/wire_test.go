package jetstream

import (
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
	held chan struct{} // has room for one: something was to be carried and is not

	mu    sync.Mutex
	ends  []net.Conn
	moves chan struct{} // closed while it carries
	alive sync.WaitGroup
}

// newWire begins to carry to the server.
func newWire(t *testing.T, to string) *wire {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	w := &wire{Listener: l, to: to, held: make(chan struct{}, 1), moves: make(chan struct{})}
	close(w.moves)
	w.alive.Go(w.accept)
	t.Cleanup(func() {
		w.thaw()
		w.Close()
		w.mu.Lock()
		for _, end := range w.ends {
			end.Close()
		}
		w.mu.Unlock()
		w.alive.Wait()
	})
	return w
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
		w.mu.Unlock()
		w.alive.Go(func() { w.carry(from, to) })
		w.alive.Go(func() { w.carry(to, from) })
	}
}

// carry passes on what comes until one end closes.
func (w *wire) carry(from, to net.Conn) {
	defer from.Close()
	defer to.Close()
	for buf := make([]byte, 4096); ; {
		n, err := from.Read(buf)
		if err != nil {
			return
		}
		<-w.moving()
		if _, err := to.Write(buf[:n]); err != nil {
			return
		}
	}
}

// moving gives what is closed once the wire carries.
func (w *wire) moving() <-chan struct{} {
	w.mu.Lock()
	defer w.mu.Unlock()
	select {
	case <-w.moves:
	default:
		select {
		case w.held <- struct{}{}:
		default:
		}
	}
	return w.moves
}

// freeze stops the wire: from now on something held is of after it.
func (w *wire) freeze() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.moves = make(chan struct{})
}

// thaw has it carry again, what it held first.
func (w *wire) thaw() {
	w.mu.Lock()
	defer w.mu.Unlock()
	select {
	case <-w.moves:
	default:
		close(w.moves)
	}
}
