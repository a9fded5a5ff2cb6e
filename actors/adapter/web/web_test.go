package web

import (
	"context"
	"fmt"
	"strconv"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"familiar/actors/adapter/adaptertest"
	"familiar/messages"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var garden = Channel("garden", "")

func add(t testing.TB, n *Network, id messages.AccountID, name string) *Account {
	t.Helper()
	a, err := n.Account(id, name)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// A witness listens for an account and writes down what it hears.
type witness struct {
	ended chan struct{} // closed when Listen has returned

	mu     sync.Mutex
	answer []error // to the next events; nil when there is none
	heard  []string
	lines  []*messages.Line
}

func (w *witness) hear(_ context.Context, channel messages.ChannelID, e messages.Event) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.answer) > 0 {
		err := w.answer[0]
		w.answer = w.answer[1:]
		if err != nil {
			return err
		}
	}
	switch e := e.(type) {
	case messages.Heard:
		w.heard = append(w.heard, string(e.Line.ID))
		w.lines = append(w.lines, e.Line)
	case messages.Edited:
		w.heard = append(w.heard, "edit "+string(e.Line.ID))
		w.lines = append(w.lines, e.Line)
	case messages.Deleted:
		w.heard = append(w.heard, "delete "+string(e.ID))
	case messages.Reacted:
		w.heard = append(w.heard, "react "+string(e.Line))
	default:
		w.heard = append(w.heard, fmt.Sprintf("%T in %s", e, channel))
	}
	return nil
}

// listens has the account listen until the test ends, or stop is called, or
// the account is removed.
func listens(t testing.TB, a *Account) (w *witness, stop func()) {
	t.Helper()
	w = &witness{ended: make(chan struct{})}
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		defer close(w.ended)
		if err := a.Listen(ctx, w.hear); err != nil {
			t.Errorf("Listen returned %v, want nil", err)
		}
	}()
	stop = func() {
		cancel()
		<-w.ended
	}
	t.Cleanup(stop)
	return w, stop
}

func line(id, text string) *messages.Line {
	return &messages.Line{ID: messages.LineID(id), Channel: garden, Author: messages.Author{ID: "ana", Name: "Ana"}, Text: text}
}

// quiet says that an account hears nothing but is there.
func quiet(context.Context, messages.ChannelID, messages.Event) error { return nil }

func TestAdapter(t *testing.T) {
	adaptertest.Run(t, func(t *testing.T) adaptertest.Rig {
		n := Open(Config{})
		felix := add(t, n, "web/felix", "Felix")
		nora, _ := listens(t, add(t, n, "web/nora", "Nora")) // hears what Felix posts
		said := 0
		return adaptertest.Rig{
			Adapter: felix,
			Channel: garden,
			Me:      "felix",
			Say: func(author, text string) {
				said++
				l := line(strconv.Itoa(said), text)
				l.Author = messages.Author{ID: messages.PersonID(author), Name: author}
				untilTaken(t, n, l)
			},
			Attach: func(author, text string) {
				said++
				l := line(strconv.Itoa(said), text)
				l.Author = messages.Author{ID: messages.PersonID(author), Name: author}
				l.Attachments = []messages.Attachment{{ID: "f", Name: adaptertest.FileName, Type: adaptertest.FileType, Bytes: adaptertest.FileBytes}}
				untilTaken(t, n, l)
			},
			Posted: func() []string {
				nora.mu.Lock()
				defer nora.mu.Unlock()
				var posted []string
				for _, l := range nora.lines {
					if l.Author.ID == "felix" {
						posted = append(posted, l.Text)
					}
				}
				return posted
			},
			Echoes: true,
			Stands: func(line messages.LineID) (text string) {
				nora.mu.Lock()
				defer nora.mu.Unlock()
				for _, l := range nora.lines {
					if l.ID == line {
						text = l.Text
					}
				}
				return text
			},
		}
	})
}

// untilTaken says a line as a client does: again under the same id while that
// may help.
func untilTaken(t *testing.T, n *Network, l *messages.Line) {
	t.Helper()
	for range 10_000 {
		_, err := n.Say(t.Context(), l)
		if err == nil || isRefused(err) {
			return
		}
		select {
		case <-time.After(time.Millisecond): // the client's pause
		case <-t.Context().Done():
			return
		}
	}
	t.Fatalf("line %s was never taken", l.ID)
}

func TestListen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := Open(Config{})
		a := add(t, n, "aria", "Aria")
		_, stop := listens(t, a)
		synctest.Wait()
		if err := a.Listen(t.Context(), quiet); err == nil {
			t.Error("it listens twice at a time")
		}
		stop()

		entered := make(chan struct{})
		listening, stopListening := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			_ = a.Listen(listening, func(ctx context.Context, _ messages.ChannelID, _ messages.Event) error {
				close(entered)
				<-ctx.Done()
				return ctx.Err()
			})
		}()
		synctest.Wait()
		said := make(chan error)
		go func() {
			_, err := n.Say(t.Context(), line("1", "hi"))
			said <- err
		}()
		<-entered
		stopListening()
		if err := <-said; !isClosed(err) {
			t.Errorf("a line under way when Listen ends: got %v, want ErrClosed", err)
		}
		<-ended
	})
}
