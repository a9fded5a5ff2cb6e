package diagnosis

import (
	"time"

	"familiar/journal"
)

// What is tolerated.
const (
	// offsetSoon is what a clock without a time service drifts in some weeks.
	// Past it, times of lines from the network and of the journal disagree
	// visibly.
	offsetSoon = 10 * time.Second
	// offsetWrong is past what servers that check times let pass: certificates
	// and signed requests are refused for five minutes.
	offsetWrong = 5 * time.Minute
	// leastInodes is what a busy store makes in a day.
	leastInodes = 10_000
	// waitsLong is when a post has waited long enough to be looked after.
	waitsLong = time.Hour
)

// Level implements [Finding].
func (Versions) Level() Level { return Fine }

// Level implements [Finding].
func (c Configuration) Level() Level {
	switch {
	case c.Error != "":
		return Wrong
	case len(c.Warnings) > 0:
		return Soon
	}
	return Fine
}

// Level implements [Finding]. That no program runs is no fault.
func (p Program) Level() Level {
	switch {
	case p.Error != "":
		return Wrong
	case len(p.Ailing) > 0:
		return Soon
	}
	return Fine
}

// Level implements [Finding].
func (n Node) Level() Level {
	switch {
	case n.Error != "":
		return Wrong
	case len(n.Ailing) > 0, n.Drained:
		return Soon
	}
	return Fine
}

// Level implements [Finding].
func (s Store) Level() Level {
	switch {
	case s.Refused != "":
		return Wrong
	case s.Losses > 0, s.overdue() > waitsLong:
		return Soon
	}
	return Fine
}

// overdue is how long the oldest post has waited.
func (s Store) overdue() time.Duration {
	if s.Waiting == 0 || s.Oldest == 0 {
		return 0
	}
	return s.At.Sub(s.Oldest.Time())
}

// Level implements [Finding].
func (d Disk) Level() Level {
	switch f := d.Forecast; {
	case d.Error != "":
		return Unknown
	case d.Free < d.Reserve:
		return Wrong
	case f == nil:
		return Fine
	case f.Full && f.Days <= soonFull:
		return Soon
	case !f.Known:
		return Unknown
	}
	return Fine
}

// Level implements [Finding].
func (i Inodes) Level() Level {
	switch {
	case i.Free == 0:
		return Wrong
	case i.Free < leastInodes:
		return Soon
	}
	return Fine
}

// Level implements [Finding].
func (f Files) Level() Level {
	switch {
	case f.Open > 0 && uint64(f.Open) >= f.Limit/10*9:
		return Wrong
	case uint64(f.Need) > f.Limit:
		return Soon
	}
	return Fine
}

// Level implements [Finding].
func (m Memory) Level() Level {
	switch {
	case m.Limit == 0:
		return Unknown
	case m.Limit < m.Need:
		return Soon
	}
	return Fine
}

// Level implements [Finding].
func (c Clock) Level() Level {
	switch behind := c.Newest.Sub(c.Now); {
	case behind <= journal.ClockBehind:
		return Fine
	case behind <= c.Follows:
		return Soon
	}
	return Wrong
}

// Level implements [Finding]. A server that doesn't answer is found elsewhere.
func (o Offset) Level() Level {
	switch certain := o.Ahead.Abs() - o.Within; {
	case o.Error != "":
		return Unknown
	case certain > offsetWrong:
		return Wrong
	case certain > offsetSoon:
		return Soon
	}
	return Fine
}

// Level implements [Finding].
func (l Listener) Level() Level {
	if l.Error != "" {
		return Wrong
	}
	return Fine
}

// Level implements [Finding].
func (a Account) Level() Level {
	switch {
	case a.Error != "", len(a.Missing) > 0:
		return Wrong
	case a.Places == 0 && !a.Held && !a.Hidden:
		return Soon
	}
	return Fine
}

// Level implements [Finding].
func (m Model) Level() Level {
	if m.Error != "" {
		return Wrong
	}
	return Fine
}
