package conversation

import (
	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/duty"
	"familiar/policy/floor"
	"familiar/policy/guard"
	"familiar/policy/hours"
	"familiar/policy/schedule"
)

// clocksOf returns whose schedules are for that channel, of the configuration's
// seats; nil: nobody's. A room's are not those of its threads, of which there may be
// hundreds.
func clocksOf(c *Config, channel messages.ChannelID) (clocks []schedule.Seat) {
	if channel.IsThread() {
		return nil
	}
	for i := range c.Seats {
		if seat := &c.Seats[i]; len(seat.Schedule) > 0 {
			clocks = append(clocks, schedule.Seat{Familiar: seat.Familiar, Seed: seed(channel, seat.Familiar), Plans: seat.Schedule})
		}
	}
	return clocks
}

// KnowsSchedules reports whether the channel, as it was kept, has taken up the
// schedules of a configuration.
func (ch *Channel) KnowsSchedules(c *Config) bool {
	for _, who := range clocksOf(c, ch.Channel) {
		one := []schedule.Seat{who}
		if !ch.Clock.Knows(one) && (ch.Shadow == nil || !ch.Shadow.Clock.Knows(one)) {
			return false
		}
	}
	return true
}

// fireSchedule does what is due if the deadline of that number is a schedule's.
func (s *State) fireSchedule(n uint64, out []Effect) ([]Effect, bool) {
	left, is := s.Clock.Fired(n, s.Now, &s.Number)
	for _, l := range left {
		out = s.leaveOut(&l.Ready, because.Overdue{By: l.Late}, out)
	}
	return out, is
}

// settleSchedules begins the turn of an occasion that has come, when nobody
// waits for an answer.
func (s *State) settleSchedules(out []Effect) []Effect {
	for s.Turn == nil {
		ready, is := s.Clock.Take()
		if !is {
			break
		}
		out = s.speakOf(&ready, out)
	}
	return out
}

// speakOf begins the turn of an occasion, or leaves it out where something keeps
// its familiar from speaking unasked.
func (s *State) speakOf(ready *schedule.Ready, out []Effect) []Effect {
	i, plan := s.Seats.Of(ready.Familiar), s.Clock.Named(*ready)
	if i < 0 || plan == nil {
		return out
	}
	if why := s.keptFrom(i, ready, plan); why != nil {
		s.Floor.Forgo(ready.Familiar)
		return s.leaveOut(ready, why, out)
	}
	if !s.Floor.Take(s.Now, ready.Familiar, s.config.Floor()) {
		free := s.Floor.FreeFor(s.Now, ready.Familiar, s.config.Floor())
		s.Clock.Wait(*ready, free, &s.Number)
		return s.note(i, messages.Note{Act: messages.Wait, Rung: messages.ByFloor, Trigger: messages.Scheduled, Due: free, Term: termFloor, Reason: because.FloorTaken}, out)
	}
	if !s.Guard.Lets(guard.Turn{Bot: s.Lines.BotSpoke(nil, i)}, s.Now, &s.config.Room.Guard) {
		s.yieldFloor(i, floor.Cancelled)
		return s.leaveOut(ready, because.OnlyBots, out)
	}
	out = s.note(i, messages.Note{Act: messages.Settled, Rung: messages.BySchedule, Reason: because.Scheduled{Name: ready.Name}}, out)
	return s.runTimed(i, &duty.Errand{Familiar: ready.Familiar, Prompt: plan.Prompt, Timed: true}, messages.Scheduled, out)
}

// keptFrom says what keeps seat i from speaking of an occasion; nil: nothing.
func (s *State) keptFrom(i int, ready *schedule.Ready, plan *schedule.Plan) because.Reason {
	seat, c := &s.Seats[i], s.cfg(i)
	late := s.Now.Sub(ready.Due)
	switch hour := c.Hours.At(s.Now); {
	case late > plan.Overdue:
		return because.Overdue{By: late}
	case c.Absent:
		return because.AccountUnknown
	case !s.maySpeak(i):
		return because.AssignedElsewhere
	case seat.Manners.Quiet(s.Now):
		return because.ToldQuiet
	case hour == hours.Silent:
		return because.QuietHours
	case hour == hours.Asked:
		return because.OutsideHours
	case !seat.Pressure.Lets():
		return because.BudgetSpent
	case seat.AwaitsModel():
		return because.ModelAway
	}
	return nil
}

// leaveOut notes why nothing is said of an occasion.
func (s *State) leaveOut(ready *schedule.Ready, why because.Reason, out []Effect) []Effect {
	return s.note(s.Seats.Of(ready.Familiar), messages.Note{
		Act: messages.Settled, Rung: messages.BySchedule, Reason: because.Scheduled{Name: ready.Name, Why: why},
	}, out)
}
