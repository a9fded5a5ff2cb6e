package why

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/rules"
)

// words fills the texts in for one note.
type words struct {
	fill  func(text string) string
	seat  Seat
	scene Scene
}

func wording(seat Seat, scene Scene, n *messages.Note) words {
	replace := strings.NewReplacer(
		"{name}", cmp.Or(seat.Name, "it"),
		"{author}", cmp.Or(scene.Author, itsAuthor),
		"{to}", cmp.Or(scene.To, somebody),
		"{window}", length(seat.Window),
		"{due}", length(n.Due.Sub(n.At)),
		"{term}", n.Term,
		"{odds}", decimals(n.Odds),
		"{bar}", decimals(n.Bar),
		"{reason}", cmp.Or(plainly[n.Reason], because.Written(n.Reason)),
	)
	return words{replace.Replace, seat, scene}
}

func (w words) facts(f messages.Facts) []string {
	var all []string
	for _, each := range facts {
		if f.Has(each.fact) {
			all = append(all, w.fill(each.text))
		}
	}
	return all
}

// sentence says why something was done, and what would have turned it.
func (w words) sentence(n *messages.Note, e *Explanation) string {
	var b strings.Builder
	b.WriteString(w.because(n))
	if n.Act == messages.Wait && n.Due > n.At {
		b.WriteString(w.fill(addDue))
	}
	if e.Changed {
		b.WriteString(addChanged)
	}
	if told := tell(e.Flips, n.Act); told != "" {
		b.WriteString("; " + told)
	}
	return b.String()
}

func head(n *messages.Note, v Verdict) string {
	switch {
	case n.Act == messages.Drop:
		return headNothing
	case n.Act == messages.Ask:
		return headAsked
	case n.Act == messages.Wait:
		return headWaits
	case v == Answered:
		return headAnswered
	case v == Quiet:
		return headQuiet
	default:
		return headOpen
	}
}

// because is the clause of what decided, with what the note adds to it.
func (w words) because(n *messages.Note) string {
	rule := rules.Of(n.Rung)
	text := w.clause(rule, n)
	known := text != ""
	if !known {
		text = "{reason}"
	}
	switch {
	case !known && n.Reason == nil:
		text = string(n.Rung)
	case n.Bar != 0 && n.Act == messages.Engage, n.Rung == messages.ByOdds:
		text += addOddsYes
	case n.Bar != 0 && n.Act == messages.Observe:
		text += addOddsNo
	case isCalledOff(n):
		text = calledOff + addReason
	case isDoubted(n):
		text = judgeSaid + secondAsked
	case isVerdict(n):
		text = judgeSaid
	case known && n.Reason != nil && !slices.Contains(rule.Repeats, n.Reason):
		text += addReason
	}
	return w.fill(text)
}

// clause is what a rule says of its note; "" where the reason has to.
func (w words) clause(rule *rules.Rule, n *messages.Note) string {
	switch {
	case n.Rung == messages.ByMode && n.Facts.Has(messages.ModeOurs):
		return ourTurn
	case n.Rung == messages.ByMode && !n.Facts.Has(messages.ModeOther): // it must not see the line
		return ""
	case n.Rung == messages.ByDuplicate && n.Act == messages.Settled: // of a part, which goes by the same word
		return saidBefore
	case n.Rung == messages.BySticky && w.seat.Shared:
		return inOurWindow
	}
	aim := aimMention
	switch {
	case n.Facts.Has(messages.RepliesToOther) && !n.Facts.Has(messages.JoinedHere):
		aim = aimReply
	case n.Facts.Has(messages.NamesPeer) && !n.Facts.Has(messages.MentionsOthers):
		aim = aimNames
	}
	return strings.ReplaceAll(rule.Says, "{aim}", aim)
}

// tell puts the nearest flips into one clause: those to the same verdict as the
// first, and of pairs only one.
func tell(all []Flip, act messages.Act) string {
	if len(all) == 0 {
		return ""
	}
	var ifs []string
	for i, f := range all {
		if f.To != all[0].To || len(ifs) == mostTold || i > 0 && len(f.If) > 1 {
			break
		}
		ifs = append(ifs, series(f.If, and))
	}
	would := wouldBe[all[0].To]
	if all[0].To == Answered && (act == messages.Ask || act == messages.Wait) {
		would = atOnce
	}
	return would + series(ifs, or)
}

// series is clauses in a row, the last behind the word; what stands at the
// beginning of each is said once.
func series(clauses []string, word string) string {
	clauses = slices.Clone(clauses)
	for i := len(clauses) - 1; i > 0; i-- {
		if short, same := strings.CutPrefix(clauses[i], lineHad); same && strings.HasPrefix(clauses[i-1], lineHad) {
			if strings.HasPrefix(clauses[i-1], lineNot) && !strings.HasPrefix(clauses[i], lineNot) {
				short = had + short // or the first one's "not" would be this one's, too
			}
			clauses[i] = short
		}
	}
	last := len(clauses) - 1
	if last == 0 {
		return clauses[0]
	}
	comma := ","
	if last == 1 {
		comma = ""
	}
	return strings.Join(clauses[:last], ", ") + comma + " " + word + " " + clauses[last]
}

// length writes a time as people do, without what is none of it: 5m, 1m30s.
func length(d time.Duration) string {
	text := d.Round(100 * time.Millisecond).String()
	if d < time.Minute {
		return text
	}
	text = d.Round(time.Second).String()
	text = strings.TrimSuffix(text, "m0s")
	if text != d.Round(time.Second).String() {
		text += "m"
	}
	if hours, whole := strings.CutSuffix(text, "h0m"); whole {
		return hours + "h"
	}
	return text
}

func decimals(p float32) string {
	if p >= 0.1 {
		return fmt.Sprintf("%.2f", p)
	}
	return strconv.FormatFloat(float64(p), 'g', 2, 32)
}
