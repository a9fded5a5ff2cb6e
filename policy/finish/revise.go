package finish

// Revise judges the text that an own line is given, as [Turn] does a text of
// the send tool that is the turn's only one.
func Revise(text string) Part {
	text, _ = TurnComplete(Think(valid(text)))
	t := turn{limits: Limits{Sends: 1}}
	return t.send(seen(text), false)
}
