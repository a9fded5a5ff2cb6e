package ties

import (
	"strconv"
	"testing"

	"familiar/messages"
)

// TestHang: what a thread's lines tell of the line it hangs off. What the
// network says of that line itself goes before what a reply lets guess.
func TestHang(t *testing.T) {
	reply := func(to messages.LineID) *messages.Line {
		return &messages.Line{ID: "2", ReplyTo: messages.Reply{ID: to, ThreadRoot: true}}
	}
	rooted := func(root messages.LineID) *messages.Line { return &messages.Line{ID: "1", Root: root} }
	for _, tt := range []struct {
		story        string
		has          *Ties
		hears        *messages.Line
		learns, tell bool
		root, start  messages.LineID
	}{
		{"a line that tells nothing", nil, &messages.Line{ID: "2"}, false, false, "", ""},
		{"a reply to the root", nil, reply("q"), true, false, "q", "q"},
		{"a tied thread tells the room", &Ties{Tied: true}, reply("q"), true, true, "q", "q"},
		{"the same again", &Ties{Tied: true, Root: "q", Start: "q"}, reply("q"), false, false, "q", "q"},
		{"another reply doesn't count", &Ties{Root: "q", Start: "q"}, reply("r"), false, false, "q", "q"},
		{"the network's own word does", &Ties{Tied: true, Root: "q", Start: "q"}, rooted("r"), true, true, "r", "1"},
		{"it gives the line's id here", &Ties{Tied: true, Root: "q", Start: "q"}, rooted("q"), true, false, "q", "1"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			if got := tt.has.learns(tt.hears); got != tt.learns {
				t.Fatalf("learns %v, want %v", got, tt.learns)
			}
			has := tt.has
			if has == nil {
				has = &Ties{}
			}
			tell := tt.learns && has.hang(tt.hears)
			if tell != tt.tell || has.Root != tt.root || has.Start != tt.start {
				t.Errorf("got %v, root %q, start %q; want %v, %q, %q", tell, has.Root, has.Start, tt.tell, tt.root, tt.start)
			}
		})
	}
}

// TestShare: a room tells its threads what is news, until they know.
func TestShare(t *testing.T) {
	var room Ties
	out := room.welcome("web//a", "t", nil)
	if len(out) != 1 || len(room.Pending("web//a", nil)) != 0 {
		t.Fatalf("a new thread is told %v", out)
	}
	quiet := messages.RoomFacts{Quiet: []messages.Hush{{Familiar: "aria", Until: 50}}}
	if out = room.share("web//a", quiet, 10, nil); len(out) != 1 {
		t.Fatalf("news is told as %v", out)
	}
	if out = room.share("web//a", quiet, 20, nil); len(out) != 0 {
		t.Errorf("what was told is told again: %v", out)
	}
	if out = room.share("web//a", messages.RoomFacts{}, 60, nil); len(out) != 0 {
		t.Errorf("a quiet that ended by itself is told: %v", out)
	}
	if room.known("t", 9); room.Threads[0].Knows != room.Version || len(room.Pending("web//a", nil)) != 0 {
		t.Errorf("the thread knows version %d of %d", room.Threads[0].Knows, room.Version)
	}
	for n := range Most {
		out = room.welcome("web//a", strconv.Itoa(n), nil)
	}
	if tell, is := out[0].(messages.Tell); !is || tell.Channel != "web//a/t" || tell.Event.Fact != (messages.RoomLeaves{}) {
		t.Errorf("with one thread too many got %v, want the first to be told no more", out)
	}
	if room.left("t"); len(room.Threads) != Most {
		t.Errorf("%d threads are told, want %d", len(room.Threads), Most)
	}
}

// TestNone: a channel without ties.
func TestNone(t *testing.T) {
	var none *Ties
	none.Leave()
	none.ForgetPerson("u1")
	none.known("t", 1)
	none.left("t")
	none.rootWent("t", "1")
	if none.isTied() || none.Awaits() || none.IsRoot("1") || none.ThreadOff("1") != "" || none.Pending("web//a", nil) != nil {
		t.Error("there is something of nothing")
	}
}
