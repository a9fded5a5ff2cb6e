package conversation

import (
	"slices"

	"familiar/internal/shorten"
	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/turns"
)

// misassigned notes what is wrong with the assignment that is configured. It
// is survived; policy/turns says how.
func (s *State) misassigned(out []Effect) []Effect {
	if s.Ties.IsFork() {
		return out // one familiar works in a side-fork
	}
	if err := s.Turns.Faults(s.Now, s.config.Familiars(), &s.config.Room.Turns); err != nil {
		return s.note(-1, messages.Note{Act: messages.Settled, Rung: messages.ByTurn, Reason: because.Says(err.Error())}, out)
	}
	return out
}

// Who speaks where that is assigned, is decided here and nowhere else: an open
// window goes before the room's mode, so its holder may speak whosever turn it
// is. Whoever the mode means may, too; and where the mode keeps a familiar from
// seeing the channel, its window is worth nothing.

// assigned says what the room's mode means for a line to seat i: nothing to the
// holder of the window.
func (s *State) assigned(i int) turns.Verdict {
	v := s.Turns.For(s.Seats[i].Familiar)
	if v.Facts.Has(messages.ModeOther) && s.overrides(i) {
		return turns.Verdict{}
	}
	return v
}

// maySpeak reports whether seat i may begin to speak. What its window has begun goes
// on when that ends meanwhile: the reply will open it again.
func (s *State) maySpeak(i int) bool {
	return s.Turns.May(s.Seats[i].Familiar) || s.overrides(i) || s.Turn != nil && s.Turn.Seat == i && s.Turn.Overrides
}

// overrides reports whether seat i holds the window where the mode means
// somebody else.
func (s *State) overrides(i int) bool {
	who := s.Seats[i].Familiar
	return s.Turns.YieldsTo(who) && s.cfg(i).KeepsWindow() && s.Window.Held(s.Now) == who
}

// settleAssigned ends the turn whose time is over, and lets nothing wait for a
// seat that may not speak.
func (s *State) settleAssigned(out []Effect) []Effect {
	if !s.Turns.Stirs() {
		return out
	}
	s.Veiled |= s.Seats.Unseen(&s.Turns)
	out = s.passTurnOn(s.Turns.Settle(s.Now, &s.config.Room.Turns), out)
	for i := range s.Seats {
		if !s.maySpeak(i) {
			out = s.bench(i, messages.ByNotItsTurn, s.assigned(i).Reason.Because(), out)
		}
	}
	return out
}

// bench drops what seat i was about to do, since a rule keeps it from speaking.
// The lines stay in the transcript.
func (s *State) bench(i int, rung messages.Rung, reason because.Reason, out []Effect) []Effect {
	seat := &s.Seats[i]
	out = s.noteShed(i, seat.Unpause(), out)
	out = s.noteWaiting(i, rung, reason, out)
	if why := seat.Purpose(); why.Unsolicited() {
		seat.Mood.Missed(why)
	}
	seat.SettleAll()
	return s.leaveOff(i, out)
}

// noteWaiting notes what keeps seat i from all that waits for it.
func (s *State) noteWaiting(i int, rung messages.Rung, reason because.Reason, out []Effect) []Effect {
	for _, n := range s.Seats[i].Unsettled() {
		n.Act, n.Rung, n.Reason = messages.Settled, rung, reason
		out = s.note(i, n, out)
	}
	return out
}

// leaveOff has seat i be about to do nothing, its turn in flight apart.
func (s *State) leaveOff(i int, out []Effect) []Effect {
	seat := &s.Seats[i]
	seat.Take()
	out = seat.LeaveOff(out)
	s.yieldThought(i)
	return out
}

// spokeUp says that the turn in flight is composed, and reports whether its
// text is to be posted.
func (s *State) spokeUp(said, complete bool, out []Effect) (posts bool, _ []Effect) {
	i, n := s.Turn.Seat, s.Turn.N
	fate, moved, _ := s.Turns.Spoke(s.Now, s.Seats[i].Familiar, said, complete, nil)
	switch {
	case !said: // there is nothing to be late or refused
	case fate == turns.Refused && s.maySpeak(i): // the room's turn stays whose it is
	case fate == turns.Refused:
		out = s.note(i, s.Turn.Note(messages.ByNotItsTurn, s.assigned(i).Reason.Because()), out)
		return false, out
	case fate == turns.TooLate:
		out = s.note(i, messages.Note{Act: messages.Settled, Rung: messages.ByLate, N: n, Reason: because.TurnWasOver}, out)
	}
	return true, s.passTurnOn(moved, out)
}

// assign does what a person told the channel about its turns.
func (s *State) assign(e messages.Commanded, out []Effect) []Effect {
	const most = 200 // code points of the command that a note repeats
	told := because.TurnsTold{Said: shorten.Runes(e.Text, most)}
	moved, err := s.Turns.Obey(s.Now, e.Text, s.config.Familiars(), &s.config.Room.Turns)
	if err != nil {
		told.Error = shorten.Runes(err.Error(), most)
	}
	out = s.note(-1, messages.Note{Act: messages.Settled, Rung: messages.ByCommand, Reason: told}, out)
	return s.shareFacts(s.passTurnOn(moved, out))
}

// takePresence takes up that an account came or went: the turn passes by familiars
// that can't post. All who share the account come and go with it.
func (s *State) takePresence(e messages.PresenceChanged, out []Effect) []Effect {
	for i := range s.Seats {
		if s.cfg(i).Account == e.Account {
			out = s.passTurnOn(s.Turns.Presence(s.Now, s.Seats[i].Familiar, e.Online, nil), out)
		}
	}
	return out
}

// Presence gives what the channel has yet to be told of its accounts, when
// absent says which of them are away now. Only where familiars take turns does
// it matter.
func (s *State) Presence(absent func(messages.AccountID) bool) []messages.PresenceChanged {
	if !s.Turns.Is(turns.TurnBased) {
		return nil
	}
	var news []messages.PresenceChanged
	for i := range s.Seats {
		account := s.cfg(i).Account
		e := messages.PresenceChanged{Account: account, Online: !absent(account)}
		if s.Turns.Misses(s.Seats[i].Familiar, e.Online) && !slices.Contains(news, e) {
			news = append(news, e)
		}
	}
	return news
}
