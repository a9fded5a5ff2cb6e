package bridge

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
	"testing/synctest"
	"time"

	"familiar/actors/adapter"
	"familiar/messages"
)

// ask makes a request of an account as a bridge does.
func ask(a *Account, method, path, body string) (status int, answer string) {
	w := httptest.NewRecorder()
	a.ServeHTTP(w, httptest.NewRequest(method, root+path, strings.NewReader(body)))
	return w.Code, strings.TrimSpace(w.Body.String())
}

// greetAs says hello and returns the path of the session.
func greetAs(t *testing.T, a *Account, me string) string {
	t.Helper()
	status, said := ask(a, "POST", "", `{"me":{"id":"`+me+`"},"can":["edits","singing"]}`)
	var hi welcome
	if err := json.Unmarshal([]byte(said), &hi); status != http.StatusOK || err != nil || len(hi.Can) != 1 || hi.Account != a.id {
		t.Fatalf("hello: %d %s", status, said)
	}
	return "/" + hi.Session
}

// listens has an account listen with answers to what it hears, and returns what it heard.
func listens(t *testing.T, a *Account, answers ...error) (heard func() []messages.Event) {
	var mu sync.Mutex
	var all []messages.Event
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		ended <- a.Listen(ctx, func(_ context.Context, _ messages.ChannelID, e messages.Event) (err error) {
			mu.Lock()
			defer mu.Unlock()
			all = append(all, e)
			if len(answers) > 0 {
				err, answers = answers[0], answers[1:]
			}
			return err
		})
	}()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Errorf("Listen: %v", err)
		}
	})
	synctest.Wait()
	return func() []messages.Event {
		mu.Lock()
		defer mu.Unlock()
		return all
	}
}

const hi = `{"type":"line","chat":"g","id":"%d","author":{"id":"u"},"text":"hi"}`

func TestSessions(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := open(t, "aria")
		check := func(what string, want int, says, method, path, body string) {
			t.Helper()
			if status, said := ask(a, method, path, body); status != want || !strings.Contains(said, says) {
				t.Errorf("%s: got %d %s, want %d and %q", what, status, said, want, says)
			}
		}
		check("a hello that nobody waits for", 503, "not connected by this process", "POST", "", `{"me":{"id":"b"}}`)
		if _, err := a.Identity(t.Context()); !errors.Is(err, adapter.ErrAwaited) || adapter.PauseOf(err) != askAgain {
			t.Errorf("its identity is %v", err)
		}
		check("a hello of nobody", 400, "me.id: missing", "POST", "", `{}`)
		check("no hello", 400, "the body is no JSON object", "POST", "", `hello`)
		first := greetAs(t, a, "b")
		if me, err := a.Identity(t.Context()); err != nil || me.ID != "b" || !me.Bot {
			t.Errorf("it is %+v, %v", me, err)
		}
		check("a report that nobody hears", 503, "not listening", "POST", first+"/events", `{"events":[`+fmt.Sprintf(hi, 1)+`]}`)
		heard := listens(t, a)
		check("a report", 200, `{"taken":1}`, "POST", first+"/events", `{"events":[`+fmt.Sprintf(hi, 1)+`]}`)
		check("a report of nothing", 200, `{"taken":0}`, "POST", first+"/events", `{}`)
		check("a report with a mistake", 400, "events[1].id: missing; nothing was taken", "POST", first+"/events", `{"events":[`+fmt.Sprintf(hi, 2)+`,{"chat":"g"}]}`)
		check("a long report", 400, "events: got 101, want at most 100", "POST", first+"/events", `{"events":[`+strings.Repeat(`{},`, 100)+`{}]}`)
		check("a huge report", 413, "longer than 1048576 bytes", "POST", first+"/events", strings.Repeat(" ", bodyMost+1))
		if n := len(heard()); n != 1 {
			t.Errorf("heard %d events, want 1", n)
		}
		check("orders, when there are none", 200, `{"orders":[]}`, "GET", first+"/orders?wait=0", "")
		began := time.Now()
		check("orders", 200, `{"orders":[]}`, "GET", first+"/orders", "")
		if took := time.Since(began); took != waitMost {
			t.Errorf("it waited %v, want %v", took, waitMost)
		}
		check("orders for an hour", 400, "wait: want 0 to 20 seconds", "GET", first+"/orders?wait=3600", "")
		check("an answer to nothing", 200, `{"late":true}`, "POST", first+"/orders/7", `{"line":"1"}`)
		check("no route", 404, "no such route", "GET", "/", "")

		second := greetAs(t, a, "b")
		check("a bridge that was replaced", 409, "end this one", "GET", first+"/orders", "")
		check("a bridge of another process", 410, "say hello again", "GET", "/old/orders", "")
		check("the new one", 200, "", "GET", second+"/orders?wait=0", "")
		check("somebody else", 409, "an account is one identity", "POST", "", `{"me":{"id":"c"}}`)
	})
}

// TestTakenInPart: a bridge learns how much of a report is in the journal.
func TestTakenInPart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := open(t, "aria")
		_, _ = a.Identity(t.Context())
		session := greetAs(t, a, "b")
		heard := listens(t, a, nil, fmt.Errorf("%w: odd", adapter.ErrRefused), errors.New("journal is full"))
		report := `{"events":[` + fmt.Sprintf(hi, 1) + "," + fmt.Sprintf(hi, 2) + "," + fmt.Sprintf(hi, 3) + "," + fmt.Sprintf(hi, 4) + `]}`
		status, said := ask(a, "POST", session+"/events", report)
		want := `{"taken":2,"refused":["events[1]: event refused: odd"],"error":"the journal didn't take it just now: send the rest again"}`
		if status != 503 || said != want {
			t.Errorf("got %d %s, want %s", status, said, want)
		}
		if n := len(heard()); n != 3 {
			t.Errorf("heard %d, want 3: the fourth comes after the third", n)
		}
	})
}

// TestPostOverHTTP: an order as a bridge gets it, and what its answer comes to.
func TestPostOverHTTP(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := open(t, "aria")
		_, _ = a.Identity(t.Context())
		session := greetAs(t, a, "b")
		listens(t, a)
		room := a.channel(place{Chat: "g"})
		p := messages.Post{
			ID: "p1", Channel: room, Familiar: "aria", Text: "ask @Ben, not @everyone", ReplyTo: "7", Thread: true,
			Mentions: []messages.Mention{{Name: "Ben", ID: "u2"}}, Meta: messages.Meta{At: 5},
		}
		var made adapter.Posted
		done := make(chan error, 1)
		go func() {
			var err error
			made, err = a.Post(t.Context(), p)
			done <- err
		}()
		_, said := ask(a, "GET", session+"/orders", "")
		want := `{"orders":[{"id":"1","type":"post","chat":"g","post":"p1","at":5,"familiar":"aria","text":"ask @Ben, not @everyone","spans":[{"text":"ask "},{"text":"@Ben","who":"u2"},{"text":", not @everyone"}],"reply_to":"7","start_thread":true}]}`
		if said != want {
			t.Errorf("got  %s\nwant %s", said, want)
		}
		if status, said := ask(a, "POST", session+"/orders/1", `{}`); status != 400 || !strings.Contains(said, "line: missing") {
			t.Errorf("an answer without a line: %d %s", status, said)
		}
		if status, said := ask(a, "POST", session+"/orders/1", `{"line":"8","thread":"7"}`); status != 200 || said != "{}" {
			t.Errorf("its answer: %d %s", status, said)
		}
		if err := <-done; err != nil || made != (adapter.Posted{Line: "8", Thread: a.channel(place{Chat: "g", Thread: "7"})}) {
			t.Errorf("posted %+v, %v", made, err)
		}
		if _, said := ask(a, "POST", session+"/orders/1", `{"line":"8"}`); said != `{"late":true}` {
			t.Errorf("the same answer again: %s", said)
		}

		go func() { // a bridge that comes anew while a post is under way
			_, err := a.Post(t.Context(), p)
			done <- err
		}()
		_, _ = ask(a, "GET", session+"/orders", "")
		greetAs(t, a, "b")
		if err := <-done; !isLost(err) {
			t.Errorf("the post came to %v, want that nobody knows", err)
		}
	})
}

// TestSilence: an account whose bridge is gone loses its network, and has it again.
func TestSilence(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := open(t, "aria")
		_, _ = a.Identity(t.Context())
		session := greetAs(t, a, "b")
		began := time.Now()
		err := a.Listen(t.Context(), func(context.Context, messages.ChannelID, messages.Event) error { return nil })
		if took := time.Since(began); !errors.Is(err, errAway) || adapter.PauseOf(err) != comeBack || took < silentAfter || took > silentAfter+lookEvery {
			t.Errorf("Listen ended after %v with %v", took, err)
		}
		if status, _ := ask(a, "GET", session+"/orders?wait=0", ""); status != 200 {
			t.Errorf("the bridge is answered %d", status)
		}
		listens(t, a)
	})
}

// TestElsewhere: a bridge of an account that has become another process's is told to say
// hello again, and then to do so there; when the account is back, so may be the bridge.
func TestElsewhere(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := open(t, "aria")
		_, _ = a.Identity(t.Context())
		session := greetAs(t, a, "b")
		ctx, leave := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		hear := func(context.Context, messages.ChannelID, messages.Event) error { return nil }
		go func() { ended <- a.Listen(ctx, hear) }()
		synctest.Wait()
		leave()
		if err := <-ended; err != nil {
			t.Fatal(err)
		}
		says := func(want int, words, method, path, body string) {
			t.Helper()
			if status, said := ask(a, method, path, body); status != want || !strings.Contains(said, words) {
				t.Errorf("%s %s: %d %s, want %d and %q", method, path, status, said, want, words)
			}
		}
		says(200, "", "GET", session+"/orders?wait=0", "") // what is still to be posted
		time.Sleep(wantedFor)
		says(410, "say hello again", "GET", session+"/orders?wait=0", "")
		says(410, "say hello again", "POST", session+"/events", `{"events":[`+fmt.Sprintf(hi, 1)+`]}`)
		says(503, "another process of the deployment", "POST", "", `{"me":{"id":"b"}}`)
		_, _ = a.Identity(t.Context())
		session = greetAs(t, a, "b")
		listens(t, a)
		says(200, `{"taken":1}`, "POST", session+"/events", `{"events":[`+fmt.Sprintf(hi, 1)+`]}`)
	})
}

// TestCrowdOfRequests: a bridge that asks too much at once is told so.
func TestCrowdOfRequests(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := open(t, "aria")
		_, _ = a.Identity(t.Context())
		session := greetAs(t, a, "b")
		var asking sync.WaitGroup
		for range requestsMost {
			asking.Go(func() { ask(a, "GET", session+"/orders", "") })
		}
		synctest.Wait()
		if status, said := ask(a, "GET", session+"/orders?wait=0", ""); status != 429 {
			t.Errorf("one more: %d %s", status, said)
		}
		asking.Wait()
	})
}

func TestOpen(t *testing.T) {
	for want, c := range map[string]Config{
		"want at least 16 bytes": {Token: "short"},
		"marks direct messages":  {Token: token, Workspace: "a@b"},
		"openssl rand -hex 16":   {},
	} {
		if _, err := Open("aria", c); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
	a := open(t, "aria")
	if !a.Shows(token) || a.Shows("") || a.Shows(token+"x") {
		t.Error("it doesn't know its token")
	}
}
