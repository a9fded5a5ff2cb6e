package app

import (
	"context"

	"familiar/actors/safety"
	"familiar/app/models"
	"familiar/llm"
	"familiar/llm/chain"
	"familiar/messages"
	"familiar/telemetry"
)

// safety returns what looks at the reply to an order; nil: nothing does.
func (a *App) safety(now *models.Models, o messages.Compose) *safety.Hook {
	return now.Safety(func(links []chain.Link) llm.Model {
		model, _ := a.asked(now.Config, links, payer{familiar: o.Familiar, channel: o.Channel})
		return model
	})
}

// before leaves time before an order's deadline to look at the reply.
func before(o messages.Compose, hook *safety.Hook) messages.Compose {
	if hook != nil && o.Deadline != 0 {
		o.Deadline = o.Deadline.Add(-hook.Within)
	}
	return o
}

// looked returns a turn's answer as it may be posted, under a span of its own.
func (a *App) looked(ctx context.Context, hook *safety.Hook, o messages.Compose, c messages.Composed) messages.Composed {
	if hook == nil {
		return c
	}
	ctx, span := a.Telemetry.Begin(ctx, telemetry.SpanSafety, telemetry.Place{}, telemetry.Seat.String(string(o.Familiar)))
	c = hook.Check(ctx, o, c)
	for i := range c.Checks {
		span.Set(telemetry.Check.String(c.Checks[i].By + " " + string(c.Checks[i].Did)))
	}
	span.End()
	return c
}
