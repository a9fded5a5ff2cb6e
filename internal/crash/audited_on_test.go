package crash

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"familiar/config"
	"familiar/journal"
	"familiar/messages"
)

// An auditedOn is what one run over a network came to: its journal, and what
// stands on the network.
type auditedOn struct {
	said, heard, late, missed int               // lines; late: filled in after an outage
	unsaved                   int               // of those missed: before anything in their channel was answered
	promised                  int               // replies to what was heard
	again                     int               // records of lines that are in the log already, and have no effect
	posts                     int               // that stand on the network
	lost, doubled             int               // replies
	unknown                   map[string]string // why nobody knows of a reply, by the token it quotes
	stand                     int               // of unknown: are on the network all the same
	deleted, stay             int               // lines that people deleted, and those of them that are in the log, as nobody told
	starts                    []time.Duration   // sorted
	stale                     uint64            // see kept
	gestured                  gestured
}

func (a auditedOn) String() string {
	return fmt.Sprintf("%d lines said, %d heard, %d filled in later, %d missed, %d of them before anything was answered there; %d replies promised in %d posts, %d lost, %d doubled, %d unknown of which %d stand there; %d lines deleted, of which %d stay, as nobody told; ready after %v in the middle and %v at most; %d reactions, %d edits, %d files; %d records of former owners, which none of this has",
		a.said, a.heard, a.late, a.missed, a.unsaved, a.promised, a.posts, a.lost, a.doubled, len(a.unknown), a.stand, a.deleted, a.stay, round(a.starts[len(a.starts)/2]), round(a.starts[len(a.starts)-1]),
		a.gestured.reactions, a.gestured.edits, a.gestured.files, a.stale)
}

// auditOn opens the journal of a run over a network that is over and compares
// it with what was said there.
func auditOn(t *testing.T, r *run) auditedOn {
	t.Helper()
	loaded, err := config.Load(r.program.file())
	if err != nil {
		t.Fatal(err)
	}
	loaded = loaded.Holding(holdsOf(r.scripts))
	var ids []messages.ChannelID
	for _, s := range r.scripts {
		ids = append(ids, s.channel())
	}
	k := open(t, r.kept, ids)
	a := auditedOn{stale: k.stale, unknown: map[string]string{}, starts: slices.Sorted(slices.Values(r.starts))}
	for _, l := range k.buried {
		if l.Post == nil || !l.Unknown {
			t.Errorf("given up: %+v", l)
			continue
		}
		for _, token := range tokens.FindAllString(l.Post.Text, -1) {
			a.unknown[token] = l.Reason
		}
	}
	self := func(messages.FamiliarID) messages.PersonID { return r.network.self() }
	for _, s := range r.scripts {
		id := s.channel()
		c, records := seated(loaded.Channel(id), self), k.records[id]
		r.network.asked(c)
		if len(records) == 0 {
			t.Errorf("%s: nothing of it is in the log", s.chat)
			continue
		}
		a.gestured.count(records)
		heard, faults := a.lines(r, s, records)
		faults = append(faults, a.replies(heard, records, r.network.posted(s.at))...)
		a.stay += r.untold(s, records)
		state, more := auditState(s, c, records, k.snapshots[id])
		faults = append(faults, more...)
		if s.whole() { // else it can't be told anew: what was asked of the network is erased with a line in it
			faults = append(faults, auditDecisions(heard, records, tell(id, c, records))...)
		}
		for _, fault := range faults {
			t.Error(fault)
		}
		if len(faults) > 0 {
			t.Log(story(state, records))
		}
	}
	for token := range a.unknown {
		for _, s := range r.scripts {
			if quoted(standing(r.network.posted(s.at)))[promise{"aria", token}] > 0 {
				a.stand++
			}
		}
	}
	return a
}

// untold counts the deleted lines that are in a log, as nobody has told of the deletion,
// and has the script forget that they were deleted.
func (r *run) untold(s *script, records []journal.Record) (n int) {
	told := map[messages.LineID]bool{}
	for _, r := range records {
		if e, is := r.Event.(messages.Deleted); is {
			told[e.ID] = true
		}
	}
	for id := range textsIn(records) {
		if s.removed[id] && !told[id] && r.mayStay(id) {
			delete(s.removed, id)
			n++
		}
	}
	return n
}
