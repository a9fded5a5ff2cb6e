package report

// What a report holds at most, so that it can be opened: about 12 MB. What is
// beyond is counted.
const (
	mostDecisions   = 300    // of a channel and setting
	leastDecisions  = 12     // of a channel and setting, however many channels there are
	allDecisions    = 40_000 // of all channels and settings
	mostLines       = 4_000  // of a channel
	leastLines      = 60
	allLines        = 400_000
	mostDifferences = 100 // of a channel
	allDifferences  = 6_000
	mostText        = 140 // characters of a line
	mostWhy         = 300 // characters of a reason
)

// ranks is how many ranks there are.
const ranks = 4

// fair returns how many each of n may have of all.
func fair(all, n, least, most int) int { return max(least, min(most, all/max(1, n))) }

// rank puts decisions in the order they are kept in when there are too many.
func rank(d *Decision) int {
	switch {
	case d.Mark == Miss || d.Mark == Interruption:
		return 0
	case d.Act == actSpoke || d.Act == actJudge:
		return 1
	case d.Act != "observe" && d.Act != "drop":
		return 2
	}
	return 3
}
