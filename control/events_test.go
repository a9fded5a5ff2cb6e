package control

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"familiar/control/feed"
	"familiar/control/past"
	"familiar/control/wire"
	"familiar/messages"
)

const garden = "/v1/channels/garden/events"

func serve(t testing.TB, r *rig) *httptest.Server {
	server := httptest.NewServer(r.Handler())
	t.Cleanup(server.Close)
	return server
}

func TestAStreamTellsThePastThenTheRest(t *testing.T) {
	r, id := newRig(t, nil), channelID("garden", "")
	server := serve(t, r)
	for i := range 3 {
		l := line(fmt.Sprint(i), "hi")
		r.hear(id, messages.Heard{Line: l}, messages.AlsoHeard{Line: l}, messages.TimerFired{N: 1})
	}
	post := line("p", "hello")
	post.Author, post.Nonce = messages.Author{ID: "aria", Name: "Aria", Bot: true}, "n"
	r.hear(id, messages.Heard{Line: post}, messages.Deleted{ID: "1"}, messages.Deleted{ID: "1"})
	r.decide(&messages.Note{Channel: id, Familiar: "aria", Line: "0", At: 1, Act: messages.Engage, Rung: "mention", Facts: messages.MentionsUs})

	in := r.open(server, garden+"?tail=3", "")
	defer in.cancel()
	past := in.until("ready")
	want := []string{"decision", "line", "line", "delete"}
	if got := kinds(past); !slices.Equal(got, want) {
		t.Fatalf("got %v, want %v", got, want)
	}
	for i, part := range []string{`"name":"Aria","line":"0"`, `"id":"2"`, `"familiar":"aria","post":"n"`, `{"id":"1"}`} {
		if !strings.Contains(past[i].data, part) {
			t.Errorf("event %d is %s, want %s in it", i, past[i].data, part)
		}
	}
	r.hear(id, messages.AlsoHeard{Line: line("2", "hi")}, messages.Edited{Line: line("2", "ho")}, messages.Edited{Line: line("2", "ho")})
	r.Feed.Typing(messages.ShowTyping{Channel: id, Account: "web/aria", On: true})
	r.ask("POST", "/v1/channels/garden/typing", `{"author":{"id":"u1","name":"Ana"},"on":true}`)
	r.Feed.Reacting(messages.React{Channel: id, Account: "web/aria", Line: "2", Emoji: "👍"})
	r.Feed.Doing(id, []messages.Doing{{Familiar: "aria", Act: "composing", Until: 9}})
	for _, want := range []string{`edit {"id":"2"`, `typing {"author":{"id":"aria","name":"Aria","bot":true},"familiar":"aria","on":true}`, `typing {"author":{"id":"u1"`, `reaction {"author":{"id":"aria","name":"Aria","bot":true},"familiar":"aria","line":"2","emoji":"👍"}`, `doing {"seats":[{"familiar":"aria","name":"Aria","act":"composing","trigger":"","until":9}],"now":`} {
		e, err := in.next()
		if got := e.name + " " + e.data; err != nil || !strings.HasPrefix(got, want) {
			t.Errorf("got %s %v, want %s", got, err, want)
		}
	}
}

func TestADeletedLinesTextIsNotSentAgain(t *testing.T) {
	r, id := newRig(t, nil), channelID("garden", "")
	server := serve(t, r)
	r.hear(id, messages.Heard{Line: line("1", "secret")}, messages.Edited{Line: line("1", "secret!")}, messages.Deleted{ID: "1"})
	in := r.open(server, garden, "")
	defer in.cancel()
	if got := fmt.Sprint(in.until("ready")); strings.Contains(got, "secret") || !strings.Contains(got, "delete") {
		t.Errorf("got %s", got)
	}
}

// TestWhatIsForgottenIsTakenAway: whoever has read a line is told that it is forgotten, at
// once or as they come back; who begins to read is told neither.
func TestWhatIsForgottenIsTakenAway(t *testing.T) {
	r, id := newRig(t, nil), channelID("garden", "")
	server := serve(t, r)
	r.hear(id, messages.Heard{Line: line("1", "secret")}, messages.Heard{Line: line("2", "secret, too")})
	reader := r.open(server, garden, "")
	defer reader.cancel()
	past := reader.until("ready")
	r.hear(id, messages.Forgotten{Person: "u1"}, messages.Heard{Line: line("3", "hello")})
	const told = `forgotten {"person":"u1","before":0,"all":false}`
	for _, want := range []string{told, `line {"id":"3"`} {
		e, err := reader.next()
		if got := e.name + " " + e.data; err != nil || !strings.HasPrefix(got, want) {
			t.Errorf("live: got %s %v, want %s", got, err, want)
		}
	}
	back := r.open(server, garden, past[0].id) // had seen the first line
	defer back.cancel()
	if got := back.until("ready"); !slices.Equal(kinds(got), []string{"forgotten", "line"}) || got[0].name+" "+got[0].data != told {
		t.Errorf("who comes back is told %v", got)
	}
	anew := r.open(server, garden, "")
	defer anew.cancel()
	if got := anew.until("ready"); !slices.Equal(kinds(got), []string{"line"}) {
		t.Errorf("who begins is told %v", got)
	}
}

func TestAnIDOfAnotherJournalCountsAsNone(t *testing.T) {
	r, id := newRig(t, nil), channelID("garden", "")
	server := serve(t, r)
	r.hear(id, messages.Heard{Line: line("1", "hi")})
	in := r.open(server, garden, "900000.1700000000000.1")
	defer in.cancel()
	if got := kinds(in.until("ready")); !slices.Equal(got, []string{"line"}) {
		t.Errorf("got %v", got)
	}
}

func TestWhatAStreamIsAskedFor(t *testing.T) {
	for _, query := range []string{"?tail=-1", "?tail=1001", "?tail=x", "?last_event_id=7", "?last_event_id=a.b", "?last_event_id=1.-5.2", "?last_event_id=1.5.-2", "?thread=%00"} {
		if w := newRig(t, nil).ask("GET", garden+query, ""); w.Code != http.StatusBadRequest {
			t.Errorf("%s: got %d %s, want 400", query, w.Code, w.Body)
		}
	}
}

// TestReadingOnLosesAndRepeatsNothing cuts a stream at random events and
// resumes it, while lines are heard by two accounts and decided on by three
// seats in the same millisecond.
func TestReadingOnLosesAndRepeatsNothing(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		luck := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 1))
		r, id := newRig(t, nil), channelID("garden", "")
		server := httptest.NewServer(r.Handler())
		defer server.Close()
		var lines, notes, gotLines, gotNotes []string
		happen := func() {
			n := fmt.Sprint(len(lines))
			switch luck.IntN(4) {
			case 0, 1:
				r.hear(id, messages.Heard{Line: line(n, "hi")})
				lines = append(lines, "line "+n)
				if luck.IntN(2) == 0 {
					r.hear(id, messages.AlsoHeard{Line: line(n, "hi")})
				}
			case 2:
				at := messages.Instant(1 + len(notes)/3)
				n := fmt.Sprint(len(notes))
				r.decide(&messages.Note{Channel: id, Familiar: "aria", Line: messages.LineID(n), At: at})
				notes = append(notes, "decision "+n)
			case 3:
				if len(lines) > 0 {
					r.hear(id, messages.TimerFired{N: 1})
				}
			}
		}
		lastID := ""
		for range rapid.IntRange(1, 8).Draw(rt, "streams") {
			for range luck.IntN(6) {
				happen()
			}
			in := r.open(server, garden, lastID)
			for range luck.IntN(6) {
				happen() // perhaps while the past is read
			}
			left := len(lines) + len(notes) - len(gotLines) - len(gotNotes)
			for range luck.IntN(left + 1) {
				e, err := in.next()
				for err == nil && e.name == "ready" {
					e, err = in.next()
				}
				if err != nil {
					rt.Fatalf("after %v: %v", gotLines, err)
				}
				_, name, _ := strings.Cut(e.data, map[string]string{"line": `"id":"`, "decision": `"line":"`}[e.name])
				name, _, _ = strings.Cut(name, `"`)
				if e.name == "line" {
					gotLines = append(gotLines, "line "+name)
				} else {
					gotNotes = append(gotNotes, e.name+" "+name)
				}
			}
			lastID = in.id
			in.cancel()
		}
		in := r.open(server, garden, lastID)
		for _, e := range in.until("ready") {
			_, name, _ := strings.Cut(e.data, map[string]string{"line": `"id":"`, "decision": `"line":"`}[e.name])
			name, _, _ = strings.Cut(name, `"`)
			if e.name == "line" {
				gotLines = append(gotLines, "line "+name)
			} else {
				gotNotes = append(gotNotes, e.name+" "+name)
			}
		}
		in.cancel()
		if !slices.Equal(gotLines, lines) {
			rt.Fatalf("got %v, want %v", gotLines, lines)
		}
		if !slices.Equal(gotNotes, notes) {
			rt.Fatalf("got %v, want %v", gotNotes, notes)
		}
	})
}

// TestAStreamBeginsWithoutWhatWasForgotten: neither with the words nor with a line that
// has none, and what somebody says afterwards is told.
func TestAStreamBeginsWithoutWhatWasForgotten(t *testing.T) {
	for _, tt := range []struct {
		story     string
		forgotten messages.Forgotten
		want      []string
	}{
		{"a person", messages.Forgotten{Person: "ben"}, []string{"line 2", "edit 2", "line 3"}},
		{"a channel", messages.Forgotten{All: true}, []string{"line 3"}},
		{"what is old", messages.Forgotten{Before: messages.InstantOf(time.UnixMilli(1_795_000_000_000)) + 3}, []string{"edit 2", "line 3"}},
	} {
		t.Run(tt.story, func(t *testing.T) {
			r, id := aged(t), channelID("garden", "")
			server := serve(t, r)
			r.hear(id, saidBy("1", "ben", ""), messages.Heard{Line: line("2", "two")}, messages.Edited{Line: line("2", "too")}, tt.forgotten, saidBy("3", "ben", "new"))
			in := r.open(server, garden+"?tail=3", "")
			defer in.cancel()
			var told []string
			for _, e := range in.until("ready") {
				var l lineEvent
				if err := json.Unmarshal([]byte(e.data), &l); err != nil {
					t.Fatal(err)
				}
				told = append(told, e.name+" "+string(l.ID))
			}
			if !slices.Equal(told, tt.want) {
				t.Errorf("got %q, want %q", told, tt.want)
			}
		})
	}
}

// TestTheNotesOfThePastAreForgotten shows that one the feed tells again is
// left out, and that the first new one frees what was kept for that.
func TestTheNotesOfThePastAreForgotten(t *testing.T) {
	r, id := newRig(t, nil), channelID("garden", "")
	w := httptest.NewRecorder()
	out, err := wire.OpenEvents(w, eventTime)
	if err != nil {
		t.Fatal(err)
	}
	old := &messages.Note{Channel: id, Familiar: "aria", Line: "old", At: 5}
	st := &stream{Server: r.Server, place: place{chat: "garden", id: id}, out: out, heard: past.NewOnce(), told: map[messages.Note]int{}}
	if err := st.sendPast(past.Beginning{Notes: []*messages.Note{old}}); err != nil {
		t.Fatal(err)
	}
	for _, n := range []*messages.Note{old, {Channel: id, Familiar: "pip", Line: "same", At: 5}, {Channel: id, Familiar: "aria", Line: "new", At: 6}} {
		if err := st.show(feed.Noted{Note: n}); err != nil {
			t.Fatal(err)
		}
		if kept := len(st.told) > 0; kept != (n.At == 5) {
			t.Errorf("after %s: the past is kept %v", n.Line, kept)
		}
	}
	for line, want := range map[string]int{"old": 1, "same": 1, "new": 1} {
		if got := strings.Count(w.Body.String(), `"line":"`+line+`"`); got != want {
			t.Errorf("%s was sent %d times, want %d", line, got, want)
		}
	}
}

func TestPostsAreReadInPages(t *testing.T) {
	r, id := newRig(t, nil), channelID("garden", "")
	for i := range maxPosts + 2 {
		post := line(fmt.Sprint(i), "hello")
		post.Author, post.Nonce = messages.Author{ID: "aria", Bot: true}, "n"
		r.hear(id, messages.Heard{Line: post}, messages.AlsoHeard{Line: post}, messages.Heard{Line: line("h"+fmt.Sprint(i), "hi")})
	}
	total, next := 0, "0"
	for _, want := range []int{maxPosts, 2, 0} {
		body := r.ask("GET", "/v1/channels/garden/posts?after="+next, "").Body.String()
		if got := strings.Count(body, `"familiar":"aria"`); got != want {
			t.Fatalf("got %d after %s, want %d", got, next, want)
		}
		_, next, _ = strings.Cut(body, `"next":`)
		next = strings.TrimRight(next, "}\n")
		total += want
	}
	if total != maxPosts+2 {
		t.Errorf("got %d", total)
	}
}

func TestAReaderThatTakesNothingGoes(t *testing.T) {
	r, id := newRig(t, nil), channelID("garden", "")
	r.eventTime = 50_000_000 // 50 ms
	gone := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		r.Handler().ServeHTTP(w, req)
		close(gone)
	}))
	defer server.Close()
	for i := range 1000 {
		r.hear(id, messages.Heard{Line: line(fmt.Sprint(i), strings.Repeat("x", 16_000))})
	}
	conn, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	fmt.Fprintf(conn, "GET %s?tail=1000 HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\n\r\n", garden, r.run)
	<-gone
	if r.Feed.Watched(id) {
		t.Error("it still watches")
	}
}

func kinds(events []event) (all []string) {
	for _, e := range events {
		all = append(all, e.name)
	}
	return all
}
