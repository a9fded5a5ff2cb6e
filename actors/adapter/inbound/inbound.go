// Package inbound is where a network comes to the program by itself: OneBot's reverse
// WebSocket, Telegram's webhook. [Listeners] are the HTTP listeners of a process;
// accounts that name the same address share one, and each [Receiver] says which requests
// are its own.
//
// It knows no network and no token: who calls is checked by the receiver.
package inbound

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"

	"golang.org/x/net/netutil"

	"familiar/internal/loopback"
)

const (
	connectionsMost = 256              // at one address, at once; others wait
	headerBytes     = 16 << 10         // of a request, read at most
	headerTime      = 10 * time.Second // for a request's head to come
	requestTime     = time.Minute      // for the whole of it, and for its answer
	idleTime        = time.Minute      // how long a connection may be kept without a request
)

// A Receiver takes the requests that are for one account.
type Receiver interface {
	http.Handler
	// Wants reports whether a request is the account's. It must not block, nor trust
	// anything that the request says.
	Wants(r *http.Request) bool
}

// Listeners are the listeners of one process, by their addresses. The zero value has
// none; its methods may be called at the same time.
type Listeners struct {
	mu   sync.Mutex // adapters open and leave at the same time
	open map[string]*listener
}

// A listener is one address.
type listener struct {
	server *http.Server
	at     net.Addr

	mu        sync.Mutex // requests come at any time
	receivers []Receiver // in the order they came
}

// Check says what is wrong with an address to listen at: it is host:port, and where
// others can reach it whoever calls has to show a secret.
func Check(address string, secret bool) error {
	host, port, err := net.SplitHostPort(address)
	n, wrong := strconv.Atoi(port)
	switch {
	case err != nil || wrong != nil || n < 0 || n > 65535:
		return errors.New("want host:port, such as 127.0.0.1:6700")
	case !secret && !loopback.Is(host):
		return errors.New("other machines can reach it: set a token, or listen on 127.0.0.1")
	}
	return nil
}

// Enter has a receiver take requests at an address until leave is called. Of two that
// want the same request the one that came last has it. It returns where it listens, with
// the port that was drawn for port 0. The error says that the address can't be had.
func (ls *Listeners) Enter(address string, r Receiver, log *slog.Logger) (at net.Addr, leave func(), err error) {
	ls.mu.Lock()
	defer ls.mu.Unlock()
	l := ls.open[address]
	if l == nil {
		if l, err = listen(address, log); err != nil {
			return nil, nil, err
		}
		if ls.open == nil {
			ls.open = map[string]*listener{}
		}
		ls.open[address] = l
	}
	l.add(r)
	return l.at, sync.OnceFunc(func() { ls.leave(address, l, r) }), nil
}

// leave takes a receiver out; with the last one the listener ends. Connections that were
// taken over by a receiver stay.
func (ls *Listeners) leave(address string, l *listener, r Receiver) {
	ls.mu.Lock()
	defer ls.mu.Unlock()
	if l.remove(r) > 0 {
		return
	}
	delete(ls.open, address)
	_ = l.server.Close() // what it says is that it was closed
}

func listen(address string, log *slog.Logger) (*listener, error) {
	on, err := net.Listen("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("%w: another program, or a familiar run, may have it", err)
	}
	l := &listener{at: on.Addr()}
	l.server = &http.Server{
		Handler: l, MaxHeaderBytes: headerBytes,
		ReadHeaderTimeout: headerTime, ReadTimeout: requestTime, WriteTimeout: requestTime, IdleTimeout: idleTime,
		ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}
	go func() { // ends with the listener
		if err := l.server.Serve(netutil.LimitListener(on, connectionsMost)); !errors.Is(err, http.ErrServerClosed) {
			log.Error("listener lost", "listen", address, "err", err)
		}
	}()
	return l, nil
}

func (l *listener) add(r Receiver) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.receivers = append(l.receivers, r)
}

// remove returns how many are left.
func (l *listener) remove(r Receiver) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	if i := slices.Index(l.receivers, r); i >= 0 {
		l.receivers = slices.Delete(l.receivers, i, i+1)
	}
	return len(l.receivers)
}

// ServeHTTP gives a request to the receiver that wants it.
func (l *listener) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if to := l.receiver(r); to != nil {
		to.ServeHTTP(w, r)
		return
	}
	http.NotFound(w, r)
}

// receiver asks the receivers without the lock: they have locks of their own, under which
// they may come and go.
func (l *listener) receiver(r *http.Request) Receiver {
	l.mu.Lock()
	all := slices.Clone(l.receivers)
	l.mu.Unlock()
	for _, to := range slices.Backward(all) {
		if to.Wants(r) {
			return to
		}
	}
	return nil
}
