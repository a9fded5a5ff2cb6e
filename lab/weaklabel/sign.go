package weaklabel

import (
	"fmt"
	"slices"
	"time"
	"unicode/utf8"

	"familiar/messages"
	"familiar/policy/ladder"
)

// A Sign is what shows that a line answers another.
type Sign struct {
	Kind   Kind
	Within time.Duration // how long after the line its answer may be said; 0: however long
}

// A Kind is a way of telling.
type Kind uint8

// The kinds of signs that one line answers another. Which line is meant where
// only a person is called can't be seen: it is taken to be their newest.
const (
	Reply  Kind = iota // the network shows which line it replies to
	Call               // it mentions the other's author, or replies to one of their lines
	Name               // the name of the other's author is anywhere in its text
	Mutual             // call, where that line of the author's calls the other's too
	Sole               // call, where the author has said nothing before in that time but one turn
	Callee             // the other called its author, whose first words since are for nobody else
	Next               // it is said right behind the other, and neither is for somebody else
)

// String returns what a table calls the kind.
func (k Kind) String() string {
	return [...]string{"reply", "call", "name", "mutual", "sole", "callee", "next"}[k]
}

// String returns what a table calls the sign, as in "call 5m".
func (s Sign) String() string {
	if s.Within == 0 {
		return s.Kind.String()
	}
	return s.Kind.String() + " " + span(s.Within)
}

// span writes a time as people do: 90s, 5m.
func span(d time.Duration) string {
	if d%time.Minute == 0 {
		return fmt.Sprintf("%dm", d/time.Minute)
	}
	return d.String()
}

// An answer is the claim that line by answers line to.
type answer struct{ by, to int }

// claims returns what a sign claims, each answer once.
func (t talk) claims(s Sign) []answer {
	var all []answer
	speakers := make(map[string]ladder.Names)
	for by := range t {
		if t[by].bot {
			continue
		}
		for _, to := range t.answered(s, by, speakers) {
			if to != none {
				all = append(all, answer{by, to})
			}
		}
	}
	return all
}

// answered returns the lines that line by answers, as the sign tells, among
// them perhaps none.
func (t talk) answered(s Sign, by int, speakers map[string]ladder.Names) []int {
	switch s.Kind {
	case Reply:
		if to := t[by].reply; to != none && t.withPeople(by, to) && s.reaches(t, by, to) {
			return []int{to}
		}
	case Call, Mutual, Sole:
		return t.called(s, by)
	case Name:
		return []int{t.named(s, by, speakers)}
	case Callee:
		return []int{t.callee(s, by)}
	case Next:
		if to := by - 1; to >= 0 && t.withPeople(by, to) && s.reaches(t, by, to) && onlyFor(t[by].answerTo, t[to].author) && onlyFor(t[to].calls, t[by].author) {
			return []int{to}
		}
	}
	return nil
}

// called returns the newest lines of whom line by calls, where what else the sign
// wants is so.
func (t talk) called(s Sign, by int) (all []int) {
	for _, who := range t[by].answerTo {
		if to := t.newest(s, by, who); to != none && t.holds(s, by, to) {
			all = append(all, to)
		}
	}
	return all
}

func (s Sign) reaches(t talk, by, to int) bool { return s.Within == 0 || t.since(to, by) <= s.Within }

// withPeople reports whether one person's line may answer the other's.
func (t talk) withPeople(by, to int) bool { return !t[to].bot && t[to].author != t[by].author }

// newest returns the newest line of somebody before line by; none: there is none
// so near.
func (t talk) newest(s Sign, by int, who messages.PersonID) int {
	for to := by - 1; to >= 0 && s.reaches(t, by, to); to-- {
		if t[to].author == who {
			if !t.withPeople(by, to) {
				return none
			}
			return to
		}
	}
	return none
}

// holds reports whether what Mutual and Sole want beyond a call is so.
func (t talk) holds(s Sign, by, to int) bool {
	switch s.Kind {
	case Mutual:
		return slices.Contains(t[to].calls, t[by].author)
	case Sole:
		return !t.spoke(s, by, t[to].author, t[to].turn-1)
	case Reply, Call, Name, Callee, Next:
	}
	return true
}

// spoke reports whether somebody spoke up to line last, so near to line by.
func (t talk) spoke(s Sign, by int, who messages.PersonID, last int) bool {
	for i := last; i >= 0 && s.reaches(t, by, i); i-- {
		if t[i].author == who {
			return true
		}
	}
	return false
}

// shortestName is how many characters a name needs to be looked for in a text.
const shortestName = 3

// named returns the newest line before by whose author's name is in its text.
func (t talk) named(s Sign, by int, speakers map[string]ladder.Names) int {
	var seen []messages.PersonID
	for to := by - 1; to >= 0 && s.reaches(t, by, to); to-- {
		who := &t[to]
		if slices.Contains(seen, who.author) {
			continue
		}
		seen = append(seen, who.author)
		if !t.withPeople(by, to) || utf8.RuneCountInString(who.name) < shortestName {
			continue
		}
		names, known := speakers[who.name]
		if !known {
			names = ladder.CompileNames(ladder.Word, who.name)
			speakers[who.name] = names
		}
		if names.In(t[by].text) {
			return to
		}
	}
	return none
}

// callee returns the newest line before by that calls its author, if that one
// has not spoken since and now speaks to nobody else.
func (t talk) callee(s Sign, by int) int {
	for to := by - 1; to >= 0 && s.reaches(t, by, to); to-- {
		switch {
		case t[to].author == t[by].author:
			return none
		case t.withPeople(by, to) && slices.Contains(t[to].calls, t[by].author):
			if onlyFor(t[by].answerTo, t[to].author) {
				return to
			}
			return none
		}
	}
	return none
}
