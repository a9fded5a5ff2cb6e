package inbound

import (
	"io"
	"log/slog"
	"net/http"
	"testing"
)

// named takes what is asked for under its name.
type named struct{ path, says string }

func (n *named) Wants(r *http.Request) bool { return r.URL.Path == n.path }

func (n *named) ServeHTTP(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, n.says) }

// TestListeners: receivers share an address, the newest has what two want, and with the
// last one the address is free.
func TestListeners(t *testing.T) {
	var ls Listeners
	log := slog.New(slog.DiscardHandler)
	const address = "127.0.0.1:0"
	ana, bea, later := &named{"/ana", "ana"}, &named{"/bea", "bea"}, &named{"/ana", "later"}
	at, leaveAna, err := ls.Enter(address, ana, log)
	if err != nil {
		t.Fatal(err)
	}
	ask := func(path, want string) {
		t.Helper()
		answer, err := http.Get("http://" + at.String() + path) //nolint:gosec // our own
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		if got, _ := io.ReadAll(answer.Body); string(got) != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
	again, leaveBea, err := ls.Enter(address, bea, log)
	if err != nil || again != at {
		t.Fatalf("listens at %v, %v; want %v", again, err, at)
	}
	ask("/ana", "ana")
	ask("/bea", "bea")
	ask("/eve", "404 page not found\n")
	_, leaveLater, err := ls.Enter(address, later, log)
	if err != nil {
		t.Fatal(err)
	}
	ask("/ana", "later")
	leaveAna()
	leaveAna()
	ask("/ana", "later")
	if _, _, err := ls.Enter(at.String(), ana, log); err == nil {
		t.Error("an address is listened at twice")
	}
	leaveLater()
	leaveBea()
	_, leave, err := ls.Enter(at.String(), ana, log)
	if err != nil {
		t.Fatalf("the address isn't free: %v", err)
	}
	leave()
}

// TestCheck: who others can reach wants a secret.
func TestCheck(t *testing.T) {
	for _, tt := range []struct {
		address string
		secret  bool
		ok      bool
	}{
		{"127.0.0.1:6700", false, true},
		{"localhost:6700", false, true},
		{"[::1]:6700", false, true},
		{":6700", false, false},
		{"0.0.0.0:6700", false, false},
		{"192.168.1.5:6700", false, false},
		{"bot.example.org:6700", false, false},
		{":6700", true, true},
		{"127.0.0.1", true, false},
		{"127.0.0.1:x", true, false},
		{"127.0.0.1:70000", true, false},
		{"", true, false},
	} {
		if err := Check(tt.address, tt.secret); (err == nil) != tt.ok {
			t.Errorf("%q, secret %v: %v", tt.address, tt.secret, err)
		}
	}
}
