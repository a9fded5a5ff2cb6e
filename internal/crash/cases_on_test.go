package crash

import (
	"slices"
	"testing"
	"time"

	"familiar/journal"
	"familiar/messages"
	"familiar/policy/conversation"
)

// abroad is a network on which Aria signs as "aria"; nothing else of it is
// asked.
type abroad struct{ network }

func (abroad) asked(*conversation.Config) {}

func (abroad) self() messages.PersonID { return "aria" }

// TestAuditLines: the auditor sees which lines are missing that may not be.
func TestAuditLines(t *testing.T) {
	noon := time.Unix(1000, 0)
	dead := []outage{{from: noon.Add(-time.Second), to: noon.Add(time.Second)}}
	soon := []outage{{from: noon.Add(onItsWay - 1), to: noon.Add(onItsWay)}}
	later := []outage{{from: noon.Add(onItsWay + 1), to: noon.Add(time.Hour)}}
	without := func(l []journal.Record) []journal.Record { return l[:2] }
	for _, tt := range []struct {
		story   string
		spoil   func([]journal.Record) []journal.Record
		outages []outage
		want    string // in the only fault; "": there is none
		missed  int
	}{
		{"all is as it should be", func(l []journal.Record) []journal.Record { return l }, nil, "", 0},
		{"a line said in an outage is missing", without, dead, "", 1},
		{"a line said while it was there is missing", without, nil, "q1-2 was said while it was there", 0},
		{"a line that was still on its way is missing", without, soon, "", 1},
		{"a line that had its time is missing", without, later, "q1-2 was said while it was there", 0},
		{"a line is missing that another has overtaken", func(l []journal.Record) []journal.Record { return l[2:] }, []outage{{from: noon.Add(1), to: noon.Add(2)}}, "q1-1 was said while it was there", 0},
		{"two lines changed places", func(l []journal.Record) []journal.Record {
			l[0], l[2] = l[2], l[0]
			return l
		}, nil, "heard [q1-2 q1-1]", 0},
	} {
		t.Run(tt.story, func(t *testing.T) {
			s, log := small()
			r := &run{network: abroad{}, outages: tt.outages, said: map[string]time.Time{"q1-1": noon.Add(-time.Millisecond), "q1-2": noon}}
			var a auditedOn
			heard, faults := a.lines(r, s, tt.spoil(log))
			wantFault(t, faults, tt.want)
			if a.missed != tt.missed || len(heard.promised) != a.heard {
				t.Errorf("missed %d, promised %v of %d heard, want %d missed and a promise for each that was heard", a.missed, heard.promised, a.heard, tt.missed)
			}
		})
	}
}

// deaf is abroad, where nobody is told of what was deleted meanwhile, or everybody is.
type deaf struct {
	abroad
	told bool
}

func (deaf) retract(messages.Channel, step) messages.LineID { return "" }
func (d deaf) tells() bool                                  { return d.told }

// TestAuditDeleted: a line that was deleted is no line that is missing; that it is in the
// log is a fault, unless nobody could tell.
func TestAuditDeleted(t *testing.T) {
	noon := time.Unix(1000, 0)
	for _, tt := range []struct {
		story  string
		told   bool
		at     time.Time // of the deletion; the program is away from noon for a second
		erased bool
		want   string // in the only fault; "": there is none
		stay   int
	}{
		{"it is gone", true, noon, true, "", 0},
		{"it is there though that was told", true, noon, false, "mq1-1 was deleted, and is still in the log", 0},
		{"it is there, as nobody told", false, noon.Add(time.Millisecond), false, "", 1},
		{"it is there though it was deleted afterwards", false, noon.Add(time.Hour), false, "mq1-1 was deleted, and is still in the log", 0},
	} {
		t.Run(tt.story, func(t *testing.T) {
			s, log := small()
			s.deletes, s.removed, s.promised = true, map[messages.LineID]bool{"mq1-1": true}, s.promised[1:]
			gone := s.steps[0]
			gone.deed = remove
			s.steps = append(s.steps, gone)
			r := &run{
				network: deaf{told: tt.told}, outages: []outage{{from: noon, to: noon.Add(time.Second)}},
				said: map[string]time.Time{"q1-1": noon, "q1-2": noon}, gone: map[messages.LineID]time.Time{"mq1-1": tt.at},
			}
			c := oneSeat()
			body, err := tell(s.channel(), c, log).state.Encode()
			if err != nil {
				t.Fatal(err)
			}
			kept := log
			if tt.erased {
				kept = log[1:]
			}
			var a auditedOn
			_, faults := a.lines(r, s, kept)
			a.stay = r.untold(s, kept)
			_, more := auditState(s, c, kept, journal.Snapshot{Seq: log[len(log)-1].Seq, Body: body})
			wantFault(t, append(faults, more...), tt.want)
			if a.stay != tt.stay || a.deleted != 1 {
				t.Errorf("%d deleted, %d stay; want 1 and %d", a.deleted, a.stay, tt.stay)
			}
		})
	}
}

// TestAuditHeld: a log that keeps what was deleted is told anew, deletions included.
func TestAuditHeld(t *testing.T) {
	deleted := journal.Record{Channel: "web//a1", Seq: 8, At: 800, Event: messages.Deleted{ID: "mq1-1"}}
	for _, tt := range []struct {
		story   string
		stepped []journal.Record // what the state has been through, after the lines
		kept    []journal.Record // what the log has after them
		want    []string         // in each fault
	}{
		{"the state knows of the deletion", []journal.Record{deleted}, []journal.Record{deleted}, nil},
		{"the state knows nothing of it", nil, []journal.Record{deleted}, []string{"the state has its text", "told anew it is"}},
		{"the log knows nothing of it", []journal.Record{deleted}, nil, []string{"told anew it is"}},
	} {
		t.Run(tt.story, func(t *testing.T) {
			s, log := small()
			s.deletes, s.held, s.removed = true, true, map[messages.LineID]bool{"mq1-1": true}
			c := oneSeat()
			c.Held = true
			body, err := tell(s.channel(), c, slices.Concat(log, tt.stepped)).state.Encode()
			if err != nil {
				t.Fatal(err)
			}
			log = slices.Concat(log, tt.kept)
			_, faults := auditState(s, c, log, journal.Snapshot{Seq: log[len(log)-1].Seq, Body: body})
			if len(faults) != len(tt.want) {
				t.Fatalf("got %q, want %q", faults, tt.want)
			}
			for i, want := range tt.want {
				wantFault(t, faults[i:i+1], want)
			}
		})
	}
}

// TestAuditReplies: the auditor sees what a network was told too often, too
// seldom or in another order.
func TestAuditReplies(t *testing.T) {
	composed := []journal.Record{
		{Event: messages.Composed{N: 1, Parts: []string{"re q1-1"}}},
		{Event: messages.Composed{N: 2, Parts: []string{"re q1-2"}}},
	}
	for _, tt := range []struct {
		story   string
		posts   []string
		unknown string
		want    []string // in each fault
	}{
		{"all is as it should be", []string{"re q1-1", "re q1-2"}, "", nil},
		{"a reply is missing", []string{"re q1-1"}, "", []string{"q1-2 was never answered"}},
		{"a reply is missing that is unknown", []string{"re q1-1"}, "q1-2", nil},
		{"a reply is there that is unknown", []string{"re q1-1", "re q1-2"}, "q1-2", nil},
		{"a reply stands there twice", []string{"re q1-1", "re q1-1", "re q1-2"}, "", []string{"q1-1 was answered more than once", "out of order"}},
		{"an unknown reply stands there twice", []string{"re q1-1", "re q1-2", "re q1-2"}, "q1-2", []string{"q1-2 was answered more than once", "out of order"}},
		{"replies changed places", []string{"re q1-2", "re q1-1"}, "", []string{"out of order"}},
	} {
		t.Run(tt.story, func(t *testing.T) {
			s, _ := small()
			a := auditedOn{unknown: map[string]string{tt.unknown: "who knows"}}
			faults := a.replies(s, slices.Clone(composed), tt.posts)
			if len(faults) != len(tt.want) {
				t.Fatalf("got %q, want %q", faults, tt.want)
			}
			for i, want := range tt.want {
				wantFault(t, faults[i:i+1], want)
			}
		})
	}
}
