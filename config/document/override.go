package document

// An Override is a table of knobs to be laid over settings that are known
// later: a rule's over those of a familiar. The zero Override changes nothing.
type Override struct {
	Table map[string]any
	Path  string
}

// LayOver lays o over the settings that to points to, and says what in it is
// wrong. What is right is laid over all the same.
func (o Override) LayOver(to any, doc *Document) []Problem {
	if o.Table == nil {
		return nil
	}
	return doc.Into(to, o.Table, o.Path)
}
