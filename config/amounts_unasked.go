package config

import (
	"fmt"
	"slices"
	"strings"

	"familiar/messages"
	"familiar/policy/conversation"
	"familiar/policy/ladder"
)

// thinks reports whether the seat ever thinks of speaking because of the pace
// of the talk.
func thinks(seat *conversation.SeatConfig) bool { return seat.Judged && seat.Policy.Chattiness.On }

// unasked says when it speaks although nobody spoke to it.
func unasked(seat *conversation.SeatConfig) string {
	p := seat.Policy
	rest := slices.Contains(p.Ladder.Rungs, ladder.Rest)
	switch {
	case rest && p.Ladder.Rest == messages.Engage, rest && p.Ladder.Rest == messages.Ask && !seat.Judged && !p.JudgeEach:
		return "It answers all other lines, too."
	case rest && p.Ladder.Rest == messages.Ask && seat.Judged && p.JudgeEach:
		return "It asks its judge about all other lines, one at a time; if the judge fails, it keeps quiet."
	case rest && p.Ladder.Rest == messages.Ask && seat.Judged:
		return "It asks its judge about all other lines."
	case rest && p.Ladder.Rest == messages.Wait && thinks(seat):
		return pace(&p)
	case rest && p.Ladder.Rest != messages.Observe && !seat.Judged:
		return "It never speaks unasked: it has no judge."
	default:
		return "It never speaks unasked."
	}
}

// pace says when it thinks of speaking.
func pace(p *conversation.Policy) string {
	c := p.Chattiness
	after := []string{
		"after " + Brief(c.Lull) + " of silence",
		fmt.Sprintf("after about %d lines", c.Tier.Start()),
	}
	if c.Question > 0 {
		after = append(after, "when a question has gone unanswered for "+Brief(c.Question))
	}
	return "It considers speaking unasked " + strings.Join(after, ", ") + "; its judge decides."
}

// silent says when its hours keep it from speaking.
func silent(seat *conversation.SeatConfig) string {
	h := seat.Policy.Hours
	zone := h.Zone
	if zone == "" {
		zone = "UTC"
	}
	var all []string
	if len(h.Quiet) > 0 {
		all = append(all, fmt.Sprintf("It says nothing %s (%s).", spans(h.Quiet), zone))
	}
	if len(h.Active) > 0 {
		all = append(all, fmt.Sprintf("It speaks unasked only %s (%s).", spans(h.Active), zone))
	}
	return strings.Join(all, " ")
}

func spans[T fmt.Stringer](all []T) string {
	texts := make([]string, len(all))
	for i, s := range all {
		texts[i] = s.String()
	}
	return and(texts)
}
