package report

import (
	"cmp"
	"fmt"

	"familiar/internal/shorten"
	"familiar/messages"
	"familiar/policy/why"
)

// explain puts what is behind a decision into words. It is done only for what
// a report keeps: finding out what would have turned a decision takes longer
// than making it.
func (d *decider) explain(is *Decision) {
	is.Why = d.sentence(is.note)
	switch made := is.made; {
	case is.Act == actMiss && is.note == nil:
		is.Why = "it was expected to answer, and never decided about the line"
	case is.Act == actMiss:
		is.Why = "it was expected to answer; " + is.Why
	case made == nil:
	case made.Judged:
		is.Why = fmt.Sprintf("its judge was asked (%s) and said %s", made.Trigger, cmp.Or(d.judged[made.At], yesNo(made.Fire)))
	case made.Trigger.Unsolicited():
		is.Why = fmt.Sprintf("it thought of it by itself (%s) and asked no judge; %s", made.Trigger, is.Why)
	}
	is.Why = shorten.Ellipsis(is.Why, mostWhy)
}

func yesNo(yes bool) string {
	if yes {
		return "yes"
	}
	return "no"
}

// sentence returns a note in words; "" for none.
func (d *decider) sentence(n *messages.Note) string {
	if n == nil {
		return ""
	}
	text := why.Explain(n, d.w.Seat, d.scene(n.Line)).Sentence
	if n.Bar != 0 {
		text += fmt.Sprintf("; odds %.3f, held to %.3f", n.Odds, n.Bar)
	}
	return text
}

// scene names who a line is by and for.
func (d *decider) scene(id messages.LineID) why.Scene {
	r, ok := d.w.Slice.At(id)
	if !ok {
		return why.Scene{}
	}
	scene := why.Scene{Author: shorten.Ellipsis(r.Line.Author.Name, 40)}
	to := r.Line.ReplyTo.Author
	for _, id := range r.Line.Mentions {
		if to == "" && id != d.w.Gold.Familiar {
			to = id
		}
	}
	scene.To = shorten.Ellipsis(string(to), 40)
	return scene
}
