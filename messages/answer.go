package messages

// Acts reports whether a turn does something besides saying its parts.
func (c *Composed) Acts() bool {
	return c.Disengage || len(c.Reactions) > 0 || len(c.Edits) > 0 || c.Fork != (Fork{})
}

// AnswerTo returns the number of the order that an event answers; 0 for any
// other.
func AnswerTo(e Event) uint64 {
	switch e := e.(type) {
	case Judged:
		return e.N
	case Composed:
		return e.N
	case Memorized:
		return e.N
	case Erased:
		return e.N
	case MembersKnown:
		return e.N
	case HistoryFetched:
		return e.N
	case Explained:
		return e.N
	default:
		return 0
	}
}
