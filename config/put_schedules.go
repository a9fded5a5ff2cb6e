package config

import (
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
	return behindMark(text, func(text []byte) ([]byte, error) {
		return putSchedules(text, document.Inside("familiars", string(familiar)), all)
	})
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
	stays := map[string]bool{}
	for _, table := range slices.Backward(tablesAt(text, path)) {
		was, err := scheduleIn(text[table.head:table.to])
		if err != nil {
			return nil, err
		}
		to := slices.IndexFunc(all, func(r schedule.Rule) bool { return r.Name == was.Name })
		if to < 0 {
			text = splice(text, table.from, table.to, "")
			continue
		}
		stays[was.Name] = true
		item, noPlace := turnItem(text[table.head:table.to], path, scheduleChanges(was, &all[to]))
		if noPlace != "" {
			return nil, fmt.Errorf("%s %s: its table has no place where %s can be written: edit the file", path, was.Name, noPlace)
		}
		text = splice(text, table.head, table.to, string(item))
	}
	at := len(text)
	if there := tablesAt(text, path); len(there) > 0 {
		at = there[len(there)-1].to
	}
	added := slices.DeleteFunc(slices.Clone(all), func(r schedule.Rule) bool { return stays[r.Name] })
	text = addSchedules(text, at, path, added)
	if _, err := document.Parse("", text); err != nil {
		return nil, fmt.Errorf("%s: the file has no place where they can be written: set them by hand", path)
	}
	return text, nil
}

// tablesAt returns the tables of a path, without the blank lines behind each.
func tablesAt(text []byte, path string) (all []section) {
	for _, s := range sectionsOf(text) {
		if s.path == path {
			s.to = beforeBlank(text, s.from, s.to)
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

// scheduleChanges returns what has to be written to make another of a schedule.
func scheduleChanges(was, to *schedule.Rule) (all changes) {
	all.add("cron", was.Cron != to.Cron, document.Text(to.Cron))
	all.add("zone", was.Zone != to.Zone, document.Text(to.Zone))
	all.add("about", was.About != to.About, document.Written(to.About))
	all.add("silence", was.Silence != to.Silence, document.Written(to.Silence))
	all.add("overdue", was.Overdue != to.Overdue, document.Written(to.Overdue))
	all.add("prompt", was.Prompt != to.Prompt, document.Text(to.Prompt))
	return all
}

// writtenSchedule returns the keys of a schedule that is new.
func writtenSchedule(r *schedule.Rule) []Turned {
	var none schedule.Rule
	none.Start(nil)
	return append([]Turned{{"name", document.Text(r.Name)}}, scheduleChanges(&none, r)...)
}

func addSchedules(text []byte, at int, path string, all []schedule.Rule) []byte {
	if len(all) == 0 {
		return text
	}
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
