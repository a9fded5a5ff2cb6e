package app

import (
	"context"

	"familiar/actors/agent"
	"familiar/messages"
)

// mostTries is how often a turn is composed at most, where what it shows goes meanwhile
// again and again.
const mostTries = 4

// composeRenewed composes a turn by try: once, and once more for each form of its order
// that comes while it is, as something that the one before shows was deleted or forgotten.
func (a *App) composeRenewed(ctx context.Context, in *agent.Inbox, o messages.Compose, try func(context.Context, messages.Compose) messages.Composed) messages.Composed {
	for range mostTries {
		trying, newest, end := in.Try(ctx, o)
		composed := try(trying, newest)
		if renewed := end(); !renewed || ctx.Err() != nil {
			return composed
		}
		a.Log.Info("turn composed again, something that it was shown is gone", "channel", string(o.Channel), "familiar", string(o.Familiar))
	}
	return messages.Composed{N: o.N, Error: "what it was shown went again and again while it was composed"}
}
