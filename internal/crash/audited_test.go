package crash

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"familiar/config"
	"familiar/journal"
	"familiar/messages"
	"familiar/policy/conversation"
)

func round(d time.Duration) time.Duration { return d.Round(time.Millisecond) }

// An audited is what one run's journal holds.
type audited struct {
	lines, replies, faults int
	lost, doubled          int             // replies
	resent                 int             // replies handed to the network again under their id
	starts                 []time.Duration // until it was ready, sorted
	missing, repeated      int             // notes in the ledger
	stale                  uint64          // see kept
	facts                  map[messages.ChannelID]facts
	courses                map[messages.ChannelID]map[between][]string
	hurried                map[messages.ChannelID]bool // see run
}

// String is the summary.
func (a audited) String() string {
	return fmt.Sprintf("%d lines, %d replies, %d lost, %d doubled, %d faults; ready after %v in the middle and %v at most; %d replies sent again under their id; notes: %d missing, %d twice; in %d channels somebody waited for a reply in vain; %d records of former owners, which none of this has",
		a.lines, a.replies, a.lost, a.doubled, a.faults, round(a.starts[len(a.starts)/2]), round(a.starts[len(a.starts)-1]), a.resent, a.missing, a.repeated, len(a.hurried), a.stale)
}

// most is how many faults are told one by one.
const most = 20

// audit opens the journal of a run that is over and checks all of it.
func audit(t *testing.T, r *run) audited {
	t.Helper()
	loaded, err := config.Load(r.program.file())
	if err != nil {
		t.Fatal(err)
	}
	loaded = loaded.Holding(holdsOf(r.scripts))
	all := append(slices.Clone(r.scripts), r.probes)
	var ids []messages.ChannelID
	for _, s := range all {
		ids = append(ids, s.channel())
	}
	k := open(t, r.kept, ids)
	a := audited{stale: k.stale, facts: map[messages.ChannelID]facts{}, courses: map[messages.ChannelID]map[between][]string{}, hurried: r.hurried, starts: slices.Sorted(slices.Values(r.starts))}
	for _, s := range all {
		id := s.channel()
		c, records := seated(loaded.Channel(id), account), k.records[id]
		if len(records) == 0 {
			t.Errorf("%s: nothing of it is in the log", s.chat)
			continue
		}
		again := tell(id, c, records)
		state, faults := auditState(s, c, records, k.snapshots[id])
		faults = slices.Concat(auditLog(s, records, r.posts[id]), faults, auditDecisions(s, records, again))
		for _, fault := range faults {
			if a.faults++; a.faults <= most {
				t.Error(fault)
			}
		}
		if len(faults) > 0 && a.faults <= most {
			t.Log(story(state, records))
		}
		a.lines += len(people(s, records))
		answers := replies(records)
		a.replies += len(answers)
		a.lost += len(lostReplies(s, answers))
		a.doubled += len(doubledReplies(answers))
		a.resent += resent(records, len(s.seats))
		if s.whole() {
			missing, repeated := unexplained(again.notes, k.notes[id])
			a.missing, a.repeated = a.missing+missing, a.repeated+repeated
		}
		a.facts[id], a.courses[id] = factsOf(s, state, records), coursesOf(s, records)
	}
	if a.faults > most {
		t.Errorf("and %d more", a.faults-most)
	}
	for _, l := range k.buried {
		t.Errorf("given up: %+v", l)
	}
	return a
}

// story tells a channel's log and what its state waits for, for whoever has to
// find out what went wrong.
func story(state *conversation.Channel, records []journal.Record) string {
	var b strings.Builder
	fmt.Fprintf(&b, "turn %+v, seats %+v\n", state.Turn, state.Seats)
	for _, r := range records {
		event, err := messages.EncodeEvent(r.Event)
		fmt.Fprintf(&b, "%d at %d: %s", r.Seq, r.At, event)
		if err != nil {
			fmt.Fprintf(&b, "%v", err)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// seated returns the settings as they hold on a network, where each familiar
// signs its lines with an id.
func seated(c *conversation.Config, id func(messages.FamiliarID) messages.PersonID) *conversation.Config {
	with := *c
	with.Seats = slices.Clone(c.Seats)
	for i := range with.Seats {
		with.Seats[i].Self = id(with.Seats[i].Familiar)
	}
	return &with
}
