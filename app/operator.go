package app

import (
	"context"

	"familiar/actors/adapter"
	"familiar/actors/command"
	"familiar/actors/erasing"
	"familiar/actors/explain"
	"familiar/app/models"
	"familiar/messages"
	"familiar/policy/why"
)

// Tell journals what a person or the operator told a channel to do, cleaned like
// what a network says. The caller has checked their rights.
func (a *App) Tell(ctx context.Context, id messages.ChannelID, c messages.Commanded) error {
	return a.commander.Tell(ctx, id, c)
}

// Command tells a channel's familiars something and waits for each one's answer, see
// [command.Commander.Command].
func (a *App) Command(ctx context.Context, id messages.ChannelID, c messages.Commanded) ([]command.Verdict, error) {
	if a.Sharing != nil && !a.reader.Expects(id) {
		return a.commandElsewhere(ctx, id, c)
	}
	return a.commander.Command(ctx, id, c)
}

// Why answers a question from this program's journal, with the configuration in
// force.
func (a *App) Why(ctx context.Context, q explain.Question) ([]why.Answer, error) {
	return a.explainer.Why(ctx, q)
}

// Forget journals that something a channel knows has to go.
func (a *App) Forget(ctx context.Context, id messages.ChannelID, what messages.Forgotten) error {
	return erasing.Forget(ctx, a.Journal, id, what)
}

// ForgetEverywhere journals that a person has to go from every channel where
// anything is known of them, see [erasing.ForgetEverywhere].
func (a *App) ForgetEverywhere(ctx context.Context, person messages.PersonID) (int, error) {
	return erasing.ForgetEverywhere(ctx, a.Journal, person)
}

// Held reports whether nothing of a channel, or with "" of some channel, may be erased
// from the journal now.
func (a *App) Held(id messages.ChannelID) bool {
	c := a.Settings()
	return id == "" && len(c.Holds) > 0 || c.Held(id)
}

// Reads returns who reads a channel now, as the first of its accounts says that knows.
func (a *App) Reads(ctx context.Context, id messages.ChannelID) messages.Audience {
	there := a.Channel(id)
	if there == nil {
		return messages.AudienceUnknown
	}
	for i := range there.Seats {
		if who := a.asker.Audience(ctx, id, there.Seats[i].Account); who != messages.AudienceUnknown {
			return who
		}
	}
	return messages.AudienceUnknown
}

// CanLook reports whether the network of an account can be asked by [App.Posted].
func (a *App) CanLook(id messages.AccountID) bool { return a.asker.CanLook(id) }

// Posted asks a post's network whether it is there, see [account.Asker.Posted].
func (a *App) Posted(ctx context.Context, p messages.Post) (bool, error) {
	return a.asker.Posted(ctx, p)
}

// About returns everything that is kept about a person, see [erasing.About].
func (a *App) About(ctx context.Context, person messages.PersonID) (*erasing.Known, error) {
	return erasing.About(ctx, a.Journal, person, func() {})
}

// Past returns what one account heard before this process began.
func (a *App) Past(account messages.AccountID) adapter.Past { return a.history.Past(account) }

// Ailing returns the models in use that are not called at the moment, by name, and
// how many are in use.
func (a *App) Ailing() (ailing []models.Ailing, inUse int) { return a.inForce.Now().Clients.Ailing() }
