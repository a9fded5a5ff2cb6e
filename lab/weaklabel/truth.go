package weaklabel

import (
	"slices"

	"familiar/lab/corpus"
)

// A truth is one reading of what a recording says of who answered what.
type truth struct {
	name     string
	errs     string // how
	shown    bool   // the signs may look at the network's replies
	replies  bool   // only a network's reply counts as an answer
	only     bool   // of lines that reply to nothing it isn't known what they answer
	circular []Kind // of signs that the reading was made with: agreeing says nothing
}

// truths returns the readings of a recording, in the order of the tables. Where
// its network has replies there are three; guessed says that some answers were
// noted only because they were said right behind.
func truths(replying, guessed bool) []truth {
	if !replying {
		return []truth{{name: "as noted", errs: "Noted by hand, by readers who saw the names too.", shown: true}}
	}
	noted := truth{
		name: "as noted (silver)", shown: true, circular: []Kind{Reply},
		errs: "The network's replies are in it: sign reply repeats it.",
	}
	if guessed {
		noted.errs = "The network's replies are in it, and what was said right behind: signs reply and next repeat it."
		noted.circular = append(noted.circular, Next)
	}
	return []truth{
		noted,
		{
			name: "network's replies (explicit)", replies: true,
			errs: "The signs don't see what they are held to, the reply. Who answers without one counts as not answering: precision is too low.",
		},
		{
			name: "network's replies, of lines that reply", replies: true, only: true,
			errs: "Only lines with a reply are looked at, and the reply is hidden: whom would the signs say that they answer?\nPeople press reply more often where the line isn't the one before: next is better than this.",
		},
	}
}

// answers returns the lines of others that line by answers; ok is false when that
// isn't known.
func (v *truth) answers(s *corpus.Slice, index map[string]int, by int) (to []int, ok bool) {
	r := &s.Records[by]
	replied := replies(r.Line)
	if !r.Annotated || v.only && !replied {
		return nil, false
	}
	if v.replies && !replied {
		return nil, true
	}
	for _, id := range r.Answers {
		k, there := index[string(id)]
		if there && s.Records[k].Annotated && (!v.replies || id == r.Line.ReplyTo.ID) {
			to = append(to, k)
		}
	}
	return to, true
}

// replying reports whether the network shows what lines reply to.
func replying(c *corpus.Corpus) bool {
	return slices.ContainsFunc(c.Slices, func(s *corpus.Slice) bool {
		return slices.ContainsFunc(s.Records, func(r corpus.Record) bool { return replies(r.Line) })
	})
}

// guessed reports whether some answers were noted only because they were said
// right behind.
func guessed(golds []corpus.Gold) bool {
	return slices.ContainsFunc(golds, func(g corpus.Gold) bool {
		return slices.ContainsFunc(g.Moments, func(m corpus.Moment) bool { return m.Guessed })
	})
}
