package app

import (
	"familiar/actors/account"
	"familiar/actors/channel"
	"familiar/actors/erasing"
	"familiar/actors/explain"
	"familiar/actors/host"
	"familiar/actors/learner"
	"familiar/actors/monitor"
	"familiar/app/settings"
	"familiar/messages"
	"familiar/policy/admission"
)

// Kinds of actors besides channels: an agent for each channel with a turn in
// progress, and one monitor and one learner for all.
const (
	agentKind   = "agent"
	monitorKind = "monitor"
	learnerKind = "learner"
)

var (
	monitorKey = host.Key{Kind: monitorKind, ID: "judge"}
	learnerKey = host.Key{Kind: learnerKind, ID: "memory"}
)

func agentKey(id messages.ChannelID) host.Key { return host.Key{Kind: agentKind, ID: string(id)} }

// orders implements [channel.Orders].
type orders struct {
	*App
	*settings.InForce
	*account.Accounts
	*account.Asker
	*erasing.Eraser
	*explain.Explainer
}

// ShareRoles implements [channel.Orders]: here, and in all other processes.
func (a orders) ShareRoles(c *admission.Claims) {
	a.InForce.ShareRoles(c)
	if a.Sharing != nil {
		tellAll(a.App, tellRoles, c)
	}
}

// Erase implements [channel.Orders]: with a text go the vectors of what was made of it.
func (a orders) Erase(e messages.Erase) {
	a.vectors.Drop(e.Channel)
	a.Eraser.Erase(e)
}

// Judge implements [channel.Orders].
func (a orders) Judge(o messages.Judge) { a.send(monitorKey, o) }

// Memorize implements [channel.Orders].
func (a orders) Memorize(o messages.Memorize) { a.send(learnerKey, o) }

// Compose implements [channel.Orders].
func (a orders) Compose(o messages.Compose) { a.send(agentKey(o.Channel), o) }

// Recompose implements [channel.Orders]. The answer of a turn that is over is on its way.
func (a orders) Recompose(o messages.Recompose) { a.sendLive(agentKey(o.Channel), o) }

// Inject implements [channel.Orders]. A turn that is over has no agent, and its
// answer doesn't name the lines.
func (a orders) Inject(o messages.Inject) { a.sendLive(agentKey(o.Channel), o) }

// Cancel implements [channel.Orders]. The number is a question's or a turn's: of a
// question of what to keep only where there is a learner.
func (a orders) Cancel(id messages.ChannelID, n uint64) {
	a.send(monitorKey, monitor.Withdraw{Channel: id, N: n})
	a.sendLive(learnerKey, learner.Withdraw{Channel: id, N: n})
	a.sendLive(agentKey(id), messages.Cancel{N: n})
}

// sendLive hands an actor a message if it is in memory.
func (a *App) sendLive(key host.Key, msg any) {
	if a.host.Backlog(key) > 0 {
		a.send(key, msg)
	}
}

// send hands an actor a message. A channel that another process has gets none here:
// its order is open there.
func (a *App) send(key host.Key, msg any) {
	if key.Kind == channel.Kind && !a.hosts(messages.ChannelID(key.ID)) {
		return
	}
	if _, err := a.host.Send(key, msg); err != nil {
		a.left.order(a.Log, key, err)
	}
}
