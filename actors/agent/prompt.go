package agent

import (
	"fmt"
	"strings"

	"familiar/llm/quote"
	"familiar/messages"
	"familiar/policy/lore"
)

// System returns the part of the prompt that is the same in every turn of the
// familiar, so that a provider can keep it cached: the character card, then
// the rules. Nothing about the channel, the time or the turn is in it.
func System(card Card, texts Texts) string {
	common := rules(card, texts)
	if persona := quote.Text(card.Persona, 0); persona != "" {
		return persona + "\n\n" + common
	}
	return common
}

func rules(card Card, texts Texts) string {
	return strings.ReplaceAll(quote.Filled(texts, DefaultTexts()).Rules, "{name}", quote.Name(card.Name))
}

// Page returns the user's side of the prompt under the tag: the place, what the
// familiar knows of what comes up, earlier lines, recent context, the lines to answer,
// and the notice last of all.
func Page(card Card, order messages.Compose, tag string, opts Options) string {
	opts = opts.filled()
	text, _ := page(card, order, recalls(card, order, opts).picked, tag, opts)
	return text
}

// page also returns how much of it is what.
func page(card Card, order messages.Compose, known lore.Picked, tag string, opts Options) (string, pageSizes) {
	p := quote.NewPage(tag, opts.Config.MaxText)
	var sizes pageSizes
	place := card.Place
	p.Fact("channel", quote.OneLine(place.Name, 200))
	p.Fact("kind", quote.OneLine(place.Kind, 40))
	p.Fact("about", quote.Text(place.Description, opts.Config.MaxText))
	p.Fact("surface", surface(place))
	sizes.count(&sizes.place, p)

	opts.Texts.told(p, known.At(lore.First))
	opts.Texts.remembered(p, order.Memories)
	sizes.count(&sizes.lore, p)
	if opts.Tools.numbers() {
		p.Number()
	}
	p.Section(opts.Texts.Earlier, quote.Background, order.Earlier)
	p.Section(opts.Texts.Recent, quote.Background, order.Recent)
	sizes.count(&sizes.lines, p)
	opts.Texts.told(p, known.At(lore.Last))
	sizes.count(&sizes.lore, p)
	current := opts.Texts.Current
	if order.Trigger.Unsolicited() {
		current = opts.Texts.Unasked
	}
	p.Section(current, quote.Current, order.Addressed)
	opts.Texts.woken(p, order)
	if text := opts.Texts.notice(order.Notice); text != "" {
		p.Notice(string(order.Notice), text)
	}
	sizes.count(&sizes.lines, p)
	return p.String(), sizes
}

func surface(p Place) string {
	if p.Limit <= 0 {
		return quote.OneLine(p.Surface, 400)
	}
	limit := fmt.Sprintf("at most %d characters a message", p.Limit)
	if hint := quote.OneLine(p.Surface, 400); hint != "" {
		return hint + "; " + limit
	}
	return limit
}
