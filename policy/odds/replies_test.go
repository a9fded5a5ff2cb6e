package odds

import (
	"bytes"
	"encoding/json"
	"math"
	"testing"

	"familiar/messages"
)

// TestRepliesAreCounted: what share of a channel's lines and of an author's own
// are the network's replies, before the line that is looked at.
func TestRepliesAreCounted(t *testing.T) {
	var room Room
	var seat Seat
	now := messages.Instant(1_000_000)
	hear := func(who, whom string) Facts {
		now += 10_000
		var to []messages.PersonID
		if whom != "" {
			to = append(to, author(whom).ID)
		}
		l := heard(&room, author(who), "so it is", to, now)
		if whom != "" {
			room.Replied(&l)
		}
		return told(&seat, &l, KeyOf(author("nabi").ID), 0, 3, nil)
	}
	hear("ana", "")
	if kept, err := json.Marshal(&room); err != nil || bytes.Contains(kept, []byte(`"r":`)) {
		t.Errorf("where nobody has pressed reply it is kept as %s, %v", kept, err)
	}
	if f := hear("ben", "ana"); f.Replies != 0 || f.OwnReplies != 0 {
		t.Errorf("a channel's first reply knows of replies before it: %+v", f)
	}
	if f := hear("ben", ""); f.Replies != 1.0/64 || f.OwnReplies != 1.0/8 {
		t.Errorf("after one reply the shares are %v and %v, want 1/64 and 1/8", f.Replies, f.OwnReplies)
	}
	if f := hear("ana", ""); f.Replies != 63.0/64/64 || f.OwnReplies != 0 {
		t.Errorf("who has pressed reply never: %v and %v", f.Replies, f.OwnReplies)
	}
	for range 2000 {
		hear("ben", "ana")
	}
	if f := hear("ben", "ana"); math.Abs(f.Replies-1) > 1e-9 || math.Abs(f.OwnReplies-1) > 1e-9 {
		t.Errorf("where all lines are replies the shares are %v and %v, want 1", f.Replies, f.OwnReplies)
	}
	l := heard(&room, author("cleo"), "so it is", nil, now)
	room.Keep(&l, 7)
	hear("ana", "")
	if late, whole := room.Again(7, author("cleo"), "so it is", nil, now); !whole || late.Replies != l.Replies {
		t.Errorf("heard late the share is %v, want that of then, %v", late.Replies, l.Replies)
	}
}

// TestNetworksWithReplies: their channels have weights of their own, by which an
// estimate is made and explained; all other channels have the first.
func TestNetworksWithReplies(t *testing.T) {
	plain, err := Load(carried)
	if err != nil {
		t.Fatal(err)
	}
	f := Nothing()
	f.Crowd, f.Since, f.Signs.Length = 1, 0, 6
	f.Bits = messages.IsQuestion
	if got := Builtin().Of(&f); got != plain.Of(&f) || got.P != plain.P(&f) {
		t.Errorf("where there are no replies the estimate is %v, want %v", got, plain.Of(&f))
	}
	f.Replies = .3
	replies := Builtin().Replies()
	got := Builtin().Of(&f)
	if got != replies.Of(&f) || got.P != Builtin().P(&f) || got.P != Builtin().Under(f.Values()) || got.P >= plain.P(&f)/2 {
		t.Errorf("alone where others press reply the estimate is %v, want %v, well below %v", got, replies.Of(&f), plain.Of(&f))
	}
	if replies == Builtin() || plain.Replies() != plain || replies.Fitted.Rows == 0 {
		t.Error("the program's weights for replies are not known of themselves")
	}
}
