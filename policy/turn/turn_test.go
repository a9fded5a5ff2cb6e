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
	if turn.AbsorbGiven() || turn.Told != nil {
		t.Error("there was nothing to absorb, and a new order tells all anew")
	}
	turn.Give(transcript.Entries{line(4, "bob", 1)})
	if !turn.AbsorbGiven() || !turn.Answers(0, 4) || turn.Answers(1, 4) {
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
