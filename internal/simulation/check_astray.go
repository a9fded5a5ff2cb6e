package simulation

import (
	"slices"

	"familiar/messages"
	"familiar/policy/conversation"
)

// checkAstray: where another configuration or a damaged snapshot keeps what
// was lived from being what the journal alone leads to, still no line is lost
// and nothing is left open.
func (w *world) checkAstray(ref *reference) {
	r, k := ref.room, ref.kept
	if len(k.history) == 0 {
		return
	}
	state, err := conversation.Decode(k.snapshot.Body, r.config)
	if err != nil {
		w.broke("room %d: the newest snapshot: %v", r.at, err)
	}
	w.checkRest(r.at, state)
	erased := map[messages.LineID]bool{}             // with the whole channel, after the line was heard
	ears := map[messages.LineID]messages.AccountID{} // of whom the log has a copy: a power cut may have taken another's
	for _, record := range k.history {
		if line := lineOf(record.Event); line != nil {
			erased[line.ID] = erased[line.ID] || w.disk.erased[record.Seq]
			ears[line.ID] = line.Account
		}
	}
	for _, s := range r.lines {
		_, heard := ref.heard[s.line.ID]
		if ref.gone[s.line.ID] || erased[s.line.ID] || w.cutting && !heard { // a power cut took it
			continue
		}
		again := *s.line
		again.Account = r.config.Seats[max(0, slices.Index(s.by, true))].Account
		if heard := ears[s.line.ID]; w.cutting && heard != "" {
			again.Account = heard
		}
		for _, effect := range state.Step(w.now, messages.Heard{Line: &again}, nil) {
			if n, ok := effect.(*messages.Note); ok && decides(n) && n.Line == again.ID {
				w.broke("room %d: %s was lost: the state does not know it", r.at, again.ID)
			}
		}
	}
}

// checkRest: nothing waits for an answer.
func (w *world) checkRest(room int, s *conversation.Channel) {
	if s.Turn != nil || s.Busy() || len(s.Pending()) > 0 {
		w.broke("room %d: something is left open: turn %+v, pending %v", room, s.Turn, s.Pending())
	}
}
