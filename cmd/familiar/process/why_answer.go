package process

import (
	"context"
	"fmt"

	"familiar/actors/explain"
	"familiar/control"
	"familiar/messages"
	"familiar/messages/because"
	policywhy "familiar/policy/why" // why is a function here
)

// reasons returns why familiars spoke or kept quiet, as the HTTP interface tells
// it.
func (s *Service) reasons(ctx context.Context, channel messages.ChannelID, line messages.LineID, last int, words bool) ([]control.Reason, error) {
	answers, err := s.App.Why(ctx, explain.Question{Channel: channel, Line: line, Last: last, Wordless: !words})
	if err != nil {
		return nil, fmt.Errorf("why: %w", err)
	}
	all := make([]control.Reason, 0, len(answers))
	for i := range answers {
		all = append(all, ReasonOf(&answers[i]))
	}
	return all, nil
}

// ReasonOf returns an answer as the HTTP interface tells it.
func ReasonOf(a *policywhy.Answer) control.Reason {
	r := control.Reason{
		Line: a.Line, Familiar: a.Familiar, Name: a.Name, At: a.Steps[0].Note.At.String(), Verdict: string(a.Verdict()),
		Sentence: a.Sentence(), Facts: append([]string{}, a.Facts()...), Flips: []control.Flip{}, Steps: []control.Step{},
	}
	for _, f := range a.Flips() {
		r.Flips = append(r.Flips, control.Flip{To: string(f.To), If: f.If})
	}
	for i := range a.Steps {
		n := a.Steps[i].Note
		r.Steps = append(r.Steps, control.Step{
			At: n.At.String(), Act: n.Act, Rung: string(n.Rung), Trigger: n.Trigger, N: n.N, Reason: because.Written(n.Reason),
			Odds: n.Odds, Bar: n.Bar, Arm: n.Arm, Sentence: a.Steps[i].Sentence, Trace: control.TraceOf(n),
		})
	}
	return r
}
