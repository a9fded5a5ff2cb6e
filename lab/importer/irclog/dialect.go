package irclog

import (
	"bytes"
	"strings"
	"time"
)

// A Dialect is how a client writes its log.
type Dialect struct {
	Resolution string // of its times
	Parse      func(line string) (Event, bool)
}

var dialects = []Dialect{
	{"second", parseWeechat},
	{"second", parseZNC},
	{"minute", parseUbuntu},
	{"minute", parseIrssi},
}

// DialectOf returns the dialect that reads most of a log's first lines; a third
// of them it must.
func DialectOf(head []byte) (best Dialect, ok bool) {
	lines := bytes.Split(head, []byte{'\n'})
	if len(lines) > 1 {
		lines = lines[:len(lines)-1] // the last may be cut
	}
	most := 0
	for _, d := range dialects {
		read := 0
		for _, line := range lines {
			if e, ok := d.Parse(strings.TrimSuffix(string(line), "\r")); ok && (e.timed || e.Kind == dayBegan) {
				read++
			}
		}
		if read > most {
			best, most = d, read
		}
	}
	return best, most > 0 && most*3 >= len(lines)
}

// A line of weechat: "2025-03-05 23:58:20<TAB>nick<TAB>text".
func parseWeechat(line string) (Event, bool) {
	when, rest, ok := strings.Cut(line, "\t")
	prefix, text, ok2 := strings.Cut(rest, "\t")
	if !ok || !ok2 || len(when) != len(time.DateTime) || when[10] != ' ' {
		return Event{}, false
	}
	day, err := time.Parse(time.DateOnly, when[:10])
	e, timed := timeOfDay(when[11:])
	if err != nil || !timed {
		return Event{}, false
	}
	e.day = day
	switch strings.TrimSpace(prefix) {
	case "-->":
		return e.joined(text)
	case "--", "ℹ", "=!=":
		return e.renamed(text)
	case "<--", "":
		return e, false
	case "*":
		return e.acted(text)
	}
	return e.saidBy(prefix, text)
}

// A line of ZNC: "[23:58:20] <nick> text", "[…] * nick text", "[…] *** Joins: …",
// "[…] -nick- text".
func parseZNC(line string) (Event, bool) {
	e, rest, ok := bracketed(line, len("[hh:mm:ss] "))
	switch {
	case !ok:
		return e, false
	case strings.HasPrefix(rest, "*** Joins: "):
		return e.joined(rest[len("*** Joins: "):])
	case strings.HasPrefix(rest, "*** "):
		return e.renamed(rest[len("*** "):])
	case strings.HasPrefix(rest, "* "):
		return e.acted(rest[len("* "):])
	case strings.HasPrefix(rest, "-"):
		nick, text, ok := strings.Cut(rest[1:], "- ")
		if !ok || strings.Contains(nick, " ") {
			return e, false
		}
		return e.saidBy(nick, text)
	}
	return e.angled(rest)
}

// A line of irclogs.ubuntu.com: "[23:58] <nick> text", "[…] * nick text" or
// without a time, "=== nick [host] has joined".
func parseUbuntu(line string) (Event, bool) {
	e, rest, ok := bracketed(line, len("[hh:mm] "))
	switch {
	case strings.HasPrefix(line, "=== "):
		if e, ok := e.renamed(line[4:]); ok {
			return e, true
		}
		return e.joined(line[4:])
	case strings.HasPrefix(line, "* "):
		return e.acted(line[2:])
	case !ok:
		return e, false
	case strings.HasPrefix(rest, "* "):
		return e.acted(strings.TrimLeft(rest[2:], " "))
	}
	return e.angled(rest)
}

// A line of irssi: "23:58 <@nick> text", "23:58  * nick text", "23:58 -!- nick
// [host] has joined", "--- Day changed Thu Mar 06 2025". A time may have seconds.
func parseIrssi(line string) (Event, bool) {
	if strings.HasPrefix(line, "--- ") {
		return dayOf(line[4:])
	}
	when, rest, ok := strings.Cut(line, " ")
	e, timed := timeOfDay(when)
	switch {
	case !ok || !timed:
		return e, false
	case strings.HasPrefix(rest, "-!- "):
		if e, ok := e.renamed(rest[4:]); ok {
			return e, true
		}
		return e.joined(rest[4:])
	case strings.HasPrefix(rest, " * "):
		return e.acted(rest[3:])
	}
	return e.angled(rest)
}

// dayOf reads what irssi writes when a log is opened or a day begins.
func dayOf(text string) (Event, bool) {
	for mark, form := range map[string]string{
		"Log opened ": "Mon Jan 02 15:04:05 2006", "Day changed ": "Mon Jan 02 2006",
	} {
		if rest, ok := strings.CutPrefix(text, mark); ok {
			at, err := time.Parse(form, strings.TrimSpace(rest))
			return Event{Kind: dayBegan, day: at.Truncate(24 * time.Hour)}, err == nil
		}
	}
	return Event{}, false
}
