package seating

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"familiar/policy/schedule"
	"familiar/policy/transcript"
)

// MaxSeats is how many familiars a channel can hold.
const MaxSeats = transcript.SeatsMost

// Validate says what is wrong, all of it.
func (c *Config) Validate() error {
	errs := []error{c.Room.Validate()}
	if len(c.Seats) > MaxSeats {
		errs = append(errs, fmt.Errorf("%d familiars in one channel: at most %d", len(c.Seats), MaxSeats))
	}
	for i := range c.Seats {
		if err := c.Seats[i].Policy.Validate(); err != nil {
			errs = append(errs, fmt.Errorf("familiar %q: %w", c.Seats[i].Familiar, err))
		}
	}
	return errors.Join(errs...)
}

// Validate says what is wrong, all of it.
func (c RoomConfig) Validate() error {
	return errors.Join(
		c.Guard.Validate(),
		positive("answer_within", c.AnswerWithin),
		positive("overdue_after", c.OverdueAfter),
		c.Floor.Validate(),
		within("turns", c.Turns.Validate()),
		within("language", c.Language.Validate()),
		within("outage", c.Outage.Validate()),
		c.Admission.Validate(),
	)
}

// Validate says what is wrong, all of it.
func (p Policy) Validate() error {
	errs := []error{
		p.Ladder.Validate(), p.Credit.Validate(), p.Chattiness.Validate(), p.Finish.Validate(),
		positive("judge_within", p.JudgeWithin), positive("compose_within", p.ComposeWithin),
		p.Hours.Validate(),
		within("surface", p.Surface.Validate()),
		within("pace", p.Pace.Validate()),
		within("late", p.Late.Validate()),
		schedule.ValidateAll(p.Schedule),
	}
	if !slices.Contains([]Busy{Inject, Queue, Interrupt, Steer}, p.Busy) {
		errs = append(errs, fmt.Errorf("busy = %q: want inject, queue, interrupt or steer", p.Busy))
	}
	if p.OnJudgeError != Retry && p.OnJudgeError != Decline {
		errs = append(errs, fmt.Errorf("on_judge_error = %q: want retry or decline", p.OnJudgeError))
	}
	if p.Verdict != Reason && p.Verdict != Word {
		errs = append(errs, fmt.Errorf("verdict = %q: want reason or word", p.Verdict))
	}
	if p.Mode != Live && p.Mode != InShadow {
		errs = append(errs, fmt.Errorf("mode = %q: want live or shadow", p.Mode))
	}
	d := p.Debounce
	if d.Quiet < 0 || d.Hot < 0 || d.Gap < 0 || d.Cap < 0 {
		errs = append(errs, errors.New("debounce: no duration can be negative"))
	}
	if err := p.Odds.Validate(); err != nil {
		errs = append(errs, fmt.Errorf("odds: %w", err))
	}
	if err := p.Memory.Validate(); err != nil {
		errs = append(errs, err)
	}
	if err := p.Learning.Validate(); err != nil {
		errs = append(errs, err)
	}
	if p.Learning.On && !p.Odds.On {
		errs = append(errs, errors.New("learning: on = true: it moves the bars of the odds, which are off; want odds.on = true, too"))
	}
	return errors.Join(errs...)
}

// within says in which table an error is.
func within(table string, err error) error {
	if err != nil {
		return fmt.Errorf("%s: %w", table, err)
	}
	return nil
}

func positive(key string, d time.Duration) error {
	if d <= 0 {
		return fmt.Errorf("%s = %v: want a positive duration", key, d)
	}
	return nil
}
