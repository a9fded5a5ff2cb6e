package app

import (
	"context"
	"fmt"

	purse "familiar/actors/budget"
	"familiar/actors/channel"
	"familiar/actors/host"
	"familiar/messages"
	"familiar/policy/budget"
)

// makePurse makes the one actor that knows what everything costs.
func (a *App) makePurse(self *host.Self) host.Handler {
	return purse.New(self, purse.Options{
		Config:  func() *budget.Config { return &a.inForce.Now().Budget },
		Board:   &a.pressure,
		Store:   a.Spent,
		Kin:     a.links.kin.Load,
		Changed: a.pressed,
		Log:     a.Log,

		Processes: a.Processes,
	})
}

// book tells the purse what a meter measured. During a stop this is lost: the calls
// were cut off.
func (a *App) book(msg any) {
	if _, err := a.host.Send(purse.Key, msg); err != nil {
		a.left.cost(a.Log, err)
	}
}

// before returns what a channel that is not in memory has to be told of the
// budget before it hears anything: it may have slept over midnight.
func (a *App) before(id messages.ChannelID) (events []messages.Event) {
	now := a.inForce.Now()
	there := now.Channel(id)
	if there == nil || !now.Budget.Limited() || a.host.Has(channel.Key(id)) {
		return nil
	}
	for _, seat := range there.Seats {
		if step, known := a.pressure.In(id, seat.Familiar); known {
			events = append(events, messages.PressureChanged{Familiar: seat.Familiar, Step: step})
		}
	}
	return events
}

// pressed makes the channels in memory check the budget's pressure. Others do so
// when they wake.
func (a *App) pressed(changes []budget.Change) {
	channels, everywhere := map[messages.ChannelID]bool{}, false
	for _, c := range changes {
		if c.Persons { // their lines tell, as they are heard
			continue
		}
		if channels[c.Channel] = true; c.Channel == "" {
			everywhere = true
		}
	}
	a.eachChannel(func(id messages.ChannelID) {
		if everywhere || channels[id] {
			a.send(channel.Key(id), channel.Press{})
		}
	})
}

// Budget returns what was spent, and how hard the limits press.
func (a *App) Budget(ctx context.Context) (purse.Report, error) {
	answer := make(chan purse.Report, 1)
	if _, err := a.host.Send(purse.Key, purse.Ask{Reply: answer}); err != nil {
		return purse.Report{}, fmt.Errorf("budget: %w", err)
	}
	select {
	case r := <-answer:
		return r, nil
	case <-ctx.Done():
		return purse.Report{}, fmt.Errorf("budget: %w", ctx.Err())
	}
}
