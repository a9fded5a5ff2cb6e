package conversation

import (
	"fmt"
	"strings"
	"testing"

	"familiar/messages"
	"familiar/policy/ties"
)

// A house is a room and its threads, each told what the others say to it.
type house struct {
	t      *testing.T
	now    messages.Instant
	config *Config
	states map[messages.ChannelID]*Channel
	deaf   bool // nobody is told anything
	told   []messages.Tell
}

func newHouse(t *testing.T) *house {
	return &house{t: t, now: 1, config: testConfig(t, "social", "roles"), states: map[messages.ChannelID]*Channel{}}
}

func (h *house) at(id messages.ChannelID) *Channel {
	if h.states[id] == nil {
		h.states[id] = New(id, h.config)
	}
	return h.states[id]
}

func (h *house) step(id messages.ChannelID, e Event) {
	h.now++
	h.carry(h.at(id).Step(h.now, e, nil))
}

func (h *house) carry(effects []Effect) {
	for _, effect := range effects {
		if o, ok := effect.(messages.Tell); ok {
			h.told = append(h.told, o)
			if !h.deaf {
				h.step(o.Channel, o.Event)
			}
		}
	}
}

func (h *house) hear(id messages.ChannelID, who messages.PersonID, text string) {
	h.now++
	h.step(id, messages.Heard{Line: &messages.Line{ID: messages.LineID(fmt.Sprint(h.now)), Channel: id, Author: messages.Author{ID: who, Name: string(who)}, Text: text}})
}

// restart wakes every channel from its snapshot and gives its open orders again.
func (h *house) restart() {
	for id, s := range h.states {
		b, err := s.Encode()
		if err != nil {
			h.t.Fatal(err)
		}
		if h.states[id], err = Decode(b, h.config); err != nil {
			h.t.Fatal(err)
		}
	}
	for _, s := range h.states {
		h.carry(s.Pending())
	}
}

func (h *house) quiet(id messages.ChannelID) bool { return h.at(id).Seats[0].Manners.Quiet(h.now) }

func threadNo(k int) messages.ChannelID {
	return scriptChannel + messages.ChannelID(fmt.Sprintf("/t%d", k))
}

var hush = messages.Commanded{Command: messages.Quiet}

func TestThreadsMissNothing(t *testing.T) {
	for _, tt := range []struct {
		what string
		play func(h *house)
		want bool // thread 0 is quiet in the end
	}{
		{"the room is told before there is a thread", func(h *house) {
			h.step(scriptChannel, hush)
			h.hear(threadNo(0), "ana", "hi")
		}, true},
		{"a crash loses that the thread is there", func(h *house) {
			h.step(scriptChannel, hush)
			h.deaf = true
			h.hear(threadNo(0), "ana", "hi")
			h.deaf = false
			h.restart()
		}, true},
		{"a crash loses the news", func(h *house) {
			h.hear(threadNo(0), "ana", "hi")
			h.deaf = true
			h.step(scriptChannel, hush)
			h.deaf = false
			h.restart()
		}, true},
		{"nothing is told again once it is known", func(h *house) {
			h.hear(threadNo(0), "ana", "hi")
			h.step(scriptChannel, hush)
			h.step(threadNo(0), messages.Commanded{Command: messages.Resume})
			h.told = nil
			h.restart()
			if len(h.told) > 0 {
				h.t.Errorf("told again: %v", h.told)
			}
		}, false},
		{"one thread too many, and the first comes back", func(h *house) {
			for k := range ties.Most + 1 {
				h.hear(threadNo(k), "ana", "hi")
			}
			h.step(scriptChannel, hush)
			if h.quiet(threadNo(0)) || !h.quiet(threadNo(1)) || len(h.at(scriptChannel).Ties.Threads) != ties.Most {
				h.t.Errorf("%d threads are told, want %d without the first", len(h.at(scriptChannel).Ties.Threads), ties.Most)
			}
			h.hear(threadNo(0), "ana", "hi again")
		}, true},
		{"a crash loses that it has to leave", func(h *house) {
			for k := range ties.Most {
				h.hear(threadNo(k), "ana", "hi")
			}
			h.deaf = true
			h.step(scriptChannel, messages.Told{From: threadNo(ties.Most), Fact: messages.ThreadHere{}})
			h.deaf = false
			h.step(scriptChannel, hush)
			h.restart()
			h.hear(threadNo(0), "ana", "hi again")
		}, true},
		{"another room's word is nothing to it", func(h *house) {
			h.hear(threadNo(0), "ana", "hi")
			h.step(threadNo(0), messages.Told{From: "test//den", Fact: messages.RoomHolds{Version: 9, Facts: &messages.RoomFacts{Quiet: []messages.Hush{{Familiar: "Aria"}}}}})
		}, false},
		{"nor what makes no sense", func(h *house) {
			h.hear(threadNo(0), "ana", "hi")
			h.step(threadNo(0), messages.Told{From: scriptChannel, Fact: messages.UnknownFact{What: "facts"}})
		}, false},
		{"a forgotten thread is quiet again with its next line", func(h *house) {
			h.hear(threadNo(0), "ana", "hi")
			h.step(scriptChannel, hush)
			h.step(threadNo(0), messages.Forgotten{All: true})
			h.hear(threadNo(0), "ana", "hi")
		}, true},
		{"a forgotten room is quiet still, and so are its threads", func(h *house) {
			h.hear(threadNo(0), "ana", "hi")
			h.step(scriptChannel, hush)
			h.step(scriptChannel, messages.Forgotten{All: true})
		}, true},
	} {
		h := newHouse(t)
		tt.play(h)
		if got := h.quiet(threadNo(0)); got != tt.want {
			t.Errorf("%s: quiet is %v, want %v", tt.what, got, tt.want)
		}
	}
}

// TestSideForksHaveNoRoom: what works aside asks nobody for a room's facts.
func TestSideForksHaveNoRoom(t *testing.T) {
	h := newHouse(t)
	h.hear(scriptChannel.Fix("1"), "ana", "hi")
	h.hear(scriptChannel, "ana", "hi")
	if len(h.told) > 0 {
		t.Errorf("told %v, want nothing", h.told)
	}
}

// TestForgottenPersonLeavesTies: who asked to be left alone, and is forgotten,
// is in nothing a room and its threads keep of each other.
func TestForgottenPersonLeavesTies(t *testing.T) {
	h := newHouse(t)
	h.hear(threadNo(0), "bob", "hi")
	h.hear(scriptChannel, "ana", "/alone")
	if !h.at(threadNo(0)).Seats[0].Manners.Leaves("ana") {
		t.Fatal("the thread doesn't leave her alone")
	}
	h.deaf = true
	h.step(threadNo(0), messages.Forgotten{Person: "ana"})
	h.step(scriptChannel, messages.Forgotten{Person: "ana"})
	for id, s := range h.states {
		b, err := s.Encode()
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(strings.Replace(string(b), `"person":"ana"`, "", 1), `"ana"`) { // what is still to be erased names her
			t.Errorf("%s still has her: %q", id, b)
		}
	}
}

// house has a thread hear from its room, or a room from one of its threads,
// what may be told: news, what is known, and what is out of date.
func (w *world) house() {
	room, version := w.s.Channel.Room(), uint64(w.pick("version", 6))
	if w.s.Channel == room {
		from := room + messages.ChannelID(fmt.Sprintf("/t%d", w.pick("thread", 3)))
		said := []messages.Fact{messages.ThreadHere{}, messages.ThreadKnows{Version: version}, messages.ThreadLeft{}}
		w.step(messages.Told{From: from, Fact: said[w.pick("said by a thread", 3)]})
		return
	}
	if w.pick("said by the room", 3) == 2 {
		w.step(messages.Told{From: room, Fact: messages.RoomLeaves{}})
		return
	}
	facts := []messages.RoomFacts{
		{},
		{Quiet: []messages.Hush{{Familiar: "Aria"}}},
		{Quiet: []messages.Hush{{Familiar: "Vesper", Until: 1772366700000}}, Alone: []messages.PersonID{"p1"}},
		{Alone: []messages.PersonID{"p0", "p2"}},
		{Mode: "direct", Members: []messages.FamiliarID{"Aria"}},
		{Mode: "turn-based", Members: []messages.FamiliarID{"Vesper", "Aria"}},
	}
	w.step(messages.Told{From: room, Fact: messages.RoomHolds{Version: version, Facts: &facts[w.pick("the facts", 6)]}})
}

// tiesHold: nobody knows what was never told, few are told, and what a room has
// told is what holds in it.
func (w *world) tiesHold() {
	w.t.Helper()
	t := w.s.Ties.Ties
	if t == nil {
		return
	}
	if w.s.Ties.IsThread() == (len(t.Threads) > 0) || t.Asking && !t.Tied || len(t.Threads) > 2*ties.Most {
		w.t.Fatalf("ties of %s: %+v", w.s.Channel, t)
	}
	for _, tie := range t.Threads {
		if tie.Knows > t.Version {
			w.t.Fatalf("%s knows version %d of %d", tie.Thread, tie.Knows, t.Version)
		}
	}
	if facts := w.s.roomFacts(); !w.s.Ties.IsThread() && !ties.SameFacts(&t.Facts, &facts, w.s.Now) {
		w.t.Fatalf("%+v holds, %+v was told", facts, t.Facts)
	}
}
