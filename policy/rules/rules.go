// Package rules is the one ordered list of what decides: each word that a note
// may name, with what it means.
//
// The rungs of policy/ladder come first; then, in policy/obstacle, what keeps a
// familiar from doing what its ladder says; then what settles a line, a thought
// or a turn, in settled.go. A rung's or an obstacle's predicate, answer and words
// are one entry of its own package's table, which this one only puts into a row.
// Whatever tells people of a decision asks here: policy/why, docs and the page,
// and tests that no note, span or metric has another word.
//
// The package decides nothing, and knows no line, clock or channel.
package rules

import (
	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/ladder"
	"familiar/policy/obstacle"
)

// A Rule is a word that a note may name, and what it means.
type Rule struct {
	Name messages.Rung
	Kind Kind

	// Says is what it means for a line or a thought, a clause. In it {name} is the
	// familiar, {author} who wrote the line, and {aim} whom else the line is for.
	Says   string
	Glance string // the same in a few words, for the page; "": that shows the name alone

	Comes   Verdict          // what it comes to where it settles something; "": it says nothing of whether somebody is answered
	Keeps   messages.Facts   // the fact that stands behind an obstacle; 0: none
	Turn    Share            // of a turn that has begun
	Repeats []because.Reason // those that say no more than Says
	Private bool             // its reason is for the operator: a provider's or network's words may name addresses and accounts
}

// A Kind says which table a rule is from.
type Kind uint8

// The kinds, in the order of the list.
const (
	Rung     Kind = iota + 1 // of the ladder
	Obstacle                 // keeps from what the ladder says
	Settled                  // settles a line, a thought or a turn
	Followed                 // says how what was said unasked was taken, or kept unsaid
	Part                     // says what became of a part of a turn
)

// A Verdict is what a decision comes to for whoever waits for an answer.
type Verdict string

// The verdicts.
const (
	Answered Verdict = "answered" // it is to be answered, or was
	Open     Verdict = "open"     // the judge, the odds or a later moment decides
	Quiet    Verdict = "quiet"    // it is not answered
)

// A Share is what a word has to do with a turn that has begun.
type Share uint8

// The shares; zero is none.
const (
	GoesOn  Share = iota + 1 // the turn took the line in, gives way to it, or is tried again: it answers
	Besides                  // it does this besides answering
)

var (
	all   = list()
	found = index()
)

// All returns every rule in the order of the list. The caller may not change it.
func All() []Rule { return all }

// Of returns the rule of a note's word; the zero Rule where that is another
// program's.
func Of(word messages.Rung) *Rule {
	if i, is := found[word]; is {
		return &all[i]
	}
	return &Rule{}
}

func list() []Rule {
	var all []Rule
	for _, rung := range append(ladder.Rungs(), ladder.Bottom) {
		w := ladder.WordsOf(rung)
		all = append(all, Rule{Name: rung, Kind: Rung, Says: w.Says, Glance: w.Glance, Repeats: w.Repeats})
	}
	for _, w := range obstacle.AllWords() {
		all = append(all, Rule{Name: w.Name, Kind: Obstacle, Says: w.Says, Glance: w.Glance, Comes: Quiet, Keeps: w.Fact, Repeats: w.Repeats})
	}
	return append(all, settled[:]...)
}

func index() map[messages.Rung]int {
	at := make(map[messages.Rung]int, len(all))
	for i := range all {
		at[all[i].Name] = i
	}
	return at
}
