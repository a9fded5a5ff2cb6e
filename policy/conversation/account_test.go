package conversation

import (
	"slices"
	"strings"
	"unicode/utf8"

	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/credit"
)

// followed is a line of a familiar's that was followed, or one it missed.
type followed struct {
	familiar messages.FamiliarID
	line     messages.LineID
	missed   bool
}

// An account is what a world knows of the machine from its orders and notes
// alone, and what must be true of them:
//
//   - at most one question is open per seat and one turn in the channel;
//   - the numbers of turns grow, each question has one of its own, only an
//     open order is cancelled;
//   - a post is ordered once, by an answer, with a text somebody can read;
//   - a line to be answered is pending or in a turn until a note or an order
//     says what became of it, and no two answered turns of a seat are about it.
type account struct {
	asked     map[messages.FamiliarID]uint64 // the open question
	composing map[messages.FamiliarID]uint64 // the open turn
	about     []messages.LineID              // what the open turn is addressed by
	last      uint64                         // number of the newest turn
	questions map[uint64]bool                // numbers of all
	answered  bool                           // this step answers the open turn

	consumed map[seatLine]bool // lines an answered turn was about
	owed     map[seatLine]bool // lines to be answered, in no turn yet
	posted   map[messages.PostID]bool
	past
	talks

	credits  [][]credit.Entry // before the step
	granted  map[seatPerson]messages.Instant
	turns    int
	failed   int              // turns that gave no answer and are begun anew
	inARow   int              // turns that answered bots since the guard was reset
	rowBegan messages.Instant // when it was

	windowAccount
	shownAccount
	partsAccount
	waitAccount

	limits   map[seatDay]bool // said to be reached
	followed map[followed]bool
	busyAccount
	corrected map[uint64]bool // side-forks whose correction was posted
	learnAccount

	dictated   map[uint64]bool // turns that said what the operator dictated
	dictations int             // orders to say something
}

type (
	seatLine struct {
		familiar messages.FamiliarID
		line     messages.LineID
	}
	seatPerson struct {
		familiar messages.FamiliarID
		person   messages.PersonID
	}
)

func (a *account) begin() {
	a.asked, a.composing = map[messages.FamiliarID]uint64{}, map[messages.FamiliarID]uint64{}
	a.questions = map[uint64]bool{}
	a.consumed, a.owed = map[seatLine]bool{}, map[seatLine]bool{}
	a.posted = map[messages.PostID]bool{}
	a.past.begin()
	a.talks.begin()
	a.busyAccount.begin()
	a.granted = map[seatPerson]messages.Instant{}
	a.corrected = map[uint64]bool{}
	a.learnAccount.begin()
	a.dictated = map[uint64]bool{}
}

// before closes what e answers.
func (a *account) before(w *world, e Event) {
	a.answered = false
	a.windowAccount.before(w, e)
	a.shownAccount.before(w)
	a.partsAccount.before(w)
	a.waitAccount.before(w)
	a.credits = a.credits[:0]
	for i := range w.s.Seats {
		a.credits = append(a.credits, w.s.Seats[i].Credit.All())
	}
	switch e := e.(type) {
	case messages.Judged:
		closeOrder(e.N, a.asked)
	case messages.TimerFired:
		closeOrder(e.N, a.asked)
		if who, open := closeOrder(e.N, a.composing); open {
			a.stillOwed(w, who)
		}
		a.past.close(e.N)
	case messages.Erased:
		if a.past.close(e.N) {
			a.past.answered()
		}
	case messages.Memorized:
		a.learnAccount.close(e.N)
	case messages.Forgotten:
		if e.All {
			clear(a.owed)
		}
	case messages.Composed:
		who, open := closeOrder(e.N, a.composing)
		if a.answered = open; open && e.Error == "" {
			a.consume(w, who)
			a.taken(w, who, e.Took)
		} else if open && e.Fault == messages.Passing {
			a.stillOwed(w, who)
		}
	case messages.Edited: // one that adds our mention makes the line new
		for _, who := range cast {
			delete(a.consumed, seatLine{who.familiar, e.Line.ID})
		}
	case messages.Deleted:
		for _, who := range cast {
			delete(a.owed, seatLine{who.familiar, e.ID})
		}
	case messages.Commanded:
		if e.Command == messages.Say {
			a.dictations++
		}
		for at := range a.owed {
			forgets := e.Command == messages.Clear || e.Command == messages.Quiet
			if forgets && (e.Familiar == "" || e.Familiar == at.familiar) {
				delete(a.owed, at)
			}
		}
	}
}

// stillOwed makes the lines of a turn whose model can't be had owed again,
// unless nobody had asked for it.
func (a *account) stillOwed(w *world, who messages.FamiliarID) {
	t := w.s.Turn
	if t.Trigger.Unsolicited() || t.Trigger == messages.Woken {
		return
	}
	for _, e := range t.Asked {
		a.owed[seatLine{who, e.ID}] = true
	}
}

func closeOrder(n uint64, open ...map[messages.FamiliarID]uint64) (who messages.FamiliarID, was bool) {
	for _, orders := range open {
		for who, at := range orders {
			if at == n {
				delete(orders, who)
				return who, true
			}
		}
	}
	return "", false
}

func (a *account) consume(w *world, who messages.FamiliarID) {
	w.t.Helper()
	for _, line := range a.about {
		if at := (seatLine{who, line}); a.consumed[at] {
			w.t.Fatalf("%s has answered line %s twice", who, line)
		} else {
			a.consumed[at] = true
		}
	}
}

// after takes the step's orders and notes into the account.
func (a *account) after(w *world, e Event, out []Effect) {
	w.t.Helper()
	a.past.take(w, e)
	a.learnAccount.take(w, e)
	for at := range a.owed {
		if a.gone[at.line] {
			delete(a.owed, at)
		}
	}
	for _, effect := range out {
		switch o := effect.(type) {
		case messages.Judge:
			if o.N&questionNumbers == 0 || a.questions[o.N] {
				w.t.Fatalf("question %d of %s has not a number of its own", o.N, o.Familiar)
			}
			a.questions[o.N] = true
			a.order(w, o.N, o.Familiar, a.asked)
			if len(o.Waiting) == 0 && o.Trigger != messages.Question {
				w.t.Fatalf("%s asks the judge about nothing: %s", o.Familiar, o.Trigger)
			}
		case messages.Compose:
			if len(a.composing) > 0 {
				w.t.Fatalf("%s composes while %v is", o.Familiar, a.composing)
			}
			if o.N&questionNumbers != 0 || o.N <= a.last {
				w.t.Fatalf("turn %d comes after turn %d", o.N, a.last)
			}
			a.last = o.N
			a.order(w, o.N, o.Familiar, a.composing)
			a.shows(&o)
			a.about = a.about[:0]
			for _, q := range o.Addressed {
				a.about = append(a.about, q.ID)
				delete(a.owed, seatLine{o.Familiar, q.ID})
			}
			if t := w.s.Turn; t != nil && t.N == o.N && t.Tries+t.Steered == 0 { // nil: a line that had waited steered it, the next stopped it
				a.turns++
			}
		case messages.Recompose:
			a.recompose(w, o)
		case messages.Inject:
			a.inject(w, o)
		case messages.Memorize:
			a.learnAccount.order(w, o)
		case messages.Cancel:
			if a.learnAccount.close(o.N) {
				continue
			}
			who, open := closeOrder(o.N, a.asked, a.composing)
			if !open {
				w.t.Fatalf("order %d is cancelled and isn't open", o.N)
			}
			a.cancelled(who)
		case messages.Post:
			a.post(w, o)
		case messages.Erase:
			a.past.order(w, o)
		case messages.Bury:
			if !a.posted[o.Post.ID] && !a.waiting[o.Post.ID] {
				w.t.Fatalf("post %s is buried and was never ordered", o.Post.ID)
			}
		case *messages.Note:
			a.note(w, o)
			if o.Act == messages.Wait && o.Rung == messages.ByOutage && o.Due != 0 {
				a.failed++
			}
		}
	}
	a.showsNothingGone(w, e)
	a.windowAccount.after(w, out)
	a.talks.after(w, e, out)
	w.invariants(e, out)
}

func (a *account) order(w *world, n uint64, who messages.FamiliarID, open map[messages.FamiliarID]uint64) {
	w.t.Helper()
	if open[who] != 0 {
		w.t.Fatalf("%s orders %d while %d is open", who, n, open[who])
	}
	open[who] = n
}

func (a *account) post(w *world, o messages.Post) {
	w.t.Helper()
	switch {
	case a.posted[o.ID]:
		w.t.Fatalf("post %s is ordered twice", o.ID)
	case w.correctedOnce(a, o.ID):
	case w.dictatedOnce(a, o.ID):
	case !a.answered && !a.waiting[o.ID] && !strings.HasSuffix(string(o.ID), "~notice"):
		w.t.Fatalf("post %s without an answer", o.ID)
	case !utf8.ValidString(o.Text) || strings.TrimSpace(o.Text) == "":
		w.t.Fatalf("post %s says %q", o.ID, o.Text)
	}
	a.posted[o.ID] = true
	a.partsAccount.order(w, o)
}

// follow: what was said unasked is taken in one way, and no line is missed twice.
func (a *account) follow(w *world, n *messages.Note) {
	w.t.Helper()
	if (n.Rung == messages.ByMissed) != (n.Trigger == "") || n.Trigger != "" && !n.Trigger.Unsolicited() {
		w.t.Fatalf("a turn that somebody asked for is followed, or a silence that none of it: %+v", *n)
	}
	key := followed{n.Familiar, n.Line, n.Rung == messages.ByMissed}
	if a.followed[key] {
		w.t.Fatalf("followed twice: %+v", *n)
	}
	if a.followed == nil {
		a.followed = map[followed]bool{}
	}
	a.followed[key] = true
}

func (a *account) note(w *world, n *messages.Note) {
	w.t.Helper()
	if n.Channel != w.s.Channel || n.At != w.s.Now || n.Act == "" || !knownWords[n.Rung] {
		w.t.Fatalf("a note that doesn't say what happened: %+v", *n)
	}
	a.past.denied(n)
	at := seatLine{n.Familiar, n.Line}
	if n.Act == messages.Followed {
		a.follow(w, n)
		return
	}
	switch {
	case n.Rung == "interrupt":
		a.putOff(n)
	case n.Act == messages.Engage:
		a.owed[at] = true
	case (n.Rung == "guard" || n.Rung == "hours") && n.Act == messages.Settled, isQuiet(n):
		for at := range a.owed {
			if at.familiar == n.Familiar {
				delete(a.owed, at)
			}
		}
	case slices.Contains([]messages.Rung{"shed", "stale", "outage", "deleted", "turn", "not-its-turn", "budget"}, n.Rung), n.Rung == "command" && because.Written(n.Reason) == string(messages.Stop):
		delete(a.owed, at)
	}
}
