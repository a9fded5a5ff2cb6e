package crash

import (
	"fmt"
	"slices"

	"familiar/journal"
	"familiar/messages"
)

// quoted gives in how many of the replies each promise is kept: by familiar
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

// lostReplies gives the promises that no reply keeps.
func lostReplies(s *script, replies []posted) (lost []promise) {
	times := quoted(replies)
	for _, p := range s.promised {
		if times[p] == 0 {
			lost = append(lost, p)
		}
	}
	return lost
}

// doubledReplies gives what was answered more than once.
func doubledReplies(replies []posted) (doubled []promise) {
	for p, n := range quoted(replies) {
		if n > 1 {
			doubled = append(doubled, p)
		}
	}
	return doubled
}

// replies gives the posts in a channel's log, each once: a post that is sent
// again under its id is the same line.
func replies(records []journal.Record) (all []posted) {
	for _, l := range firsts(records) {
		if l.Nonce != "" {
			all = append(all, posted{ID: l.ID, Familiar: messages.FamiliarID(l.Author.ID), Text: l.Text})
		}
	}
	return all
}

// people gives the lines in a channel's log that are nobody's of ours and that
// nobody deletes, each where it stands first.
func people(s *script, records []journal.Record) (ids []messages.LineID) {
	for _, l := range firsts(records) {
		if l.Nonce == "" && !s.removed[l.ID] {
			ids = append(ids, l.ID)
		}
	}
	return ids
}

// firsts gives the lines of a log where they stand first: a copy of another
// account and a line said again are the same line.
func firsts(records []journal.Record) (lines []*messages.Line) {
	known := map[messages.LineID]bool{}
	for _, r := range records {
		if e, ok := r.Event.(messages.Heard); ok && !known[e.Line.ID] {
			known[e.Line.ID] = true
			lines = append(lines, e.Line)
		}
	}
	return lines
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
	for _, p := range lostReplies(s, replies(records)) {
		fault("lost: %s never answered %s", p.familiar, p.token)
	}
	for _, p := range doubledReplies(replies(records)) {
		fault("doubled: %s answered %s more than once", p.familiar, p.token)
	}
	for _, p := range told {
		if !slices.ContainsFunc(replies(records), func(l posted) bool { return l.ID == p.ID }) {
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
