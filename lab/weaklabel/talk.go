package weaklabel

import (
	"slices"
	"time"

	"familiar/lab/corpus"
	"familiar/messages"
	"familiar/policy/ladder"
)

// together is how soon after the line before the same author's next one belongs
// to the same turn, if nobody spoke between them.
const together = time.Minute

// A talk is a slice as anybody saw it while it went on.
type talk []heard

// A heard line is what its network showed of it.
type heard struct {
	author messages.PersonID
	name   string
	bot    bool
	at     messages.Instant
	text   string              // folded
	turn   int                 // the first line of the author's turn
	calls  []messages.PersonID // who is mentioned, and whose line is replied to

	// As far as a sign may look at it for an answer; without its reply if that is
	// what the sign is measured by.
	reply    int                 // the line it replies to; none: it doesn't, or to one that isn't in the slice
	answerTo []messages.PersonID // whom it calls
}

// none stands for no line.
const none = -1

// listen makes a talk of a slice. Without shown, what a line replies to is hidden
// from whoever asks what the line answers.
func listen(s *corpus.Slice, shown bool) talk {
	t := make(talk, len(s.Records))
	at := make(map[messages.LineID]int, len(s.Records))
	for i := range s.Records {
		l := s.Records[i].Line
		at[l.ID] = i
		t[i] = heard{
			author: l.Author.ID, name: l.Author.Name, bot: l.Author.Bot, at: l.At,
			text: ladder.Fold(l.Text), turn: i, calls: l.Mentions, reply: none, answerTo: l.Mentions,
		}
		h := &t[i]
		if i > 0 && t[i-1].author == h.author && h.at.Sub(t[i-1].at) <= together {
			h.turn = t[i-1].turn
		}
		if !replies(l) {
			continue
		}
		if to := l.ReplyTo.Author; to != "" && !slices.Contains(h.calls, to) {
			h.calls = append(slices.Clip(h.calls), to)
		}
		if !shown {
			continue
		}
		h.answerTo = h.calls
		if to, ok := at[l.ReplyTo.ID]; ok {
			h.reply = to
		}
	}
	return t
}

// replies reports whether the network shows which line a line replies to.
func replies(l *messages.Line) bool { return l.ReplyTo.Set() && !l.ReplyTo.ThreadRoot }

// open reports whether a line is for nobody in particular: whether to answer it
// is what an estimate is for.
func (t talk) open(i int) bool { return len(t[i].calls) == 0 }

// onlyFor reports whether a line with those calls is for that person, or for
// nobody in particular.
func onlyFor(calls []messages.PersonID, who messages.PersonID) bool {
	return len(calls) == 0 || len(calls) == 1 && calls[0] == who
}

// since is how long after line i line j was said.
func (t talk) since(i, j int) time.Duration { return t[j].at.Sub(t[i].at) }
