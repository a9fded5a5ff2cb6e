// Package because is why decisions came out as they did: one closed set of
// reasons, each with what belongs to it.
//
// Whoever decides makes a reason, everybody else asks for its type. Journals and
// the ledger have it as an English clause, which is made by [Written] and read
// by [Read] and by nothing else: no clause is compared, cut or searched anywhere
// outside this package, as a test in the root package sees to.
//
//	because.go  Reason, Words, Written
//	plain.go    reasons that are one fixed clause
//	judged.go   what a judge said, or that it failed
//	told.go     commands and what the model asked for, done or refused
//	spoken.go   what became of a turn's text
//	spared.go   which model answered in whose place
//	passed.go   turns and roles that went from one to another
//	measured.go reasons with numbers in them
//	read.go     the way back from a clause
//
// It knows no type of package messages, which imports it: what a reason names,
// such as a familiar or a command, is a string here.
package because

// A Reason is why a decision came out as it did. Nil says nothing.
//
//sumtype:decl
type Reason interface {
	// clause returns it as journals have it.
	clause() string
}

// Written returns r as journals have it, an English clause; "" for nil.
func Written(r Reason) string {
	if r == nil {
		return ""
	}
	return r.clause()
}

// Words are somebody else's: a network's, a provider's, an emoji, or what an
// older or newer program wrote for a reason that this one doesn't know.
type Words string

func (w Words) clause() string { return string(w) }

// Says returns words as a reason; nil for none.
func Says(words string) Reason {
	if words == "" {
		return nil
	}
	return Words(words)
}
