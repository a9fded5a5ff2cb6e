// Package why says in plain words why a familiar spoke or kept quiet.
//
// It is given the note of one decision and what it has to know of the familiar
// ([Seat]), and makes a sentence or two, the facts in words, and the flips: the
// smallest changes of the facts that would have turned the decision. A flip is
// found by running the same ladder over changed facts when somebody asks; none
// is ever kept. What a note doesn't hold is not guessed at: where something
// decided that is no fact of the line, such as the odds or the budget, no flip
// is given that would leave it in charge.
//
// It knows one familiar's policy and no channel, journal or clock. policy/
// conversation asks it for /why, cmd/familiar for the command line and the HTTP
// interface. What a rule means is its entry of policy/rules; texts.go holds the
// other texts.
package why

import (
	"cmp"
	"time"

	"familiar/messages"
	"familiar/policy/ladder"
	"familiar/policy/transcript"
)

// A Seat is what has to be known of a familiar in a channel. The zero Seat has
// no rungs: its notes are explained and nothing flips them.
type Seat struct {
	Name     string         // as people see it; "": "it"
	Ladder   *ladder.Config // nil: none
	Window   time.Duration  // how long a credit lasts; 0: none is given
	Shared   bool           // the credit is the channel's window, not one author's
	Judged   bool           // there is a judge
	Odds     bool           // the odds may settle what the ladder leaves open
	Unasked  bool           // it may speak unasked
	PeersArm bool           // a bot's line makes it think about that, too
	Share    bool           // it holds back where much of the talk is its own
	Each     bool           // without a judge the rung rest's questions are no, not yes
}

// A Scene is who the people are that a note doesn't name. The zero Scene is
// told without names.
type Scene struct {
	Author string // who wrote the line
	To     string // whom the line replies to or mentions, besides the familiar
}

// SceneOf returns the people of a line that is still resident.
func SceneOf(line messages.LineID, lines *transcript.Log) Scene {
	if e := lines.Find(line); e != nil && !e.Gone() {
		return Scene{Author: Called(*lines.Author(e))}
	}
	return Scene{}
}

// Writer returns who wrote the line, as an answer calls them.
func (c Scene) Writer() string { return cmp.Or(c.Author, "somebody") }

// Called returns what an answer calls somebody: by name, and the relay that brings their
// lines, if one does; "" for whoever has no name.
func Called(a messages.Author) string {
	relay, relayed := a.ID.Relay()
	if a.Name == "" || !relayed {
		return a.Name
	}
	return a.Name + " (by the relay " + relay + ")"
}

// An Explanation is one decision in words.
type Explanation struct {
	Note     *messages.Note
	Verdict  Verdict
	Sentence string   // what was done and why; then, if anything would have, what would have turned it
	Facts    []string // of the line and the channel, in the order of their bits
	Flips    []Flip   // the nearest first; at most [MostFlips]
	Changed  bool     // by today's ladder another rung decides: the configuration is another than it was

	why string // the sentence without its head
}

// Explain puts a decision into words.
func Explain(n *messages.Note, seat Seat, scene Scene) Explanation {
	w := wording(seat, scene, n)
	e := Explanation{Note: n, Verdict: VerdictOf(n), Facts: w.facts(n.Facts), Changed: changed(n, seat)}
	if !e.Changed {
		e.Flips = flips(n, seat, w)
	}
	e.why = w.sentence(n, &e)
	e.Sentence = head(n, e.Verdict) + e.why
	return e
}

// changed reports whether the ladder of today gives a line that a rung claimed
// to another rung.
func changed(n *messages.Note, seat Seat) bool {
	if seat.Ladder == nil || n.Act == messages.Settled || n.Facts == 0 || !isRung(n.Rung) {
		return false
	}
	return ladder.Decide(n.Facts, seat.Ladder).Rung != n.Rung && n.Reason == nil
}

func isRung(word messages.Rung) bool {
	return ladder.Claims(word) != ""
}
