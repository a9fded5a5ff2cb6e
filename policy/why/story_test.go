package why

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	m "familiar/messages"
	"familiar/messages/because"
)

// TestStory tells notes in the order they were made as "act rung line".
func TestStory(t *testing.T) {
	for _, tt := range []struct {
		what, notes, line, want string
	}{
		{"one decision", "observe elsewhere 1; observe rest 2", "1", "elsewhere"},
		{"a wait, its judge and its turn", "wait rest 1; settled judge; settled spoke 1; settled spoke 9", "1", "rest judge spoke"},
		{"a turn ends with a newer line", "engage mention 1; engage mention 2; settled spoke 2", "1", "mention spoke"},
		{"a turn about others takes it along", "wait rest 1; engage mention 2; settled spoke 2; settled judge", "1", "rest spoke"},
		{"what settles another's is not ours", "wait rest 1; settled judge - ben; settled overdue", "1", "rest overdue"},
		{"a question without room", "wait rest 1; settled shed:lull", "1", "rest shed"},
		{"what else is shed settles nothing", "wait rest 1; settled shed 2; settled judge", "1", "rest judge"},
		{"nothing follows what is only observed", "observe rest 1; settled judge; settled spoke 3", "1", "rest"},
		{"so for each line of the turn", "engage mention 1; engage mention 2; wait failed 2; settled spoke 2", "1", "mention failed spoke"},
		{"not for one that the judge thinks about", "wait rest 1; wait failed 2; settled judge", "1", "rest judge"},
		{"a judge that failed is asked again", "wait rest 1; wait judge; settled judge", "1", "rest judge judge"},
		{"not for one that is to be answered", "engage mention 1; wait judge; settled spoke 1", "1", "mention spoke"},
		{"a failure is tried again", "engage mention 1; wait failed 1; settled spoke 1", "1", "mention failed spoke"},
		{"what was asked before it came", "wait rest 1; wait rest 2; settled judge~1; settled overdue", "2", "rest overdue"},
		{"a turn that began before it came", "engage mention 1; engage mention 2; settled spoke~1 1; settled silence~3 3", "2", "mention silence"},
		{"one came while the judge thought, whose yes answers both", "wait rest 1; wait rest 2; settled judge:yes~1; settled spoke~3 2; settled judge", "2", "rest spoke"},
		{"such a turn that was steered since does", "engage mention 1; wait rest 2; settled steer~1 3; settled spoke~1 3; settled judge~5", "2", "rest spoke"},
		{"such a turn takes no line along", "engage mention 1; wait rest 2; settled spoke~1 1; settled judge~3", "2", "rest judge"},
		{"a turn that began before, and took it in", "engage mention 1; engage mention 2; settled steer~1 2; settled spoke~1 3", "2", "mention steer spoke"},
		{"one that was given it, and took it in no more", "engage mention 1; engage mention 2; settled inject~1 2; settled inject!~1 2; settled spoke~1 1; settled silence~5 3", "2", "mention inject inject silence"},
		{"a line too old is so by itself", "engage mention 1; engage mention 2; settled stale 1; settled spoke 3", "2", "mention spoke"},
		{"each line judged by itself", "ask rest 1; ask rest 2; settled judge 1; settled overdue", "2", "rest overdue"},
		{"what the budget presses, below its limit", "wait rest 1; settled budget; settled judge", "1", "rest judge"},
		{"its limit", "wait rest 1; settled budget:lull; settled judge", "1", "rest budget"},
		{"a question to the ledger that failed", "engage mention 1; settled failed; settled failed:address 2", "1", "mention failed"},
		{"what it is told to say answers nobody", "wait rest 1; settled spoke:wake; settled judge", "1", "rest judge"},
		{"what a turn does besides answering", "engage mention 1; settled refused 1; settled reacted 1; settled spoke 2", "1", "mention refused reacted spoke"},
		{"what became of the turn's parts", "engage mention 1; settled spoke~1 2; settled undeliverable~1; settled undeliverable~3", "1", "mention spoke undeliverable"},
		{"a turn whose end was cut off, about two lines", "engage mention 1; engage mention 2; settled spoke~1 2; settled cut~1 2; settled judge", "1", "mention spoke cut"},
		{"one that was cut off and that a spare wrote", "engage mention 1; engage mention 2; settled spoke~1 2; settled cut~1 2; settled spare~1 2; settled judge", "1", "mention spoke cut spare"},
		{"what it knew in the turn, told of its newest line", "engage mention 1; engage mention 2; settled lore~1 2; settled spoke~1 2; settled judge", "2", "mention lore spoke"},
		{"and of the others", "engage mention 1; engage mention 2; settled lore~1 2; settled spoke~1 2; settled judge", "1", "mention lore spoke"},
		{"but not what another turn knew", "engage mention 1; engage mention 2; settled lore~1 2; settled spoke~1 2; settled lore~3 9; settled spoke~3 9", "1", "mention lore spoke"},
		{"what is nobody's and about it", "denied guest 1 -", "1", "guest"},
		{"copies say nothing", "observe rest 1; drop duplicate 1 -", "1", "rest"},
	} {
		t.Run(tt.what, func(t *testing.T) {
			var got []string
			for _, n := range follow(ledger(tt.notes), "aria", m.LineID(tt.line), false).told {
				got = append(got, string(n.Rung))
			}
			if got := strings.Join(got, " "); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestLines(t *testing.T) {
	notes := ledger("observe rest 1; wait rest 2; settled judge 2; observe command 3 -; observe command 4; drop self 5; observe rest 6 ben; engage mention 7; observe backfill 8")
	if got, want := Lines(notes, "aria", 2), []m.LineID{"7", "2"}; !slices.Equal(got, want) {
		t.Errorf("the newest lines are %q, want %q", got, want)
	}
}

// ledger gives notes newest first; the fourth word is the familiar, "-" nobody;
// behind a rung stands its trigger, "!" for the next turn and "~" for the note
// when its question or turn began.
func ledger(script string) []*m.Note {
	var notes []*m.Note
	for i, text := range strings.Split(script, "; ") {
		w := append(strings.Fields(text), "-", "aria")
		word, began, _ := strings.Cut(w[1], "~")
		word, left := strings.CutSuffix(word, "!")
		rung, trigger, _ := strings.Cut(word, ":")
		n := &m.Note{At: m.Instant(1000 + i), Act: m.Act(w[0]), Rung: m.Rung(rung), Trigger: m.Trigger(trigger), Line: m.LineID(w[2]), Familiar: "aria"}
		if len(w) == 6 {
			n.Familiar = m.FamiliarID(strings.Trim(w[3], "-"))
		}
		if k, err := strconv.Atoi(began); err == nil {
			n.Meta = m.Meta{At: m.Instant(999 + k), SpanID: [8]byte{byte(k)}}
		}
		if trigger == "yes" {
			n.Reason = because.Read(n.Rung, "yes: of course")
		}
		if left {
			n.Reason = because.LeftOver
		}
		if n.Line == "-" {
			n.Line = ""
		}
		notes = append(notes, n)
	}
	slices.Reverse(notes)
	return notes
}
