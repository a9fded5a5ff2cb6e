package diagnosis

import (
	"fmt"
	"strings"
	"time"

	"familiar/cmd/familiar/command"
)

// Says implements [Finding].
func (v Versions) Says() string {
	nats := "NATS " + v.NATS + " embedded"
	if v.Server != "" {
		nats = "NATS server " + v.Server
	}
	return fmt.Sprintf("%s, %s, %s; reads stores of format %d and states of version %d", v.Program, v.System, nats, v.Format, v.State)
}

// Remedy implements [Finding].
func (Versions) Remedy() string { return "" }

// Says implements [Finding].
func (c Configuration) Says() string {
	if c.Error != "" {
		return c.Error
	}
	if len(c.Warnings) > 0 {
		return c.File + " is valid, with " + command.Count(len(c.Warnings), "warning") + ": " + strings.Join(c.Warnings, "; ")
	}
	return c.File + " is valid"
}

// Remedy implements [Finding].
func (c Configuration) Remedy() string {
	if c.Error == "" {
		return ""
	}
	return "mend it: the rest of doctor needs it, and a running program keeps the old one"
}

// Says implements [Finding].
func (p Program) Says() string {
	switch {
	case p.Error != "":
		return "it runs and doesn't answer: " + p.Error
	case len(p.Ailing) > 0:
		return "it runs and answers; " + strings.Join(p.Ailing, "; ")
	case p.Answers:
		return "it runs, answers, and all parts are ready"
	case p.Running && p.Owner != "":
		return "it runs: " + p.Owner
	case p.Running:
		return "it runs, or another command reads the journal; it has no listener to ask"
	}
	return "none is running with this configuration"
}

// Remedy implements [Finding].
func (p Program) Remedy() string {
	switch {
	case p.Error != "":
		return "its log says what it waits for; if it was killed, start it again"
	case len(p.Ailing) > 0:
		return "its log says why"
	}
	return ""
}

// Says implements [Finding].
func (n Node) Says() string {
	who := fmt.Sprintf("%s (%s, %s)", n.Host, n.ID, n.Version)
	switch {
	case n.Error != "":
		return who + " did not answer: " + n.Error
	case len(n.Ailing) > 0:
		return who + " answers; " + strings.Join(n.Ailing, "; ")
	case n.Drained:
		return who + " answers and is drained"
	}
	return fmt.Sprintf("%s answers, has %s, and all parts are ready", who, command.Count(n.Has, "partition"))
}

// Remedy implements [Finding].
func (n Node) Remedy() string {
	switch {
	case n.Error != "":
		return "look at its machine; if it is gone it leaves the list within six seconds, and the others have what it had"
	case len(n.Ailing) > 0:
		return "its log says why"
	case n.Drained:
		return "familiar nodes undrain " + n.ID + " has it take its share again"
	}
	return ""
}

// Says implements [Finding].
func (s Store) Says() string {
	switch {
	case s.Refused != "":
		return s.Refused
	case s.None:
		return "there is no journal yet in " + s.Where
	}
	text := fmt.Sprintf("%s, format %d, states of version %d", s.Where, s.Format, s.State)
	if s.Waiting > 0 {
		text += fmt.Sprintf("; %s, the oldest for %s", postsWait(s.Waiting), round(s.overdue()))
	}
	if s.Letters > 0 {
		text += fmt.Sprintf("; %s given up", command.Count(int(s.Letters), "post"))
	}
	if s.Holds > 0 {
		text += fmt.Sprintf("; %s, so that no stream drops what is old", command.Count(s.Holds, "hold"))
	}
	if s.Losses > 0 {
		text += fmt.Sprintf("; known to have lost records %s", times(s.Losses))
	}
	return text
}

func postsWait(n int) string {
	if n == 1 {
		return "1 post waits"
	}
	return fmt.Sprintf("%d posts wait", n)
}

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}

// Remedy implements [Finding].
func (s Store) Remedy() string {
	switch {
	case s.Refused != "":
		return "familiar journal verify says more; docs/operating.md#troubleshooting says what to do"
	case s.overdue() > waitsLong:
		return "posts wait for their network: see the program's log, or start it"
	case s.Losses > 0:
		return "familiar journal status lists them: check the disk"
	}
	return ""
}

// Says implements [Finding].
func (d Disk) Says() string {
	if d.Error != "" {
		return d.Error
	}
	text := fmt.Sprintf("%s free at %s", command.Size(d.Free), d.Folder)
	f := d.Forecast
	if d.Free < d.Reserve {
		return text + "; lines are refused below " + command.Size(d.Reserve)
	}
	if f == nil {
		return text
	}
	text += fmt.Sprintf(", %s used by the store; ", command.Size(d.Used))
	if !f.Known {
		return text + "less than a day is recorded: not enough to tell how long that lasts"
	}
	text += fmt.Sprintf("%s written a day: ", command.Size(f.Daily))
	switch {
	case f.Full:
		return text + "full in " + command.Count(f.Days, "day")
	case f.Most < 1:
		return text + "old records go as fast, it won't grow"
	}
	return text + fmt.Sprintf("it will grow by %s at most, and that fits", command.Size(f.Most))
}

// Remedy implements [Finding].
func (d Disk) Remedy() string {
	if d.Level() == Wrong || d.Level() == Soon {
		return "free some space, or lower keep, keep_notes, keep_observed or max_mb in [journal] and restart"
	}
	return ""
}

// Says implements [Finding].
func (i Inodes) Says() string {
	return fmt.Sprintf("the file system can take %d more files of %d", i.Free, i.Total)
}

// Remedy implements [Finding].
func (i Inodes) Remedy() string {
	if i.Level() == Fine {
		return ""
	}
	return "remove files: with none left the journal can't begin a new one, however much space is free"
}

// Says implements [Finding].
func (f Files) Says() string {
	text := fmt.Sprintf("%d may be open at once, and some %d can be needed", f.Limit, f.Need)
	switch {
	case f.Open > 0:
		text += fmt.Sprintf("; the running program has %d", f.Open)
	case f.Mine:
		text += "; this is the limit of this command, a service may have another"
	}
	return text
}

// Remedy implements [Finding].
func (f Files) Remedy() string {
	if f.Level() == Fine {
		return ""
	}
	return "raise LimitNOFILE of the service or ulimit -n, or lower streams and requests in [control]"
}

// Says implements [Finding].
func (m Memory) Says() string {
	if m.Limit == 0 {
		return "how much there is can't be read on this system"
	}
	of := "the machine has"
	if m.Group {
		of = "the container or service may use"
	}
	return fmt.Sprintf("%s %s, and some %s can be needed", of, command.Size(m.Limit), command.Size(m.Need))
}

// Remedy implements [Finding].
func (m Memory) Remedy() string {
	if m.Level() != Soon {
		return ""
	}
	return "give it more; docs/operating.md#memory says what takes how much"
}

// Says implements [Finding].
func (c Clock) Says() string {
	switch {
	case c.Level() != Fine:
		says := fmt.Sprintf("it is %s, and the newest record of the journal is from %s", shown(c.Now), shown(c.Newest))
		if c.Follows > 0 {
			says += ", as the process with the fastest clock counts: this clock is slow, or that one is or was fast"
		}
		return says
	case c.Newest.IsZero():
		return "it is " + shown(c.Now) + "; nothing is recorded to compare that with"
	}
	return "it is " + shown(c.Now) + ", after the newest record"
}

// Remedy implements [Finding].
func (c Clock) Remedy() string {
	switch {
	case c.Level() == Fine:
		return ""
	case c.Follows == 0:
		return "set the clock: until then deadlines wait, and records are in the wrong order by time"
	case c.Level() == Soon:
		return "familiar doctor --online on each machine says whose clock is off; keep them together (NTP): until then all processes count by the fastest"
	}
	return "familiar doctor --online on each machine says whose clock is off; set it: a process whose clock is more than " + round(c.Follows) + " behind counts by its own, and its deadlines wait"
}

func shown(t time.Time) string { return t.UTC().Format(time.RFC3339) }

// Says implements [Finding].
func (o Offset) Says() string {
	switch {
	case o.Error != "":
		return o.Server + " doesn't tell the time: " + o.Error
	case o.Ahead.Abs() <= o.Within:
		return "this clock agrees with " + o.Server + " to " + round(o.Within)
	case o.Ahead > 0:
		return "this clock is " + round(o.Ahead) + " ahead of " + o.Server
	}
	return "this clock is " + round(-o.Ahead) + " behind " + o.Server
}

// Remedy implements [Finding].
func (o Offset) Remedy() string {
	if l := o.Level(); l != Wrong && l != Soon {
		return ""
	}
	return "switch a time service on (timedatectl set-ntp true): certificates and signed requests fail some minutes off"
}

// round returns a time as exactly as it matters.
func round(d time.Duration) string {
	switch {
	case d < 10*time.Second:
		return d.Round(100 * time.Millisecond).String()
	case d < 2*day:
		return d.Round(time.Second).String()
	}
	return command.Count(int(d/day), "day")
}

// Says implements [Finding].
func (l Listener) Says() string {
	switch {
	case l.Address == "":
		return "none: listen is empty in [control]"
	case l.Ours:
		return l.Address + " is the running program's"
	case l.Holder != "":
		return l.Address + " is taken by " + l.Holder
	case l.Error != "":
		return l.Address + " can't be had: " + l.Error
	}
	return l.Address + " is free"
}

// Remedy implements [Finding].
func (l Listener) Remedy() string {
	if l.Error == "" {
		return ""
	}
	return "stop what has it, or choose another address for listen in [control]"
}

// Says implements [Finding].
func (a Account) Says() string {
	name := fmt.Sprintf("%s (%s)", a.Name, a.Network)
	switch {
	case a.Held:
		return name + " is the running program's; a second connection would get another nick"
	case a.Error != "":
		return name + " can't connect: " + a.Error
	case len(a.Missing) > 0:
		return name + " lacks: " + strings.Join(a.Missing, "; ")
	case a.Hidden:
		return name + " is " + a.As + "; its network doesn't say where it is"
	case a.Places == 0:
		return name + " is " + a.As + ", and nowhere yet"
	}
	return fmt.Sprintf("%s is %s, in %s", name, a.As, command.Count(a.Places, "place"))
}

// Remedy implements [Finding].
func (a Account) Remedy() string {
	switch {
	case a.Held:
		return ""
	case a.Hidden && a.Error == "" && len(a.Missing) == 0:
		return ""
	case a.Error != "" || len(a.Missing) > 0:
		return fmt.Sprintf("docs/networks/%s.md says what it needs", a.Network)
	case a.Places == 0 && a.Invite != "":
		return "invite it at " + a.Invite
	case a.Places == 0:
		return "invite it"
	}
	return ""
}

// Says implements [Finding].
func (m Model) Says() string {
	if m.Error != "" {
		return fmt.Sprintf("%s doesn't answer: %s", m.Name, m.Error)
	}
	return fmt.Sprintf("%s answers at %s in %s", m.Name, m.Server, round(time.Duration(m.Took*float64(time.Second))))
}

// Remedy implements [Finding].
func (m Model) Remedy() string {
	switch {
	case m.Error == "":
		return ""
	case m.Offers != "":
		return m.Server + " has: " + m.Offers
	}
	return "docs/models.md#what-fails-and-what-to-do"
}
