package bridge

import (
	"reflect"
	"slices"

	"familiar/actors/adapter"
)

// The words by which a bridge says what it can do besides reporting lines and posting.
const (
	canReply       = "replies"     // people can reply to a line, and it says to which
	canShowNames   = "names"       // a post can be shown under another name than the account's
	canProve       = "proof"       // it can tell whether a post was made
	canEdit        = "edits"       // it can change what it posted
	canReact       = "reactions"   // it can react to a line
	canShowTyping  = "typing"      // it can show that somebody writes
	canPostFiles   = "files"       // it can post a file
	canListMembers = "members"     // it can count who is in a chat
	canTellHistory = "history"     // it can give what was said in a chat
	canFetch       = "attachments" // it can open what is attached to a line
)

// abilities are all of them, with the interface that each is for; the first two are no
// interface's that a bridge may lack.
var abilities = []struct {
	word string
	is   reflect.Type
}{
	{canReply, nil},
	{canShowNames, nil},
	{canProve, reflect.TypeFor[adapter.Reconciler]()},
	{canEdit, reflect.TypeFor[adapter.Editor]()},
	{canReact, reflect.TypeFor[adapter.Reactor]()},
	{canShowTyping, reflect.TypeFor[adapter.Typer]()},
	{canPostFiles, reflect.TypeFor[adapter.FilePoster]()},
	{canListMembers, reflect.TypeFor[adapter.MemberLister]()},
	{canTellHistory, reflect.TypeFor[adapter.Historian]()},
	{canFetch, reflect.TypeFor[adapter.Fetcher]()},
}

// known returns the words that mean something here, each once.
func known(words []string) []string {
	all := []string{}
	for _, ability := range abilities {
		if slices.Contains(words, ability.word) {
			all = append(all, ability.word)
		}
	}
	return all
}

// Able implements adapter.Partial, by what the newest hello said.
func (a *Account) Able(is reflect.Type) bool {
	for _, ability := range abilities {
		if ability.is == is {
			return a.can(ability.word)
		}
	}
	return true // what no bridge lacks
}

// HasReplies implements adapter.Replier.
func (a *Account) HasReplies() bool { return a.can(canReply) }

// ShowsNames implements adapter.Namer.
func (a *Account) ShowsNames() bool { return a.can(canShowNames) }

// can reports whether the bridge said so, also while it is away.
func (a *Account) can(word string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.session != nil && slices.Contains(a.session.can, word)
}
