package onebot

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/gorilla/websocket"

	"familiar/actors/adapter"
	"familiar/actors/adapter/inbound"
	"familiar/actors/adapter/onebot/onebottest"
	"familiar/internal/await"
	"familiar/messages"
)

// implementation starts one whose account has that number.
func implementation(t *testing.T, self int64) *onebottest.Server {
	t.Helper()
	s := onebottest.New()
	t.Cleanup(s.Close)
	s.Self = self
	return s
}

// TestReverseTogether: accounts share an address, each has its own implementation's
// connection, and nobody has a stranger's.
func TestReverseTogether(t *testing.T) {
	var shared inbound.Listeners
	at := func(self string) func(*Config) {
		return func(c *Config) { c.URL, c.Listen, c.SelfID, c.Listeners = "", "127.0.0.1:0", self, &shared }
	}
	one, two, stranger := implementation(t, 10001), implementation(t, 10002), implementation(t, 10003)
	a, b := join(t, one, at("10001")), join(t, two, at("10002"))
	t.Cleanup(a.Close)
	t.Cleanup(b.Close)
	heardA, heardB := listen(t, a), listen(t, b)
	await.Until(t, "both to wait", func() bool { return a.reverse.open() == nil && b.reverse.open() == nil })
	if a.reverse.address() != b.reverse.address() {
		t.Fatalf("they wait at %s and %s, want one address", a.reverse.address(), b.reverse.address())
	}
	if got := stranger.Come(b.reverse.address(), onebottest.Token); got != http.StatusNotFound {
		t.Errorf("a stranger is answered %d, want 404", got)
	}
	comes(t, a, one)
	comes(t, a, two)
	await.Until(t, "both connections", func() bool { return listening(a) && listening(b) })
	one.Say(onebottest.Group, onebottest.Ana, onebottest.Text("to one"))
	two.Say(onebottest.Group, onebottest.Ana, onebottest.Text("to two"))
	if l := line(t, heardA); l.Text != "to one" || l.Channel != garden {
		t.Errorf("the first heard %q in %s", l.Text, l.Channel)
	}
	if l := line(t, heardB); l.Text != "to two" || l.Channel != "onebot/10002/30001" {
		t.Errorf("the second heard %q in %s", l.Text, l.Channel)
	}
}

// TestReverseNewer: of two connections the newer one counts, and no line of it is lost.
func TestReverseNewer(t *testing.T) {
	earlier := implementation(t, onebottest.Bot)
	a := join(t, earlier, func(c *Config) { c.URL, c.Listen = "", "127.0.0.1:0" })
	t.Cleanup(a.Close)
	heard := listen(t, a)
	await.Until(t, "the account to wait", func() bool { return a.reverse.open() == nil })
	if got := earlier.Come(a.reverse.address(), onebottest.Token); got != http.StatusSwitchingProtocols { // and not again: it would be the newer one
		t.Fatalf("answered %d", got)
	}
	await.Until(t, "the account's connection", func() bool { return listening(a) })
	first := a.connection()
	later := implementation(t, onebottest.Bot)
	if got := later.Come(a.reverse.address(), onebottest.Token); got != http.StatusSwitchingProtocols {
		t.Fatalf("answered %d", got)
	}
	later.Connected(1)
	later.Say(onebottest.Group, onebottest.Ana, onebottest.Text("at once"))
	if l := line(t, heard); l.Text != "at once" {
		t.Errorf("heard %q", l.Text)
	}
	if first.why() == nil {
		t.Error("the older connection still stands")
	}
}

// TestReverseUnheard: what is said over a connection that ends before anybody listens to
// it is heard by who does next.
func TestReverseUnheard(t *testing.T) {
	for _, lost := range []bool{false, true} {
		t.Run(fmt.Sprint("lost ", lost), func(t *testing.T) {
			earlier, later := implementation(t, onebottest.Bot), implementation(t, onebottest.Bot)
			a := join(t, earlier, func(c *Config) { c.URL, c.Listen = "", "127.0.0.1:0" })
			t.Cleanup(a.Close)
			if err := a.reverse.open(); err != nil {
				t.Fatal(err)
			}
			earlier.Come(a.reverse.address(), onebottest.Token)
			var on *link
			await.Until(t, "the account's connection", func() bool {
				on, _ = a.reverse.now()
				return on != nil
			})
			earlier.Whisper(onebottest.Ana, onebottest.Text("early"))
			earlier.Settle()
			if lost {
				earlier.Cut()
				<-on.gone
			}
			later.Come(a.reverse.address(), onebottest.Token)
			later.Connected(1)
			heard := listen(t, a)
			if l := line(t, heard); l.Text != "early" {
				t.Errorf("heard %q", l.Text)
			}
		})
	}
}

// TestUngreeted: what is said over a connection that ends before the implementation has
// told who the account is is heard over the next.
func TestUngreeted(t *testing.T) {
	a, s := open(t)
	s.Hang = func() { s.Whisper(onebottest.Ana, onebottest.Text("early")) }
	heard := listen(t, a)
	if l := line(t, heard); l.Text != "early" {
		t.Errorf("heard %q", l.Text)
	}
}

// TestReversePair: an implementation with a connection for events and one for calls is
// there once both are, in either order; one that is lost ends both.
func TestReversePair(t *testing.T) {
	for _, order := range [][]string{{"Event", "API"}, {"API", "Event"}, {"Event", "Event", "API"}} {
		t.Run(strings.Join(order, ", "), func(t *testing.T) {
			s := implementation(t, onebottest.Bot)
			a := join(t, s, func(c *Config) { c.URL, c.Listen = "", "127.0.0.1:0" })
			t.Cleanup(a.Close)
			heard := listen(t, a)
			await.Until(t, "the account to wait", func() bool { return a.reverse.open() == nil })
			last := len(order) - 1
			for _, role := range order[:last] {
				if got := s.ComeFor(role, a.reverse.address(), onebottest.Token); got != http.StatusSwitchingProtocols {
					t.Fatalf("%s is answered %d", role, got)
				}
			}
			if _, err := a.Identity(t.Context()); !errors.Is(err, adapter.ErrAwaited) || !strings.Contains(err.Error(), "that for "+order[last]+" is missing") {
				t.Fatalf("with one half: %v, want what is missing", err)
			}
			s.ComeFor(order[last], a.reverse.address(), onebottest.Token)
			await.Until(t, "the account's connection", func() bool { return listening(a) })
			s.Say(onebottest.Group, onebottest.Ana, onebottest.Text("hi"))
			if l := line(t, heard); l.Text != "hi" {
				t.Errorf("heard %q", l.Text)
			}
			if _, err := a.Members(t.Context(), garden); err != nil {
				t.Errorf("nothing can be asked: %v", err)
			}
			on := a.connection()
			_ = on.heard.Close()
			await.Until(t, "both to be gone", func() bool { return on.why() != nil && !s.Has("API") })
		})
	}
}

// TestReverseStrangerPairs: halves of two accounts are no pair.
func TestReverseStrangerPairs(t *testing.T) {
	one, two := implementation(t, 10001), implementation(t, 10002)
	a := join(t, one, func(c *Config) { c.URL, c.Listen = "", "127.0.0.1:0" })
	t.Cleanup(a.Close)
	if err := a.reverse.open(); err != nil {
		t.Fatal(err)
	}
	one.ComeFor("Event", a.reverse.address(), onebottest.Token)
	two.ComeFor("API", a.reverse.address(), onebottest.Token)
	await.Until(t, "the one that was there first to be turned away", func() bool { return one.Has("Event") != two.Has("API") })
	if on, _ := a.reverse.now(); on != nil {
		t.Error("they are a pair")
	}
}

// TestReverseRefused: who may not come is told why, and the token shows nowhere.
func TestReverseRefused(t *testing.T) {
	s := implementation(t, onebottest.Bot)
	a := join(t, s, func(c *Config) { c.URL, c.Listen = "", "127.0.0.1:0" })
	t.Cleanup(a.Close)
	if _, err := a.Identity(t.Context()); !errors.Is(err, adapter.ErrAwaited) || adapter.PauseOf(err) != comeAgain || !strings.Contains(err.Error(), a.reverse.address()) {
		t.Fatalf("identity: %v, want that it is awaited, and where", err)
	}
	for _, tt := range []struct {
		story  string
		header http.Header
		want   int
	}{
		{"no number", http.Header{"Authorization": {"Bearer " + onebottest.Token}}, http.StatusNotFound},
		{"no token", http.Header{"X-Self-Id": {"10001"}}, http.StatusUnauthorized},
		{"another token", http.Header{"X-Self-Id": {"10001"}, "Authorization": {"Bearer wrong"}}, http.StatusForbidden},
		{"a token of another kind", http.Header{"X-Self-Id": {"10001"}, "Authorization": {"Basic " + onebottest.Token}}, http.StatusForbidden},
		{"for what nobody knows", http.Header{"X-Self-Id": {"10001"}, "X-Client-Role": {"Moth"}, "Authorization": {"Bearer " + onebottest.Token}}, http.StatusBadRequest},
		{"a page of a browser", http.Header{"X-Self-Id": {"10001"}, "Origin": {"https://evil.example"}, "Authorization": {"Bearer " + onebottest.Token}}, http.StatusForbidden},
		{"go-cqhttp's word for it", http.Header{"X-Self-Id": {"10001"}, "Authorization": {"Token " + onebottest.Token}}, http.StatusSwitchingProtocols},
	} {
		t.Run(tt.story, func(t *testing.T) {
			conn, answer, err := websocket.DefaultDialer.Dial(a.reverse.address(), tt.header)
			if err == nil {
				_ = conn.Close()
			}
			if answer == nil || answer.StatusCode != tt.want {
				t.Errorf("answered %v, %v; want %d", answer, err, tt.want)
			}
		})
	}
}

// TestReverseCheck: whoever checks the account waits for its implementation, and leaves
// the address free.
func TestReverseCheck(t *testing.T) {
	a, _ := openReverse(t)
	standing, err := a.Check(t.Context())
	if err != nil || standing.Me.ID != "10001" || len(standing.Places) != 1 {
		t.Fatalf("checked %+v, %v", standing, err)
	}
	a.reverse.mu.Lock()
	defer a.reverse.mu.Unlock()
	if a.reverse.leave != nil {
		t.Error("it still listens")
	}
}

// TestReverseAddress: an address that others can reach wants a token.
func TestReverseAddress(t *testing.T) {
	for _, tt := range []struct {
		story string
		c     Config
		ok    bool
	}{
		{"this machine's", Config{Listen: "127.0.0.1:6700"}, true},
		{"everybody's", Config{Listen: ":6700"}, false},
		{"everybody's, with a token", Config{Listen: ":6700", Token: onebottest.Token}, true},
		{"both ways at once", Config{Listen: "127.0.0.1:6700", URL: "ws://127.0.0.1:3001/"}, false},
		{"a number that is none", Config{Listen: "127.0.0.1:6700", SelfID: "moth"}, false},
	} {
		if _, err := Open("acc", tt.c); (err == nil) != tt.ok {
			t.Errorf("%s: %v", tt.story, err)
		}
	}
}

// TestReacts: whether an account reacts its implementation says; a reaction that QQ
// refuses is an error and nothing more.
func TestReacts(t *testing.T) {
	for _, tt := range []struct{ action, want string }{
		{"set_msg_emoji_like", "-1999999993 128077"},
		{"set_group_reaction", "-1999999993 128077"},
		{"", ""},
	} {
		t.Run("by "+tt.action, func(t *testing.T) {
			a, s := open(t)
			s.Reacts = tt.action
			if adapter.Can[adapter.Reactor](a) != nil {
				t.Error("it reacts before anybody has found out")
			}
			heard := listen(t, a)
			await.Until(t, "the account's connection", func() bool { return listening(a) })
			s.Say(onebottest.Group, onebottest.Ana, onebottest.Text("hi"))
			said := line(t, heard)
			if can := adapter.Can[adapter.Reactor](a) != nil; can != (tt.want != "") {
				t.Errorf("it reacts: %v", can)
			}
			err := a.React(t.Context(), messages.React{Channel: garden, Line: said.ID, Emoji: "👍"})
			if got := strings.Join(s.Reacted(), "\n"); got != tt.want || (err == nil) != (tt.want != "") {
				t.Errorf("reacted %q, %v; want %q", got, err, tt.want)
			}
			for _, emoji := range []string{"", "👨‍👩‍👧", ":moth:"} {
				if err := a.React(t.Context(), messages.React{Channel: garden, Line: said.ID, Emoji: emoji}); !errors.Is(err, adapter.ErrGone) {
					t.Errorf("reacted with %q: %v", emoji, err)
				}
			}
		})
	}
}

// TestReacted: Lagrange's form of a reaction, and QQ's own faces.
func TestReacted(t *testing.T) {
	a, s := open(t)
	heard := listen(t, a)
	await.Until(t, "the account's connection", func() bool { return listening(a) })
	s.Tell(onebottest.Message{"post_type": "notice", "notice_type": "reaction", "sub_type": "remove", "group_id": onebottest.Group, "operator_id": onebottest.Ana, "message_id": 7, "code": "76", "count": 0})
	want := messages.Reacted{Line: "7", By: messages.Author{ID: "20001", Name: "20001"}, Emoji: ":76:", Removed: true}
	if e := await.Value(t, "the reaction", heard); e != want {
		t.Errorf("heard %+v, want %+v", e, want)
	}
}
