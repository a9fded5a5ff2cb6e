package main

import (
	"encoding/json"
	"net"
	"strconv"
	"strings"
	"sync"
	"testing"

	"familiar/actors/adapter/adaptertest"
)

// A server is a hall's.
type server struct {
	address string

	mu    sync.Mutex // each connection has a goroutine
	conns map[net.Conn]bool
	said  []word
	once  sync.Once
	heard chan struct{} // closed once somebody listens
}

func serve(t *testing.T) *server {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &server{address: listener.Addr().String(), conns: map[net.Conn]bool{}, heard: make(chan struct{})}
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go s.read(conn)
		}
	}()
	return s
}

func (s *server) read(conn net.Conn) {
	defer conn.Close()
	for in := json.NewDecoder(conn); ; {
		var w word
		if in.Decode(&w) != nil {
			s.mu.Lock()
			defer s.mu.Unlock()
			delete(s.conns, conn)
			return
		}
		if s.mu.Lock(); w.After {
			if n, err := strconv.Atoi(w.ID); err == nil {
				for _, missed := range s.said[n:] {
					_ = json.NewEncoder(conn).Encode(missed) // it may have gone
				}
			}
			s.once.Do(func() { close(s.heard) })
		}
		s.conns[conn] = true
		s.mu.Unlock()
		if !w.After {
			s.say(w)
		}
	}
}

// say tells everybody.
func (s *server) say(w word) {
	s.mu.Lock()
	defer s.mu.Unlock()
	w.ID = strconv.Itoa(len(s.said) + 1)
	s.said = append(s.said, w)
	for conn := range s.conns {
		_ = json.NewEncoder(conn).Encode(w) // it may have gone
	}
}

// TestHall: the hall is what familiar wants of a network.
func TestHall(t *testing.T) {
	adaptertest.Run(t, func(t *testing.T) adaptertest.Rig {
		s := serve(t)
		h := &Hall{server: s.address, nick: "aria"}
		return adaptertest.Rig{
			Adapter: h, Channel: h.channel(), Me: "aria", Echoes: true,
			Say: func(author, text string) {
				<-s.heard // who isn't there hears nothing
				s.say(word{Author: author, Text: strings.ToValidUTF8(text, "\uFFFD")})
			},
			Posted: func() (texts []string) {
				s.mu.Lock()
				defer s.mu.Unlock()
				for _, w := range s.said {
					if w.Author == "aria" {
						texts = append(texts, w.Text)
					}
				}
				return texts
			},
		}
	})
}
