package app

import (
	"bytes"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"familiar/actors/adapter/web"
	"familiar/config"
	"familiar/llm"
	"familiar/llm/llmtest"
	"familiar/messages"
)

// A house of rooms on the page, in which Aria is.
type rooms struct {
	*stage
	network *web.Network
	model   *learning
	said    int
	closed  atomic.Bool // nobody says who reads the garden any more
	writing func()      // is done while the model writes with something of another room; nil: nothing
	engages bool        // the model opens a window before it answers
}

const garden, kitchen, attic = messages.ChannelID("web//garden"), messages.ChannelID("web//kitchen"), messages.ChannelID("web//attic")

// openRooms opens them, with further knobs of Aria's.
func openRooms(t *testing.T, more string) *rooms {
	r := &rooms{model: &learning{about: 1}}
	r.network = web.Open(web.Config{Audience: func(id messages.ChannelID) messages.Audience {
		if id == garden && r.closed.Load() {
			return messages.AudienceUnknown
		}
		return r.app.Audience(id)
	}})
	accounts := map[messages.AccountID]Connection{}
	r.stage = openWith(t, `
[familiars.aria]
name = "Aria"
preset = "ladder"
memory = { on = true, scope = "workspace" }
`+more+`
[[channels]]
match = "web:*"
familiars = ["aria"]
audience = "all"

[[channels]]
match = "web:attic"
audience = "unknown"
`, func(o *Options) {
		o.Client = func(string, config.Model) (llm.Model, error) { return llmtest.Func(r.answer), nil }
		o.Connect = func(c *config.Config) (all []Connection, err error) {
			for _, v := range c.Voices("web") {
				if _, known := accounts[v.Account]; !known {
					account, err := r.network.Account(v.Account, v.Name)
					if err != nil {
						return nil, err
					}
					accounts[v.Account] = Connection{Account: v.Account, Adapter: account}
				}
				all = append(all, accounts[v.Account])
			}
			return all, nil
		}
	})
	return r
}

func (r *rooms) answer(q llm.Request) llmtest.Answer {
	if strings.Contains(q.Messages[0].Text, "other channels") && r.writing != nil {
		r.writing()
	}
	if asked := q.Messages[0].Text; r.engages && strings.Contains(asked, "what do you know of me?") && len(q.Messages) == 1 {
		return llmtest.Use("engage", map[string]any{"channel": kitchen, "thread": ""})
	}
	return r.model.answer(q)
}

// says has somebody say something in a room, and lets everybody finish.
func (r *rooms) says(in messages.ChannelID, who, text string) messages.LineID {
	r.t.Helper()
	r.said++
	id := messages.LineID(fmt.Sprintf("l%d", r.said))
	if _, err := r.network.Say(r.t.Context(), &messages.Line{ID: id, Channel: in, Author: messages.Author{ID: messages.PersonID(who), Name: who}, Text: text}); err != nil {
		r.t.Fatal(err)
	}
	r.wait(time.Minute)
	return id
}

// told has bob tell of himself in the garden, and Aria learn from it.
func (r *rooms) told() messages.LineID {
	id := r.says(garden, "bob", "I make zithers")
	r.says(garden, "bob", "really")
	for k := range 9 {
		r.says(garden, "ana", fmt.Sprintf("and line %d", k))
	}
	r.wait(6 * time.Minute)
	return id
}

// knows reports whether Aria's prompt in a room has it.
func (r *rooms) knows(in messages.ChannelID, who string) bool {
	r.t.Helper()
	r.says(in, who, "Aria, what do you know of me?")
	last := r.model.last()
	if !strings.Contains(last, "what do you know of me?") {
		r.t.Fatalf("the last prompt is\n%s", last)
	}
	return strings.Contains(last, "zither maker")
}

// everywhere returns the bytes of all records and states but those of some channel.
func (r *rooms) everywhere(t *testing.T, but messages.ChannelID) (all []byte) {
	t.Helper()
	for rec, err := range r.journal.Records(t.Context(), 0) {
		if err != nil {
			t.Fatal(err)
		}
		if b, err := messages.EncodeEvent(rec.Event); err != nil {
			t.Fatal(err)
		} else if rec.Channel != but {
			all = append(all, b...)
		}
	}
	for s, err := range r.journal.Newest(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		if s.Channel != but {
			all = append(all, s.Body...)
		}
	}
	return all
}

// TestWhatIsKnownElsewhere: what a familiar has learned of somebody where everybody could
// read it, it knows in another such room, of whoever it answers and of nobody else, as
// long as everybody can still read it and it stands there; and nothing of it is kept
// anywhere else.
func TestWhatIsKnownElsewhere(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := openRooms(t, "")
		line := r.told()
		if !r.knows(kitchen, "bob") {
			t.Errorf("in the kitchen it doesn't know bob; the prompt is\n%s", r.model.last())
		}
		if !r.recalled("m1 of web//garden (person)") {
			t.Error("no note says where that came from")
		}
		if r.knows(kitchen, "ana") {
			t.Error("it tells ana of bob")
		}
		if r.knows(attic, "bob") {
			t.Error("it knows bob where nobody can say who reads")
		}
		if bytes.Contains(r.everywhere(t, garden), []byte("zither maker")) || !bytes.Contains(r.everywhere(t, kitchen), []byte("zither maker")) {
			t.Error("it is kept in another room, or nowhere")
		}
		r.closed.Store(true)
		if r.knows(kitchen, "bob") {
			t.Error("it knows bob in the kitchen, though not everybody can read the garden any more")
		}
		r.closed.Store(false)
		if !r.knows(kitchen, "bob") {
			t.Error("opened again, what everybody could read isn't known")
		}
		r.append(t, garden, messages.Deleted{ID: line})
		r.wait(10 * time.Minute)
		if r.knows(kitchen, "bob") {
			t.Error("it knows bob though the line is deleted")
		}
		if bytes.Contains(r.everywhere(t, ""), []byte("zither maker")) {
			t.Error("the words are still somewhere")
		}
		r.stop()
		<-r.ended
	})
}

// TestForgottenWhileItWrites: what is forgotten while a model writes with it is not in
// what is said then: the turn is composed again without.
func TestForgottenWhileItWrites(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := openRooms(t, `credit = { on = true, scope = "channel", mode = "kept" }`) // so that it has the tool engage
		r.told()
		times := 0
		r.engages = true
		r.writing = func() {
			if times++; times == 1 {
				r.append(t, garden, messages.Forgotten{Person: "bob"})
				time.Sleep(time.Second)
			}
		}
		if r.knows(kitchen, "bob") || times != 2 { // before and after its tool
			t.Errorf("asked %d times with what was forgotten meanwhile; the last prompt is\n%s", times, r.model.last())
		}
		if opened := r.engaged(t); opened != 1 {
			t.Errorf("its tool opened the window %d times, want once", opened)
		}
		if r.recalled("of web//garden") {
			t.Error("a note says that it knew")
		}
		r.stop()
		<-r.ended
	})
}

// engaged counts how often a window was to be opened.
func (r *rooms) engaged(t *testing.T) (n int) {
	t.Helper()
	for rec, err := range r.journal.Records(t.Context(), 0) {
		if err != nil {
			t.Fatal(err)
		}
		if c, is := rec.Event.(messages.Commanded); is && c.Command == messages.EngageHere {
			n++
		}
	}
	return n
}

// append has something happen in a room.
func (r *rooms) append(t *testing.T, in messages.ChannelID, e messages.Event) {
	t.Helper()
	if _, err := r.journal.Append(t.Context(), 0, in, e); err != nil {
		t.Fatal(err)
	}
}
