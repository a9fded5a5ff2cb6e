package seating

import (
	"fmt"
	"time"

	"familiar/internal/bounds"
	"familiar/policy/schedule"
	"familiar/policy/transcript"
)

// MaxSeats is how many familiars a channel can hold.
const MaxSeats = transcript.SeatsMost

// Validate says what is wrong, all of it.
func (c *Config) Validate() error {
	fields := []bounds.Field{
		bounds.Err(c.Room.Validate()),
		bounds.Must(len(c.Seats) <= MaxSeats, "%d familiars in one channel: at most %d", len(c.Seats), MaxSeats),
	}
	for i := range c.Seats {
		fields = append(fields, bounds.Under(fmt.Sprintf("familiar %q", c.Seats[i].Familiar), c.Seats[i].Policy.Validate()))
	}
	return bounds.Check(fields...)
}

// Validate says what is wrong, all of it.
func (c RoomConfig) Validate() error {
	return bounds.Check(
		bounds.Err(c.Guard.Validate()),
		positive("answer_within", c.AnswerWithin),
		positive("overdue_after", c.OverdueAfter),
		bounds.Err(c.Floor.Validate()),
		bounds.Under("turns", c.Turns.Validate()),
		bounds.Under("language", c.Language.Validate()),
		bounds.Under("outage", c.Outage.Validate()),
		bounds.Err(c.Admission.Validate()),
	)
}

// Validate says what is wrong, all of it.
func (p Policy) Validate() error {
	d := p.Debounce
	return bounds.Check(
		bounds.Err(p.Ladder.Validate()),
		bounds.Err(p.Credit.Validate()),
		bounds.Err(p.Chattiness.Validate()),
		bounds.Err(p.Finish.Validate()),
		positive("judge_within", p.JudgeWithin),
		positive("compose_within", p.ComposeWithin),
		bounds.Err(p.Hours.Validate()),
		bounds.Under("surface", p.Surface.Validate()),
		bounds.Under("pace", p.Pace.Validate()),
		bounds.Under("late", p.Late.Validate()),
		bounds.Err(schedule.ValidateAll(p.Schedule)),
		bounds.Either("busy", p.Busy, Inject, Queue, Interrupt, Steer),
		bounds.Either("on_judge_error", p.OnJudgeError, Retry, Decline),
		bounds.Either("verdict", p.Verdict, Reason, Word),
		bounds.Either("mode", p.Mode, Live, InShadow),
		bounds.Must(d.Quiet >= 0 && d.Hot >= 0 && d.Gap >= 0 && d.Cap >= 0, "debounce: no duration can be negative"),
		bounds.Under("odds", p.Odds.Validate()),
		bounds.Err(p.Memory.Validate()),
		bounds.Err(p.Learning.Validate()),
		bounds.Must(!p.Learning.On || p.Odds.On, "learning: on = true: it moves the bars of the odds, which are off; want odds.on = true, too"),
	)
}

func positive(key string, d time.Duration) bounds.Field {
	return bounds.Positive(key, d).Want("a positive duration")
}
