package conversation

import (
	"reflect"
	"slices"
	"strings"
	"time"

	"familiar/messages"
	"familiar/policy/duty"
	"familiar/policy/posts"
	"familiar/policy/transcript"
)

// invariants holds the state to what must be true after every step.
func (w *world) invariants(e Event, out []Effect) {
	w.t.Helper()
	w.nothingIsForgotten(out)
	w.nothingTwice()
	w.somethingIsDue()
	w.outagesAreTrue()
	w.creditsEnd(e)
	w.onlyRepliesMoveWindows(e)
	w.goneIsGone()
	w.erasedInTheEnd()
	w.pendingChangesNothing()
	w.pendingIsOpen()
	w.doingIsTrue()
	w.floorIsUsed()
	w.silentHoursAreKept(out)
	w.assignmentHolds(e, out)
	w.guardHolds(e, out)
	w.partsLeaveInTime()
	w.limitIsKept(out)
	w.busyHolds()
	w.oddsAreTold(out)
	w.dutiesHold()
	w.mannersHold(out)
	w.tiesHold()
	w.waitIsShort()
	w.whysHold(out)
	w.reactionsHold(e, out)
	w.onlyItsOwn(e, out)
	w.postsAreTheirs()
	w.memoriesHold()
}

// postsAreTheirs: a line is by the familiar that posted it, whoever else has
// the account, while that one is here. A file's echo says nothing but its name,
// and is taken for the post's only soon after.
func (w *world) postsAreTheirs() {
	w.t.Helper()
	for e := range w.s.Lines.All() {
		id, posted := strings.CutPrefix(string(e.ID), "own ")
		if !posted || e.Gone {
			continue
		}
		k := slices.IndexFunc(w.posts, func(p messages.Post) bool { return string(p.ID) == id })
		if k < 0 || w.posts[k].File != nil && e.Text == "" && e.At.Sub(w.posts[k].Meta.At) > posts.EchoWithin {
			continue
		}
		if i := w.seat(w.posts[k].Familiar); i >= 0 && int(e.By)-1 != i {
			w.t.Fatalf("%s posted %s, which is kept as %+v", w.posts[k].Familiar, e.ID, e)
		}
	}
}

// doingIsTrue: whoever watches sees somebody at work exactly when the channel
// is busy, and a countdown exactly when something is due.
func (w *world) doingIsTrue() {
	w.t.Helper()
	busy, counts := false, false
	for _, d := range w.s.Doing() {
		switch d.Act {
		case messages.Posting, messages.Composing, messages.Judging:
			busy = true
		case messages.Buffering:
			busy = busy || len(w.s.Seats[w.seat(d.Familiar)].Pending) > 0
		case messages.Waiting:
			counts = true
			if d.Until == 0 {
				w.t.Fatalf("%s waits for nothing: %+v", d.Familiar, d)
			}
		case messages.Hushed, messages.Idle:
		default:
			w.t.Fatalf("%s does %q", d.Familiar, d.Act)
		}
	}
	if busy = busy || len(w.s.Erasing) > 0 || held(w.s) > 0 || len(w.learning) > 0; busy != w.s.Busy() {
		w.t.Fatalf("%+v is shown, and busy is %v", w.s.Doing(), w.s.Busy())
	}
	if _, due := w.s.Due(); counts && !due {
		w.t.Fatalf("%+v is shown, and nothing is due", w.s.Doing())
	}
}

// pendingIsOpen: what a wake-up would order again is what is open, no less and
// no more.
func (w *world) pendingIsOpen() {
	w.t.Helper()
	open := len(w.asked) + len(w.composing) + len(w.learning) + min(1, len(w.s.Erasing))
	for _, order := range w.s.Pending() {
		known := false
		switch o := order.(type) {
		case messages.Judge:
			known = w.asked[o.Familiar] == o.N && w.s.Open(o.N)
			open--
		case messages.Compose:
			known = w.composing[o.Familiar] == o.N && w.s.Open(o.N)
			open--
		case messages.Memorize:
			known = w.learning[o.Familiar].N == o.N && w.s.Open(o.N)
			open--
		case messages.Post:
			known = w.posted[o.ID]
		case messages.Tell: // a side-fork its task, a thread or room what it has to know, a directory whom something is kept of
			known = w.s.Duties.Fork(func(*duty.Fork) bool { return true }) >= 0 || !w.s.Ties.IsZero() || w.s.Lending.Offer != nil
		case messages.FetchMembers:
			known = w.s.Open(o.N) && o.Deadline == w.s.Asking.Members.At
		case messages.FetchHistory:
			known = w.s.Open(o.N)
		case messages.Explain:
			known = w.s.Open(o.N)
		case messages.Erase:
			known = w.erase == o && w.s.Open(o.N)
			open--
		}
		if !known {
			w.t.Fatalf("%T%+v is pending and isn't open", order, order)
		}
	}
	if open != 0 {
		w.t.Fatalf("%v and %v are open and not pending", w.asked, w.composing)
	}
}

// nothingIsForgotten: a line to be answered is pending or in the turn, and one
// left waiting is still thought about, asked about or in the turn.
func (w *world) nothingIsForgotten(out []Effect) {
	w.t.Helper()
	for at := range w.owed {
		if i := w.seat(at.familiar); !w.holds(i, at.line) {
			w.t.Fatalf("%s owes line %s an answer and has forgotten it", at.familiar, at.line)
		}
	}
	for _, n := range notes(out) {
		if n.Line == "" || n.Act != messages.Wait && n.Act != messages.Ask || n.Rung == messages.ByOutage {
			continue
		}
		i := w.seat(n.Familiar)
		entry := w.s.Lines.Find(n.Line)
		if entry != nil && w.s.Lines.Unheard(entry)&(1<<i) != 0 {
			continue // it was edited at once, which its account hasn't heard
		}
		if entry != nil && !w.s.Lines.WaitsFor(entry, i, w.s.Seats[i].Settled) && !w.holds(i, n.Line) && !overtaken(n, out) {
			w.t.Fatalf("line %s was left waiting and is settled at once", n.Line)
		}
	}
}

// overtaken reports whether a turn of the familiar began after the note, with
// the line in its context, or was stopped by the guard, the hour, the floor or its
// model, or by a command among the lines that waited with it.
func overtaken(n messages.Note, out []Effect) bool {
	for _, effect := range out {
		switch o := effect.(type) {
		case messages.Compose:
			if o.Familiar == n.Familiar {
				return true
			}
		case *messages.Note:
			if o.Familiar == n.Familiar && o.Line == n.Line && (o.Act == messages.Observe || o.Act == messages.Engage) {
				return true // it was edited in the same step, and decided anew
			}
			if o.Familiar == n.Familiar && o.Act == messages.Settled && (slices.Contains([]messages.Rung{"guard", "hours", "floor", "not-its-turn", messages.ByOutage, messages.ByUnlikely}, o.Rung) || isQuiet(o)) {
				return true
			}
		}
	}
	return false
}

func (w *world) seat(familiar messages.FamiliarID) int {
	return slices.IndexFunc(w.s.Seats, func(s Seat) bool { return s.Familiar == familiar })
}

// holds reports whether seat i has the line pending or its turn answers it.
func (w *world) holds(i int, id messages.LineID) bool {
	is := func(e transcript.Entry) bool { return e.ID == id }
	p := w.s.Seats[i].Paused
	return slices.ContainsFunc(w.s.Seats[i].Pending, is) || p != nil && slices.ContainsFunc(p.Asked, is) ||
		w.s.Turn != nil && w.s.Turn.Seat == i && slices.ContainsFunc(w.s.Turn.Given, is) ||
		w.s.Turn != nil && w.s.Turn.Seat == i && slices.ContainsFunc(w.s.Turn.Asked, is)
}

// nothingTwice: a line waits for an answer of a familiar in one place.
func (w *world) nothingTwice() {
	w.t.Helper()
	for i := range w.s.Seats {
		seat := &w.s.Seats[i]
		owed := slices.Clone(seat.Pending)
		if seat.Paused != nil {
			owed = append(owed, seat.Paused.Asked...)
		}
		if t := w.s.Turn; t != nil && t.Seat == i {
			owed = append(append(owed, t.Asked...), t.Given...)
		}
		for k := range owed {
			if slices.ContainsFunc(owed[:k], func(e transcript.Entry) bool { return e.No == owed[k].No }) {
				w.t.Fatalf("%s has line %s to answer twice", seat.Familiar, owed[k].ID)
			}
		}
	}
}

// outagesAreTrue: a seat waits for its model only with something to be answered,
// and not while a turn of its own is in flight with it; nothing it has told of
// an outage outlives the model's answer.
func (w *world) outagesAreTrue() {
	w.t.Helper()
	for i := range w.s.Seats {
		seat := &w.s.Seats[i]
		switch o := seat.Outage; {
		case o == nil:
		case o.Tries == 0 || o.Last < o.Since || o.Last > w.s.Now:
			w.t.Fatalf("%s has an outage without a failure: %+v", seat.Familiar, o)
		case o.N != 0 && len(seat.Pending) == 0 && !w.s.Duties.Fixing() && !w.s.Duties.Retries(seat.Familiar):
			w.t.Fatalf("%s waits for its model with nothing to be answered", seat.Familiar)
		case o.N != 0 && w.s.Floor.Held(w.s.Now) == seat.Familiar && (w.s.Turn == nil || w.s.Turn.Seat != i) && seat.Judging == nil && seat.Wish == "":
			w.t.Fatalf("%s has the floor and waits for its model", seat.Familiar)
		}
	}
}

// somethingIsDue: whatever waits is woken by a deadline, at the latest.
func (w *world) somethingIsDue() {
	w.t.Helper()
	if _, ok := w.s.Due(); ok {
		return
	}
	if what := unfinished(w.s); what != "" {
		w.t.Fatalf("%s, and nothing is due", what)
	}
}

// unfinished says what of the state wants to go on, or "". Lines wait for as
// long as it takes while the familiar is told to be quiet.
func unfinished(s *Channel) string {
	if s.Turn != nil {
		return "a turn is in flight"
	}
	if len(s.Erasing) > 0 {
		return "a text is to be erased"
	}
	if held(s) > 0 {
		return "lines wait for the network"
	}
	for i := range s.Seats {
		seat := &s.Seats[i]
		switch {
		case len(seat.Pending) > 0:
			return "addressed lines are pending"
		case seat.Paused != nil && len(seat.Paused.Asked) > 0:
			return "interrupted lines wait"
		case seat.Judging != nil:
			return "a question is with the judge"
		case seat.Memory != nil && seat.Memory.Asked != nil:
			return "a model is asked what to keep"
		case seat.Wish != "":
			return "a turn is wished for"
		case seat.Manners.Quiet(s.Now):
			continue
		}
		for no := max(s.Lines.Oldest(), 1); no <= s.Lines.Last(); no++ {
			if s.Lines.WaitsFor(s.Lines.At(no), i, s.Seats[i].Settled) {
				return "lines wait for a thought"
			}
		}
	}
	return ""
}

// creditsEnd: a credit changes by a grant or by sliding, to a window from now,
// and so a live one never outlives the last of them by more than the window.
func (w *world) creditsEnd(e Event) {
	w.t.Helper()
	for i := range w.s.Seats {
		seat, c := &w.s.Seats[i], w.s.cfg(i).Policy.Credit
		for _, entry := range seat.Credit.All() {
			at := seatPerson{seat.Familiar, entry.Author}
			if !slices.Contains(w.credits[i], entry) {
				w.granted[at] = w.s.Now
				switch e.(type) {
				case messages.Delivered, messages.Heard, messages.AlsoHeard, messages.Edited, messages.TimerFired, messages.Told, messages.MembersKnown, messages.HistoryFetched:
				default:
					w.t.Fatalf("%T gives %s a credit with %s", e, entry.Author, seat.Familiar)
				}
			}
			if seat.Credit.Has(entry.Author, w.s.Now) && w.granted[at].Add(c.Window) <= w.s.Now {
				w.t.Fatalf("the credit of %s was given at %v and lives at %v", entry.Author, w.granted[at], w.s.Now)
			}
		}
	}
}

// compare holds the copy of the state to the same future.
func (w *world) compare(now messages.Instant, e Event, out []Effect) {
	w.t.Helper()
	if got := w.twin.Step(now, e, nil); !reflect.DeepEqual(got, out) {
		w.t.Fatalf("after a reload it gives\n%s\nwithout one\n%s", show(got), show(out))
	}
	w.same("after a reload", w.twin)
}

func (w *world) same(when string, other *Channel) {
	w.t.Helper()
	want, err := w.s.Encode()
	if err != nil {
		w.t.Fatalf("encode: %v", err)
	}
	got, err := other.Encode()
	if err != nil {
		w.t.Fatalf("encode: %v", err)
	}
	if string(got) != string(want) {
		w.t.Fatalf("%s the state is\n%s\nwant\n%s", when, got, want)
	}
}

// comesToRest fires every deadline while nobody but the journal answers, on a
// copy: in the end nothing waits.
func (w *world) comesToRest() {
	w.t.Helper()
	s, now := w.clone(), w.now
	most := 200 * (len(s.Seats) + 1)                                                                // each line that waits for a model may end at a moment of its own
	most += 14*duty.ErrandsMost + 6*duty.ForksMost                                                  // each turn late and tried again until it is too late for it; each task told until its end
	if slices.ContainsFunc(s.config.Seats, func(c SeatConfig) bool { return c.Policy.JudgeEach }) { // each line is a question, asked as often; each time the floor, the question and a pause may be waited for
		most += 3 * judgeTries * transcript.Resident * len(s.Seats)
	}
	for range most {
		for len(s.Erasing) > 0 {
			s.Step(now, messages.Erased{N: s.Erasing[0].N}, nil)
		}
		due, ok := s.Due()
		if !ok {
			if what := unfinished(s); what != "" {
				w.t.Fatalf("with no answers it stops while %s", what)
			}
			return
		}
		now = max(now, due.At).Add(time.Millisecond)
		s.Step(now, messages.TimerFired{N: due.N}, nil)
	}
	w.t.Fatalf("with no answers %d deadlines come and it goes on", most)
}
