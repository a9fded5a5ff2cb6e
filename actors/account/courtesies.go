package account

import (
	"context"
	"time"

	"familiar/actors/adapter"
	"familiar/messages"
)

// courtesyWithin bounds a sign and a reaction.
const courtesyWithin = 5 * time.Second

// editWithin bounds an edit, with the network's limits it may have to wait
// for. It is short, so that it is over before a later turn changes the line
// again.
const editWithin = 10 * time.Second

// Typing carries out an order of a channel. It is a courtesy: it waits for
// nobody and its failure is no news.
func (as *Accounts) Typing(o messages.ShowTyping) {
	if as.elsewhere(o.Account) {
		as.Elsewhere.TellTyping(o)
	} else {
		as.TypingHere(o)
	}
}

// TypingHere carries out an order for an account of this process, be its channel
// another's. It tells no other process of it again.
func (as *Accounts) TypingHere(o messages.ShowTyping) {
	typer := Can[adapter.Typer](as, o.Account)
	if typer == nil {
		return
	}
	as.oblige(o.Account, "show typing", courtesyWithin, func(ctx context.Context) error { return typer.ShowTyping(ctx, o) }, func(err error) {
		as.Log.Debug("typing not shown", "channel", string(o.Channel), "err", err)
	})
}

// React carries out an order of a channel. Like typing it is a courtesy: it
// waits for nobody, and one that fails is not made again.
func (as *Accounts) React(o messages.React) {
	if as.elsewhere(o.Account) {
		as.Elsewhere.TellReact(o)
	} else {
		as.ReactHere(o)
	}
}

// ReactHere carries out an order for an account of this process, be its channel
// another's. It tells no other process of it again.
func (as *Accounts) ReactHere(o messages.React) {
	reactor := Can[adapter.Reactor](as, o.Account)
	if reactor == nil {
		as.Log.Debug("network has no reactions", "channel", string(o.Channel), "message", string(o.Line))
		return
	}
	as.oblige(o.Account, "react", courtesyWithin, func(ctx context.Context) error { return reactor.React(ctx, o) }, func(err error) {
		as.Log.Info("reaction not added", "channel", string(o.Channel), "message", string(o.Line), "err", err)
	})
}

// Edit carries out an order of a channel. Nobody waits for it: one that fails is
// not made again, and the old text stands.
func (as *Accounts) Edit(o messages.Edit) {
	if as.elsewhere(o.Account) {
		as.Elsewhere.TellEdit(o)
	} else {
		as.EditHere(o)
	}
}

// EditHere carries out an order for an account of this process, be its channel
// another's. It tells no other process of it again.
func (as *Accounts) EditHere(o messages.Edit) {
	editor := Can[adapter.Editor](as, o.Account)
	if editor == nil {
		as.Log.Debug("network has no edits", "channel", string(o.Channel), "message", string(o.Line))
		return
	}
	as.oblige(o.Account, "edit", editWithin, func(ctx context.Context) error { return editor.Edit(ctx, adapter.Signed(editor, o)) }, func(err error) {
		as.Log.Warn("line not edited", "channel", string(o.Channel), "message", string(o.Line), "err", err)
	})
}

// oblige makes a call of an account's adapter that nobody waits for.
func (as *Accounts) oblige(id messages.AccountID, call string, within time.Duration, do func(context.Context) error, failed func(error)) {
	go func() { // the network may be slow, and a channel must not wait for it
		ctx, cancel := context.WithTimeout(context.Background(), within)
		defer cancel()
		if err := adapter.Fenced(as.Log, id, call, func() error { return do(ctx) }); err != nil {
			failed(err)
		}
	}()
}
