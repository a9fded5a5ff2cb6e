package posts_test

import (
	"slices"
	"testing"
	"time"

	"familiar/messages"
	"familiar/policy/deadline"
	"familiar/policy/posts"
)

func account(seat int) messages.PersonID {
	return []messages.PersonID{"us", "us2"}[seat]
}

func TestEcho(t *testing.T) {
	const posted = messages.Instant(1_000_000)
	file := &messages.File{Name: "moth.txt", Text: "a moth"}
	for _, tt := range []struct {
		what string
		post posts.Post
		line messages.Line
		at   messages.Instant
		is   bool
	}{
		{"its id came back", posts.Post{Text: "so"}, messages.Line{Nonce: "p", Text: "So."}, posted.Add(time.Hour), true},
		{"its text", posts.Post{Text: "so"}, messages.Line{Text: "so"}, posted, true},
		{"another text", posts.Post{Text: "so"}, messages.Line{Text: "no"}, posted, false},
		{"its text at the last moment", posts.Post{Text: "so"}, messages.Line{Text: "so"}, posted.Add(posts.EchoWithin), true},
		{"its text too late", posts.Post{Text: "so"}, messages.Line{Text: "so"}, posted.Add(posts.EchoWithin + time.Millisecond), false},
		{"its text while it waits", posts.Post{Text: "so", Waits: true}, messages.Line{Text: "so"}, posted.Add(time.Hour), true},
		{"another account", posts.Post{Text: "so", Seat: 1}, messages.Line{Text: "so"}, posted, false},
		{"it was seen already", posts.Post{Text: "so", Line: "7"}, messages.Line{Text: "so"}, posted, false},
		{"its file", posts.Post{Text: "[moth.txt]", File: file}, messages.Line{Attachments: []messages.Attachment{{Name: "moth.txt"}}}, posted, true},
		{"another file", posts.Post{Text: "[moth.txt]", File: file}, messages.Line{Attachments: []messages.Attachment{{Name: "bat.txt"}}}, posted, false},
	} {
		t.Run(tt.what, func(t *testing.T) {
			tt.post.ID, tt.post.At, tt.line.Author.ID = "p", posted, "us"
			all := posts.List{{ID: "other", Seat: 1, Done: true}, tt.post}
			if got := all.Echo(&tt.line, tt.at, account); (got != nil) != tt.is || got != nil && got.ID != "p" {
				t.Errorf("got %+v", got)
			}
			if got := all.TakeEcho(&tt.line, tt.at, account); (got != nil) != tt.is || tt.is != (len(all) == 1) {
				t.Errorf("took %+v of %+v", got, all)
			}
		})
	}
}

// TestLateEcho: a line that says what two posts do, of which one waits, is not that one's
// while it may be the other's.
func TestLateEcho(t *testing.T) {
	late := messages.Instant(0).Add(2 * posts.EchoWithin)
	line := messages.Line{Author: messages.Author{ID: "us"}, Text: "so"}
	for _, tt := range []struct {
		story string
		first posts.Post
		want  messages.PostID
	}{
		{"which is out", posts.Post{Text: "so"}, ""},
		{"which was seen", posts.Post{Text: "so", Line: "7"}, "waits"},
		{"which is known not to be there", posts.Post{Text: "so", Done: true}, "waits"},
		{"which says something else", posts.Post{Text: "no"}, "waits"},
		{"which waits, too", posts.Post{Text: "so", Waits: true}, "first"},
	} {
		tt.first.ID = "first"
		all := posts.List{tt.first, {ID: "waits", Text: "so", Waits: true}}
		var got messages.PostID
		if p := all.Echo(&line, late, account); p != nil {
			got = p.ID
		}
		if got != tt.want {
			t.Errorf("%s: it is %q, want %q", tt.story, got, tt.want)
		}
	}
}

func TestPlace(t *testing.T) {
	for _, tt := range []struct {
		what string
		all  posts.List
		k    int
	}{
		{"alone", posts.List{{}}, 0},
		{"the other was never posted", posts.List{{Done: true}, {}}, 0},
		{"the other is posted", posts.List{{Done: true, Line: "7"}, {}}, 2},
		{"the other may be", posts.List{{}, {}}, 2},
	} {
		t.Run(tt.what, func(t *testing.T) {
			if k, of := tt.all.Place(&tt.all[len(tt.all)-1]); k != tt.k || of != len(tt.all) {
				t.Errorf("got %d of %d, want %d", k, of, tt.k)
			}
		})
	}
}

func TestTake(t *testing.T) {
	all := posts.List{{ID: "a"}, {ID: "b", Done: true}, {ID: "c"}}
	if p := all.Take("b"); p != nil {
		t.Errorf("took %+v, whose fate is known", p)
	}
	if p := all.Take("a"); p == nil || p.ID != "a" || len(all) != 2 || all.Open("a") != nil {
		t.Errorf("took %+v, left %+v", p, all)
	}
}

func TestKeep(t *testing.T) {
	var all posts.List
	for _, id := range []messages.PostID{"a", "b", "c"} {
		all.Keep(posts.Post{ID: id}, 2)
	}
	if len(all) != 2 || all[0].ID != "b" || all[1].ID != "c" {
		t.Errorf("got %+v, want the newest two", all)
	}
}

func TestReseat(t *testing.T) {
	all := posts.List{{ID: "a", Seat: 0}, {ID: "b", Seat: 1}, {ID: "c", Seat: 2}}
	all.Reseat([]int{1, -1})
	if len(all) != 1 || all[0].ID != "a" || all[0].Seat != 1 {
		t.Errorf("got %+v, want a at 1", all)
	}
	if !all.Within(2) || all.Within(1) {
		t.Error("it belongs to the second of two seats")
	}
}

// TestWay: a post waits, is handed over, and is done.
func TestWay(t *testing.T) {
	all := posts.List{{ID: "a", Waits: true, Held: deadline.Deadline{N: 3}, File: &messages.File{Name: "f", Text: "x"}}, {ID: "b", Waits: true}}
	if all.Held(0) != nil || all.Held(3) == nil || !all.Waits() || all.Settled() || all[0].Handed() {
		t.Errorf("got %+v, want both to wait, and the first for its time", all)
	}
	all[0].HandOver(5, "thread", "x", true)
	if p := &all[0]; !p.Handed() || p.At != 5 || p.Within != "thread" || p.ReplyTo != "x" || !p.Opens || all.Held(3) != nil {
		t.Errorf("got %+v, want it with the network", p)
	}
	if n := all.DropWaiting(); n != 1 || len(all) != 1 || all.Waits() {
		t.Errorf("dropped %d, left %+v", n, all)
	}
	all[0].Stand("7")
	if all[0].Blank(); !all.Shown() || !all.Settled() || all[0].Text != "" || all[0].File.Text != "" || all.Files() != 1 {
		t.Errorf("got %+v, want it settled and without its texts", all[0])
	}
}

// TestSilence: what answers a line that is gone isn't made any more, unless it is done.
func TestSilence(t *testing.T) {
	l := posts.List{{ID: "1", ReplyTo: "a"}, {ID: "2", ReplyTo: "b"}, {ID: "3", ReplyTo: "a", Done: true}}
	l.Silence("gone", func(id messages.LineID) bool { return id == "a" })
	if m := l[0].Moot; m == nil || m.Line != "a" || m.Why != "gone" || l[1].Moot != nil || l[2].Moot != nil {
		t.Errorf("got %+v, want the first silenced only", l)
	}
}

// TestOpen: what waits, or was seen as a line, is not on its way.
func TestOpen(t *testing.T) {
	var got []messages.PostID
	for p := range posts.Open(posts.List{{ID: "1", Waits: true}, {ID: "2"}}, nil, posts.List{{ID: "3", Line: "x"}, {ID: "4"}, {ID: "5"}}) {
		if got = append(got, p.ID); p.ID == "4" {
			break
		}
	}
	if !slices.Equal(got, []messages.PostID{"2", "4"}) {
		t.Errorf("got %v, want 2 and 4", got)
	}
}

// TestStrays: a post of unknown fate is remembered without its file, unless it was seen; of
// many the newest are.
func TestStrays(t *testing.T) {
	var l posts.List
	l.KeepStray(posts.Post{ID: "seen", Line: "1"})
	for k := range 9 {
		l.KeepStray(posts.Post{ID: messages.PostID('0' + rune(k)), File: &messages.File{Name: "moth.txt", Text: "a moth"}})
	}
	if len(l) != 8 || l[0].ID != "1" || l[0].File.Text != "" {
		t.Errorf("got %+v, want eight without their files", l)
	}
}

// TestUnsay: what has become a line is blanked, what hasn't keeps its text.
func TestUnsay(t *testing.T) {
	l := posts.List{{Text: "so", Line: "1"}, {Text: "no"}}
	all := func(*posts.Post) bool { return true }
	if !l.Unsay(all) || l[0].Text != "" || !l[0].Done || l[1].Text != "no" || l[1].Done {
		t.Errorf("got %+v, want the first blank", l)
	}
	if l[1:].Unsay(all) {
		t.Error("a post is unsaid that nobody has seen")
	}
}
