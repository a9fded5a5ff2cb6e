package config

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"familiar/config/document"
	"familiar/messages"
	"familiar/policy/conversation"
	"familiar/policy/credit"
	"familiar/policy/ladder"
	"familiar/policy/turns"
)

// amounts says what a seat's policy comes to, in a few sentences.
func amounts(seat *conversation.SeatConfig, room *conversation.RoomConfig) []string {
	var all []string
	for _, sentence := range []string{shadow(seat), assignment(seat, room), addressed(seat), followUps(seat), unasked(seat), scheduled(seat), silent(seat)} {
		if sentence != "" {
			all = append(all, sentence)
		}
	}
	return all
}

// shadow says that nothing of what follows is seen.
func shadow(seat *conversation.SeatConfig) string {
	switch p := &seat.Policy; {
	case p.Mode != conversation.InShadow:
		return ""
	case p.ShadowCompose:
		return "It is in shadow: it decides and writes as follows, but posts nothing."
	default:
		return "It is in shadow: it decides as follows, but writes and posts nothing."
	}
}

// sentenceOf says what a rung does for a seat: an ask without a judge is
// answered, a wait without one observed.
func sentenceOf(r ladder.Rung, seat *conversation.SeatConfig) string {
	rungs := seat.Policy.Ladder
	if !seat.Judged && rungs.Address == messages.Ask {
		rungs.Address = messages.Engage
	}
	if !seat.Judged && rungs.Crowd == messages.Ask {
		rungs.Crowd = messages.Engage
	}
	if !seat.Judged && !seat.Policy.Odds.On {
		rungs.Named, rungs.Solo = messages.Engage, messages.Engage
	}
	switch {
	case rungs.Rest == messages.Wait && !thinks(seat), rungs.Rest == messages.Ask && !seat.Judged && seat.Policy.JudgeEach:
		rungs.Rest = messages.Observe
	case rungs.Rest == messages.Ask && !seat.Judged:
		rungs.Rest = messages.Engage
	}
	if !seat.Judged {
		return capital(ladder.Claims(r) + " " + rungs.AnswersBy(r, "is answered if the odds are for it") + ".")
	}
	return capital(ladder.Claims(r) + " " + rungs.Answers(r) + ".")
}

func assignment(seat *conversation.SeatConfig, room *conversation.RoomConfig) string {
	mode, first := room.Turns.Mode, slices.Contains(seat.Policy.Ladder.Rungs, ladder.Mode)
	switch {
	case mode == turns.Broadcast:
		return "The channel is read-only: nobody answers."
	case mode != turns.Off && slices.Contains(room.Turns.Members, seat.Familiar):
		return fmt.Sprintf("The channel is assigned (%s) to %s: it answers only when it is its turn.", mode, list(room.Turns.Members))
	case mode != turns.Off:
		return fmt.Sprintf("The channel is assigned (%s) to %s: it says nothing there.", mode, list(room.Turns.Members))
	case room.Turns.Unknown != turns.Decide:
		return fmt.Sprintf("The channel has no mode, and room.turns.unknown = %q says who answers.", room.Turns.Unknown)
	case first && len(seat.Policy.Ladder.Rungs) == 2:
		return "It answers only what room.turns assigns to it; the channel has no mode, so it answers nothing."
	}
	return ""
}

// addressed says what speaks to it.
func addressed(seat *conversation.SeatConfig) string {
	var ways []string
	for _, rung := range seat.Policy.Ladder.Rungs {
		if called := ladder.WordsOf(rung).Called; called != "" {
			ways = append(ways, called)
		}
	}
	if len(ways) == 0 {
		return ""
	}
	spoken := "It answers " + and(ways)
	if seat.Judged && seat.Policy.Ladder.Address == messages.Ask {
		spoken = "It asks its judge about " + and(ways)
	}
	who := settler(seat)
	switch solo := slices.Contains(seat.Policy.Ladder.Rungs, ladder.Solo); {
	case solo && seat.Policy.Ladder.Solo == messages.Ask && who != "":
		spoken += ", and everything while the network says it is alone with one person. Where the network can't tell, " + who
	case solo:
		spoken += ", and everything while it is alone with one person"
	}
	return spoken + "."
}

// settler says who decides on what is asked about; "" where that is answered.
func settler(seat *conversation.SeatConfig) string {
	switch on := seat.Policy.Odds.On; {
	case on && seat.Judged:
		return "its odds and its judge decide"
	case on:
		return "its odds decide"
	case seat.Judged:
		return "its judge decides"
	default:
		return ""
	}
}

// followUps says how long somebody may go on without calling it.
func followUps(seat *conversation.SeatConfig) string {
	c, rungs := seat.Policy.Credit, seat.Policy.Ladder
	switch {
	case !c.On || !slices.Contains(rungs.Rungs, ladder.Sticky):
		return ""
	case c.Scope == credit.Channel:
		return fmt.Sprintf("Once it has replied, every line in the channel counts as meant for it, for %s.", document.Brief(c.Window))
	case rungs.Crowd == messages.Ask && seat.Judged:
		return fmt.Sprintf("For %s after a reply, the person it answered needn't call it again; among several people it asks its judge first.", document.Brief(c.Window))
	default:
		return fmt.Sprintf("For %s after a reply, the person it answered needn't call it again.", document.Brief(c.Window))
	}
}

// and joins words as a sentence does.
func and(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

func capital(sentence string) string { return strings.ToUpper(sentence[:1]) + sentence[1:] }

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
		"after " + document.Brief(c.Lull) + " of silence",
		fmt.Sprintf("after about %d lines", c.Tier.Start()),
	}
	if c.Question > 0 {
		after = append(after, "when a question has gone unanswered for "+document.Brief(c.Question))
	}
	return "It considers speaking unasked " + strings.Join(after, ", ") + "; its judge decides."
}

// scheduled says when it speaks by its schedules.
func scheduled(seat *conversation.SeatConfig) string {
	var all []string
	for _, r := range seat.Policy.Schedule {
		switch {
		case r.Silence > 0:
			all = append(all, fmt.Sprintf("By its schedule %s it speaks once people have said nothing for %s.", r.Name, document.Brief(r.Silence)))
		case r.About > 0:
			all = append(all, fmt.Sprintf("By its schedule %s it speaks at %q (%s), up to %s earlier or later.", r.Name, r.Cron, cmp.Or(r.Zone, "UTC"), document.Brief(r.About)))
		default:
			all = append(all, fmt.Sprintf("By its schedule %s it speaks at %q (%s).", r.Name, r.Cron, cmp.Or(r.Zone, "UTC")))
		}
	}
	return strings.Join(all, " ")
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
