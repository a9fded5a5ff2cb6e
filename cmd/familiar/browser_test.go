package main

import (
	"context"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"familiar/internal/browser"
)

// A tab is one page in a browser of its own. What every part of the page does
// is control/page's to test; here it stands before the whole program.
type tab struct {
	t   *testing.T
	ctx context.Context
}

// browse opens an address in chromium; without one the test is skipped.
func browse(t *testing.T, address string) *tab {
	t.Helper()
	b := &tab{t, browser.Start(t)}
	b.run(chromedp.EmulateViewport(1280, 800), emulation.SetFocusEmulationEnabled(true), chromedp.Navigate(address))
	return b
}

func (b *tab) run(actions ...chromedp.Action) {
	b.t.Helper()
	browser.Run(b.ctx, b.t, actions...)
}

func (b *tab) enter() {
	b.t.Helper()
	browser.Press(b.ctx, b.t, "Enter")
}

// until waits inside the page for a condition.
func (b *tab) until(condition string) {
	b.t.Helper()
	browser.Until(b.ctx, b.t, condition)
}

func (b *tab) shot(name string) {
	b.t.Helper()
	browser.Shot(b.ctx, b.t, name)
}
