package app

import (
	"context"

	"familiar/actors/account"
	"familiar/actors/command"
	"familiar/actors/erasing"
	"familiar/actors/explain"
	"familiar/app/models"
	"familiar/config"
	"familiar/journal"
	"familiar/llm"
	"familiar/messages"
	"familiar/policy/conversation"
	"familiar/policy/why"
)

// What commands use while no program runs goes by the names of this package.

// A Connection is one account and the adapter that speaks for it.
type Connection = account.Connection

// A Question is what somebody wants to know of a channel's decisions.
type Question = explain.Question

// ErrUndecided says that a command is in the journal and no channel has said yet
// what it made of it.
var ErrUndecided = command.ErrUndecided

// Why tells what became of lines and why, see [explain.Why].
func Why(ctx context.Context, j explain.WhyFrom, c *conversation.Config, q Question) ([]why.Answer, error) {
	return explain.Why(ctx, j, c, q)
}

// ChannelsOf finds where a person is known, see [erasing.ChannelsOf].
func ChannelsOf(ctx context.Context, j journal.Archive, person messages.PersonID, step func()) ([]messages.ChannelID, error) {
	return erasing.ChannelsOf(ctx, j, person, step)
}

// Model returns the client of one model of a configuration, see [models.Gated].
func Model(name string, m config.Model) (llm.Model, error) { return models.Gated(name, m) }

// TryModel asks a model of a configuration for a few words, see [models.Try].
func TryModel(ctx context.Context, name string, m config.Model) models.Trial {
	return models.Try(ctx, name, m)
}

// ServerOf returns where a model is asked, see [models.ServerOf].
func ServerOf(m config.Model) string { return models.ServerOf(m) }
