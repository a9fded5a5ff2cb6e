package crash

import (
	"fmt"
	"slices"

	"familiar/journal"
	"familiar/messages"
)

// quoted counts in how many of the replies each promise is kept: by familiar
// and token.
func quoted(replies []posted) map[promise]int {
	times := map[promise]int{}
	for _, p := range replies {
		for _, token := range tokens.FindAllString(p.Text, -1) {
			times[promise{p.Familiar, token}]++
		}
	}
	return times
}

// lostReplies returns the promises that no reply keeps.
func lostReplies(s *script, replies []posted) (lost []promise) {
	times := quoted(replies)
	for _, p := range s.promised {
		if times[p] == 0 {
			lost = append(lost, p)
		}
	}
	return lost
}

// doubledReplies returns what was answered more than once.
func doubledReplies(replies []posted) (doubled []promise) {
	for p, n := range quoted(replies) {
		if n > 1 {
			doubled = append(doubled, p)
		}
	}
	return doubled
}

// replies returns the posts in a channel's log, each once: a post that is sent
// again under its id is the same line. They don't quote a line that was edited
// to mention somebody only afterwards: to him it is a new one.
func replies(records []journal.Record) (all []posted) {
	mentions := map[messages.LineID]bool{}
	for _, r := range records {
		switch e := r.Event.(type) {
		case messages.Heard:
			_, known := mentions[e.Line.ID]
			if !known {
				mentions[e.Line.ID] = len(e.Line.Mentions) > 0
			}
			if !known && e.Line.Nonce != "" {
				all = append(all, posted{ID: e.Line.ID, Familiar: messages.FamiliarID(e.Line.Author.ID), Text: e.Line.Text})
			}
		case messages.Edited:
			if len(e.Line.Mentions) > 0 && !mentions[e.Line.ID] {
				mentions[e.Line.ID] = true
				unquote(all, e.Line)
			}
		default: // says nothing of what was said
		}
	}
	return all
}

// unquote takes the tokens of a line out of all replies.
func unquote(all []posted, line *messages.Line) {
	of := tokens.FindAllString(line.Text, -1)
	for i := range all {
		all[i].Text = tokens.ReplaceAllStringFunc(all[i].Text, func(token string) string {
			if slices.Contains(of, token) {
				return ""
			}
			return token
		})
	}
}

// people returns the lines in a channel's log that are nobody's of ours and that
// nobody deletes, each where it stands first.
func people(s *script, records []journal.Record) (ids []messages.LineID) {
	for _, l := range firsts(records) {
		if l.Nonce == "" && !s.removed[l.ID] {
			ids = append(ids, l.ID)
		}
	}
	return ids
}

// firsts returns the lines of a log where they stand first: a copy of another
// account and a line said again are the same line.
func firsts(records []journal.Record) (all []*messages.Line) {
	known := map[messages.LineID]bool{}
	for _, l := range linesIn(records) {
		if !known[l.ID] {
			known[l.ID] = true
			all = append(all, l)
		}
	}
	return all
}

// linesIn returns the lines in a log, also those that are in it again.
func linesIn(records []journal.Record) (all []*messages.Line) {
	for _, r := range records {
		if e, ok := r.Event.(messages.Heard); ok {
			all = append(all, e.Line)
		}
	}
	return all
}

// textsIn returns the lines whose text a log has: those that were heard, edited or only read
// back.
func textsIn(records []journal.Record) map[messages.LineID]bool {
	has := map[messages.LineID]bool{}
	for _, r := range records {
		switch e := r.Event.(type) {
		case messages.Heard:
			has[e.Line.ID] = true
		case messages.Edited:
			has[e.Line.ID] = true
		case messages.HistoryFetched:
			for _, l := range e.Lines {
				has[l.ID] = true
			}
		default: // has none
		}
	}
	return has
}

// resent counts the records of posts that were in the log already: the
// network was handed them again under the same id, by as many accounts as
// there are.
func resent(records []journal.Record, accounts int) (n int) {
	for _, r := range records {
		if e, ok := r.Event.(messages.Heard); ok && e.Line.Nonce != "" {
			n++
		}
	}
	return n - accounts*len(replies(records))
}

// auditLog says what is wrong with a channel's log: lines that are missing or
// stand in another order than they were acknowledged in, replies that are
// missing or doubled, and posts the program told of that are not in it.
func auditLog(s *script, records []journal.Record, told []posted) (faults []string) {
	fault := func(format string, args ...any) {
		faults = append(faults, s.chat+": "+fmt.Sprintf(format, args...))
	}
	if got, want := people(s, records), s.said(); !slices.Equal(got, want) {
		fault("heard %v, acknowledged were %v", got, want)
	}
	answers := replies(records)
	for _, p := range lostReplies(s, answers) {
		fault("lost: %s never answered %s", p.familiar, p.token)
	}
	for _, p := range doubledReplies(answers) {
		fault("doubled: %s answered %s more than once", p.familiar, p.token)
	}
	for _, p := range told {
		if !slices.ContainsFunc(answers, func(l posted) bool { return l.ID == p.ID }) {
			fault("told of %s, which is not in the log", p.ID)
		}
	}
	for _, r := range records {
		if e, ok := r.Event.(messages.Skipped); ok {
			fault("record %d was skipped: %s", e.Seq, e.Reason)
		}
	}
	return faults
}
