package control

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"familiar/control/access"
	"familiar/control/past"
)

const (
	drainTime   = 5 * time.Second  // what a request under way may still take at the end
	answerTime  = 30 * time.Second // what writing an answer may take, a stream's excepted
	idleTime    = time.Minute      // how long a connection may be kept without a request
	headerBytes = 16 << 10
	headerSlop  = 4 << 10 // net/http reads so much more than it is told to
)

// A Server is the listener. The address may be asked for from anywhere once
// it listens.
type Server struct {
	Options
	keys       access.Keys
	proxies    access.Proxies
	run        string // the page's token, "" where others can reach us
	names      map[string]bool
	everywhere bool
	requests   *access.Slots
	streams    *access.Slots
	crowd      *access.Connections
	known      known
	lines      *past.Reader
	handler    http.Handler
	eventTime  time.Duration
	previewing sync.Mutex // one at a time
	trying     sync.Mutex // the same
	tries      *rate.Limiter
	refused    rate.Sometimes // tells of requests that the journal takes nothing of

	ending   chan struct{} // closed when streams have to end, and only bridges are served
	end      sync.Once
	parting  chan struct{} // closed when bridges have to go, too
	part     sync.Once
	listener net.Listener
}

// New makes a server of o. The error says what is missing or out of range; at
// an address that others can reach, that there is no token.
func New(o Options) (*Server, error) {
	o, err := o.withDefaults()
	if err != nil {
		return nil, fmt.Errorf("control: %w", err)
	}
	s := &Server{Options: o, crowd: access.NewConnections(o.Requests + o.Streams + access.SpareConnections), eventTime: eventTime, tries: newTries(), lines: past.NewReader(o.Journal), ending: make(chan struct{}), parting: make(chan struct{})}
	s.refused.Interval = time.Second
	s.names, s.everywhere = names(o.Config)
	if s.proxies, err = access.NewProxies(o.PersonHeader, o.Proxies); err != nil {
		return nil, fmt.Errorf("control: %w", err)
	}
	exposed := o.Exposed()
	if exposed && len(o.Tokens) == 0 {
		return nil, fmt.Errorf("control: listen is %s, which others can reach: configure a token, or listen on 127.0.0.1", o.Listen)
	}
	tokens := o.Tokens
	if !exposed {
		s.run = cmp.Or(o.Page, access.DrawSecret())
		tokens = append(tokens[:len(tokens):len(tokens)], access.Token{Name: "this run", Secret: s.run, Scopes: access.Scopes})
	}
	if s.keys, err = access.NewKeys(tokens, exposed); err != nil {
		return nil, fmt.Errorf("control: %w", err)
	}
	s.Tokens, s.Page = nil, "" // only their sums are kept
	s.requests = access.NewSlots("requests in progress", o.Requests, max(1, len(s.keys)))
	s.streams = access.NewSlots("event streams open", o.Streams, max(1, len(s.keys)))
	s.handler = s.guard(s.routes())
	return s, nil
}

// Handler returns what is served, for a test's own listener.
func (s *Server) Handler() http.Handler { return s.handler }

// Listen opens the address. With an empty one it does nothing.
func (s *Server) Listen() error {
	if s.Config.Listen == "" || s.listener != nil {
		return nil
	}
	l, err := net.Listen("tcp", s.Config.Listen)
	if err != nil {
		return fmt.Errorf("control: %w", err)
	}
	s.listener = l
	return nil
}

// Address returns the page's address, once Listen was called: with this run's
// token in the fragment, which a browser sends nobody, where there is one. ""
// before.
func (s *Server) Address() string {
	if s.listener == nil {
		return ""
	}
	host := s.listener.Addr().String()
	if s.everywhere {
		_, port, _ := net.SplitHostPort(host) // of a listener's own address
		host = net.JoinHostPort("localhost", port)
	}
	if s.run == "" {
		return "http://" + host + "/"
	}
	return "http://" + host + "/#token=" + s.run
}

// Serve answers until ctx ends, opening the address if Listen has not. Then
// streams end at once, bridges go on until [Options.Settled], and other requests get
// 5 s. The error says why it could not listen or go on.
func (s *Server) Serve(ctx context.Context) error {
	if err := s.Listen(); err != nil {
		return err
	}
	if s.listener == nil {
		<-ctx.Done()
		return nil
	}
	server := &http.Server{
		Handler: s.handler, MaxHeaderBytes: headerBytes - headerSlop,
		ReadHeaderTimeout: s.ReadTimeout, ReadTimeout: s.ReadTimeout, WriteTimeout: answerTime, IdleTimeout: idleTime,
		ConnState: s.crowd.StateChanged, ConnContext: access.WithConn,
		ErrorLog: slog.NewLogLogger(s.Log.Handler(), slog.LevelDebug),
	}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(s.listener) }()
	select {
	case err := <-failed:
		s.endStreams()
		s.endBridges()
		return errors.Join(fmt.Errorf("control: %w", err), server.Close())
	case <-ctx.Done():
	}
	s.endStreams()
	if settled := s.settled(); settled != nil {
		<-settled
	}
	s.endBridges()
	grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), drainTime)
	defer cancel()
	if err := server.Shutdown(grace); err != nil {
		s.Log.Warn("requests cut off at the end", "err", err)
		_ = server.Close() // the connections' errors are theirs
	}
	<-failed
	return nil
}

func (s *Server) endStreams() { s.end.Do(func() { close(s.ending) }) }

func (s *Server) endBridges() { s.part.Do(func() { close(s.parting) }) }

// isEnding reports whether only bridges are served any more.
func (s *Server) isEnding() bool {
	select {
	case <-s.ending:
		return true
	default:
		return false
	}
}

// settled returns until when bridges are served though the rest has ended; nil: there
// are none.
func (s *Server) settled() <-chan struct{} {
	if s.Settled == nil {
		return nil
	}
	return s.Settled()
}
