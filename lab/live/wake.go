package live

import (
	"cmp"
	"slices"

	"familiar/lab/corpus"
	"familiar/lab/replay"
	"familiar/lab/score"
	"familiar/messages"
	"familiar/messages/because"
)

// A walker follows one familiar through its notes.
type walker struct {
	replay.Walk
	heard  *heard
	called []messages.LineID // addressed to it, in no turn yet
	waits  []messages.LineID // lines it thinks about
	judged bool              // the judge has said yes to what comes
	asked  int               // about so many of the lines it thinks about; later ones are the next question's
}

// Verdicts returns what judges said in walks, in their order.
func Verdicts(walks []replay.Walk) (all []replay.Verdict) {
	for i := range walks {
		all = append(all, walks[i].Verdicts...)
	}
	return all
}

// walk makes a walk of one familiar's notes in one channel. A turn that chose
// silence is no call: nobody was woken by it.
func (h *heard) walk(s *corpus.Slice, notes []messages.Note) replay.Walk {
	who := notes[0].Familiar
	self := cmp.Or(h.selves[place{s.Channel, who}], messages.PersonID(who))
	w := walker{heard: h, Walk: replay.Walk{
		Slice: s, Gold: &corpus.Gold{Slice: s.Name, Familiar: self}, Notes: notes, Live: true, Who: who,
		Says: make(map[int]string),
	}}
	for i := range notes {
		w.walkNote(&notes[i])
	}
	return w.Walk
}

func (w *walker) walkNote(n *messages.Note) {
	switch {
	case n.Act == messages.Engage:
		w.called = append(w.called, n.Line)
	case n.Line != "" && (n.Act == messages.Wait || n.Act == messages.Ask):
		w.waits = append(w.waits, n.Line)
	case n.Act != messages.Settled:
	case n.Rung == messages.ByJudge && n.N != 0:
		w.verdict(n)
	case n.Rung == messages.BySpoke || n.Rung == messages.ByShadowed:
		w.walkTurn(n)
	case n.Rung == messages.BySilence, n.Rung == messages.ByStale, n.Rung == messages.ByOverdue:
		w.called, w.waits, w.judged = nil, nil, false
	}
}

// verdict is a question's answer. A no is a wake-up.
func (w *walker) verdict(n *messages.Note) {
	w.Judged++
	_, other := n.Reason.(because.JudgeChose)
	yes := !other && w.heard.yes[order{n.Channel, n.N}]
	if len(w.waits) > 0 {
		w.Verdicts = append(w.Verdicts, replay.Verdict{
			Slice: w.Slice.Name, Familiar: string(w.Gold.Familiar), At: n.At.String(), Trigger: n.Trigger, Lines: slices.Clone(w.waits), Yes: yes,
		})
	}
	if yes {
		w.judged, w.asked = true, len(w.waits)
		return
	}
	w.wake(n, w.waits, true, false)
	w.waits = nil
}

// walkTurn is one that spoke, or would have.
func (w *walker) walkTurn(n *messages.Note) {
	covers, later := w.called, []messages.LineID(nil)
	if k := slices.Index(w.called, n.Line); k >= 0 { // what was addressed while it was on its way is the next one's
		covers, later = w.called[:k+1:k+1], w.called[k+1:]
	}
	thought, since := w.waits, []messages.LineID(nil)
	if w.judged {
		thought, since = w.waits[:w.asked], w.waits[w.asked:]
	}
	if w.judged || n.Trigger.Unsolicited() {
		covers = append(slices.Clone(thought), covers...)
	}
	if len(covers) == 0 && n.Line != "" {
		covers = []messages.LineID{n.Line}
	}
	w.wake(n, covers, w.judged, true)
	if text := w.heard.said[order{n.Channel, n.N}]; text != "" && n.N != 0 {
		w.Says[len(w.Decisions)-1] = text
		if n.Rung == messages.ByShadowed { // in the transcript it doesn't stand
			w.Said = append(w.Said, replay.Said{At: n.At, Text: text})
		}
	}
	w.called, w.waits, w.judged = later, since, false
}

func (w *walker) wake(n *messages.Note, covers []messages.LineID, judged, fire bool) {
	w.Decisions = append(w.Decisions, score.Decision{
		Slice: w.Slice.Name, Familiar: w.Gold.Familiar, At: n.At, Trigger: n.Trigger,
		Covers: slices.Clip(covers), Judged: judged, Fire: fire,
	})
}
