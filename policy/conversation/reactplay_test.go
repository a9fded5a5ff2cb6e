package conversation

import (
	"fmt"
	"slices"
	"strings"

	"familiar/internal/fnv"
	"familiar/messages"
	"familiar/policy/transcript"
)

// people has them react to a line, "7 EMOJI WHO...", or take that back.
func (p *player) people(word string, said []string) {
	r := messages.Reacted{Line: messages.LineID(said[0]), Removed: word == "unreact"}
	if len(said) > 1 {
		r.Emoji = said[1]
	}
	who := said[min(2, len(said)):]
	if len(who) == 0 {
		who = []string{""}
	}
	for _, name := range who {
		r.By = messages.Author{ID: messages.PersonID(name), Name: name}
		p.step(r)
	}
}

// shown tells what a prompt shows with a line.
func (p *player) shown(id messages.LineID) {
	e := p.s.Lines.Find(id)
	if e == nil {
		p.t.Fatalf("no line %s", id)
	}
	fmt.Fprintln(p.out, ">", ids([]messages.Quoted{p.s.showLine(p.s.Lines.Entry(e), 0, 0)}))
}

// tallies puts reactions in words.
func tallies(all []messages.Tally) string {
	if len(all) == 0 {
		return ""
	}
	var kinds []string
	for _, t := range all {
		kind := t.Emoji + " " + strings.Join(t.Names, " ")
		if t.More > 0 {
			kind += fmt.Sprintf(" +%d", t.More)
		}
		kinds = append(kinds, kind)
	}
	return "{" + strings.Join(kinds, ", ") + "}"
}

// reacts has somebody put a reaction to a line, or take one away.
func (w *world) reacts() {
	who := w.pick("who", 8)
	r := messages.Reacted{
		Line: w.someLine(), By: messages.Author{ID: messages.PersonID(fmt.Sprintf("p%d", who)), Name: fmt.Sprintf("name-%d", who)},
		Emoji: []string{"👍", "🎉", ":moth:", "not one", "❤", "😀", "😁", "😂", "🙂", "😉", "😊"}[w.pick("emoji", 11)],
	}
	switch w.pick("kind of reaction", 6) {
	case 0:
		r.Removed = true
	case 1:
		r.Removed, r.By = true, messages.Author{}
		if w.pick("every kind", 2) == 1 {
			r.Emoji = ""
		}
	case 2:
		r.By = messages.Author{ID: cast[0].self, Name: "Aria", Bot: true}
	}
	w.step(r)
}

// reactionsHold: a reaction has no effect, those kept are bounded and stand at
// resident lines that are there, everybody counts once a kind, and of whoever
// was forgotten there are none.
func (w *world) reactionsHold(e Event, out []Effect) {
	w.t.Helper()
	ends := func(o Effect) bool { // what was watched for, and its time has passed before
		n, is := o.(*messages.Note)
		return is && n.Act == messages.Followed
	}
	if _, is := e.(messages.Reacted); is && slices.ContainsFunc(out, func(o Effect) bool { return !ends(o) }) {
		w.t.Fatalf("a reaction leads to\n%s", show(out))
	}
	if f, is := e.(messages.Forgotten); is && f.Person != "" && w.s.Reactions.Has(f.Person) {
		w.t.Fatalf("%s is forgotten, and their reactions are kept", f.Person)
	}
	var reactions transcript.Reactions
	if w.s.Reactions != nil {
		reactions = *w.s.Reactions
	}
	if len(reactions) > transcript.ReactedMost || !slices.IsSortedFunc(reactions, func(a, b transcript.Reacted) int { return int(a.No) - int(b.No) }) {
		w.t.Fatalf("%d lines have reactions, or are in no order", len(reactions))
	}
	for _, m := range reactions {
		if e := w.s.Lines.At(m.No); e == nil || e.Gone() || len(m.Kinds) == 0 || len(m.Kinds) > transcript.KindsMost {
			w.t.Fatalf("line %d has reactions %+v", m.No, m.Kinds)
		}
		for _, k := range m.Kinds {
			seen := slices.Clone(k.More)
			for _, by := range k.First {
				seen = append(seen, uint32(fnv.Sum(by.ID)))
			}
			slices.Sort(seen)
			if n := len(seen); n == 0 || len(k.First) > transcript.NamesMost || len(k.More) > transcript.CountedMost || len(slices.Compact(seen)) != n {
				w.t.Fatalf("line %d has %+v", m.No, k)
			}
		}
	}
}
