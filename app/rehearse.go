package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"familiar/actors/agent"
	purse "familiar/actors/budget"
	"familiar/app/models"
	"familiar/llm/chain"
	"familiar/llm/quote"
	"familiar/messages"
	"familiar/policy/budget"
	"familiar/policy/conversation"
	"familiar/policy/lore"
	"familiar/telemetry"
)

// ErrSpent says that the budget lets nobody ask the familiar's model now.
var ErrSpent = errors.New("the budget of today is used up")

// ErrUnasked says that there is nobody to ask: no such familiar, or none with a model.
var ErrUnasked = errors.New("there is nobody to ask")

// A Rehearsal is a line said to a familiar aside: no channel hears it and nothing is
// journaled or posted. Who the familiar is may be tried out with it.
type Rehearsal struct {
	Familiar messages.FamiliarID
	Channel  messages.ChannelID // in whose place it is said; "": in none, and [Aside] pays
	Line     messages.Quoted

	Name, Persona string     // in place of its own
	Lore          *lore.Lore // the same; nil: none
}

// Aside returns the channel that rehearsals of a familiar are booked on which are in no
// channel's place. No network has it.
func Aside(id messages.FamiliarID) messages.ChannelID {
	return messages.Channel{Network: "console", Chat: string(id)}.ID()
}

// A Prompt is what a familiar's model would be sent for a rehearsal.
type Prompt struct {
	agent.Opening
	Model    string       // that would be asked first, as the configuration calls it
	Estimate budget.Usage // what the call is expected to use
	Cost     float64      // what that costs, in US dollars
	Priced   bool         // false: nobody knows the price, and Cost is 0
}

// A Rehearsed is what came of one.
type Rehearsed struct {
	agent.Answer
	Model  string        // that answered
	Took   time.Duration // until it had
	Cost   float64       // as it is booked, in US dollars
	Priced bool          // false: nobody knows the price, and Cost is 0
}

// A scene is a rehearsal as a turn would be composed.
type scene struct {
	now     *models.Models
	card    agent.Card
	links   []chain.Link
	order   messages.Compose
	options agent.Options
}

// Prompt returns what the familiar's model would be sent. Nobody is asked.
func (a *App) Prompt(ctx context.Context, r Rehearsal) (Prompt, error) {
	s, err := a.scene(ctx, r)
	if err != nil {
		return Prompt{}, err
	}
	p := Prompt{Opening: agent.Open(s.card, s.order, s.options.Tag(), s.options), Model: s.links[0].Name}
	p.Estimate = purse.Estimate(p.Request)
	p.Cost, p.Priced = s.now.Config.Budget.Cost(p.Model, p.Estimate)
	return p, nil
}

// Rehearse asks the familiar's model once, as a turn would, and returns what it says.
// The call counts in the budget, which may refuse it with [ErrSpent].
func (a *App) Rehearse(ctx context.Context, r Rehearsal) (Rehearsed, error) {
	s, err := a.scene(ctx, r)
	if err != nil {
		return Rehearsed{}, err
	}
	if step, _ := a.pressure.In(s.order.Channel, r.Familiar); step >= int(budget.Hard) {
		return Rehearsed{}, ErrSpent
	}
	asked := time.Now()
	ctx, span := a.Telemetry.Begin(ctx, telemetry.SpanRehearse, telemetry.Place{}, telemetry.Channel.String(string(s.order.Channel)), telemetry.Seat.String(string(r.Familiar)))
	defer span.End()
	first := s.links[0].Name
	model, several := a.asked(s.now.Config, s.links, payer{familiar: r.Familiar, channel: s.order.Channel})
	said, err := agent.Ask(ctx, s.card, s.order, model, s.options)
	if err != nil {
		span.Fail(models.Failure(a.Telemetry, err.Error()))
		return Rehearsed{}, err
	}
	done := Rehearsed{Answer: said, Model: first, Took: time.Since(asked)}
	if several != nil {
		done.Model, _ = several.Passed()
	}
	done.Cost, done.Priced = s.now.Config.Budget.Cost(done.Model, purse.Used(said.Usage))
	return done, nil
}

// scene prepares a rehearsal with what its channel's turns have.
func (a *App) scene(ctx context.Context, r Rehearsal) (scene, error) {
	s := scene{now: a.inForce.Now().Clients}
	var err error
	if s.card, s.links, err = s.now.Composer(r.Familiar); err != nil {
		return s, fmt.Errorf("%w: %w", ErrUnasked, err)
	}
	s.card.Name, s.card.Persona, s.card.Lore = r.Name, r.Persona, r.Lore
	var seated bool
	if s.order, seated = a.ordered(r); seated {
		s.card.Place = a.shown(ctx, s.now.Config, r.Channel, s.order)
	}
	s.options = a.turnOptions(ctx, s.now, s.order)
	s.options.Tag = quote.NewTag // the channel's is shown to nobody but models
	return s, nil
}

// ordered returns the order of a rehearsal, and whether the familiar has a seat where
// it is said.
func (a *App) ordered(r Rehearsal) (order messages.Compose, seated bool) {
	if in := a.Channel(r.Channel); in != nil {
		order, seated = conversation.Rehearse(r.Channel, in, r.Familiar, r.Line)
	}
	if !seated {
		order = messages.Compose{Channel: cmp.Or(r.Channel, Aside(r.Familiar)), Familiar: r.Familiar, Trigger: messages.Address, Addressed: []messages.Quoted{r.Line}}
	}
	return order, seated
}
