package irclog

import (
	"errors"
	"time"

	"familiar/messages"
)

// A Clock finds the moments of a log whose lines have a time of day at
// best. A log is in order: a time that goes back far begins a new day, or on a
// clock of 12 hours the other half of one; one that goes back little (a clock
// set to winter time) stands still.
type Clock struct {
	Zone *time.Location
	Day  time.Time // in hand; zero: not said

	twelve  bool // a clock of 12 hours without am and pm
	odd     bool // an hour was seen that such a clock doesn't have
	back    bool // it went back by hours
	started bool
	half    int // of the day, on a clock of 12 hours
	minutes int // of the last line, in its day or half
	last    messages.Instant
}

var errNoDay = errors.New("the log doesn't say which day it is: give --day, or put it in a path with its date, such as 2025/03/05")

const (
	dayMinutes  = 24 * 60
	halfMinutes = dayMinutes / 2
	farBack     = 60 // minutes: more than a clock that is set
)

// LearnHours learns whether the clock has 12 hours: an hour of 0 or more than
// 12 is never there, and it goes back.
func (c *Clock) LearnHours(e Event) {
	switch {
	case !e.day.IsZero():
		c.started = false
	case e.timed:
		c.odd = c.odd || e.hour == 0 || e.hour > 12
		now := e.hour*60 + e.min
		c.back = c.back || c.started && now < c.minutes-farBack
		c.started, c.minutes = true, now
	}
}

// Begin sets it to the log's first line.
func (c *Clock) Begin() {
	c.twelve = c.back && !c.odd
	c.started, c.minutes = false, 0
}

// At returns the moment of a line; one without a time is as late as the last.
func (c *Clock) At(e Event) (messages.Instant, error) {
	if !e.day.IsZero() {
		c.Day, c.started, c.half = e.day, false, 0
	}
	if !e.timed {
		if e.Kind.IsTalk() && c.last == 0 {
			return 0, errNoDay
		}
		return c.last, nil
	}
	if c.Day.IsZero() {
		return 0, errNoDay
	}
	c.setToLine(e)
	now := time.Date(c.Day.Year(), c.Day.Month(), c.Day.Day(), c.minutes/60+12*c.half, c.minutes%60, e.sec, 0, c.Zone)
	c.last = max(c.last, messages.InstantOf(now))
	return c.last, nil
}

// setToLine sets the clock to a line's time of day.
func (c *Clock) setToLine(e Event) {
	now, far := e.hour*60+e.min, halfMinutes
	if c.twelve {
		now, far = e.hour%12*60+e.min, farBack
	}
	if c.started && now < c.minutes-far {
		if c.half++; !c.twelve || c.half > 1 {
			c.half, c.Day = 0, c.Day.AddDate(0, 0, 1)
		}
	}
	c.started, c.minutes = true, now
}
