package turn_test

import (
	"slices"
	"testing"

	"familiar/messages"
	"familiar/policy/deadline"
	"familiar/policy/posts"
	"familiar/policy/transcript"
	"familiar/policy/turn"
)

func line(no uint32, by messages.PersonID, addressed uint32) transcript.Entry {
	return transcript.Entry{Marks: transcript.Marks{No: no, For: addressed}, Author: &messages.Author{ID: by}, ID: messages.LineID(rune('a' + no))}
}

func numbers(all transcript.Entries) (nos []uint32) {
	for _, e := range all {
		nos = append(nos, e.No)
	}
	return nos
}

// TestOwed: what a turn of the second seat leaves to be answered when it comes to
// nothing, and when it is called off for a newer line.
func TestOwed(t *testing.T) {
	for _, tt := range []struct {
		trigger      messages.Trigger
		owed, putOff []uint32
	}{
		{messages.Address, []uint32{1, 2}, []uint32{1, 2, 3}},
		{messages.Lull, []uint32{2}, []uint32{2}},
		{messages.Woken, []uint32{2}, []uint32{1, 2, 3}},
	} {
		t.Run(string(tt.trigger), func(t *testing.T) {
			turn := turn.Turn{Seat: 1, Trigger: tt.trigger, Asked: transcript.Entries{line(1, "ana", 1), line(2, "bob", 2)}, Given: transcript.Entries{line(3, "ana", 1)}}
			if got := numbers(turn.Owed()); !slices.Equal(got, tt.owed) {
				t.Errorf("it owes %v, want %v", got, tt.owed)
			}
			if got := numbers(turn.PutOff()); !slices.Equal(got, tt.putOff) {
				t.Errorf("%v are put off, want %v", got, tt.putOff)
			}
		})
	}
}

// TestGive: lines that come while the agent works are told to it once, and are
// answered if it took them in.
func TestGive(t *testing.T) {
	turn := turn.Turn{Asked: transcript.Entries{line(1, "ana", 1)}}
	if news := numbers(turn.Give(transcript.Entries{line(2, "bob", 1), line(3, "cy", 1)})); !slices.Equal(news, []uint32{2, 3}) {
		t.Errorf("the agent is told of %v", news)
	}
	if news := turn.Give(transcript.Entries{line(2, "bob", 1)}); len(news) != 0 {
		t.Errorf("the agent is told again of %v", numbers(news))
	}
	left := turn.TakeGiven([]messages.LineID{line(3, "cy", 1).ID})
	if got := numbers(left); !slices.Equal(got, []uint32{2, 2}) || !slices.Equal(numbers(turn.Asked), []uint32{1, 3}) || len(turn.Given) != 0 {
		t.Errorf("left %v, asked %v, given %v", got, numbers(turn.Asked), numbers(turn.Given))
	}
	if turn.AbsorbGiven(9) || turn.Upto != 0 || turn.Told != nil {
		t.Error("there was nothing to absorb, and a new order tells all anew")
	}
	turn.Give(transcript.Entries{line(4, "bob", 1)})
	if !turn.AbsorbGiven(9) || turn.Upto != 9 || !turn.Answers(0, 4) || turn.Answers(1, 4) {
		t.Errorf("asked %v", numbers(turn.Asked))
	}
}

func TestAddressees(t *testing.T) {
	asked := transcript.Entries{line(1, "ana", 1), line(2, "bob", 1), line(3, "ana", 1)}
	if got := (&turn.Turn{Trigger: messages.Address, Asked: asked, Composed: true}).AddresseesOf(0); !slices.Equal(got, []messages.PersonID{"ana", "bob"}) {
		t.Errorf("got %v, want both, the newest first", got)
	}
	if got := (&turn.Turn{Trigger: messages.Lull, Asked: asked[:2], Composed: true}).AddresseesOf(0); !slices.Equal(got, []messages.PersonID{"bob"}) {
		t.Errorf("got %v, want only the newest: nobody asked", got)
	}
}

func TestHangsOn(t *testing.T) {
	named := line(1, "ana", 1)
	named.Named = 1
	turn := turn.Turn{Asked: transcript.Entries{named, line(2, "bob", 1)}}
	if !turn.IsMentioned() || turn.HangsOn().No != 1 {
		t.Error("want the line that mentions it")
	}
	turn.Seat = 1
	if turn.IsMentioned() || turn.HangsOn().No != 2 {
		t.Error("want the newest line")
	}
}

// TestThread: the parts go where the first of them went.
func TestThread(t *testing.T) {
	turn := turn.Turn{Opens: true, Posts: posts.List{{ID: "1", Opens: true, ReplyTo: "a"}, {ID: "2", Waits: true}}}
	if p := turn.Opening("a"); p == nil || p.ID != "1" || turn.Opening("b") != nil {
		t.Errorf("%+v begins the thread", p)
	}
	turn.Landed(&turn.Posts[1], "wrong")
	if !turn.Opens {
		t.Error("a part that begins none has landed, and it opens no more")
	}
	turn.Landed(&turn.Posts[0], "thread")
	turn.Landed(&turn.Posts[0], "later")
	if turn.Opens || turn.Thread != "thread" {
		t.Errorf("it went to %q", turn.Thread)
	}
}

func TestReseat(t *testing.T) {
	turn := turn.Turn{Seat: 1, Asked: transcript.Entries{line(1, "ana", 2)}, Posts: posts.List{{Seat: 1}}}
	if !turn.Reseat([]int{-1, 0}) || turn.Seat != 0 || turn.Posts[0].Seat != 0 || turn.Asked[0].For != 1 {
		t.Errorf("got %+v", turn)
	}
	if turn.Reseat([]int{-1}) || turn.Reseat(nil) {
		t.Error("its seat is gone")
	}
}

func TestOrder(t *testing.T) {
	turn := turn.Turn{Deadline: deadline.Deadline{N: 4}}
	if turn.Order() != 4 || len(turn.Recall(nil)) != 1 {
		t.Error("it is with its agent by number 4")
	}
	turn.Ordered, turn.Composed, turn.N = 4, true, 9
	if turn.Order() != 4 {
		t.Error("it was composed by number 4")
	}
	turn.Unsaid = newUnsaid()
	if turn.TakeUnsaid() == nil || turn.TakeUnsaid() != nil {
		t.Error("what is to be noted is noted once")
	}
}

func newUnsaid() *turn.Unsaid { return &turn.Unsaid{Reason: "cut"} }

// TestIsReply: only a turn that answers a call since its familiar stepped back is a reply.
func TestIsReply(t *testing.T) {
	asked := transcript.Entries{line(4, "ana", 1)}
	for _, tt := range []struct {
		story string
		turn  turn.Turn
		after uint32
		want  bool
	}{
		{"it was called since", turn.Turn{Trigger: messages.Address, Asked: asked}, 3, true},
		{"it was called before", turn.Turn{Trigger: messages.Address, Asked: asked}, 4, false},
		{"nobody asked", turn.Turn{Trigger: messages.Lull, Asked: asked}, 3, false},
		{"somebody woke it", turn.Turn{Trigger: messages.Woken, Asked: asked}, 3, false},
		{"it stepped back", turn.Turn{Trigger: messages.Address, Asked: asked, Disengaged: true}, 3, false},
	} {
		if got := tt.turn.IsReply(tt.after); got != tt.want {
			t.Errorf("%s: got %v, want %v", tt.story, got, tt.want)
		}
	}
}

// TestRepliesTo: the line that a turn answers is quoted by its first part once a human has
// spoken since, where replies quote.
func TestRepliesTo(t *testing.T) {
	var lines transcript.Log
	ana := lines.Entry(lines.Add(&transcript.Entry{Marks: transcript.Marks{At: 1, For: 1}, Author: &messages.Author{ID: "ana"}, ID: "1", Text: "hi"}))
	reply := turn.Turn{Asked: transcript.Entries{ana}, Posts: posts.List{{ID: "p"}, {ID: "q"}}}
	first := &reply.Posts[0]
	if got := reply.RepliesTo(first, true, &lines); got != "" {
		t.Errorf("it quotes %q, and nobody has spoken since", got)
	}
	lines.Add(&transcript.Entry{Marks: transcript.Marks{At: 2, By: 1}, Author: &messages.Author{ID: "us", Bot: true}, ID: "2", Text: "hm"})
	if got := reply.RepliesTo(first, true, &lines); got != "" {
		t.Errorf("it quotes %q after a line of ours", got)
	}
	lines.Add(&transcript.Entry{Marks: transcript.Marks{At: 3}, Author: &messages.Author{ID: "ben"}, ID: "3", Text: "well"})
	if got := reply.RepliesTo(first, true, &lines); got != "1" {
		t.Errorf("it quotes %q, want line 1", got)
	}
	if got := reply.RepliesTo(&reply.Posts[1], true, &lines) + reply.RepliesTo(first, false, &lines); got != "" {
		t.Errorf("a part after the first, or where none quotes, replies to %q", got)
	}
	reply.Asked[0].Author = &messages.Author{ID: "ana", Bot: true}
	if got := reply.RepliesTo(first, true, &lines); got != "" {
		t.Errorf("it quotes %q of a bot", got)
	}
}

// TestPacedAndReply: the first part waits for what is read, and the longest says where
// the turn goes.
func TestPacedAndReply(t *testing.T) {
	reply := turn.Turn{
		Trigger: messages.Address, Began: 5, Asked: transcript.Entries{line(1, "ana", 1)},
		Posts: posts.List{{Text: "hé"}, {Text: "longer", Part: 1}},
	}
	reply.Asked[0].Text = "four"
	if got := reply.Paced(0, 9, 7); got.Since != 5 || got.Ready != 9 || got.Read != 4 || got.Chars != 2 || got.Seed != 7 {
		t.Errorf("the first part is paced by %+v", got)
	}
	if got := reply.Paced(1, 9, 7); got.Since != 9 || got.Read != 0 || got.Chars != 6 || got.K != 1 {
		t.Errorf("the second part is paced by %+v", got)
	}
	if got := reply.Reply(); got.Text != "longer" || !got.Answers || got.Timed {
		t.Errorf("it replies by %+v", got)
	}
	reply.Trigger = messages.Scheduled
	if !reply.Reply().Timed {
		t.Error("a clock's turn is somebody's reply")
	}
}

// TestNotes: what is to be noted of a turn names its order and the newest line it answers.
func TestNotes(t *testing.T) {
	made := turn.Turn{Deadline: deadline.Deadline{N: 4}, Trigger: messages.Address, Asked: transcript.Entries{line(1, "ana", 1)}}
	id := made.Asked.NewestID()
	if n := made.Note(messages.BySilence, nil); n.Line != id || n.N != 4 || n.Trigger != messages.Address || n.Act != messages.Settled {
		t.Errorf("got %+v", n)
	}
	c := messages.Composed{Lore: []string{"a", "b"}, Checks: []messages.Check{{By: "x"}, {By: "y"}}}
	if got := made.Prompted(&c); len(got) != 1 || got[0].Rung != messages.ByLore || got[0].Trigger != "" {
		t.Errorf("of its prompt it notes %+v", got)
	}
	if got := made.Checked(&c); len(got) != 2 || got[1].Rung != messages.BySafety {
		t.Errorf("of its checks it notes %+v", got)
	}
	made.Ordered, made.N, made.Composed = 4, 9, true
	made.Unsaid = &turn.Unsaid{Cut: "length"}
	if got := made.Spoken(); len(got) != 2 || got[0].Rung != messages.BySpoke || got[1].Rung != messages.ByCut || got[1].N != 4 || made.Spoken() != nil {
		t.Errorf("that it was said is noted as %+v, and once", got)
	}
}

// TestLeft: of a turn whose familiar is gone it is noted what was said of it, what may
// have been, and what never will.
func TestLeft(t *testing.T) {
	for _, tt := range []struct {
		story string
		turn  turn.Turn
		want  []messages.Rung
	}{
		{"it has no words", turn.Turn{}, []messages.Rung{""}},
		{"nothing of it is out", turn.Turn{Composed: true, Posts: posts.List{{Waits: true}}}, []messages.Rung{messages.ByReconfigured}},
		{"its one part is with the network", turn.Turn{Composed: true, Posts: posts.List{{}}}, []messages.Rung{messages.ByUndelivered}},
		{
			"one stands there, one is out, one waits",
			turn.Turn{Composed: true, Unsaid: newUnsaid(), Posts: posts.List{{Line: "1", Done: true}, {}, {Waits: true}}},
			[]messages.Rung{messages.BySpoke, messages.ByUndelivered, messages.ByReconfigured},
		},
	} {
		var got []messages.Rung
		for _, n := range tt.turn.Left() {
			got = append(got, n.Rung)
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: got %v, want %v", tt.story, got, tt.want)
		}
	}
}

// TestParts: each piece has an id of its own, blank ones none, and there is a most.
func TestParts(t *testing.T) {
	var made turn.Turn
	if beyond := made.AddText("p", 2, []string{"a", " ", "b"}, 7); beyond != 0 || len(made.Posts) != 2 {
		t.Fatalf("got %+v", made.Posts)
	}
	if p := made.Posts[1]; p.ID != "p.2" || p.Part != 2 || !p.Waits || p.At != 7 {
		t.Errorf("the last piece is %+v", p)
	}
	made.AddFile("f", 3, messages.File{Name: "moth.txt", Text: "a moth"}, 7)
	if p := made.Posts[2]; p.File == nil || p.Part != 3 || p.Text == "" {
		t.Errorf("the file is %+v", p)
	}
	if made.Refuses(&messages.File{}) == nil || made.Refuses(&messages.File{Name: "a.txt", Text: "a"}) != nil {
		t.Error("an empty file is refused, and no other")
	}
	if beyond := made.AddText("q", 4, slices.Repeat([]string{"a"}, 40), 7); beyond != 3 || len(made.Posts) != 40 {
		t.Errorf("%d are beyond the most, of %d", beyond, len(made.Posts))
	}
	if made.Refuses(&messages.File{Name: "a.txt", Text: "a"}) == nil {
		t.Error("a file is posted beyond the most")
	}
}

// TestSteer: a turn without words is composed again with more, but not for ever.
func TestSteer(t *testing.T) {
	made := turn.Turn{Asked: transcript.Entries{line(1, "ana", 1)}}
	for k := range uint32(2) {
		if !made.IsSteerable() {
			t.Fatalf("it isn't composed again after %d times", k)
		}
		made.Steer(transcript.Entries{line(2+k, "ben", 1)}, 2+k)
	}
	if made.IsSteerable() || made.Upto != 3 || !slices.Equal(numbers(made.Asked), []uint32{1, 2, 3}) {
		t.Errorf("got %+v, want three lines, and no more", made)
	}
	made.Steered = 0
	if made.Compose(deadline.Deadline{N: 9}, true, turn.Unsaid{}); made.IsSteerable() || !made.Opens || made.Unsaid == nil || made.N != 9 {
		t.Errorf("got %+v, want it to have words", made)
	}
}

// TestStrikeAndHandBack: what is gone is in it no more, nor what it has handed back.
func TestStrikeAndHandBack(t *testing.T) {
	made := turn.Turn{Asked: transcript.Entries{line(1, "ana", 1), line(2, "ben", 1)}, Given: transcript.Entries{line(3, "ana", 1), line(4, "ben", 1)}}
	anas := func(e transcript.Entry) bool { return e.Author.ID == "ana" }
	if got := numbers(made.StrikeGiven(anas)); !slices.Equal(got, []uint32{3}) {
		t.Errorf("%v are struck, want line 3", got)
	}
	if made.StrikeAsked(anas); !slices.Equal(numbers(made.Asked), []uint32{2}) {
		t.Errorf("it answers %v, want line 2", numbers(made.Asked))
	}
	if got := numbers(made.HandBack()); !slices.Equal(got, []uint32{4}) || made.HandBack() != nil {
		t.Errorf("it hands back %v, want line 4, once", got)
	}
}

// TestAdviseAndRenumber: what its model is told beside the lines, and under which number.
func TestAdviseAndRenumber(t *testing.T) {
	for _, tt := range []struct {
		bots, crowd, judged bool
		want                messages.Notice
	}{
		{false, false, false, messages.NoNotice},
		{true, true, false, messages.GuardNotice},
		{false, true, false, messages.GroupNudge},
		{false, true, true, messages.NoNotice},
	} {
		made := turn.Turn{Judged: tt.judged, Notice: messages.GuardNotice}
		if made.Advise(tt.bots, tt.crowd); made.Notice != tt.want {
			t.Errorf("%+v: got %q", tt, made.Notice)
		}
	}
	counter := deadline.Counter(7)
	none, made := (*turn.Turn)(nil), turn.Turn{Deadline: deadline.Deadline{N: 2}}
	none.Renumber(&counter)
	if made.Renumber(&counter); made.N != 8 {
		t.Errorf("its order has number %d, want 8", made.N)
	}
	made.Composed = true
	if made.Renumber(&counter); made.N != 8 {
		t.Error("what is composed is renumbered")
	}
}
