package conversation

// What a prompt shows of the transcript, and what waits for one. Whoever makes a
// judge's question again shows it as much.
const (
	recentMax   = 20  // observed lines a turn is shown
	earlier     = 20  // lines before those, at least
	earlierStep = 8   // lines by which the first of them moves on
	JudgedMax   = 5   // lines before those in question that a judge is shown
	cut         = 800 // code points of an observed line that are shown
)
