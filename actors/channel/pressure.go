package channel

import "familiar/messages"

// press journals how hard the budget presses here, where the state was told
// otherwise. A channel that a line wakes is told before that line, see
// app.hear; this is for all others.
func (ch *Channel) press() { ch.pressOn("") }

// pressOn is press for one familiar; "": for all. What the journal did not take
// is asked for anew: it may have changed since.
func (ch *Channel) pressOn(who messages.FamiliarID) {
	if ch.Pressure == nil || ch.holding || ch.Draining(ch.id) {
		return
	}
	for seat := range ch.state.All {
		if who != "" && seat.Familiar != who {
			continue
		}
		step, known := ch.Pressure(ch.id, seat.Familiar)
		if known && step != int(seat.Pressure.Step) {
			ch.append(messages.PressureChanged{Familiar: seat.Familiar, Step: step})
		}
	}
}
