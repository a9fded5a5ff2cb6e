package replay

import (
	"fmt"
	"strings"
	"time"

	"familiar/lab/score"
)

// A Summary is what came out of a replay.
type Summary struct {
	Familiars  int // finished
	Lines      int // heard by them
	Steps      int // events they took: lines, deadlines, answers
	Decisions  int // wake-ups: calls to speak, and questions answered no
	Calls      int // calls to speak
	JudgeCalls int // questions to the judge
	Unrecorded int // of them, those that no recorded verdict answers: taken for no
	Said       int // lines of the familiar's in a closed loop
	Notes      []NoteCount
	Score      score.Score
	Counts     score.Counts  // what Score is shares of
	Elapsed    time.Duration // without reading the recording
}

func (s *Summary) add(p *pass) {
	s.Familiars++
	s.Lines += len(p.slice.Records)
	s.Steps += p.drive.Steps
	s.JudgeCalls += p.judged
	s.Unrecorded += p.unrecorded
	s.Said += len(p.said)
	s.Decisions += len(p.decisions)
	for i := range p.decisions {
		if p.decisions[i].Fire {
			s.Calls++
		}
	}
}

// String returns everything but the time it took, on some lines.
func (s Summary) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s heard %s in %s\n", count(s.Familiars, "familiar"), count(s.Lines, "line"), count(s.Steps, "step"))
	fmt.Fprintf(&b, "%s, %s to speak, %s to the judge\n", count(s.Decisions, "wake-up"), count(s.Calls, "call"), count(s.JudgeCalls, "question"))
	if s.Said > 0 {
		fmt.Fprintf(&b, "%s said in a closed loop\n", count(s.Said, "line"))
	}
	if s.Unrecorded > 0 {
		fmt.Fprintf(&b, "%s without a recorded verdict, taken for no\n", count(s.Unrecorded, "question"))
	}
	fmt.Fprintf(&b, "%s\n\n", s.Score)
	fmt.Fprintf(&b, "%-8s  %-11s  %7s\n", "act", "rung", "notes")
	for _, n := range s.Notes {
		fmt.Fprintf(&b, "%-8s  %-11s  %7d\n", n.Act, n.Rung, n.Count)
	}
	return b.String()
}

// Speed returns how long it took, and how many steps that is in a second.
func (s Summary) Speed() string {
	return fmt.Sprintf("%.2f s, %.0f steps/s", s.Elapsed.Seconds(), s.StepsPerSecond())
}

// StepsPerSecond is 0 for a replay that took no time.
func (s Summary) StepsPerSecond() float64 {
	if s.Elapsed <= 0 {
		return 0
	}
	return float64(s.Steps) / s.Elapsed.Seconds()
}

// count returns "1 thing" or "n things".
func count(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return fmt.Sprintf("%d %s", n, thing)
}
