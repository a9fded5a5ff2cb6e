// Package adaptertest is the one suite every adapter passes: [Run] it over an
// adapter joined to a stand-in for its network, [RunTwo] over two accounts of it,
// and [RunAway] if the network keeps a history. A program runs the [Stories] itself,
// as [Tell] does. It states what the program relies on and knows no network; it
// waits on what the adapter hands over, at most [patience], and never for a fixed
// time.
package adaptertest

import (
	"context"
	"testing"

	"familiar/actors/adapter"
	"familiar/internal/await"
	"familiar/internal/sleep"
	"familiar/messages"
)

// patience is how long something may take that an adapter must do.
const patience = await.Patience

// A Rig is an adapter joined to a stand-in for its network.
type Rig struct {
	Adapter adapter.Adapter
	Channel messages.ChannelID
	Me      messages.PersonID // who the account is there

	// Say has somebody else post one line. Where the network can't carry a
	// name, another may stand for it, if the text still arrives.
	Say func(author, text string)
	// Carried gives what arrives first of a text that the network can't carry
	// as it is; false: nothing of it can. Nil: any text arrives.
	Carried func(text string) (arrives string, ok bool)
	// Posted lists what the adapter posted, in order.
	Posted func() []string
	// Ail has the network answer the next posts, so many, with an error of its
	// own, as of 503, and make none of them; nil: it has no such answers.
	Ail func(posts int)
	// Revoke makes the account's key worthless, for what is connected, too; nil:
	// the network has none.
	Revoke func()
	// Echoes says that the network hands the account its own posts back.
	Echoes bool
	// React has somebody else put 👍 to a line, or take it away again. Nil: the
	// adapter reports no reactions.
	React func(line messages.LineID, removed bool)
	// Attach has somebody else post a line with one file: [FileName], of
	// [FileType] and [FileBytes] where the network says so. Nil: it has none.
	Attach func(author, text string)
	// PassOn has somebody else pass a message of another place on, and nothing of
	// their own: the account's mention and the text. Nil: the network has no such
	// thing, or doesn't tell.
	PassOn func(author, text string)
	// Stands gives the text of a line as the network shows it now. An Editor
	// needs it.
	Stands func(messages.LineID) string
	// Files lists the files the adapter posted, in order, as "name: text". A
	// FilePoster needs it.
	Files func() []string
}

// A T is what a test of the suite is given. Go's own is one; so is whoever runs the
// suite in a program.
type T interface {
	Helper()
	Context() context.Context // ends before what Cleanup was given is called
	Cleanup(func())
	Error(args ...any)
	Errorf(format string, args ...any)
	Fatal(args ...any) // and those below end the test
	Fatalf(format string, args ...any)
	Skip(args ...any)
}

// A Story is one test of the suite, over a rig of its own.
type Story struct {
	Name string
	Test func(T, Rig)
}

// Stories returns the suite.
func Stories() []Story {
	all := []Story{
		{"it hears others, in order", hearsInOrder},
		{"it hands over again what was not taken, before the next", handsOverAgain},
		{"it gives up what is refused", givesUp},
		{"it hears reactions, behind their line and before the next", hearsReactions},
		{"it hears what is attached", hearsFiles},
		{"it tells what is passed on from what is said", passesOn},
		{"what it posts has an id, and is its own", posts},
		{"it knows who it is", identity},
		{"it finds what it posted, if it can look", finds},
		{"it changes what it posted, if it can", edits},
		{"it posts files, if it can", postsFiles},
		{"it stops when told", stops},
		{"it posts after it stopped", postsAtTheEnd},
		{"it posts once to a network that is out of order for a while", ails},
		{"it ends when its key is revoked", losesItsKey},
		{"it listens again after it stopped", listensAgain},
	}
	for _, odd := range odds {
		all = append(all, Story{"it survives " + odd.story, survives(odd.author, odd.text)})
	}
	return all
}

// Run runs the suite; open makes a fresh rig for every test.
func Run(t *testing.T, open func(*testing.T) Rig) {
	for _, s := range Stories() {
		t.Run(s.Name, func(t *testing.T) { s.Test(t, open(t)) })
	}
}

// KeepListening connects again and again, as an account does, until ctx ends or
// trying again is of no use.
func KeepListening(ctx context.Context, r *adapter.Runner) error {
	for {
		heard, err := r.Connect(ctx)
		pause, again, err := r.Lost(ctx, heard, err)
		if !again || !sleep.For(ctx, pause) {
			return err
		}
	}
}
