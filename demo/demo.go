// Package demo is a community that talks by itself, so that familiars can be
// watched without an account on any network, a key or a file: four channels,
// eleven invented people, one of them a bot, and what they say to each other
// at a human pace.
//
// It holds the material ([New], [Community.Play]), the configuration of three
// familiars who differ in their preset ([Config]), and it finds the model they
// could use ([FindModel]). It knows no adapter, no actor and no screen: lines
// leave through [Options.Say], what familiars answer comes in through
// [Community.Spoke]. cmd/familiar joins it to the rest.
//
//	people.go, scene.go, material.go   who there is and what is said
//	deck.go, pace.go                   which scene is next, and how fast
//	community.go, room.go, answer.go   playing it, one goroutine a channel
//	script.go                          what the scenes have the familiars say
//	config.go, model.go, ollama.go     what the familiars run on
//	summary.go, mentions.go            what happened, and what a simpler bot would have done
package demo

import "familiar/messages"

// A Line is something somebody of the community says. The ids of a run are
// the same in every run: they begin again at 1.
type Line struct {
	Channel  string              // the chat's name, one of [Channels]
	ID       messages.LineID     // "garden-12", unique in the run
	Author   messages.Author     // never one of the familiars
	Text     string              // one line of plain text
	Mentions []messages.PersonID // whom "@Name" in the text means, in order: people, and familiars by their name in the configuration

	ReplyTo messages.Reply // zero: it answers no particular line
}

// Channels returns the names of the chats, the one that begins first in front.
func Channels() []string { return []string{"garden", "workshop", "book-club", "night-shift"} }
