package cues

import (
	"iter"
	"strings"
)

// A language is what is known of one. Entries of a list are parted by a comma
// and a space; what has accents is known without them as well.
type language struct {
	code string // as in ISO 639-1
	name string // in English

	// Of a language with spaces, words or pairs of them.
	asks   string // at the head
	thanks string // among the first four
	nods   string // at the head
	strict string // of these, what means something else without its accent

	// Of any, what a clause ends in that is as good as a question mark; others
	// end alike and are none.
	ends, endsOtherwise string

	// Of a language without spaces.
	asksWithin   string // anywhere
	thanksWithin string // among the first four words
	nodsFirst    string // what the line begins with
	thanksWhole  string // all there is between two signs or spaces, among the first four words
	nodsWhole    string // the same, at the head
	otherwise    string // what holds one of the above and is none

	common string // characters that are in every text

	you   string // what follows a name without a sign only where it is called
	calls string // what stands behind a name that is called
	cases string // what else may be joined to a name
}

// languages are those there are tables of.
var languages = []*language{
	&english, &german, &french, &spanish, &portuguese, &italian, &russian, &chinese, &japanese, &korean,
}

// Languages returns the names of the languages there are tables of, in English,
// by their codes in ISO 639-1.
func Languages() iter.Seq2[string, string] {
	return func(yield func(code, name string) bool) {
		for _, l := range languages {
			if !yield(l.code, l.name) {
				return
			}
		}
	}
}

// each returns the entries of a list.
func each(list string) iter.Seq[string] {
	return func(yield func(string) bool) {
		if list == "" {
			return
		}
		for entry := range strings.SplitSeq(list, ", ") {
			if !yield(entry) {
				return
			}
		}
	}
}
