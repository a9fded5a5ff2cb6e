package crash

import (
	"slices"
	"strings"
	"testing"

	"familiar/journal"
	"familiar/messages"
	"familiar/policy/conversation"
)

// heard is a line in a log; with a nonce it is a post.
func heard(seq uint64, id messages.LineID, by messages.PersonID, text, nonce string) journal.Record {
	return journal.Record{Channel: "web//a1", Seq: seq, At: messages.Instant(1000 + seq), Generation: 1, Event: messages.Heard{
		Line: &messages.Line{ID: id, Channel: "web//a1", Author: messages.Author{ID: by}, Text: text, Nonce: nonce},
	}}
}

// edited is an edit in a log.
func edited(seq uint64, id messages.LineID, text string, to ...messages.PersonID) journal.Record {
	return journal.Record{Channel: "web//a1", Seq: seq, At: messages.Instant(1000 + seq), Generation: 1, Event: messages.Edited{
		Line: &messages.Line{ID: id, Channel: "web//a1", Text: text, Mentions: to},
	}}
}

// small is a script of two lines, both to be answered, and the log it leads to.
func small() (*script, []journal.Record) {
	s := &script{chat: "a1", seats: []messages.FamiliarID{"aria"}, steps: []step{
		{deed: say, line: "mq1-1", by: humans[0], text: "hello q1-1"},
		{deed: say, line: "mq1-2", by: humans[1], text: "hello q1-2"},
	}, promised: []promise{{"aria", "q1-1"}, {"aria", "q1-2"}}}
	return s, []journal.Record{
		heard(1, "mq1-1", "ana", "hello q1-1", ""),
		heard(3, "post:p1", "aria", "re q1-1", "p1"),
		heard(4, "mq1-2", "ben", "hello q1-2", ""),
		heard(7, "post:p2", "aria", "re q1-2", "p2"),
	}
}

// TestAuditLog: the auditor sees what it is there for.
func TestAuditLog(t *testing.T) {
	for _, tt := range []struct {
		story string
		spoil func([]journal.Record) []journal.Record
		want  string // in the only fault; "": there is none
	}{
		{"all is as it should be", func(l []journal.Record) []journal.Record { return l }, ""},
		{"a line was said again after a kill", func(l []journal.Record) []journal.Record {
			return append(l, heard(8, "mq1-1", "ana", "hello q1-1", ""))
		}, ""},
		{"a post was sent again under its id", func(l []journal.Record) []journal.Record {
			return append(l, heard(8, "post:p2", "aria", "re q1-2", "p2"))
		}, ""},
		{"an acknowledged line is not there", func(l []journal.Record) []journal.Record {
			return slices.Delete(l, 2, 3)
		}, "heard [mq1-1]"},
		{"two lines changed places", func(l []journal.Record) []journal.Record {
			l[0], l[2] = l[2], l[0]
			return l
		}, "heard [mq1-2 mq1-1]"},
		{"a reply is not there", func(l []journal.Record) []journal.Record { return l[:3] }, "aria never answered q1-2"},
		{"another familiar replied", func(l []journal.Record) []journal.Record {
			l[3] = heard(7, "post:p2", "bea", "re q1-2", "p2")
			return l
		}, "aria never answered q1-2"},
		{"a line was answered in two posts", func(l []journal.Record) []journal.Record {
			return append(l, heard(8, "post:p3", "aria", "re q1-1 ", "p3"))
		}, "aria answered q1-1 more than once"},
		{"a line was answered and again when it was edited", func(l []journal.Record) []journal.Record {
			return append(l, edited(8, "mq1-1", "hello q1-1", "aria"), heard(9, "post:p3", "aria", "re q1-1", "p3"))
		}, ""},
		{"an edited line was answered in two posts", func(l []journal.Record) []journal.Record {
			l = append(l, edited(8, "mq1-1", "hello q1-1", "aria"), heard(9, "post:p3", "aria", "re q1-1", "p3"))
			return append(l, edited(10, "mq1-1", "hello q1-1", "aria"), heard(11, "post:p4", "aria", "re q1-1", "p4"))
		}, "aria answered q1-1 more than once"},
		{"an event was left out", func(l []journal.Record) []journal.Record {
			return append(l, journal.Record{Channel: "web//a1", Seq: 8, Event: messages.Skipped{Seq: 4, Reason: "panic"}})
		}, "record 4 was skipped"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			s, log := small()
			wantFault(t, auditLog(s, tt.spoil(log), nil), tt.want)
		})
	}
}

// oneSeat are the settings of a channel in which Aria is.
func oneSeat() *conversation.Config {
	return &conversation.Config{Room: conversation.DefaultRoom(), Seats: []conversation.SeatConfig{{
		Familiar: "aria", Account: "aria", Self: "aria", Name: "Aria", Policy: conversation.Default(),
	}}}
}

// TestAuditState: a snapshot that is not what its log says is found.
func TestAuditState(t *testing.T) {
	c := oneSeat()
	for _, tt := range []struct {
		story string
		knows func([]journal.Record) []journal.Record // what the state was given
		seq   uint64
		want  string
	}{
		{"the state knows all of the log", func(l []journal.Record) []journal.Record { return l }, 7, ""},
		{"the state is behind", func(l []journal.Record) []journal.Record { return l[:3] }, 4, "is of record 4, the last is 7"},
		{"the state was given a line twice, and takes that well", func(l []journal.Record) []journal.Record {
			return append(l, l[3])
		}, 7, ""},
		{"the state missed a line", func(l []journal.Record) []journal.Record {
			return slices.Delete(slices.Clone(l), 0, 1)
		}, 7, "told anew"},
		{"the state heard them in another order", func(l []journal.Record) []journal.Record {
			return []journal.Record{l[1], l[0], l[2], l[3]}
		}, 7, "told anew"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			s, log := small()
			body, err := tell(s.channel(), c, tt.knows(log)).state.Encode()
			if err != nil {
				t.Fatal(err)
			}
			_, got := auditState(s, c, log, journal.Snapshot{Channel: s.channel(), Revision: 1, Seq: tt.seq, Body: body})
			wantFault(t, got[:min(len(got), 1)], tt.want)
		})
	}
}

// TestAuditDecisions: a line that a seat did not decide on, or decided on
// twice, is found.
func TestAuditDecisions(t *testing.T) {
	note := func(line messages.LineID, act messages.Act) *messages.Note {
		return &messages.Note{Familiar: "aria", Line: line, Act: act}
	}
	for _, tt := range []struct {
		story string
		notes []*messages.Note
		want  string
	}{
		{"each line is decided on and then settled", []*messages.Note{
			note("mq1-1", messages.Engage), note("mq1-2", messages.Ask), note("mq1-1", messages.Settled), note("mq1-2", messages.Settled),
		}, ""},
		{"a line is only settled", []*messages.Note{note("mq1-1", messages.Engage), note("mq1-2", messages.Settled)}, "0 times on mq1-2"},
		{"a line is decided on twice", []*messages.Note{
			note("mq1-1", messages.Engage), note("mq1-1", messages.Observe), note("mq1-2", messages.Engage),
		}, "2 times on mq1-1"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			s, log := small()
			wantFault(t, auditDecisions(s, log, told{notes: tt.notes}), tt.want)
		})
	}
}

// TestUnexplained: decisions that aren't in the ledger are counted, and what is in it more
// often than it was decided.
func TestUnexplained(t *testing.T) {
	heard := func(line messages.LineID) *messages.Note {
		return &messages.Note{Line: line, Act: messages.Drop, Rung: messages.ByDuplicate}
	}
	for _, tt := range []struct {
		story             string
		decided, ledger   []*messages.Note
		missing, repeated int
	}{
		{"all is explained", []*messages.Note{heard("mq1-1"), heard("mq1-2")}, []*messages.Note{heard("mq1-2"), heard("mq1-1")}, 0, 0},
		{"one is missing", []*messages.Note{heard("mq1-1"), heard("mq1-2")}, []*messages.Note{heard("mq1-2")}, 1, 0},
		{"one is there again", []*messages.Note{heard("mq1-1")}, []*messages.Note{heard("mq1-1"), heard("mq1-1")}, 0, 1},
		{"one was never decided", []*messages.Note{heard("mq1-1")}, []*messages.Note{heard("mq1-1"), heard("mq1-2")}, 0, 1},
		{"two accounts heard a line again at once", []*messages.Note{heard("mq1-1"), heard("mq1-1")}, []*messages.Note{heard("mq1-1")}, 0, 0},
	} {
		t.Run(tt.story, func(t *testing.T) {
			if missing, repeated := unexplained(tt.decided, tt.ledger); missing != tt.missing || repeated != tt.repeated {
				t.Errorf("%d missing and %d repeated, want %d and %d", missing, repeated, tt.missing, tt.repeated)
			}
		})
	}
}

// wantFault wants one fault with that text in it, or none.
func wantFault(t *testing.T, got []string, want string) {
	t.Helper()
	switch {
	case want == "" && len(got) > 0, want != "" && (len(got) != 1 || !strings.Contains(got[0], want)):
		t.Errorf("got %q, want one with %q", got, want)
	}
}
