package turns

import (
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"familiar/messages"
)

// TestWhateverHappens plays anything at all and looks after every step.
func TestWhateverHappens(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		who := rapid.SampledFrom(append(slices.Clone(everybody), "eve"))
		someone := rapid.SliceOfN(who, 0, 4)
		c := Default()
		c.Mode = rapid.SampledFrom([]Mode{TurnBased, TurnBased, TurnBased, Direct, Single, Broadcast, Off, "weird"}).Draw(t, "mode")
		c.Unknown = rapid.SampledFrom([]Unknown{Decide, Ignore, Fallback, "familiar:pm"}).Draw(t, "unknown")
		c.Clock = rapid.SampledFrom([]Clock{OnWork, OnGrant}).Draw(t, "clock")
		c.Members = someone.Draw(t, "members")
		var s Saved
		now := start
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			before := clone(t, s)
			f := who.Draw(t, "who")
			var out []Passing
			var err error
			switch rapid.IntRange(0, 9).Draw(t, "step") {
			case 0:
				c.Members = someone.Draw(t, "members")
				out, _ = s.Use(now, everybody[:rapid.IntRange(0, 4).Draw(t, "seats")], &c, nil)
			case 1, 2:
				_, out, err = s.Spoke(now, f, rapid.Bool().Draw(t, "said"), rapid.Bool().Draw(t, "complete"), nil)
			case 3:
				s.Deliver(now, f)
			case 4:
				out = s.Presence(now, f, rapid.Bool().Draw(t, "online"), nil)
			case 5:
				s.Heard()
			case 6, 7:
				cmd := rapid.SampledFrom([]Command{
					SetMode{rapid.SampledFrom([]Mode{TurnBased, Single, Broadcast, "weird"}).Draw(t, "to"), someone.Draw(t, "members")},
					Assign{someone.Draw(t, "members")},
					Add{f, rapid.Bool().Draw(t, "first")},
					Remove{f},
					Grant{f},
					Skip{},
				}).Draw(t, "command")
				out, err = s.Do(now, cmd, everybody, &c)
			default:
				now = now.Add(time.Duration(rapid.IntRange(0, 200).Draw(t, "seconds")) * time.Second)
				out = s.Settle(now, &c, nil)
			}
			if err != nil && (len(out) > 0 || !reflect.DeepEqual(clone(t, s), before)) {
				t.Fatalf("%v, and yet something changed: %+v %+v", err, out, s)
			}
			hold(t, &before, &s, out)
			before = clone(t, s)
			hold(t, &before, &s, s.Settle(now, &c, nil))
			if due := s.Due(&c); due != 0 && due <= now {
				t.Fatalf("due at %v, and that is over", due)
			}
		}
	})
}

// hold sees that what must always be true is.
func hold(t *rapid.T, before, s *Saved, out []Passing) {
	t.Helper()
	if !s.sound() {
		t.Fatalf("unsound: %+v", *s)
	}
	online := s.next(0) != ""
	if s.Mode == TurnBased && online != (s.Holder != "") {
		t.Fatalf("somebody is online: %v, and the turn is at %q", online, s.Holder)
	}
	if s.Holder != "" && (s.Mode != TurnBased || !s.member(s.Holder) || !s.online(s.Holder)) {
		t.Fatalf("%q can't have the turn: %+v", s.Holder, *s)
	}
	if s.Holder == "" && (s.Since != 0 || s.Work) {
		t.Fatalf("a clock runs for nobody: %+v", *s)
	}
	for _, f := range slices.Concat(s.Away, s.Late) {
		if !s.member(f) || slices.Contains(s.Late, s.Holder) {
			t.Fatalf("%q is kept for nothing: %+v", f, *s)
		}
	}
	from := before.Holder
	for _, p := range out {
		if p.From != from || p.Held < 0 || p.Work && p.To == "" {
			t.Fatalf("%q had the turn: %+v", from, p)
		}
		from = p.To
	}
	if len(out) > 0 && from != s.Holder {
		t.Fatalf("the turn went to %q and is at %q", from, s.Holder)
	}
	if ours := slices.DeleteFunc(slices.Clone(everybody), func(f messages.FamiliarID) bool { return s.For(f).Facts != messages.ModeOurs }); len(ours) > 1 {
		t.Fatalf("%v all answer", ours)
	}
}

func clone(t *rapid.T, s Saved) (copied Saved) {
	text, err := json.Marshal(s)
	if err = errors.Join(err, json.Unmarshal(text, &copied)); err != nil {
		t.Fatal(err)
	}
	return copied
}

// TestWorkGoesRoundOnce: whoever is there, and however they pass, what nobody
// has an answer to ends with the last of them.
func TestWorkGoesRoundOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := turnBased(many(rapid.IntRange(1, Most).Draw(t, "members"))...)
		var s Saved
		if _, err := s.Use(start, c.Members, &c, nil); err != nil {
			t.Fatal(err)
		}
		for _, f := range c.Members[1:] {
			s.Presence(start, f, rapid.Bool().Draw(t, "online"), nil)
		}
		now, asked := start, map[messages.FamiliarID]bool{}
		for work := true; work; {
			f := s.Holder
			if asked[f] {
				t.Fatalf("%q is asked twice", f)
			}
			asked[f] = true
			s.Deliver(now, f)
			var out []Passing
			if rapid.Bool().Draw(t, "slow") {
				now = s.Due(&c)
				out = s.Settle(now, &c, nil)
			} else {
				_, out, _ = s.Spoke(now, f, false, rapid.Bool().Draw(t, "complete"), nil)
			}
			if len(out) != 1 {
				t.Fatalf("%q passed: %+v", f, out)
			}
			work = out[0].Work
		}
		if len(asked) != s.count() {
			t.Errorf("%d were asked of %d that are there", len(asked), s.count())
		}
	})
}
