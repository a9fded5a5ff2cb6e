package config

import (
	"fmt"
	"slices"
	"strings"

	"familiar/messages"
	"familiar/policy/conversation"
	"familiar/policy/credit"
	"familiar/policy/ladder"
	"familiar/policy/turns"
)

// amounts says what a seat's policy comes to, in a few sentences.
func amounts(seat *conversation.SeatConfig, room *conversation.RoomConfig) []string {
	var all []string
	for _, sentence := range []string{shadow(seat), assignment(seat, room), addressed(seat), followUps(seat), unasked(seat), silent(seat)} {
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
		return "It is in shadow: what follows is decided and written, and nothing is posted."
	default:
		return "It is in shadow: what follows is decided, and nothing is written or posted."
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
		return "The channel is only read: nobody answers."
	case mode != turns.Off && slices.Contains(room.Turns.Members, seat.Familiar):
		return fmt.Sprintf("The channel is assigned (%s) to %s: it answers only when that is its turn.", mode, list(room.Turns.Members))
	case mode != turns.Off:
		return fmt.Sprintf("The channel is assigned (%s) to %s: it says nothing there.", mode, list(room.Turns.Members))
	case room.Turns.Unknown != turns.Decide:
		return fmt.Sprintf("The channel has no mode, and room.turns.unknown = %q says who answers.", room.Turns.Unknown)
	case first && len(seat.Policy.Ladder.Rungs) == 2:
		return "It answers what room.turns gives it and nothing else; the channel has no mode, so it answers nothing."
	}
	return ""
}

// addressed says what speaks to it.
func addressed(seat *conversation.SeatConfig) string {
	names := map[ladder.Rung]string{
		ladder.DM: "direct messages", ladder.Mention: "mentions", ladder.Reply: "replies to it", ladder.Alias: "lines that name it",
	}
	var ways []string
	for _, rung := range seat.Policy.Ladder.Rungs {
		if way := names[rung]; way != "" {
			ways = append(ways, way)
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
		spoken += ", and everything while the network says that it is alone with one person. Where nobody can say, " + who
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
		return fmt.Sprintf("A reply of it that is delivered opens the channel: for %s every line is for it, whoever says it.", Brief(c.Window))
	case rungs.Crowd == messages.Ask && seat.Judged:
		return fmt.Sprintf("Whom it answered may go on for %s without calling it; among several people it asks its judge first.", Brief(c.Window))
	default:
		return fmt.Sprintf("Whom it answered may go on for %s without calling it.", Brief(c.Window))
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
