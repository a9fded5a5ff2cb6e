package conversation

import (
	"testing"

	"familiar/messages"
	"familiar/policy/window"
)

// TestReplyInThread: a reply that begins a thread opens the thread's window,
// not the room's, and only for a familiar that keeps windows there.
func TestReplyInThread(t *testing.T) {
	const now, thread = messages.Instant(1_772_366_400_000), "/t"
	for _, tt := range []struct {
		what   string
		preset string
		told   messages.Told
		want   messages.FamiliarID
	}{
		{"its room had the reply", "window", messages.Told{From: scriptChannel, Fact: messages.Replied{Familiar: "Aria"}}, "Aria"},
		{"another thread of the room had it", "window", messages.Told{From: scriptChannel + "/other", Fact: messages.Replied{Familiar: "Aria"}}, "Aria"},
		{"another room has nothing to say here", "window", messages.Told{From: "test//elsewhere", Fact: messages.Replied{Familiar: "Aria"}}, ""},
		{"a familiar that is not here", "window", messages.Told{From: scriptChannel, Fact: messages.Replied{Familiar: "Milo"}}, ""},
		{"another fact", "window", messages.Told{From: scriptChannel, Fact: messages.UnknownFact{What: "quiet Aria"}}, ""},
		{"credit is each author's own", "social", messages.Told{From: scriptChannel, Fact: messages.Replied{Familiar: "Aria"}}, ""},
	} {
		t.Run(tt.what, func(t *testing.T) {
			s := New(scriptChannel+thread, testConfig(t, tt.preset))
			if s.Step(now, tt.told, nil); s.Window.Held(now) != tt.want {
				t.Errorf("the window is %+v, want %q to hold it", s.Window, tt.want)
			}
		})
	}
}

// TestCreditInThread: whoever a part in a thread answers may go on there, not
// in the room.
func TestCreditInThread(t *testing.T) {
	const now, thread = messages.Instant(1_772_366_400_000), "/t"
	for _, tt := range []struct {
		what   string
		preset string
		told   messages.Told
		want   bool
	}{
		{"its room had the reply to ana", "social", messages.Told{From: scriptChannel, Fact: messages.Replied{Familiar: "Aria", Person: "ana"}}, true},
		{"somebody else's reply", "social", messages.Told{From: scriptChannel, Fact: messages.Replied{Familiar: "Milo", Person: "ana"}}, false},
		{"another room has nothing to say here", "social", messages.Told{From: "test//elsewhere", Fact: messages.Replied{Familiar: "Aria", Person: "ana"}}, false},
		{"a familiar that gives no credit", "chatty", messages.Told{From: scriptChannel, Fact: messages.Replied{Familiar: "Aria", Person: "ana"}}, false},
		{"where credit is the channel's", "window", messages.Told{From: scriptChannel, Fact: messages.Replied{Familiar: "Aria", Person: "ana"}}, false},
	} {
		t.Run(tt.what, func(t *testing.T) {
			s := New(scriptChannel+thread, testConfig(t, tt.preset))
			if s.Step(now, tt.told, nil); s.Seats[0].Credit.Has("ana", now) != tt.want {
				t.Errorf("ana has credit %v, want %v", !tt.want, tt.want)
			}
		})
	}
	room := New(scriptChannel, testConfig(t, "social", "quick"))
	called := &messages.Line{ID: "1", Channel: scriptChannel, Author: messages.Author{ID: "ana"}, Mentions: []messages.PersonID{"us"}}
	compose := only[messages.Compose](t, room.Step(now, messages.Heard{Line: called}, nil))
	post := only[messages.Post](t, room.Step(now, messages.Composed{N: compose.N, Parts: []string{"hi"}, Final: true}, nil))
	tell := only[messages.Tell](t, room.Step(now, messages.Delivered{Post: post.ID, Line: "2", Thread: scriptChannel + thread}, nil))
	if want := (messages.Told{From: scriptChannel, Fact: messages.Replied{Familiar: "Aria", Person: "ana"}}); tell.Event != want || room.Seats[0].Credit.Has("ana", now) {
		t.Errorf("the room tells %+v and has credit %v, want %+v and none", tell.Event, room.Seats[0].Credit.Has("ana", now), want)
	}
}

func TestRoomTellsThread(t *testing.T) {
	const now = 1_772_366_400_000
	thread := scriptChannel + "/t"
	room := New(scriptChannel, testConfig(t, "window"))
	called := &messages.Line{ID: "1", Channel: scriptChannel, Author: messages.Author{ID: "ana"}, Mentions: []messages.PersonID{"us"}}
	compose := only[messages.Compose](t, room.Step(now, messages.Heard{Line: called}, nil))
	post := only[messages.Post](t, room.Step(now, messages.Composed{N: compose.N, Parts: []string{"hi"}, Final: true}, nil))
	tell := only[messages.Tell](t, room.Step(now, messages.Delivered{Post: post.ID, Line: "2", Thread: thread}, nil))
	if want := (messages.Tell{Channel: thread, Event: messages.Told{From: scriptChannel, Fact: messages.Replied{Familiar: "Aria"}}}); tell != want {
		t.Errorf("the room tells %+v, want %+v", tell, want)
	}
	if room.Window != (window.State{}) {
		t.Errorf("the room's window is %+v, want it closed", room.Window)
	}
}

// only gives the one effect of its kind.
func only[T Effect](t *testing.T, out []Effect) T {
	t.Helper()
	var found []T
	for _, effect := range out {
		if e, ok := effect.(T); ok {
			found = append(found, e)
		}
	}
	if len(found) != 1 {
		t.Fatalf("got %d of %T among %s, want one", len(found), *new(T), show(out))
	}
	return found[0]
}
