package adapter

import (
	"familiar/messages"
)

// signs returns what a text has before it where the network shows no names but
// the account's own.
func signs(a any, as string) string {
	if namer, ok := a.(Namer); as == "" || ok && namer.ShowsNames() {
		return ""
	}
	return as + ": "
}

// Signed returns an edit as the adapter is to make it.
func Signed(a Editor, o messages.Edit) messages.Edit {
	o.Text = signs(a, o.As) + o.Text
	return o
}
