package agent

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"familiar/llm/quote"
	"familiar/messages"
	"familiar/policy/reaction"
)

const (
	engageMost = 3    // in one turn
	forkWhyMax = 2000 // characters of what is wrong
)

// engage opens a window now and says what came of it. It reaches no further
// than the room: who speaks in one must not set the familiar on another.
func engage(open func(context.Context, messages.Compose, messages.ChannelID) (string, error)) Tool {
	use := func(ctx context.Context, turn *Turn, arguments json.RawMessage) (string, error) {
		a, err := read[struct {
			Channel *messages.ChannelID `json:"channel"`
			Thread  *string             `json:"thread"`
		}](arguments)
		switch {
		case err != nil:
			return "", err
		case a.Channel == nil || a.Thread == nil:
			return "", errors.New(`channel and thread are both needed; thread "" is the channel itself`)
		}
		at, err := messages.ParseChannel(*a.Channel)
		if err != nil {
			return "", err
		}
		if at.Thread = *a.Thread; at.ID().Room() != turn.order.Channel.Room() {
			return "", errors.New("want the channel of this conversation: " + string(turn.order.Channel.Room()))
		}
		if err := turn.spend(messages.ToolEngage, engageMost); err != nil {
			return "", err
		}
		refused, err := open(ctx, turn.order, at.ID())
		switch {
		case err != nil:
			return "", fmt.Errorf("nobody knows whether it was done: %w", err)
		case refused != "":
			return "", errors.New("refused: " + refused)
		}
		return "done: every line there is for you now, until some time after your last reply", nil
	}
	return verb{
		"From now on answer every line in a channel or thread, whoever says it, until you disengage or long after your last reply.",
		`{"type":"object","properties":{"channel":{"type":"string","description":"the channel's id, as in the fact channel, without its thread"},"thread":{"type":"string","description":"the thread's name in the id, or an empty text for the channel itself"}},"required":["channel","thread"],"additionalProperties":false}`,
		use,
	}
}

// fork asks for a side-fork; whether there is one, the channel decides when
// the turn has ended.
var fork Tool = verb{
	"Correct a reply of yours that somebody says is wrong, aside, where you have room to work; the corrected answer is posted once, as a reply to it. Only for a correction that takes work. In this turn then say nothing about it: use skip.",
	`{"type":"object","properties":{"line":{"type":"integer","description":"the number of your wrong line, behind # in front of it"},"why":{"type":"string","description":"what is wrong with it and what was said about that: it is all you will know there"}},"required":["line","why"],"additionalProperties":false}`,
	func(_ context.Context, turn *Turn, arguments json.RawMessage) (string, error) {
		a, err := read[struct {
			Line number `json:"line"`
			Why  string `json:"why"`
		}](arguments)
		if err != nil {
			return "", err
		}
		q, err := turn.ownLine(a.Line)
		switch {
		case err != nil:
			return "", err
		case strings.TrimSpace(a.Why) == "":
			return "", errors.New("why: want what is wrong with it")
		case utf8.RuneCountInString(a.Why) > forkWhyMax:
			return "", fmt.Errorf("why: want at most %d characters", forkWhyMax)
		case turn.composed.Fork != (messages.Fork{}):
			return "", errors.New("one line can be corrected in a turn, and you have named one")
		}
		turn.composed.Fork = messages.Fork{Line: q.ID, Why: quote.Text(a.Why, 0)}
		return "it is asked for, and begins when this turn has ended unless the line is being corrected already", nil
	},
}

// react asks for a reaction; it is made when the turn has ended.
var react Tool = verb{
	"Add a reaction to a line. It is seen by all and answers nobody; a turn may react and say nothing.",
	`{"type":"object","properties":{"line":{"type":"integer","description":"the number of the line, behind # in front of it"},"emoji":{"type":"string","description":"one emoji, or the name of one of the network's own between colons"}},"required":["line","emoji"],"additionalProperties":false}`,
	func(_ context.Context, turn *Turn, arguments json.RawMessage) (string, error) {
		a, err := read[struct {
			Line  number `json:"line"`
			Emoji string `json:"emoji"`
		}](arguments)
		if err != nil {
			return "", err
		}
		q, err := turn.line(a.Line)
		if err != nil {
			return "", err
		}
		if err := reaction.Check(a.Emoji); err != nil {
			return "", err
		}
		if err := turn.spend(messages.ToolReact, reaction.Most); err != nil {
			return "", err
		}
		turn.composed.Reactions = append(turn.composed.Reactions, messages.Reaction{Line: q.ID, Emoji: a.Emoji})
		return "it is added when this turn has ended", nil
	},
}
