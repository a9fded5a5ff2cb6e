package agent

import (
	"slices"

	"familiar/llm"
	"familiar/llm/answer"
	"familiar/llm/quote"
	"familiar/messages"
	"familiar/policy/lore"
)

// An Opening is what a turn's model is sent first.
type Opening struct {
	Request llm.Request
	Lore    lore.Picked // which entries stand in it, and which there was no room for
	Parts   []Part      // what it is made of, in the order of [PartName]'s constants
}

// A Part is a piece of a prompt with its size.
type Part struct {
	Name  PartName
	Bytes int
}

// A PartName is what a piece of a prompt is called.
type PartName string

// The parts of a prompt.
const (
	ToolsPart PartName = "tools" // descriptions of the tools
	CardPart  PartName = "card"  // who the familiar is
	RulesPart PartName = "rules" // the program's own
	PlacePart PartName = "place" // where the chat is
	LorePart  PartName = "lore"  // what it knows of what comes up
	LinesPart PartName = "lines" // what was said, and notices
)

// Open returns what the model of a turn that answers the order is sent first, under
// the tag. It asks nobody.
func Open(card Card, order messages.Compose, tag string, opts Options) Opening {
	opts = opts.filled()
	opts.Tools = opts.Tools.Without(order.Without)
	return open(card, order, recalls(card, order, opts).picked, tag, opts)
}

func open(card Card, order messages.Compose, known lore.Picked, tag string, opts Options) Opening {
	text, sizes := page(card, order, known, tag, opts)
	o := Opening{Lore: known, Request: llm.Request{
		System:    System(card, opts.Texts),
		Messages:  []llm.Message{{Role: llm.User, Text: text}},
		Tools:     opts.Tools.Specs(),
		MaxTokens: opts.Config.MaxTokens,
		Priority:  answer.Priority(order.Trigger),
		Channel:   string(order.Channel),
		Person:    string(answered(order)),
		Opens:     true,
	}}
	tools := 0
	for i := range o.Request.Tools {
		tools += len(o.Request.Tools[i].Description) + len(o.Request.Tools[i].Schema)
	}
	character := len(o.Request.System) - len(rules(card, opts.Texts))
	o.Parts = []Part{
		{ToolsPart, tools},
		{CardPart, character},
		{RulesPart, len(o.Request.System) - character},
		{PlacePart, sizes.place},
		{LorePart, sizes.lore},
		{LinesPart, sizes.lines},
	}
	return o
}

// pageSizes is how many bytes of a page are which part's.
type pageSizes struct {
	place, lore, lines int
	counted            int
}

// count adds what was written since the last time to a part.
func (s *pageSizes) count(part *int, p *quote.Page) {
	length := len(p.String())
	*part += length - s.counted
	s.counted = length
}

// answered gives who is answered, the author of the newest line that a human addressed
// to the familiar; "" where nobody asked it to speak, and where nobody hears it.
func answered(order messages.Compose) messages.PersonID {
	if order.Trigger.Unsolicited() || order.Trigger == messages.Woken || order.Shadow {
		return ""
	}
	for _, l := range slices.Backward(order.Addressed) {
		if !l.Author.Bot {
			return l.Author.ID
		}
	}
	return ""
}
