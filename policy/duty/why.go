package duty

import (
	"strconv"
	"time"

	"familiar/messages"
	"familiar/policy/deadline"
)

const (
	// WhyWithin is how long the ledger has for an answer.
	WhyWithin = 10 * time.Second

	whyMost = 5 // lines that one asks about at most
)

// AskWhy has a familiar look up why it spoke or kept quiet: about the line that
// the command replies to, else about the newest, or as many as the words behind
// the command say. false: too many questions wait.
func (d *Duties) AskWhy(who messages.FamiliarID, command *messages.Line, words string, now messages.Instant, numbers *deadline.Counter) (*WhyAsked, bool) {
	if len(d.Whys) >= WhysMost {
		return nil, false
	}
	asked := WhyAsked{Deadline: numbers.By(now.Add(WhyWithin)), Familiar: who, Asked: command.ID, Line: command.ReplyTo.ID, Last: 1}
	if command.ReplyTo.ThreadRoot {
		asked.Line = ""
	}
	if n, err := strconv.Atoi(words); err == nil && asked.Line == "" {
		asked.Last = max(1, min(n, whyMost))
	}
	d.Whys = append(d.Whys, asked)
	return &d.Whys[len(d.Whys)-1], true
}

// Order is the order to look the question's answer up.
func (w *WhyAsked) Order(channel messages.ChannelID) messages.Explain {
	return messages.Explain{N: w.N, Channel: channel, Familiar: w.Familiar, Line: w.Line, Last: w.Last, Deadline: w.At}
}
