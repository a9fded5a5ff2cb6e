package ties

import (
	"encoding/json"
	"fmt"
	"testing"

	"familiar/messages"
)

const (
	room   messages.ChannelID = "web//a"
	thread messages.ChannelID = "web//a/t"
)

// sides are those of a room and of one of its threads.
func sides() (of, off Side) {
	of.Use(room)
	off.Use(thread)
	return of, off
}

// TestTie: a thread says that it is there and what it hangs off, is told what
// holds in the room, and answers when it is told again.
func TestTie(t *testing.T) {
	of, off := sides()
	reply := &messages.Line{ID: "2", ReplyTo: messages.Reply{ID: "q", ThreadRoot: true}}
	if out := off.Tie(off.HangOff(reply, nil)); fmt.Sprint(out) != fmt.Sprint([]messages.Effect{Tell(thread, room, messages.ThreadHere{Root: "q"})}) || off.RootHere() != "q" {
		t.Fatalf("the thread begins with %v", out)
	}
	if out := off.Tie(off.HangOff(reply, nil)); len(out) != 0 {
		t.Errorf("it says so again: %v", out)
	}
	out := of.WelcomeThread(thread, of.PlantRoot(thread, "q", false, nil))
	if len(out) != 1 || of.ThreadOff("q") != "t" {
		t.Fatalf("the room answers %v", out)
	}
	holds := out[0].(messages.Tell).Event.Fact.(messages.RoomHolds)
	if _, asked, out := off.TakeFacts(holds, nil); !asked || len(out) != 0 || off.Awaits() {
		t.Errorf("what it asked for it answers with %v", out)
	}
	out = of.ShareFacts(messages.RoomFacts{Alone: []messages.PersonID{"ana"}}, 0, nil)
	if len(out) != 1 || len(of.Pending(room, nil)) != 1 {
		t.Fatalf("news is told as %v", out)
	}
	holds = out[0].(messages.Tell).Event.Fact.(messages.RoomHolds)
	if _, _, out = off.TakeFacts(holds, nil); len(out) != 1 {
		t.Fatalf("news is answered with %v", out)
	}
	if of.TakeAnswer(thread, out[0].(messages.Tell).Event.Fact); len(of.Pending(room, nil)) != 0 {
		t.Error("what the thread knows is still to be told")
	}
	if off.ForgetPerson("ana"); len(off.Facts.Alone) != 0 {
		t.Error("who is forgotten stays in what the thread was told")
	}
	if of.ForgetPerson("ana"); len(of.Facts.Alone) != 1 {
		t.Error("a room that forgets somebody by itself has no news to tell")
	}
}

// TestUproot: the room has a thread forget its root until that has, and forgets
// it then.
func TestUproot(t *testing.T) {
	of, off := sides()
	of.PlantRoot(thread, "q", false, nil)
	out := of.UprootAll(func(id messages.LineID) bool { return id == "q" }, nil)
	if len(out) != 1 || of.ThreadOff("q") != "" {
		t.Fatalf("got %v", out)
	}
	if id := off.RootGone("q"); id != "q" || !off.Went {
		t.Errorf("the thread forgets %q", id)
	}
	if of.TakeAnswer(thread, messages.RootWent{Line: "q"}); len(of.Roots) != 0 {
		t.Errorf("the room still knows %+v", of.Roots)
	}
}

// TestWhoseSide: only a thread has a room, only a room has threads, and neither
// has ties before it needs any.
func TestWhoseSide(t *testing.T) {
	of, off := sides()
	var fork Side
	fork.Use(room.Fix("1"))
	line := &messages.Line{ID: "1", Root: "q"}
	for _, s := range []*Side{&of, &fork} {
		if out := s.Tie(s.HangOff(line, nil)); len(out) != 0 || !s.IsZero() || s.RootHere() != "" {
			t.Errorf("%s is tied: %v", s.channel, out)
		}
	}
	if of.Hangs() || !off.IsThread() || off.IsFork() || fork.IsThread() || !fork.IsFork() || !fork.Hangs() {
		t.Error("a channel is taken for another kind")
	}
	if _, asked, out := off.TakeFacts(messages.RoomHolds{Facts: &messages.RoomFacts{}}, nil); asked || len(out) != 0 {
		t.Error("a thread heeds what it has not asked for")
	}
	if of.ShareFacts(messages.RoomFacts{Mode: "direct"}, 0, nil) != nil || of.UprootAll(nil, nil) != nil {
		t.Error("a room tells nobody something")
	}
	of.WelcomeThread(thread, nil)
	off.Tie(nil)
	if forgets, asks := of.Anew(), off.Anew(); forgets.IsZero() || !asks.IsZero() || !asks.IsThread() {
		t.Errorf("begun anew the room has %+v and the thread %+v", forgets.Ties, asks.Ties)
	}
}

// TestSaved: nothing is encoded of none, and ties that hold nothing are some.
func TestSaved(t *testing.T) {
	type channel struct {
		Ties Side `json:"ties,omitzero"`
	}
	for _, want := range []string{`{}`, `{"ties":{}}`, `{"ties":{"asking":true,"tied":true,"root":"q"}}`} {
		var c channel
		if err := json.Unmarshal([]byte(want), &c); err != nil {
			t.Fatal(err)
		}
		if b, err := json.Marshal(&c); err != nil || string(b) != want || c.Ties.IsZero() != (want == "{}") {
			t.Errorf("got %s, %v; want %s", b, err, want)
		}
	}
	var c channel
	if err := json.Unmarshal([]byte(`{"ties":null}`), &c); err != nil || !c.Ties.IsZero() {
		t.Errorf("of null there is %+v, %v", c.Ties.Ties, err)
	}
}

// TestNews: what has changed in a room is told to a familiar of its thread, and
// nothing else.
func TestNews(t *testing.T) {
	quiet := func(until messages.Instant) *messages.RoomFacts {
		return &messages.RoomFacts{Quiet: []messages.Hush{{Familiar: "aria", Until: until}}}
	}
	alone := func(people ...messages.PersonID) *messages.RoomFacts { return &messages.RoomFacts{Alone: people} }
	for _, tt := range []struct {
		story   string
		was, is *messages.RoomFacts
		want    string
	}{
		{"the same", quiet(50), quiet(50), ""},
		{"told to be quiet", alone(), quiet(50), "quiet until 50; "},
		{"for longer", quiet(50), quiet(90), "quiet until 90; "},
		{"a quiet that is over by itself", quiet(5), alone(), ""},
		{"to speak again", quiet(50), alone(), "resume; "},
		{"to leave one alone and not another", alone("ana"), alone("ben"), "alone ben; again ana; "},
	} {
		got := ""
		for _, w := range News(tt.was, tt.is, "aria", 10) {
			got += string(w.Order.Command)
			if w.By != "" {
				got += " " + string(w.By)
			}
			if w.Until != 0 {
				got += fmt.Sprintf(" until %d", w.Until)
			}
			got += "; "
		}
		if got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.story, got, tt.want)
		}
	}
}
