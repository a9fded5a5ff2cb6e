package remote

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"familiar/internal/await"
	"familiar/lab/load"
	"familiar/lab/load/tally"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// A fake is a familiar's HTTP interface that decides every line at once, and
// ends each stream after its first decision.
type fake struct {
	status int // of every line; 0: 202

	mu      sync.Mutex // lines and streams come at the same time
	said    chan string
	resumed []string // what streams were asked to go on from
}

func (f *fake) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Header.Get("Authorization") != "Bearer secret" {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	switch {
	case strings.HasSuffix(r.URL.Path, "/lines"):
		var line struct{ ID string }
		if json.NewDecoder(r.Body).Decode(&line) != nil || f.status != 0 {
			w.WriteHeader(f.status)
			return
		}
		w.WriteHeader(http.StatusAccepted)
		f.said <- line.ID
	case strings.HasSuffix(r.URL.Path, "/events"):
		f.stream(w, r)
	default:
		fmt.Fprint(w, `{"channel":"c0","members":[{"familiar":"aria","person":"aria-1"},{"familiar":"bea","person":"bea"}]}`)
	}
}

func (f *fake) stream(w http.ResponseWriter, r *http.Request) {
	f.mu.Lock()
	f.resumed = append(f.resumed, r.Header.Get("Last-Event-ID"))
	n := len(f.resumed)
	f.mu.Unlock()
	fmt.Fprint(w, ": stream\n\nevent: ready\ndata: {}\n\n")
	_ = http.NewResponseController(w).Flush() // whoever has gone needs none
	select {
	case id := <-f.said:
		for _, event := range []string{
			`{"familiar":"bea","line":"` + id + `","act":"observe","rung":"rest"}`,
			`{"familiar":"aria","line":"` + id + `","act":"engage","rung":"mention"}`,
			`{"familiar":"aria","line":"` + id + `","act":"wait","rung":"outage","term":"retry"}`,
			`{"familiar":"aria","line":"` + id + `","act":"settled","rung":"spoke"}`,
			`{"familiar":"aria","line":"` + id + `","act":"drop","rung":"duplicate"}`,
			`{"familiar":"aria","line":"somebody's","act":"observe","rung":"rest"}`,
		} {
			fmt.Fprintf(w, "id: %d.0.0\nevent: decision\ndata: %s\n\n", n, event)
		}
		fmt.Fprintf(w, "event: line\ndata: {\"id\":\"post:%d\",\"post\":\"p%d\",\"text\":\"%s\"}\n\n", n, n, load.Names{Run: "r"}.Quote([]load.Key{{Number: uint32(n)}}))
	case <-r.Context().Done():
	}
}

func open(t *testing.T, f *fake, token string) (*Program, *tally.Tally, error) {
	t.Helper()
	f.said = make(chan string, 1)
	s := httptest.NewServer(f)
	t.Cleanup(s.Close)
	account := tally.New(tally.Options{Channels: 2})
	p, err := Open(t.Context(), Options{URLs: []string{s.URL + "/#token=x"}, Token: token, Channels: 2, Watch: 1, Names: load.Names{Run: "r"}, Tally: account})
	if err == nil {
		t.Cleanup(p.Close)
	}
	return p, account, err
}

// TestProgram: lines are said, the witness's decisions on them are counted and
// nobody else's, and a stream that ends is resumed where it was.
func TestProgram(t *testing.T) {
	f := &fake{}
	p, account, err := open(t, f, "secret")
	if err != nil {
		t.Fatal(err)
	}
	if p.Names.Familiar != "aria-1" {
		t.Errorf("calls mention %q, want the first member's person", p.Names.Familiar)
	}
	for n := range uint32(3) {
		k := account.Say(0, time.Now(), time.Now(), true)
		if err := p.Say(t.Context(), load.Line{Key: k, ID: p.Names.ID(k.Number), Author: "ana", Text: "hi"}); err != nil {
			t.Fatal(err)
		}
		answered(t, account, uint64(n)+1)
	}
	if got := account.Lines(); got.Decided != 3 || got.Doubled != 0 || got.Repeated != 3 || got.Unknown != 0 {
		t.Errorf("got %+v, want three lines decided once each", got)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.resumed) < 3 || f.resumed[0] != "" || f.resumed[1] != "1.0.0" || f.resumed[2] != "2.0.0" {
		t.Errorf("streams went on from %q, want each from where the one before ended", f.resumed)
	}
}

// answered waits until so many calls are: a stream says when it likes.
func answered(t *testing.T, account *tally.Tally, n uint64) {
	t.Helper()
	await.Until(t, fmt.Sprintf("an answer to %d calls", n), func() bool { return account.Answers().Answered >= n })
}

// TestSeveralProcesses: each of a familiar's processes has its share of the channels.
func TestSeveralProcesses(t *testing.T) {
	processes := []*fake{{said: make(chan string, 1)}, {said: make(chan string, 1)}}
	var urls []string
	for _, f := range processes {
		s := httptest.NewServer(f)
		t.Cleanup(s.Close)
		urls = append(urls, s.URL)
	}
	p, err := Open(t.Context(), Options{URLs: urls, Token: "secret", Channels: 4, Names: load.Names{Run: "r"}, Tally: tally.New(tally.Options{Channels: 4})})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	for channel := range 4 {
		id := fmt.Sprintf("r-%d", channel)
		if err := p.Say(t.Context(), load.Line{Key: load.Key{Channel: channel}, ID: id}); err != nil {
			t.Fatal(err)
		}
		if got := <-processes[channel%2].said; got != id {
			t.Errorf("process %d was told %q, want %q", channel%2, got, id)
		}
	}
}

// TestUnwatched: nothing is expected of channels that are not followed.
func TestUnwatched(t *testing.T) {
	_, account, err := open(t, &fake{}, "secret")
	if err != nil {
		t.Fatal(err)
	}
	account.Say(1, time.Now(), time.Now(), false)
	account.Accepted(0)
	if got := account.Lines(); got.Waiting != 0 || got.Excused != 1 {
		t.Errorf("got %+v, want the line excused", got)
	}
}

func TestSay(t *testing.T) {
	for _, tt := range []struct {
		story  string
		status int
		want   error
	}{
		{"said before", http.StatusOK, nil},
		{"nobody is there", http.StatusNotFound, load.ErrNobody},
		{"full", http.StatusServiceUnavailable, load.ErrAgain},
		{"it failed", http.StatusInternalServerError, load.ErrAgain},
	} {
		p, _, err := open(t, &fake{status: tt.status}, "secret")
		if err != nil {
			t.Fatal(err)
		}
		if err := p.Say(t.Context(), load.Line{ID: "r-1"}); !errors.Is(err, tt.want) {
			t.Errorf("%s: got %v, want %v", tt.story, err, tt.want)
		}
	}
	p, _, err := open(t, &fake{}, "secret")
	if err != nil {
		t.Fatal(err)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if err := p.Say(gone, load.Line{ID: "r-1"}); !errors.Is(err, load.ErrAgain) {
		t.Errorf("cut off: got %v, want ErrAgain: it may have been taken", err)
	}
}

func TestOpenRefuses(t *testing.T) {
	if _, _, err := open(t, &fake{}, "wrong"); err == nil || !strings.Contains(err.Error(), "does the token have") || strings.Contains(err.Error(), "wrong") {
		t.Errorf("a wrong token: got %v", err)
	}
	for _, address := range []string{"", "127.0.0.1:1", "ftp://here", "http://"} {
		if _, err := Open(t.Context(), Options{URLs: []string{address}, Channels: 1}); err == nil || !strings.Contains(err.Error(), "not an address") {
			t.Errorf("%q: got %v, want a word about addresses", address, err)
		}
	}
}
