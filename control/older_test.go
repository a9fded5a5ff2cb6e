package control

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"familiar/control/access"
	"familiar/journal/memory"
	"familiar/messages"
)

// aged is a rig whose journal's clock ticks a millisecond a record.
func aged(t *testing.T, change ...func(*Options)) *rig {
	t.Helper()
	c, at := memory.Default(), time.UnixMilli(1_795_000_000_000)
	c.Clock = func() time.Time { at = at.Add(time.Millisecond); return at }
	j := memory.New(c)
	r := newRig(t, func(o *Options) {
		o.Journal = j
		for _, c := range change {
			c(o)
		}
	})
	r.journal = j
	return r
}

// newest returns when the newest record of a channel was journaled.
func (r *rig) newest(id messages.ChannelID) messages.Instant {
	r.t.Helper()
	for record, err := range r.journal.Rewind(r.t.Context(), id, 0) {
		if err != nil {
			r.t.Fatal(err)
		}
		return record.At
	}
	return 0
}

// turnOver reads pages from a cursor to the beginning, and returns the lines oldest
// first, as "id text".
func turnOver(t *testing.T, r *rig, address, cursor string) (lines []string, decided []messages.LineID) {
	t.Helper()
	for range 20 {
		w := r.ask("GET", address+"&cursor="+url.QueryEscape(cursor), "")
		var page older
		if err := json.Unmarshal(w.Body.Bytes(), &page); err != nil || w.Code != http.StatusOK {
			t.Fatalf("got %d %s (%v)", w.Code, w.Body, err)
		}
		var here []string
		for _, l := range page.Lines {
			here = append(here, string(l.ID)+" "+l.Text)
		}
		lines = append(here, lines...)
		for _, d := range slices.Backward(page.Decisions) {
			decided = append([]messages.LineID{d.Line}, decided...)
		}
		if page.Next == "" {
			return lines, decided
		}
		if page.Next != page.Lines[0].Cursor {
			t.Errorf("next is %s, and the cursor of the oldest line %s", page.Next, page.Lines[0].Cursor)
		}
		cursor = page.Next
	}
	t.Fatal("there is always more")
	return nil, nil
}

// TestOlderLinesAreThoseAStreamLeftOut: what a stream begins with and the pages
// before it are all that was said, each line once, also where the accounts hear a line
// at different times.
func TestOlderLinesAreThoseAStreamLeftOut(t *testing.T) {
	r, id := aged(t), channelID("garden", "")
	server := serve(t, r)
	var want []string
	for i := range 30 {
		n := fmt.Sprintf("%02d", i)
		r.hear(id, messages.Heard{Line: line(n, "hi")})
		if i%5 == 4 { // the other account hears five at once, the last of them first
			for k := range 5 {
				r.hear(id, messages.AlsoHeard{Line: line(fmt.Sprintf("%02d", i-k), "hi")})
			}
		}
		r.decide(&messages.Note{Channel: id, Familiar: "aria", Line: messages.LineID(n), At: r.newest(id)})
		want = append(want, n+" hi")
	}
	for tail := 1; tail < 30; tail++ {
		in := r.open(server, fmt.Sprintf("%s?tail=%d", garden, tail), "")
		told, first := []string{}, ""
		for _, e := range in.until("ready") {
			if e.name != "line" {
				continue
			}
			if first == "" {
				first = e.id
			}
			var l lineEvent
			if err := json.Unmarshal([]byte(e.data), &l); err != nil {
				t.Fatal(err)
			}
			told = append(told, string(l.ID)+" "+l.Text)
		}
		in.cancel()
		before, decided := turnOver(t, r, "/v1/channels/garden/lines?limit=7", first)
		all := slices.Concat(before, told)
		slices.Sort(all)
		if !slices.Equal(slices.Compact(all), want) || len(told) != tail {
			t.Fatalf("tail %d: got %q and before them %q", tail, told, before)
		}
		if len(decided) == 0 || !slices.IsSorted(decided) {
			t.Fatalf("tail %d: decided on %q", tail, decided)
		}
	}
}

// TestOlderLinesReadAsTheyReadNow: what is gone is gone here, too, and what was
// decided is told with the lines it is about.
func TestOlderLinesReadAsTheyReadNow(t *testing.T) {
	r, id := aged(t, func(o *Options) {
		o.Verdict = func(n *messages.Note) string { return "quiet" }
	}), channelID("garden", "")
	edited := line("2", "two")
	edited.Mentions = []messages.PersonID{"aria"}
	post := line("post:1", "hello")
	post.Author, post.Nonce = messages.Author{ID: "aria", Name: "Aria", Bot: true}, "n"
	r.hear(id, saidBy("1", "ben", "of one who was forgotten"), messages.Heard{Line: line("2", "before the edit")}, messages.Heard{Line: line("3", "deleted")}, messages.Heard{Line: post})
	r.decide(&messages.Note{Channel: id, Familiar: "aria", Line: "2", At: r.newest(id), Act: messages.Observe, Rung: "aside"})
	r.hear(id, messages.Heard{Line: line("4", "the first of the stream")}, messages.Edited{Line: edited}, messages.Deleted{ID: "3"}, messages.Forgotten{Person: "ben"})
	r.decide(&messages.Note{Channel: id, Familiar: "aria", Line: "4", At: r.newest(id), Act: messages.Observe, Rung: "aside"})
	w := r.ask("GET", "/v1/channels/garden/lines?cursor=5.0.0", "")
	for _, want := range []string{
		`"id":"2","channel":"garden","thread":"","author":{"id":"u1","name":"Ana","bot":false},"text":"two"`, `"mentions":["aria"]`, `"edited":true`,
		`"familiar":"aria","post":"n"`, `"decisions":[{"familiar":"aria","name":"Aria","line":"2"`, `"verdict":"quiet"`, `"next":"","cut":false`,
	} {
		if !strings.Contains(w.Body.String(), want) {
			t.Errorf("got %d %s, want %s in it", w.Code, w.Body, want)
		}
	}
	for _, never := range []string{"forgotten", "before the edit", "deleted", `"line":"4"`, "the first of the stream"} {
		if strings.Contains(w.Body.String(), never) {
			t.Errorf("%s is in %s", never, w.Body)
		}
	}
	if all, _ := turnOver(t, r, "/v1/channels/garden/lines?limit=2", ""); !slices.Equal(all, []string{"2 two", "post:1 hello", "4 the first of the stream"}) {
		t.Errorf("from the newest on: got %q", all)
	}
}

// TestOlderLinesAreForWhoMayReadTheStream: scopes and channels are those of the
// streams of events.
func TestOlderLinesAreForWhoMayReadTheStream(t *testing.T) {
	r := newRig(t, func(o *Options) {
		withHistory(o)
		o.Tokens = append(o.Tokens, access.Token{Name: "talker", Secret: "talker", Scopes: []string{"lines", "control"}})
	})
	r.hear("discord/1/den", saidBy("1", "ana", "a secret"))
	r.hear("web//garden", saidBy("1", "ana", "a secret"))
	r.hear("web//garden/moths", saidBy("1", "ana", "a moth"))
	for _, tt := range []struct {
		story, token, path string
		want               int
		shown              string
	}{
		{"a reader, of a chat", "reader", "/v1/channels/garden/lines", 200, "a secret"},
		{"of a thread", "reader", "/v1/channels/garden/lines?thread=moths", 200, "a moth"},
		{"by its id", "reader", "/v1/lines?channel=web//garden", 200, "a secret"},
		{"the program's own token, of Discord", r.run, "/v1/lines?channel=discord/1/den", 200, "a secret"},
		{"a reader, of Discord", "reader", "/v1/lines?channel=discord/1/den", 403, "the scope history"},
		{"who may all but read", "talker", "/v1/channels/garden/lines", 403, "the scope read"},
		{"of another chat", "garden", "/v1/channels/attic/lines", 403, "not for this channel"},
		{"too many", r.run, "/v1/channels/garden/lines?limit=201", 400, "limit: want 1 to 200"},
		{"none", r.run, "/v1/channels/garden/lines?limit=0", 400, "limit: want 1 to 200"},
		{"no cursor of ours", r.run, "/v1/channels/garden/lines?cursor=0", 400, "cursor: want"},
		{"nor that", r.run, "/v1/channels/garden/lines?cursor=x.y", 400, "cursor: want"},
		{"a side-fork", r.run, "/v1/lines?channel=" + url.QueryEscape(string(messages.ChannelID("web//garden").Fix("1"))), 400, "side-fork"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			w := r.ask("GET", tt.path, "", "Authorization", "Bearer "+tt.token)
			if w.Code != tt.want || !strings.Contains(w.Body.String(), tt.shown) {
				t.Errorf("got %d %s, want %d and %s", w.Code, w.Body, tt.want, tt.shown)
			}
		})
	}
}
