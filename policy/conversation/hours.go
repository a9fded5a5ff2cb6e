package conversation

import (
	"familiar/messages"
	"familiar/policy/hours"
	"familiar/policy/ladder"
)

// hush gives the reason why a line that the ladder did not leave alone is only
// observed at this hour; "" when it is not.
func (s *State) hush(i int, n *messages.Note) string {
	switch level := s.cfg(i).Hours.At(s.Now); {
	case level == hours.Silent:
		return "quiet hours"
	case level == hours.Asked && (n.Act == messages.Wait || n.Rung == string(ladder.Rest)):
		return "outside its active hours"
	}
	return ""
}

// hourLets reports whether seat i may speak now for that reason.
func (s *State) hourLets(i int, why messages.Trigger) bool {
	return s.cfg(i).Hours.At(s.Now).Lets(why)
}

// missHour settles what seat i was about to speak of when its hours ended.
func (s *State) missHour(i int, line messages.LineID, why messages.Trigger, out []Effect) []Effect {
	return s.giveUp(i, messages.Note{Line: line, Rung: byHours, Trigger: why, Reason: "its hours ended before it could speak"}, out)
}
