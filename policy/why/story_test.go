package why

import (
	"slices"
	"strings"
	"testing"

	m "familiar/messages"
)

// TestStory tells notes in the order they were made as "act rung line".
func TestStory(t *testing.T) {
	for _, tt := range []struct {
		what, notes, line, want string
	}{
		{"one decision", "observe elsewhere 1; observe rest 2", "1", "elsewhere"},
		{"a wait, its judge and its turn", "wait rest 1; settled judge; settled spoke 1; settled spoke 9", "1", "rest judge spoke"},
		{"a turn ends with a newer line", "engage mention 1; engage mention 2; settled spoke 2", "1", "mention spoke"},
		{"a turn about others takes it along", "wait rest 1; engage mention 2; settled spoke 2; settled judge", "1", "rest"},
		{"what settles another's is not ours", "wait rest 1; settled judge - ben; settled overdue", "1", "rest overdue"},
		{"a question without room", "wait rest 1; settled shed:lull", "1", "rest shed"},
		{"what else is shed settles nothing", "wait rest 1; settled shed 2; settled judge", "1", "rest judge"},
		{"nothing follows what is only observed", "observe rest 1; settled judge; settled spoke 3", "1", "rest"},
		{"a failure is tried again", "engage mention 1; wait failed 1; settled spoke 1", "1", "mention failed spoke"},
		{"what is nobody's and about it", "denied guest 1 -", "1", "guest"},
		{"copies say nothing", "observe rest 1; drop duplicate 1 -", "1", "rest"},
	} {
		t.Run(tt.what, func(t *testing.T) {
			var got []string
			for _, n := range Story(ledger(tt.notes), "aria", m.LineID(tt.line)) {
				got = append(got, n.Rung)
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
// behind a rung stands its trigger.
func ledger(script string) []*m.Note {
	var notes []*m.Note
	for i, text := range strings.Split(script, "; ") {
		w := append(strings.Fields(text), "-", "aria")
		rung, trigger, _ := strings.Cut(w[1], ":")
		n := &m.Note{At: m.Instant(1000 + i), Act: m.Act(w[0]), Rung: rung, Trigger: m.Trigger(trigger), Line: m.LineID(w[2]), Familiar: "aria"}
		if len(w) == 6 {
			n.Familiar = m.FamiliarID(strings.Trim(w[3], "-"))
		}
		if n.Line == "-" {
			n.Line = ""
		}
		notes = append(notes, n)
	}
	slices.Reverse(notes)
	return notes
}
