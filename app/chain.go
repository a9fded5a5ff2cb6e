package app

import (
	"time"

	"familiar/app/models"
	"familiar/config"
	"familiar/llm"
	"familiar/llm/chain"
	"familiar/messages"
	"familiar/telemetry"
)

// A payer is who asks models: for which familiar, in which channel, below which
// span.
type payer struct {
	familiar messages.FamiliarID
	channel  messages.ChannelID
	parent   messages.Meta
}

// asked returns the model of one turn or question, each of whose calls is traced
// and paid for; several are a chain, which is nil for one.
func (a *App) asked(c *config.Config, links []chain.Link, by payer) (llm.Model, *chain.Chain) {
	for i := range links {
		name := links[i].Name
		links[i].Spent = func() bool { return a.pressure.Over(name) }
		links[i].Model = a.meter.On(models.Traced(a.Telemetry, links[i].Model, c.Models[name], by.familiar, by.parent), name, by.familiar)
	}
	if len(links) == 1 {
		return links[0].Model, nil
	}
	all := chain.New(links...)
	all.Told = a.Telemetry.PassedOver
	all.Try = func(l chain.Link) { a.tryAgain(l, by.channel) }
	return all, all
}

// tryPatience is how long a model that is tried again may take to its first word.
const tryPatience = 20 * time.Second

// tryAgain asks a model that was left alone for a word, so that no turn waits for
// one that still fails. Its gate lets one such call through at a time. It has a
// goroutine of its own, since the turn goes on by another model.
func (a *App) tryAgain(l chain.Link, id messages.ChannelID) {
	a.trying.Go(func() {
		for range l.Model.Generate(a.thinking, models.Hello(id, tryPatience)) {
			continue // its gate hears what becomes of it
		}
	})
}

// spared adds which model of a chain wrote what was composed, unless that is the
// first.
func spared(span *telemetry.Span, all *chain.Chain, c messages.Composed) messages.Composed {
	if all == nil {
		return c
	}
	by, over := all.Passed()
	if len(over) == 0 {
		return c
	}
	span.Set(telemetry.Passed.StringSlice(passedWords(over)))
	if by != "" { // else its error says what each came to
		c.Model, c.Passed = by, over
		span.Set(telemetry.Model.String(by))
	}
	return c
}

func passedWords(over []messages.PassedOver) (words []string) {
	for _, p := range over {
		words = append(words, p.Model+" "+string(p.Why))
	}
	return words
}
