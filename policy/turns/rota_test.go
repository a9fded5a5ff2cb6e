package turns

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"familiar/messages"
	"familiar/policy/deadline"
)

// TestRota: what a configuration passes on is told once, and a deadline runs
// exactly while the holder's time does.
func TestRota(t *testing.T) {
	var r Rota
	var numbers deadline.Counter
	seats := []messages.FamiliarID{"pm", "dev", "qa"}
	c := turnBased("pm", "dev")
	r.Use(start, seats, &c)
	if r.Arm(&c, &numbers); r.Timer.N != 0 || !r.Stirs() || r.Holder != "pm" {
		t.Fatalf("with nothing to answer it is %+v", r)
	}
	r.Deliver(start, "pm")
	r.Arm(&c, &numbers)
	armed := r.Timer
	if r.Arm(&c, &numbers); armed.N == 0 || r.Timer != armed || armed.At != r.Due(&c) {
		t.Fatalf("got %+v and then %+v, want one deadline at %v", armed, r.Timer, r.Due(&c))
	}
	if r.Fired(armed.N+1) || !r.Fired(armed.N) || r.Fired(armed.N) {
		t.Error("a deadline fires once, by its number")
	}
	if moved := r.Settle(armed.At, &c); len(moved) != 1 || moved[0].Why != TimedOut || r.Holder != "dev" {
		t.Errorf("when the time was over got %+v", moved)
	}
	c.Members = []messages.FamiliarID{"qa", "pm"}
	r.Use(armed.At, seats, &c)
	if again := r.Anew(); len(again.Settle(armed.At, &c)) != 0 || again.Holder != r.Holder {
		t.Error("a rota that begins anew tells what was before")
	}
	if moved := r.Settle(armed.At, &c); len(moved) != 1 || moved[0].Why != Reconfigured {
		t.Errorf("after another configuration got %+v", moved)
	}
	if moved := r.Settle(armed.At, &c); len(moved) != 0 {
		t.Errorf("the same again: %+v", moved)
	}
}

// TestFaults: what is wrong is survived, and said as long as it is.
func TestFaults(t *testing.T) {
	var r Rota
	c := turnBased("pm", "ghost")
	seats := []messages.FamiliarID{"pm"}
	r.Use(start, seats, &c)
	if r.Faults(start, seats, &c) == nil || r.Holder != "pm" {
		t.Errorf("with an unknown member it is %+v", r)
	}
	if c.Members = seats; r.Faults(start, seats, &c) != nil {
		t.Error("something is wrong with one who takes turns alone")
	}
}

// TestFollow: a thread answers as its room was told to, until that is told to
// answer as configured.
func TestFollow(t *testing.T) {
	seats := []messages.FamiliarID{"pm", "dev"}
	c := Default()
	var room, thread Rota
	if told := room.ByCommand(); told.Mode != Off {
		t.Errorf("nobody was told anything, and it is %+v", told)
	}
	for _, tt := range []struct {
		says string
		want Mode
	}{{"mode direct dev", Direct}, {"assign pm", Direct}, {"dance", Direct}, {"reset", Off}} {
		_, err := room.Obey(start, tt.says, seats, &c)
		if (err != nil) != (tt.says == "dance") {
			t.Errorf("%s: %v", tt.says, err)
		}
		if _, err = thread.Follow(start, room.ByCommand(), seats, &c); err != nil {
			t.Error(err)
		}
		if !thread.Is(tt.want) || !slices.Equal(thread.Members, room.Members) {
			t.Errorf("%s: the thread is %+v, want as in %+v", tt.says, thread.State, room.State)
		}
	}
}

// TestYieldsTo: an open window goes before a mode, but not where nobody else may
// see the channel.
func TestYieldsTo(t *testing.T) {
	for _, tt := range []struct {
		mode Mode
		pm   bool // is assigned
		dev  bool
	}{{Off, false, false}, {Direct, false, true}, {Single, false, false}, {Broadcast, true, true}} {
		r := Rota{Saved: &Saved{State: State{Mode: tt.mode, Members: []messages.FamiliarID{"pm"}}}}
		if pm, dev := r.YieldsTo("pm"), r.YieldsTo("dev"); pm != tt.pm || dev != tt.dev {
			t.Errorf("%q: got %v and %v, want %v and %v", tt.mode, pm, dev, tt.pm, tt.dev)
		}
	}
}

// TestMisses: only who takes turns is looked for.
func TestMisses(t *testing.T) {
	r := Rota{Saved: &Saved{State: State{Mode: TurnBased, Members: []messages.FamiliarID{"pm", "dev"}, Away: []messages.FamiliarID{"dev"}}}}
	if !r.Misses("pm", false) || r.Misses("pm", true) || !r.Misses("dev", true) || r.Misses("qa", false) {
		t.Errorf("got the wrong ones of %+v", r.State)
	}
}

// TestSaved: a rota is encoded as two fields of its channel, none of them when
// nothing is assigned.
func TestSaved(t *testing.T) {
	c := turnBased("pm", "dev")
	c.Clock = OnGrant
	var r Rota
	type channel struct{ *Saved }
	if b, err := json.Marshal(channel(r)); err != nil || string(b) != "{}" {
		t.Errorf("got %s, %v", b, err)
	}
	var numbers deadline.Counter
	r.Use(start, []messages.FamiliarID{"pm", "dev"}, &c)
	r.Settle(start, &c)
	r.Arm(&c, &numbers)
	b, err := json.Marshal(channel(r))
	if err != nil {
		t.Fatal(err)
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(b, &fields); err != nil || len(fields) != 2 || fields["turns"] == nil || fields["turns_due"] == nil {
		t.Errorf("got %s, %v", b, err)
	}
	again := Rota{Saved: &Saved{}}
	if err := json.Unmarshal(b, &channel{again.Saved}); err != nil || again.Holder != "pm" || again.Timer != r.Timer || again.Timer.At.Sub(start) < time.Second {
		t.Errorf("after saving it is %+v, %v", again, err)
	}
}
