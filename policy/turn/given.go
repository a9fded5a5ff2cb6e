package turn

import (
	"slices"

	"familiar/messages"
	"familiar/policy/transcript"
)

// Give gives lines to the turn while it is composed, and returns those that its
// agent doesn't know yet.
func (t *Turn) Give(lines transcript.Entries) transcript.Entries {
	var news transcript.Entries
	for k := range lines {
		if no := lines[k].No; !slices.Contains(t.Told, no) { // handed on and back meanwhile it may be known
			t.Told = append(t.Told, no)
			news = append(news, lines[k])
		}
	}
	t.Given = append(t.Given, lines...)
	return news
}

// TakeGiven makes what the agent says it took in part of what the turn answers,
// and returns the rest: it came after the last call of the model.
func (t *Turn) TakeGiven(took []messages.LineID) (left transcript.Entries) {
	for _, e := range t.Given {
		if slices.Contains(took, e.ID) {
			t.Asked = append(t.Asked, e)
		} else {
			left = append(left, e)
		}
	}
	t.Given = nil
	return left
}

// AbsorbGiven makes everything the turn was given part of what it is ordered to
// answer anew, with all that was said up to that line, and reports whether that was
// anything.
func (t *Turn) AbsorbGiven(upto uint32) bool {
	t.Told = nil
	if len(t.Given) == 0 {
		return false
	}
	t.Asked = append(t.Asked, t.Given...)
	t.Given, t.Upto = nil, upto
	return true
}

// HandBack returns what it was given and has no more: somebody else is to answer it.
func (t *Turn) HandBack() transcript.Entries {
	given := t.Given
	t.Given = nil
	return given
}

// StrikeGiven takes lines out of those it was given, and returns them.
func (t *Turn) StrikeGiven(goes func(transcript.Entry) bool) (struck transcript.Entries) {
	for _, e := range t.Given {
		if goes(e) {
			struck = append(struck, e)
		}
	}
	t.Given = slices.DeleteFunc(t.Given, goes)
	return struck
}

// PutOff returns what the turn was to answer when it is called off for a newer
// line: what it was given, too, which it has no more, but of a turn that nobody asked
// for only what addresses its seat.
func (t *Turn) PutOff() transcript.Entries {
	var kept transcript.Entries
	for _, lines := range [...]transcript.Entries{t.Asked, t.Given} {
		for k := range lines {
			if !t.Trigger.Unsolicited() || t.addresses(&lines[k]) {
				kept = append(kept, lines[k])
			}
		}
	}
	t.Given = nil
	return kept
}
