package config

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"familiar/config/document"
	"familiar/messages"
	"familiar/policy/schedule"
)

// PutSchedules returns the text of a configuration file in which a familiar has these
// schedules and no others. One that is there keeps its place and what doesn't change of
// it, to the byte; a new one comes after them; with one that goes the comments above it
// go, too. So those that stay have to come first, in the order they have. It reads
// nothing and writes nothing, and whether the schedules are sound [Load] has to say.
func PutSchedules(text []byte, familiar messages.FamiliarID, all []schedule.Rule) ([]byte, error) {
	return putSchedules(text, document.Inside("familiars", string(familiar)), all)
}

// PutSchedulesIn is [PutSchedules] in the channels of a pattern, in the rule that
// [TurnIn] would turn knobs in. None there means none in these channels.
func PutSchedulesIn(text []byte, match string, familiar messages.FamiliarID, all []schedule.Rule) ([]byte, error) {
	return inRule(text, match, "", func(rule []byte) ([]byte, error) {
		root := document.Inside("channels.override", string(familiar))
		rule, err := putSchedules(rule, root, all)
		if err != nil || len(all) > 0 {
			return rule, err
		}
		return put(rule, root, []Turned{{"schedule", "[]"}})
	})
}

func putSchedules(text []byte, root string, all []schedule.Rule) ([]byte, error) {
	if _, err := document.Parse("", text); err != nil {
		return nil, err
	}
	path := root + ".schedule"
	if _, listed := survey(text).values[path]; listed { // schedule = [{name = …}]
		return put(text, root, []Turned{{"schedule", listOf(all)}})
	}
	var added []schedule.Rule
	there := tablesAt(text, path)
	for i := range slices.Backward(there) {
		s := there[i]
		was, err := scheduleIn(text[s.head:s.to])
		if err != nil {
			return nil, err
		}
		to := slices.IndexFunc(all, func(r schedule.Rule) bool { return r.Name == was.Name })
		if to < 0 {
			text = splice(text, s.from, s.to, "")
			continue
		}
		table, err := editSchedule(text[s.head:s.to], path, was, &all[to])
		if err != nil {
			return nil, err
		}
		text = splice(text, s.head, s.to, string(table))
	}
	there = tablesAt(text, path)
	for _, r := range all {
		if !slices.ContainsFunc(there, func(s section) bool {
			was, err := scheduleIn(text[s.head:s.to])
			return err == nil && was.Name == r.Name
		}) {
			added = append(added, r)
		}
	}
	if len(added) > 0 {
		at := len(text)
		if n := len(there); n > 0 {
			at = there[n-1].to
		}
		text = addSchedules(text, at, path, added)
	}
	if _, err := document.Parse("", text); err != nil {
		return nil, fmt.Errorf("%s: the file has no place where they can be written: set them by hand", path)
	}
	return text, nil
}

// tablesAt returns the tables of a path, without the blank lines behind each.
func tablesAt(text []byte, path string) (all []section) {
	for _, s := range sectionsOf(text) {
		if s.path == path {
			s.to = s.from + len(bytes.TrimRight(text[s.from:s.to], " \t\r\n"))
			if s.to = endOfLine(text, s.to); s.to < len(text) {
				s.to += bytes.IndexByte(text[s.to:], '\n') + 1
			}
			all = append(all, s)
		}
	}
	return all
}

// scheduleIn reads one table with its header.
func scheduleIn(table []byte) (*schedule.Rule, error) {
	body := table[endOfLine(table, 0):]
	doc, err := document.Parse("", body)
	if err != nil {
		return nil, err
	}
	var r schedule.Rule
	r.Start(nil)
	if problems := doc.Into(&r, doc.Tree, ""); len(problems) > 0 {
		return nil, document.Problems(problems)
	}
	return &r, nil
}

// editSchedule returns a table in which the schedule is another.
func editSchedule(table []byte, path string, was, to *schedule.Rule) ([]byte, error) {
	header, alone := []byte("[["+path+"]]"), []byte("["+path+"]")
	changes := scheduleChanges(was, to)
	if len(changes) == 0 {
		return table, nil
	}
	// By itself it is a table like any other, once its header says so.
	text := bytes.Replace(table, header, alone, 1)
	for _, t := range slices.Backward(changes) {
		next, ok := t.in(text, path)
		if !ok || !bytes.HasPrefix(next, alone) {
			return nil, fmt.Errorf("%s %s: its table has no place where %s can be written: edit the file", path, to.Name, t.Key)
		}
		text = next
	}
	return bytes.Replace(text, alone, header, 1), nil
}

// scheduleChanges returns what has to be written to make another of a schedule.
func scheduleChanges(was, to *schedule.Rule) (all []Turned) {
	add := func(key string, differs bool, value string) {
		if differs {
			all = append(all, Turned{key, value})
		}
	}
	add("cron", was.Cron != to.Cron, document.Text(to.Cron))
	add("zone", was.Zone != to.Zone, document.Text(to.Zone))
	add("about", was.About != to.About, document.Written(to.About))
	add("silence", was.Silence != to.Silence, document.Written(to.Silence))
	add("overdue", was.Overdue != to.Overdue, document.Written(to.Overdue))
	add("prompt", was.Prompt != to.Prompt, document.Text(to.Prompt))
	return all
}

// writtenSchedule returns the keys of a schedule that is new.
func writtenSchedule(r *schedule.Rule) []Turned {
	var none schedule.Rule
	none.Start(nil)
	return append([]Turned{{"name", document.Text(r.Name)}}, scheduleChanges(&none, r)...)
}

func addSchedules(text []byte, at int, path string, all []schedule.Rule) []byte {
	eol := eolOf(text) // not of the lines of a prompt: they stay as they are
	var b strings.Builder
	if at > 0 && text[at-1] != '\n' {
		b.WriteString(eol)
	}
	for i := range all {
		if at > 0 || i > 0 {
			b.WriteString(eol)
		}
		b.WriteString("[[" + path + "]]" + eol)
		for _, t := range writtenSchedule(&all[i]) {
			b.WriteString(t.Key + " = " + t.Value + eol)
		}
	}
	return splice(text, at, at, b.String())
}

// listOf writes schedules as a value.
func listOf(all []schedule.Rule) string {
	var items []string
	for i := range all {
		var keys []string
		for _, t := range writtenSchedule(&all[i]) {
			keys = append(keys, t.Key+" = "+t.Value)
		}
		items = append(items, "{"+strings.Join(keys, ", ")+"}")
	}
	return "[" + strings.Join(items, ", ") + "]"
}
