package monitor

import (
	"strconv"
	"strings"

	"familiar/llm/quote"
	"familiar/messages"
)

// Page returns what the judge is shown, under the tag: the familiar as facts,
// the lines before, the lines in question, how many were said since it last
// spoke, and the closing question. Where the question is about several, each
// comes with its facts, by the name that a verdict is to give.
func Page(card Card, order messages.Judge, tag string, opts Options) string {
	opts = opts.filled()
	p := quote.NewPage(tag, opts.Config.MaxText)
	name, closing := quote.Name(card.Name), opts.Texts.closing(order.Trigger)
	if len(order.Others) == 0 {
		introduce(p, name, &card, order.Count, opts)
	} else {
		names := offer(&card, order, opts.Texts.Nobody).names
		closing = opts.Texts.closingTogether(order.Trigger)
		introduce(p, names[0], &card, order.Count, opts)
		for i, other := range order.Others {
			introduce(p, names[1+i], &card.Others[i], other.Count, opts)
		}
	}
	p.Section(opts.Texts.Before, quote.Background, order.Context)
	p.Section(opts.Texts.Waiting, quote.Current, order.Waiting)
	p.Notice(string(order.Trigger), strings.ReplaceAll(closing, "{name}", name))
	return p.String()
}

// introduce tells of one familiar in facts.
func introduce(p *quote.Page, name string, card *Card, count int, opts Options) {
	p.Fact("familiar", name)
	p.Fact("card", quote.Text(card.Persona, opts.Config.MaxCard))
	p.Fact("talkativeness", card.Chattiness)
	p.Fact("personality", quote.Text(card.Personality, opts.Config.MaxCard))
	p.Fact("lines since it last spoke", strconv.Itoa(count))
}
