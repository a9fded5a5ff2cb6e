package console

import (
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"familiar/cmd/familiar/command"
	"familiar/demo/screen"
	"familiar/messages"
)

// table returns the channels as rows, one for each familiar, under a heading, and
// those that nobody is in below them. Where nobody learns there is no column for
// that. now is the program's clock.
func table(s overview, now messages.Instant) []string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	learning := slices.ContainsFunc(s.Channels, anyLearned)
	ifLearning := func(cell string) string {
		if !learning {
			return ""
		}
		return cell + "\t"
	}
	fmt.Fprintln(w, "CHANNEL\tFAMILIAR\tDOING\tTHINKS\tCREDITS\tWAIT\tBUDGET\t"+ifLearning("LEARNED")+"STATE")
	for i := range s.Channels {
		ch := &s.Channels[i]
		for k := range ch.Seats {
			seat, id, room := &ch.Seats[k], "", ""
			if k == 0 {
				id, room = string(ch.Channel), ofRoom(ch, now)
			}
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%d\t%d\t%d/4\t%s%s\n", screen.Cut(screen.Clean(id), 40), screen.Clean(string(seat.Familiar)), doing(seat, now),
				thinks(seat, now), seat.Credits, seat.Backlog, seat.Pressure, ifLearning(learned(seat)), room)
		}
	}
	for _, of := range s.Unmatched {
		fmt.Fprintf(w, "%s\t-\tnobody\t\t\t\t\t%s%s, %s\n", screen.Cut(screen.Clean(string(of.Channel)), 40), ifLearning(""), command.Count(int(of.Lines), "line"), screen.Clean(of.Reason))
	}
	if more := s.UnmatchedAll - len(s.Unmatched); more > 0 {
		fmt.Fprintf(w, "%s more\t-\tnobody\t\t\t\t\t%s\n", command.Count(more, "channel"), ifLearning(""))
	}
	_ = w.Flush() // into memory
	b.WriteString(missing(s.Silent))
	return strings.Split(strings.TrimRight(b.String(), "\n"), "\n")
}

func anyLearned(ch messages.Status) bool {
	return slices.ContainsFunc(ch.Seats, func(seat messages.SeatStatus) bool { return seat.Learned != nil })
}

// learned says by how much how it was taken has lifted a familiar's bars, and of how
// many signs it knows that: good and bad ones, and silences that had to be broken.
func learned(seat *messages.SeatStatus) string {
	l := seat.Learned
	if l == nil {
		return ""
	}
	return fmt.Sprintf("%+.2f (%.0f+ %.0f- %.0f?)", l.Lift, l.Welcome, l.Unwelcome, l.Missed)
}

// doing says what a familiar is about, and why.
func doing(seat *messages.SeatStatus, now messages.Instant) string {
	text := string(seat.Act)
	if seat.Trigger != "" {
		text += " (" + string(seat.Trigger) + ")"
	}
	if seat.Act == messages.Hushed && seat.Until > now {
		text += " " + left(seat.Until, now)
	}
	return screen.Clean(text)
}

// thinks counts down to when it will think about speaking unasked.
func thinks(seat *messages.SeatStatus, now messages.Instant) string {
	if seat.Thinks == 0 {
		return ""
	}
	return screen.Clean(left(seat.Thinks, now) + " (" + seat.Term + ")")
}

// left is the time until a moment, in whole seconds.
func left(at, now messages.Instant) string {
	return max(0, at.Sub(now)).Round(time.Second).String()
}

// ofRoom says what holds for all familiars of a channel.
func ofRoom(ch *messages.Status, now messages.Instant) string {
	var all []string
	if ch.Crowd {
		all = append(all, "crowd")
	}
	switch {
	case ch.Guarded:
		all = append(all, fmt.Sprintf("guard on (%d)", ch.Guard))
	case ch.Guard > 0:
		all = append(all, fmt.Sprintf("guard %d", ch.Guard))
	}
	if ch.Window != "" {
		all = append(all, "window "+string(ch.Window)+" "+left(ch.WindowUntil, now))
	}
	if ch.Floor != "" {
		all = append(all, "floor "+string(ch.Floor))
	}
	return screen.Clean(strings.Join(all, ", "))
}
