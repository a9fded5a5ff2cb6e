package adapter

import (
	"context"
	"fmt"

	"familiar/messages"
)

// post posts a text or, where the adapter can, a file.
func (r *Runner) post(ctx context.Context, p messages.Post) (Posted, error) {
	if p.File == nil {
		return r.adapter.Post(ctx, p)
	}
	poster := Can[FilePoster](r.adapter)
	if poster == nil { // another adapter has taken the account over since the turn
		return Posted{}, fmt.Errorf("post %s: %w: the network takes no files", p.ID, ErrGone)
	}
	return poster.PostFile(ctx, p)
}

// signs returns what a text has before it where the network shows no names but
// the account's own.
func signs(a any, as string) string {
	if namer, ok := a.(Namer); ok && namer.ShowsNames() {
		return ""
	}
	return Sign(as, "")
}

// Sign returns a text with the name of who says it before it; "": nobody but the account.
func Sign(as, text string) string {
	if as == "" {
		return text
	}
	return as + ": " + text
}

// Signed returns an edit as the adapter is to make it.
func Signed(a Editor, o messages.Edit) messages.Edit {
	o.Text = signs(a, o.As) + o.Text
	return o
}
