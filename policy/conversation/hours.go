package conversation

import (
	"familiar/messages"
	"familiar/messages/because"
)

// hourLets reports whether seat i may speak now for that reason.
func (s *State) hourLets(i int, why messages.Trigger) bool {
	return s.cfg(i).Hours.At(s.Now).Lets(why)
}

// missHour settles what seat i was about to speak of when its hours ended.
func (s *State) missHour(i int, line messages.LineID, why messages.Trigger, out []Effect) []Effect {
	return s.giveUp(i, messages.Note{Line: line, Rung: messages.ByHours, Trigger: why, Reason: because.HoursEnded}, out)
}
