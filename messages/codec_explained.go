package messages

// writeExplained leaves out notes that aren't there.
func writeExplained(e Explained) writtenExplained {
	w := writtenExplained{N: e.N}
	for _, n := range e.Notes {
		if n != nil {
			w.Notes = append(w.Notes, writeNote(n))
		}
	}
	return w
}

func (w writtenExplained) event() Explained {
	e := Explained{N: w.N}
	for _, n := range w.Notes {
		if n != nil {
			e.Notes = append(e.Notes, n.note())
		}
	}
	return e
}
