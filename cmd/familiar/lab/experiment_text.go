package lab

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"familiar/cmd/familiar/command"
	compared "familiar/lab/experiment"
	"familiar/messages"
	"familiar/policy/experiment"
)

// printExperiment prints what is known of an experiment.
func printExperiment(out io.Writer, r *compared.Report) error {
	p := &r.Data.Plan
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "%s (plan %s): %s in %s, drawn by %s, from %s until %s.\n", p.Name, p.Digest(), p.Familiar, p.Match, p.By, p.Begin, untilWhen(p))
	fmt.Fprintf(w, "Arm a is its setting there; in arm b %s.\n\n", strings.Join(p.Knobs, ", "))
	printArms(w, r)
	if len(r.Looks) > 0 {
		fmt.Fprint(w, "\nLOOK\tERROR SPENT\tSAID a\tb\tDIFFERENCE\tSTATISTIC\tSTOPS FROM\n")
		for _, look := range r.Looks {
			fmt.Fprintf(w, "%s\t%.4f\t%d\t%d\t%+.3f\t%+.2f\t%s\n", look.Date, look.Spent, look.Said[0], look.Said[1], look.Difference, look.Statistic, boundary(look.Boundary))
		}
	}
	fmt.Fprintf(w, "\n%s\n", verdictOf(r))
	if r.Other > 0 {
		fmt.Fprintf(w, "The plan was changed: %s said unasked under another plan of this name, and count for nothing.\n", command.Count(r.Other, "line"))
	}
	return w.Flush()
}

// untilWhen says when an experiment is over.
func untilWhen(p *experiment.Plan) string {
	end := p.End.String()
	if zone := p.Zone.String(); zone != "UTC" {
		end += " of " + zone
	}
	if p.Lines > 0 {
		end += fmt.Sprintf(", or until a look knows of %d lines", p.Lines)
	}
	return end
}

// printArms prints what each arm comes to.
func printArms(w io.Writer, r *compared.Report) {
	a, b := &r.Arms[0], &r.Arms[1]
	row := func(name string, of func(*compared.Arm) any) { fmt.Fprintf(w, "%s\t%v\t%v\n", name, of(a), of(b)) }
	fmt.Fprint(w, "\ta\tb\n")
	row("channels", func(arm *compared.Arm) any { return len(arm.Rooms) })
	if r.Data.Plan.By == experiment.Daily {
		row("days of channels", func(arm *compared.Arm) any { return arm.Units })
	}
	row("said unasked", func(arm *compared.Arm) any { return arm.Said })
	row("  welcome (taken up or liked)", func(arm *compared.Arm) any { return percent(arm.WelcomeRate) })
	row("  complaints (disliked, removed, hushed)", func(arm *compared.Arm) any { return percent(arm.ComplaintRate) })
	row("  not known yet, or in a new thread", func(arm *compared.Arm) any { return arm.Open })
	row("silences somebody had to end by calling it", func(arm *compared.Arm) any { return arm.Missed })
	row("questions to its judge", func(arm *compared.Arm) any { return arm.Asked })
	row("  "+inEach(&r.Data.Plan), func(arm *compared.Arm) any { return amount(arm.AskedEach, "%.1f") })
	row("turns posted, answers too", func(arm *compared.Arm) any { return arm.Turns })
	row("  "+inEach(&r.Data.Plan), func(arm *compared.Arm) any { return amount(arm.TurnsEach, "%.1f") })
	if a.Used == nil {
		row(strings.Join(r.NotKept, " and "), func(*compared.Arm) any { return "not kept" })
	} else {
		row("calls of models", func(arm *compared.Arm) any { return arm.Used.Calls })
		row("  tokens in", func(arm *compared.Arm) any { return arm.Used.Input })
		row("  tokens out", func(arm *compared.Arm) any { return arm.Used.Output })
		row("  dollars", func(arm *compared.Arm) any { return costOf(arm.Used) })
	}
	if d := r.Difference; d.Is != nil {
		fmt.Fprintf(w, "%s, b - a\t%s\n", r.Data.Plan.Measure, points(d))
	}
	if d := r.Asked; d.Is != nil {
		fmt.Fprintf(w, "questions %s, b - a\t%s\n", inEach(&r.Data.Plan), amount(d, "%+.1f"))
	}
	if d := r.Turns; d.Is != nil {
		fmt.Fprintf(w, "turns %s, b - a\t%s\n", inEach(&r.Data.Plan), amount(d, "%+.1f"))
	}
}

// costOf is what was paid for what was used.
func costOf(u *compared.Used) string {
	text := fmt.Sprintf("$%.4f", u.Dollars)
	if u.Unpriced > 0 {
		text += fmt.Sprintf(", and %s without a price", command.Count(int(u.Unpriced), "call"))
	}
	return text
}

// inEach names what a number is an average over.
func inEach(p *experiment.Plan) string {
	if p.By == experiment.Daily {
		return "in each day of a channel"
	}
	return "in each channel"
}

// amount is an average with its interval, as far as they are known.
func amount(r compared.Rate, form string) string {
	switch {
	case r.Is == nil:
		return "-"
	case r.Low == nil:
		return fmt.Sprintf(form, *r.Is)
	}
	return fmt.Sprintf(form+" ("+form+" to "+form+")", *r.Is, *r.Low, *r.High)
}

// percent is a rate with its interval, as far as they are known.
func percent(r compared.Rate) string {
	switch {
	case r.Is == nil:
		return "-"
	case r.Low == nil:
		return fmt.Sprintf("%.1f %%", 100**r.Is)
	}
	return fmt.Sprintf("%.1f %% (%.1f to %.1f)", 100**r.Is, 100**r.Low, 100**r.High)
}

// points is a difference of rates that is known, with its interval if that is.
func points(r compared.Rate) string {
	if r.Low == nil {
		return fmt.Sprintf("%+.1f points", 100**r.Is)
	}
	return fmt.Sprintf("%+.1f points (%+.1f to %+.1f)", 100**r.Is, 100**r.Low, 100**r.High)
}

func boundary(b float64) string {
	if b == 0 {
		return "nothing"
	}
	return fmt.Sprintf("%.2f", b)
}

// verdictOf says what an experiment comes to, and what to do.
func verdictOf(r *compared.Report) string {
	p := &r.Data.Plan
	switch r.Verdict {
	case compared.NotBegun:
		return fmt.Sprintf("Verdict: not begun. It begins on %s; familiar experiment %s --plan tells what it needs.", p.Begin, p.Name)
	case compared.A, compared.B:
		return fmt.Sprintf("Verdict: %s. Arm %s is better by %s; familiar experiment %s --take ends it.", r.Verdict, r.Verdict, p.Measure, p.Name)
	case compared.Neither:
		if r.NoMore {
			return fmt.Sprintf("Verdict: no difference. One of %.1f points or more is unlikely.", 100*p.Least)
		}
		return fmt.Sprintf("Verdict: no difference was found, and one of %.1f points isn't ruled out: there were too few lines or channels.", 100*p.Least)
	case compared.Lost:
		return "Verdict: lost. Its first decisions are no longer kept: set journal.keep_notes higher before the next one begins."
	case compared.GoOn:
	}
	return fmt.Sprintf("Verdict: go on. It next looks on %s whether it can stop.", r.Next)
}

// mostNamed is how many channels of an arm are named.
const mostNamed = 8

// printNeed prints what an experiment needs.
func printNeed(out io.Writer, p *experiment.Plan, n *compared.Need, drawn map[messages.Side][]messages.ChannelID) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "%s (plan %s): to find a difference of %.1f points in %s in 8 of 10 cases, with a confidence of %g and at most %s.\n\n",
		p.Name, p.Digest(), 100*p.Least, p.Measure, p.Confidence, command.Count(p.Looks, "look"))
	unit := "channels"
	if p.By == experiment.Daily {
		unit = "days of channels"
	}
	if n.Assumed {
		fmt.Fprintf(w, "so far\ttoo little is known of what %s says unasked there: half of it is taken to be welcome, and %s to be alike\n", p.Familiar, unit)
	} else {
		fmt.Fprintf(w, "so far\t%d lines unasked in %s in %.0f days; %.1f %% count as %s\n", n.Said, command.Count(n.Rooms, "channel"), n.Baseline.Days, 100*n.Rate, p.Measure)
		fmt.Fprintf(w, "%s differ\tby %.1f points beyond chance\n", unit, 100*n.Between)
	}
	fmt.Fprintf(w, "needed\t%d lines in arm a, %d in arm b", n.Lines[0], n.Lines[1])
	if !n.Assumed {
		fmt.Fprintf(w, ", from %d %s in all, with %.1f lines each", n.Units, unit, n.PerUnit)
	}
	fmt.Fprintln(w)
	if n.Expects > 0 {
		fmt.Fprintf(w, "expected\t%d %s in %s: %s\n", n.Expects, unit, inTime(p, n), enough(n))
	}
	for _, side := range []messages.Side{messages.SideA, messages.SideB} {
		if drawn != nil {
			fmt.Fprintf(w, "arm %s\t%s\n", side, roomsOf(drawn[side]))
		}
	}
	return w.Flush()
}

// inTime says how long an experiment lasts at most.
func inTime(p *experiment.Plan, n *compared.Need) string {
	if p.Lines > 0 {
		return fmt.Sprintf("%d days, or until %d lines are known", n.Days, p.Lines)
	}
	return fmt.Sprintf("%d days", n.Days)
}

func enough(n *compared.Need) string {
	if n.Enough {
		return "enough"
	}
	if n.Finds == 0 || n.Finds >= 1 {
		return "too few to find anything"
	}
	return fmt.Sprintf("too few; they would show a difference of %.1f points", 100*n.Finds)
}

// roomsOf names some of an arm's channels.
func roomsOf(rooms []messages.ChannelID) string {
	all := make([]string, 0, mostNamed)
	for _, room := range rooms[:min(mostNamed, len(rooms))] {
		all = append(all, command.Quoted(string(room)))
	}
	if more := len(rooms) - len(all); more > 0 {
		all = append(all, fmt.Sprintf("and %d more", more))
	}
	return fmt.Sprintf("%s: %s", command.Count(len(rooms), "channel"), strings.Join(all, ", "))
}
