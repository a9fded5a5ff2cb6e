package remote

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"familiar/internal/sleep"
)

// pauseAgain is how long a stream that ended waits before it is opened again.
const pauseAgain = 200 * time.Millisecond

// maxEvent bounds one event of a stream, in bytes.
const maxEvent = 1 << 20

// follow opens a stream for each watched channel and waits until all are
// live.
func (p *Program) follow(ctx context.Context) error {
	opened := make(chan error, p.Watch)
	for c := range p.Watch {
		p.streams.Go(func() { p.watch(ctx, c, opened) })
	}
	for range p.Watch {
		if err := <-opened; err != nil {
			return fmt.Errorf("load: watch %d channels: %w", p.Watch, err)
		}
	}
	return nil
}

// watch follows one channel until ctx ends. The first attempt must do; after
// that a stream that ends is resumed.
func (p *Program) watch(ctx context.Context, channel int, opened chan<- error) {
	var once sync.Once
	tell := func(err error) { once.Do(func() { opened <- err }) }
	s := &stream{program: p, channel: channel, ready: func() { tell(nil) }}
	for ctx.Err() == nil {
		err := s.read(ctx)
		tell(err)
		sleep.For(ctx, pauseAgain)
	}
}

// A stream is what one channel tells (WHATWG HTML, section 9.2).
type stream struct {
	program *Program
	channel int
	last    string // id of the newest event
	ready   func()
}

// read reads a stream to its end, which is always an error.
func (s *stream) read(ctx context.Context) error {
	response, err := s.program.send(ctx, http.MethodGet, s.program.address(s.channel, "/events?tail=0"), nil, s.last)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("status %d: is the program's control.streams at least twice the number of watched channels?", response.StatusCode)
	}
	lines := bufio.NewScanner(response.Body)
	lines.Buffer(nil, maxEvent)
	id, event, data := "", "", ""
	for lines.Scan() {
		field, value, _ := strings.Cut(lines.Text(), ": ")
		switch field {
		case "id":
			id = value
		case "event":
			event = value
		case "data":
			data = value
		case "":
			if lines.Text() == "" && event != "" {
				s.tallyEvent(event, data)
				if id != "" {
					s.last = id
				}
				id, event, data = "", "", ""
			}
		}
	}
	return errors.Join(errors.New("the stream ended"), lines.Err())
}

// tallyEvent tells the tally of one event.
func (s *stream) tallyEvent(event, data string) {
	now := time.Now()
	p := s.program
	switch event {
	case "ready":
		s.ready()
	case "decision":
		var d struct{ Familiar, Line, Act, Rung, Term string }
		if json.Unmarshal([]byte(data), &d) != nil || d.Familiar != p.witness {
			return
		}
		if k, ours := p.Names.Key(s.channel, d.Line); ours {
			p.Tally.Noted(k, now, d.Act, d.Rung, d.Term)
		}
	case "line":
		var l struct{ ID, Post, Text string }
		if json.Unmarshal([]byte(data), &l) == nil && l.Post != "" {
			p.Tally.Posted(l.ID, now, p.Names.Called(l.Text)...)
		}
	}
}
