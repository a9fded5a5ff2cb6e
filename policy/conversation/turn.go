package conversation

import (
	"slices"
	"time"

	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/deadline"
	"familiar/policy/duty"
	"familiar/policy/floor"
	"familiar/policy/guard"
	"familiar/policy/transcript"
)

// What a turn is allowed.
const (
	deliverWithin = 10 * time.Minute // then the channel no longer waits for the network
	steerMax      = 2                // times a turn is composed again because more was said
)

// A Turn is one reply being made: with the agent, then with the network. A
// channel has one at a time, so that each familiar sees the former's reply.
type Turn struct {
	deadline.Deadline                    // N is the order's
	Seat              int                `json:"seat"`
	Trigger           messages.Trigger   `json:"why"`
	Judged            bool               `json:"judged,omitempty"` // the judge has said yes to it
	Asked             []transcript.Entry `json:"asked,omitempty"`  // lines it answers, oldest first
	From              uint32             `json:"from"`             // observed lines after From, up to Upto, are its context
	Upto              uint32             `json:"upto"`
	Notice            messages.Notice    `json:"notice,omitempty"`
	Tries             int                `json:"tries,omitempty"`   // times the agent failed with what it answers
	Steered           int                `json:"steered,omitempty"` // times it was composed again
	Retry             deadline.Deadline  `json:"retry,omitempty"`   // of a state from before Outage, see [Decode]

	Given  []transcript.Entry `json:"given,omitempty"`  // lines it was given since it was ordered, taken or not
	Told   []uint32           `json:"told,omitempty"`   // lines the agent was told of by that, also where they are another's by now
	Breaks int                `json:"breaks,omitempty"` // times what it answers was put off

	Composed   bool     `json:"composed,omitempty"`
	Disengaged bool     `json:"disengaged,omitempty"` // no credit comes of it
	Posts      []Posted `json:"posts,omitempty"`
	Ordered    uint64   `json:"ordered,omitempty"` // the number it was composed by; 0: it is not composed
	Unsaid     *Unsaid  `json:"unsaid,omitempty"`  // nothing of it is known to be posted; nil: something is, and it is noted

	Began     messages.Instant   `json:"began,omitempty"`
	Typing    bool               `json:"typing,omitempty"`    // people were shown that the familiar is typing
	Opens     bool               `json:"opens,omitempty"`     // its parts begin a thread, none is delivered yet
	Thread    messages.ChannelID `json:"thread,omitempty"`    // the one they have begun
	Errand    *duty.Errand       `json:"errand,omitempty"`    // what somebody woke it for; nil: nothing was said
	Overrides bool               `json:"overrides,omitempty"` // its familiar held the window when it began, and the room is assigned to another
	Fixes     uint64             `json:"fixes,omitempty"`     // the side-fork whose correction it posts; 0: none
	Span      Span               `json:"span,omitzero"`
}

// order gives the number by which the turn was given to its agent: once it is
// composed, its deadline has another.
func (t *Turn) order() uint64 {
	if t.Ordered != 0 {
		return t.Ordered
	}
	return t.N
}

// nextToSpeak gives the seat whose turn can start: the one whose addressed
// line is oldest and doesn't wait for its model, else of those that a judge or
// the odds have said yes to the likeliest; or -1.
func (s *State) nextToSpeak() int {
	best := -1
	for i := range s.Seats {
		seat := &s.Seats[i]
		if len(seat.Pending) > 0 && seat.Debounce.N == 0 && !seat.awaitsModel() && (best < 0 || seat.Pending[0].No < s.Seats[best].Pending[0].No) {
			best = i
		}
	}
	if best >= 0 {
		return best
	}
	for i := range s.Seats {
		seat := &s.Seats[i]
		if seat.Wish != "" && seat.Debounce.N == 0 && (best < 0 || seat.Likely > s.Seats[best].Likely) {
			best = i
		}
	}
	return best
}

// startTurn begins a turn of seat i with everything that waits for it, unless
// nothing of that may be answered any more.
func (s *State) startTurn(i int, out []Effect) []Effect {
	seat, c := &s.Seats[i], s.cfg(i)
	if seat.awaitsModel() && seat.Wish != messages.Woken {
		return s.wishInOutage(i, out)
	}
	breaks := s.breaks(i)
	asked, out := s.answerable(i, out)
	why, judged := messages.Address, seat.Wish != ""
	called := len(asked) > 0
	if judged {
		why, asked = seat.Wish, s.withWaiting(i, asked)
	}
	seat.Pending, seat.Wish, seat.Debounce = nil, "", deadline.Deadline{}
	if len(asked) == 0 && why != messages.Woken && why != messages.Question {
		s.freeFloor(i)
		return out // stale, or deleted
	}
	need := why
	if called && why.Unsolicited() {
		need = messages.Address
	}
	if seat.Manners.Quiet(s.Now) {
		return s.giveUp(i, messages.Note{Line: newestID(asked), Rung: byQuiet, Trigger: why, Reason: because.ToldQuiet}, out)
	}
	if !s.hourLets(i, need) {
		return s.missHour(i, newestID(asked), why, out)
	}
	if !s.mayStart(i, need) {
		return s.awaitFloor(i, why, out)
	}
	seat.Called, seat.Retry = "", deadline.Deadline{}
	seat.Mood.Spoke(s.Now, &c.Policy.Chattiness)
	tries := seat.tried(asked)
	if tries == 0 && !s.guardLets(i, asked, why, judged) {
		seat.Settled = s.spent(i, judged)
		s.freeFloor(i)
		return s.note(i, messages.Note{Line: newestID(asked), Act: messages.Settled, Rung: byGuard, Trigger: why, Reason: because.OnlyBots}, out)
	}
	s.Turn = &Turn{Seat: i, Trigger: why, Judged: judged, Asked: asked, From: seat.Turned, Upto: s.Lines.Last(), Errand: s.handed}
	s.Turn.Began, s.Turn.Overrides = s.Now, s.overrides(i)
	s.Turn.Breaks, s.Turn.Tries = breaks, tries
	if seat.Judging != nil && !c.Policy.JudgeEach { // the turn answers what the question was about
		out = append(out, messages.Cancel{N: seat.Judging.N})
		seat.Judging = nil
	}
	if !need.Unsolicited() { // its answer comes first
		s.yieldFloor(i, floor.Cancelled)
	}
	seat.Turned, seat.Settled = s.Lines.Last(), s.spent(i, judged)
	s.Turns.Deliver(s.Now, seat.Familiar)
	if tries == 0 { // else nobody knows yet whether there will be a word
		out = s.showTyping(false, out)
	}
	return s.composeTurn(out)
}

// giveUp settles what seat i was about to say and is kept from, for the reason
// that n gives, and all it thinks about: later nobody wants to hear it.
func (s *State) giveUp(i int, n messages.Note, out []Effect) []Effect {
	seat := &s.Seats[i]
	seat.Think, seat.Called = Thought{}, ""
	seat.Settled = max(seat.Settled, seat.Waiting)
	seat.Mood.Missed(n.Trigger)
	s.freeFloor(i)
	s.Floor.Forgo(seat.Familiar)
	n.Act = messages.Settled
	return s.note(i, n, out)
}

// answerable gives what is addressed to seat i and not too old for an answer.
func (s *State) answerable(i int, out []Effect) ([]transcript.Entry, []Effect) {
	pending := s.Seats[i].Pending
	fresh := 0
	for fresh < len(pending) && s.Now.Sub(pending[fresh].At) > s.config.Room.AnswerWithin {
		n := messages.Note{Line: pending[fresh].ID, Act: messages.Settled, Rung: byStale, Reason: because.TooOld}
		if o := s.Seats[i].Outage; o != nil && o.On(pending[fresh].At, s.config.Room.AnswerWithin) {
			n.Rung, n.Reason = byOutage, because.ModelAwayForLine
		}
		out = s.note(i, n, out)
		fresh++
	}
	return pending[fresh:len(pending):len(pending)], out
}

// withWaiting adds the lines seat i was thinking about, in their order.
func (s *State) withWaiting(i int, asked []transcript.Entry) []transcript.Entry {
	var all []transcript.Entry
	for _, e := range s.waiting(i, s.spent(i, true)) {
		if !slices.ContainsFunc(asked, func(a transcript.Entry) bool { return a.No == e.No() }) {
			all = append(all, s.Lines.Entry(e))
		}
	}
	all = append(all, asked...)
	slices.SortStableFunc(all, transcript.InOrder)
	return all
}

// guardLets counts seat i's turn if the newest line it answers is a bot's, and
// reports whether it may be taken. By lines, an addressed one has counted
// already. To answer a human resets the guard where only that does; where any
// line of theirs does, this one did when it was heard, and what bots have said
// since counts.
func (s *State) guardLets(i int, asked []transcript.Entry, why messages.Trigger, judged bool) bool {
	c := s.config.Room.Guard
	if why == messages.Woken || !s.fromBot(i, asked) {
		if why == messages.Woken || c.Reset == guard.Engaged {
			s.Guard.Human(true, c)
		}
		return true
	}
	if s.Guard.Stopped(s.Now, c) {
		return false
	}
	if c.Count == guard.Turns || judged {
		s.Guard.Peer(s.Now, c)
	}
	return true
}

// fromBot reports whether the newest of these lines is a bot's; of none, the
// newest line that anybody but seat i said, a sibling's included.
func (s *State) fromBot(i int, asked []transcript.Entry) bool {
	if len(asked) > 0 {
		return asked[len(asked)-1].Author.Bot
	}
	for no := s.Lines.Last(); no >= s.Lines.Oldest(); no-- {
		if e := s.Lines.At(no); int(e.By()) != i+1 && e.Shows(i) {
			return s.Lines.Author(e).Bot
		}
	}
	return false
}

// giveTurnUp is the turn's deadline: the agent or the network has not answered.
func (s *State) giveTurnUp(out []Effect) []Effect {
	if !s.Turn.Composed {
		return s.takeComposed(messages.Composed{N: s.Turn.N, Error: "no answer in time"}, out)
	}
	s.yieldFloor(s.Turn.Seat, floor.Failed)
	if slices.ContainsFunc(s.Turn.Posts, func(p Posted) bool { return p.Line != "" }) { // its echo has shown that it stands there
		out = s.noteSpoken(out)
	}
	const reason = because.FateUnknown
	out = s.note(s.Turn.Seat, messages.Note{Line: s.Turn.newest(), Act: messages.Settled, Rung: byUndelivered, Trigger: s.Turn.Trigger, N: s.Turn.order(), Reason: reason}, out)
	for i := range s.Turn.Posts {
		p := &s.Turn.Posts[i]
		if p.Done || p.Line != "" { // settled, or its echo has shown that it was posted
			continue
		}
		if p.Waits {
			out = append(out, messages.Bury{Post: s.postOrder(p), Reason: "it was to follow a part of which the network has said nothing"})
			continue
		}
		s.keepStray(*p)
		out = append(out, messages.Bury{Post: s.postOrder(p), Reason: because.Written(reason), Unknown: true})
	}
	return s.endTurn(out)
}

// endTurn frees the channel for the next one.
func (s *State) endTurn(out []Effect) []Effect {
	if s.Turn.Typing {
		out = append(out, messages.ShowTyping{Channel: s.Channel, Account: s.cfg(s.Turn.Seat).Account, Familiar: s.Seats[s.Turn.Seat].Familiar})
	}
	s.yieldFloor(s.Turn.Seat, floor.Cancelled) // where no other end came before
	out = s.returned(s.Turn.Seat, s.Turn.Given, out)
	awaits := s.Seats[s.Turn.Seat].awaitsModel()
	if s.Turn = nil; awaits { // a side-fork's work goes on
		return out
	}
	return s.unfixed(because.ForkUnanswered, out)
}

// pending is what the turn still waits for.
func (t *Turn) pending(s *State) []Effect {
	if !t.Composed {
		return []Effect{s.composeOrder()}
	}
	var out []Effect
	for i := range t.Posts {
		if p := &t.Posts[i]; !p.Done && !p.Waits {
			out = append(out, s.postOrder(&t.Posts[i]))
		}
	}
	return out
}
