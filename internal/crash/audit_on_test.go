package crash

import (
	"fmt"
	"slices"
	"strings"

	"familiar/journal"
	"familiar/messages"
)

// lines compares what was said with the log. It gives the script as the
// program heard it: its lines under their ids, and what was promised to them.
func (a *auditedOn) lines(r *run, s *script, records []journal.Record) (heard *script, faults []string) {
	heard = &script{at: s.at, chat: s.chat, seats: s.seats, deletes: s.deletes, held: s.held, removed: s.removed}
	removed := map[string]bool{} // by their tokens
	for _, step := range s.steps {
		if step.deed == remove {
			removed[tokenOf(step)] = true
			a.deleted++
		}
	}
	late, first := map[string]bool{}, firsts(records)
	a.again += len(linesIn(records)) - len(first)
	var order []string
	for _, l := range first {
		token := tokens.FindString(l.Text)
		switch {
		case l.Author.ID == r.network.self() || s.removed[l.ID]:
		case l.Backfilled:
			late[token] = true
		default:
			order = append(order, token)
			heard.steps = append(heard.steps, step{deed: say, line: l.ID, text: l.Text})
		}
	}
	var want []string
	for i, said := range s.steps {
		token := tokenOf(said)
		switch {
		case removed[token]: // whether it is in the log auditState says
			continue
		case slices.Contains(order, token):
			want = append(want, token)
		case !r.mayMiss(token, s.steps[i+1:], order):
			faults = append(faults, fmt.Sprintf("%s: %s was said while it was there, and is not in the log", s.chat, token))
		case late[token]:
			a.late++
		default:
			a.missed++
			if known := composedFirst(records); known == 0 || messages.InstantOf(r.said[token]) <= known {
				a.unsaved++
			}
		}
	}
	if !slices.Equal(order, want) {
		faults = append(faults, fmt.Sprintf("%s: heard %v, said were %v", s.chat, order, want))
	}
	for _, p := range s.promised {
		if slices.Contains(order, p.token) {
			heard.promised = append(heard.promised, p)
		}
	}
	a.said, a.heard, a.promised = a.said+len(s.steps)-2*len(removed), a.heard+len(order), a.promised+len(heard.promised)
	return heard, faults
}

// replies compares what stands on the network with what was promised and with
// what the log says was composed. One that is missing must be unknown.
func (a *auditedOn) replies(heard *script, records []journal.Record, posts []string) (faults []string) {
	fault := func(format string, args ...any) {
		faults = append(faults, heard.chat+": "+fmt.Sprintf(format, args...))
	}
	all := standing(posts)
	for _, p := range lostReplies(heard, all) {
		if _, unknown := a.unknown[p.token]; !unknown {
			a.lost++
			fault("lost: %s was never answered", p.token)
		}
	}
	for _, p := range doubledReplies(all) {
		a.doubled++
		fault("doubled: %s was answered more than once", p.token)
	}
	composed := composedOf(records)
	for _, text := range posts {
		at := slices.Index(composed, quotedIn(text))
		if at < 0 {
			fault("%q stands there out of order; composed were, after those before it, %q", text, composed)
			break
		}
		composed = composed[at+1:]
	}
	a.posts += len(posts)
	return faults
}

// composedFirst returns when the first answer in a log was there: by then a state of
// the channel was saved, so that it is known to whoever starts. 0: there is none.
func composedFirst(records []journal.Record) messages.Instant {
	for _, r := range records {
		if _, is := r.Event.(messages.Composed); is {
			return r.At
		}
	}
	return 0
}

// standing returns texts as Aria's posts.
func standing(texts []string) (all []posted) {
	for _, text := range texts {
		all = append(all, posted{Familiar: "aria", Text: text})
	}
	return all
}

// composedOf returns what the answers in a log quote, in order.
func composedOf(records []journal.Record) (all []string) {
	for _, r := range records {
		if e, ok := r.Event.(messages.Composed); ok {
			for _, part := range e.Parts {
				all = append(all, quotedIn(part))
			}
		}
	}
	return all
}

func quotedIn(text string) string { return strings.Join(tokens.FindAllString(text, -1), " ") }
