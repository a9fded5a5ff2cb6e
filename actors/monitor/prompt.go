package monitor

import (
	"strconv"
	"strings"

	"familiar/llm/quote"
	"familiar/messages"
)

// Page returns what the judge is shown, under the tag: the familiar as facts,
// the lines before, the lines in question, how many were said since it last
// spoke, and the closing question.
func Page(card Card, order messages.Judge, tag string, opts Options) string {
	opts = opts.filled()
	p := quote.NewPage(tag, opts.Config.MaxText)
	name := quote.Name(card.Name)
	p.Fact("familiar", name)
	p.Fact("card", quote.Text(card.Persona, opts.Config.MaxCard))
	p.Fact("talkativeness", card.Chattiness)
	p.Fact("personality", quote.Text(card.Personality, opts.Config.MaxCard))
	p.Fact("lines since it last spoke", strconv.Itoa(order.Count))
	p.Section(opts.Texts.Before, quote.Background, order.Context)
	p.Section(opts.Texts.Waiting, quote.Current, order.Waiting)
	p.Notice(string(order.Trigger), strings.ReplaceAll(opts.Texts.closing(order.Trigger), "{name}", name))
	return p.String()
}
