package app

import (
	"context"
	"time"

	"familiar/actors/adapter"
	"familiar/messages"
)

// editWithin bounds an edit, with the network's limits it may have to wait
// for. It is short, so that it is over before a later turn changes the line
// again.
const editWithin = 10 * time.Second

// Edit implements [channel.Orders]. Nobody waits for it: one that fails is not
// made again, and the old text stands.
func (a *App) Edit(o messages.Edit) {
	editor := able[adapter.Editor](a.accounts, o.Account)
	if editor == nil {
		a.Log.Debug("network has no edits", "channel", string(o.Channel), "message", string(o.Line))
		return
	}
	go func() { // the network may be slow, and a channel must not wait for it
		ctx, cancel := context.WithTimeout(context.Background(), editWithin)
		defer cancel()
		if err := adapter.Fenced(a.Log, o.Account, "edit", func() error { return editor.Edit(ctx, adapter.Signed(editor, o)) }); err != nil {
			a.Log.Warn("line not edited", "channel", string(o.Channel), "message", string(o.Line), "err", err)
		}
	}()
}
