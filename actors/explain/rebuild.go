package explain

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"familiar/actors/history"
	"familiar/journal"
	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/conversation"
)

// errGone says that what a verdict was about is no longer kept, or was taken back
// by its author.
var errGone = errors.New("what the verdict was about is no longer kept")

// Unexplained reports whether a note is a judge's verdict without its reason: it
// was asked for one word.
func Unexplained(n *messages.Note) bool {
	if n.Act != messages.Settled || n.Rung != messages.ByJudge {
		return false
	}
	switch r := n.Reason.(type) {
	case because.JudgeSaid:
		return r.Words == ""
	case because.JudgeChose:
		return r.Words == ""
	default:
		return false
	}
}

// Rebuild makes the question of a verdict again from what the ledger and the
// journal still tell of it, with c the channel's configuration and now the present,
// by which texts expire. It isn't the page that the judge saw, which nobody keeps:
// lines read as they do now, those that were deleted, forgotten or have expired
// since are left out, and lines that came while the judge was being asked are among
// those in question. Only what the familiar's own account has heard is in it. The
// order asks for a reason and has no deadline.
//
// [errGone] means that nothing of what it was about is left.
func Rebuild(ctx context.Context, j WhyFrom, c *conversation.Config, verdict *messages.Note, now messages.Instant) (order messages.Judge, err error) {
	seat := c.SeatOf(verdict.Familiar)
	if seat == nil {
		return order, fmt.Errorf("%s is no longer in %s", verdict.Familiar, verdict.Channel)
	}
	asked, err := askedAbout(ctx, j, verdict, seat.Policy.JudgeEach)
	if err != nil {
		return order, fmt.Errorf("read the ledger: %w", err)
	}
	said, err := asked.texts(ctx, j, c, seat, now)
	if err != nil {
		return order, fmt.Errorf("read the journal: %w", err)
	}
	order = messages.Judge{N: verdict.N, Channel: verdict.Channel, Familiar: verdict.Familiar, Trigger: verdict.Trigger}
	first := -1
	for i := range said {
		if slices.Contains(asked.waiting, said[i].ID) {
			order.Waiting = append(order.Waiting, said[i])
			if first < 0 {
				first = i
			}
		}
		if order.Count++; said[i].Own {
			order.Count = 0
		}
	}
	if first < 0 {
		return order, errGone
	}
	if !seat.Policy.JudgeEach {
		order.Context = said[max(0, first-conversation.JudgedMax):first]
	}
	for _, who := range asked.others {
		if c.SeatOf(who) != nil {
			order.Others = append(order.Others, messages.Candidate{Familiar: who, Count: order.Count})
		}
	}
	return order, nil
}

// askedOf is what the ledger tells of the question of a verdict.
type askedOf struct {
	verdict *messages.Note
	waiting []messages.LineID        // lines that waited for it
	shown   map[messages.LineID]bool // lines that the familiar decided on and might see
	others  []messages.FamiliarID    // whom it was about as well
}

// askedAbout looks back through the channel's notes from a verdict.
func askedAbout(ctx context.Context, j journal.Ledger, verdict *messages.Note, each bool) (askedOf, error) {
	a := askedOf{verdict: verdict, shown: make(map[messages.LineID]bool)}
	settled, looked := false, 0 // settled: what is older waited no more
	for n, err := range journal.Find(ctx, j, verdict.Channel, journal.Query{Until: verdict.At + 1}) {
		if err != nil {
			return a, err
		}
		switch {
		case n.Rung == messages.ByJudge && n.N == verdict.N:
			if n.Familiar != verdict.Familiar && n.At == verdict.At {
				a.others = append(a.others, n.Familiar)
			}
		case n.Familiar != verdict.Familiar:
		case n.Line != "" && !n.Act.IsOutcome():
			a.decided(n, !settled && (!each || n.Line == verdict.Line))
		case n.Act == messages.Settled && !n.Partly && n.At < verdict.At:
			settled = true
		}
		if looked++; looked == whyFurther {
			break
		}
	}
	slices.Sort(a.others)
	return a, nil
}

// decided takes the next decision on a line back; of a line that was decided on
// again after an edit only the newest counts.
func (a *askedOf) decided(n *messages.Note, open bool) {
	if _, again := a.shown[n.Line]; again {
		return
	}
	a.shown[n.Line] = !n.Facts.Has(messages.Unseen)
	if open && (n.Act == messages.Wait || n.Act == messages.Ask) {
		a.waiting = append(a.waiting, n.Line)
	}
}

// texts reads what a seat had been shown by the time of the verdict, oldest first,
// as it reads now.
func (a *askedOf) texts(ctx context.Context, j journal.Log, c *conversation.Config, seat *conversation.SeatConfig, now messages.Instant) ([]messages.Quoted, error) {
	said, err := history.Newest(ctx, j, a.verdict.Channel, c, seat, saidBack)
	if err != nil {
		return nil, err
	}
	kept := messages.Instant(math.MinInt64)
	if c.Keep > 0 {
		kept = now.Add(-c.Keep)
	}
	return slices.DeleteFunc(said, func(q messages.Quoted) bool {
		return q.Text == "" || q.At > a.verdict.At || q.At < kept || !q.Own && !a.shown[q.ID]
	}), nil
}
