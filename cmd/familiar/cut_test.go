//go:build unix

package main

import (
	"flag"
	"fmt"
	"io"
	"net"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"familiar/internal/await"
	"familiar/internal/long"
	"familiar/journal/journaltest"
)

var cutFor = flag.Duration("cut", 9*time.Second, "how long a process is cut off from NATS in TestCutOff")

// A wall is a way to a server on which nothing passes once it is up, and nobody is told
// so, as behind a switch that has lost its power.
type wall struct {
	to string

	mu    sync.Mutex // connections come and go
	up    bool
	conns map[net.Conn]bool
}

// newWall begins a way to an address, and returns its own.
func newWall(t *testing.T, to string) (w *wall, address string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	w = &wall{to: to, conns: map[net.Conn]bool{}}
	var passing sync.WaitGroup
	passing.Go(func() {
		for {
			in, err := l.Accept()
			if err != nil {
				return
			}
			passing.Go(func() { w.pass(in) })
		}
	})
	t.Cleanup(func() {
		l.Close()
		w.lower()
		passing.Wait()
	})
	return w, l.Addr().String()
}

// pass carries one connection, both ways.
func (w *wall) pass(in net.Conn) {
	out, err := net.Dial("tcp", w.to)
	if err != nil {
		in.Close()
		return
	}
	w.mu.Lock()
	w.conns[in], w.conns[out] = true, true
	w.mu.Unlock()
	var both sync.WaitGroup
	for from, to := range map[net.Conn]net.Conn{in: out, out: in} {
		both.Go(func() {
			defer in.Close()
			defer out.Close()
			_, _ = io.Copy(&through{w, to}, from) // closing either ends this
		})
	}
	both.Wait()
}

// raise has nothing pass.
func (w *wall) raise() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.up = true
}

// lower has all pass again that begins from now on: of what was under way bytes are
// missing.
func (w *wall) lower() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.up = false
	for conn := range w.conns {
		conn.Close()
		delete(w.conns, conn)
	}
}

// through is one way through a wall.
type through struct {
	*wall
	to net.Conn
}

// Write implements io.Writer.
func (w *through) Write(b []byte) (int, error) {
	w.mu.Lock()
	up := w.up
	w.mu.Unlock()
	if up {
		return len(b), nil
	}
	return w.to.Write(b)
}

// TestCutOff: a process that is cut off from NATS gives up by itself what it has, before
// another takes it. Lines that come to it are refused, those that come to others are
// answered, what it was about to say is said once, and it takes part again afterwards.
func TestCutOff(t *testing.T) {
	long.Test(t)
	t.Parallel()
	port := journaltest.Port(t)
	outside(t, t.TempDir(), port)
	server := fmt.Sprintf("127.0.0.1:%d", port)
	h := newTroubled(t, "[journal]\nurl = \"nats://"+server+"\"\n")
	stays := h.beside("stays")
	await.Until(t, "that the first is live", func() bool { return strings.Count(stays.String(), "partition is live") == 8 })
	w, address := newWall(t, server)
	text, err := os.ReadFile(h.main())
	if err != nil {
		t.Fatal(err)
	}
	file := saved(t, strings.Replace(string(text), server, address, 1))
	goes := launch(t, "run", file)
	h.has(stays, goes)
	here, there := visit(stays), visit(goes)
	var kept, tokens []string
	say := func(v *visitor, room, n int) {
		kept, tokens = append(kept, fmt.Sprint("l", n)), append(tokens, fmt.Sprint("t", n))
		v.say(fmt.Sprint("room", room), kept[len(kept)-1], "@Aria "+tokens[len(tokens)-1])
	}
	const rooms = 8
	var streams []*written
	for k := range rooms {
		streams = append(streams, here.listen(fmt.Sprint("room", k)))
		say(there, k, 100+k) // turns that are under way when it is cut off
	}
	w.raise()
	cut := time.Now()
	var took []time.Duration
	taken := 0
	for n := 0; time.Since(cut) < *cutFor; n++ {
		began := time.Now()
		if status, _ := there.try("room0", fmt.Sprint("r", n), "is anybody there?"); status == 202 {
			taken++
			kept = append(kept, fmt.Sprint("r", n))
		}
		took = append(took, time.Since(began))
		if n == 0 {
			for k := range rooms {
				say(here, k, 200+k)
			}
		}
		time.Sleep(50 * time.Millisecond) // as somebody who tries again
	}
	for k, stream := range streams {
		for _, n := range []int{100, 200} {
			if said := answered(stream, fmt.Sprint("t", n+k)); said != 1 {
				t.Errorf("t%d is answered %d times, want once", n+k, said)
			}
		}
	}
	lost, live := logged(goes, "lost, another process may have it"), logged(stays, "partition is live")
	if len(lost) < 4 || len(live) != 8+4 {
		t.Fatalf("%d keys were lost, %d partitions taken, want 4 and 8 + 4", len(lost), len(live))
	}
	if last, first := lost[len(lost)-1], live[8]; last.After(first) {
		t.Errorf("it gave up at %v what another took at %v", last, first)
	}
	t.Logf("cut off for %v: it gave up %v after the cut at the latest, others were live after %v at the latest; of %d lines that it was given %d were taken",
		time.Since(cut).Round(time.Second), lost[len(lost)-1].Sub(cut).Round(100*time.Millisecond), live[len(live)-1].Sub(cut).Round(100*time.Millisecond), len(took), taken)
	w.lower()
	healed := time.Now()
	h.has(stays, goes)
	t.Logf("it had its share again %v after the cut was healed", time.Since(healed).Round(100*time.Millisecond))
	for k := range rooms {
		say(there, k, 300+k)
	}
	for k, stream := range streams {
		if said := answered(stream, fmt.Sprint("t", 300+k)); said != 1 {
			t.Errorf("t%d is answered %d times, want once", 300+k, said)
		}
	}
	for _, p := range []*program{goes, stays} {
		p.quit()
	}
	h.wantKept(kept, tokens)
}

// logged returns when a process logged each line that has a text in it.
func logged(p *program, text string) (all []time.Time) {
	for line := range strings.Lines(p.String()) {
		if found := regexp.MustCompile(`^time=(\S+) `).FindStringSubmatch(line); found != nil && strings.Contains(line, text) {
			if at, err := time.Parse(time.RFC3339Nano, found[1]); err == nil {
				all = append(all, at)
			}
		}
	}
	return all
}
