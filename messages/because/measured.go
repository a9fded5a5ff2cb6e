package because

import (
	"fmt"
	"strconv"
	"time"
	"unique"
)

// Share is how much of the talk was a familiar's own.
type Share struct {
	Percent int     // of the last Lines lines
	Lines   int     //
	Most    float64 // percent that are its share
	Waits   bool    // so what it waits to think about waits longer
}

func (s Share) clause() string {
	clause := fmt.Sprintf("%d %% of the last %d lines are its own, %.0f %% are its share", s.Percent, s.Lines, s.Most)
	if s.Waits {
		return waitsLonger + clause
	}
	return clause
}

const waitsLonger = "it waits longer: "

// Pressed is that the budget presses by another step than before.
type Pressed struct{ Step, Of, Was int }

func (p Pressed) clause() string {
	return fmt.Sprintf("pressure %d of %d, after %d", p.Step, p.Of, p.Was)
}

// Overdue is by how much the moment to speak unasked was missed.
type Overdue struct{ By time.Duration }

func (o Overdue) clause() string { return "the moment had passed by " + o.By.String() }

// Scheduled is that an occasion has come by a schedule of the familiar's, or,
// with Why, what keeps it from speaking of that.
type Scheduled struct {
	Name string // of the schedule
	Why  Reason // nil: it speaks
}

func (s Scheduled) clause() string { return behind(bySchedule+s.Name, Written(s.Why)) }

const bySchedule = "schedule "

// NotWorthAsking is how many answers were expected of a familiar since it last
// asked its judge, and how many are worth a question.
type NotWorthAsking struct{ Hope, Worth float64 }

func (n NotWorthAsking) clause() string {
	text := append(make([]byte, 0, 48), expected...)
	text = appendFraction(text, n.Hope)
	return string(appendFraction(append(text, worthOne...), n.Worth))
}

const (
	expected = "answers expected so far: "
	worthOne = ", worth a question: "
)

// Moved is by how much how it was taken has lifted a familiar's bars in its
// channel, and by how much they are lifted now; both in log-odds, and lowered
// where they are below 0.
type Moved struct{ By, To float64 }

func (m Moved) clause() string {
	return fmt.Sprintf("%s%+.2f, by %+.2f in all", barsMoved, m.By, m.To)
}

const barsMoved = "its bars here moved by "

// Weighed is the odds of being expected to answer, and what counted most.
type Weighed struct {
	P   float64
	Top [3]Term // those there are first
}

// A Term is what one feature of policy/odds added. The zero Term is none.
type Term struct {
	Feature unique.Handle[string]
	Adds    float64
}

// clause is for example "odds .31: question +0.8, crowd -0.5".
func (w Weighed) clause() string {
	text := append(make([]byte, 0, 80), "odds "...)
	text = appendFraction(text, w.P)
	for i, t := range w.Top {
		if t == (Term{}) {
			break
		}
		text = append(text, ": , "[2*min(i, 1):][:2]...)
		text = append(text, t.Feature.Value()...)
		text = append(text, ' ')
		if t.Adds >= 0 {
			text = append(text, '+')
		}
		text = strconv.AppendFloat(text, t.Adds, 'f', 1, 64)
	}
	return string(text)
}

// appendFraction writes a probability with two places and no leading zero.
func appendFraction(text []byte, p float64) []byte {
	at := len(text)
	text = strconv.AppendFloat(text, p, 'f', 2, 64)
	if text[at] == '0' {
		text = append(text[:at], text[at+1:]...)
	}
	return text
}
