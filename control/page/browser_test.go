package page

import (
	"context"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"familiar/internal/await"
	"familiar/internal/browser"
)

// A tab is one story's page, over its own fake.
type tab struct {
	*testing.T
	*fake
	ctx context.Context
}

// open returns a tab of that size; its server has an origin, so a storage, of
// its own, at a garden where
// the talk has been going on.
func open(t *testing.T, in context.Context, width, height int64) *tab {
	t.Helper()
	ctx, cancel := chromedp.NewContext(in)
	t.Cleanup(cancel)
	ctx, late := context.WithTimeout(ctx, 3*await.Patience) // a tab that crashed answers nothing
	t.Cleanup(late)
	b := &tab{t, newFake(t), ctx}
	b.converse()
	b.run(chromedp.EmulateViewport(width, height), emulation.SetFocusEmulationEnabled(true), chromedp.Navigate(b.URL+"/#token="+secret+"&channel=garden"))
	b.until(`document.querySelectorAll(".line").length === 4 && document.querySelectorAll(".decided .dot-of").length === 7`)
	return b
}

func (b *tab) run(actions ...chromedp.Action) {
	b.Helper()
	browser.Run(b.ctx, b.T, actions...)
}

// until waits inside the page for a condition.
func (b *tab) until(condition string) {
	b.Helper()
	browser.Until(b.ctx, b.T, condition)
}

func eval[T any](b *tab, script string) T {
	b.Helper()
	return browser.Eval[T](b.ctx, b.T, script)
}

func (b *tab) keys(keys string) {
	b.Helper()
	b.run(chromedp.KeyEvent(keys))
}

func (b *tab) press(key string) {
	b.Helper()
	browser.Press(b.ctx, b.T, key)
}

func (b *tab) shot(name string) {
	b.Helper()
	browser.Shot(b.ctx, b.T, name)
}
