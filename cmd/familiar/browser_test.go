package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
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
	chromium, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("no chromium on this machine: the page is not tried in a browser")
	}
	ctx, cancel := chromedp.NewExecAllocator(t.Context(), append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(chromium), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true),
		chromedp.WSURLReadTimeout(2*time.Minute),
	)...)
	t.Cleanup(cancel)
	ctx, stop := chromedp.NewContext(ctx)
	t.Cleanup(func() { _ = chromedp.Cancel(ctx); stop() })
	b := &tab{t, ctx}
	b.run(chromedp.EmulateViewport(1280, 800), emulation.SetFocusEmulationEnabled(true), chromedp.Navigate(address))
	return b
}

func (b *tab) run(actions ...chromedp.Action) {
	b.t.Helper()
	if err := chromedp.Run(b.ctx, actions...); err != nil {
		b.t.Fatal(err)
	}
}

// enter presses the key as a command: KeyEvent would type a line break even
// where the page has used the key up.
func (b *tab) enter() {
	b.t.Helper()
	b.run(input.DispatchKeyEvent(input.KeyRawDown).WithKey("Enter"), input.DispatchKeyEvent(input.KeyUp).WithKey("Enter"))
}

// until waits inside the page for a condition.
func (b *tab) until(condition string) {
	b.t.Helper()
	var held bool
	script := fmt.Sprintf(`new Promise((done) => {
		const end = Date.now() + %d;
		const look = () => { if (%s) done(true); else if (Date.now() > end) done(false); else setTimeout(look, 15); };
		look();
	})`, patience/time.Millisecond, condition)
	b.run(chromedp.Evaluate(script, &held, func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }))
	if !held {
		b.shot("demo-failed")
		var text string
		b.run(chromedp.Evaluate("document.body.innerText", &text))
		b.t.Fatalf("waited for nothing: %s\nthe page reads: %s", condition, text)
	}
}

// shot keeps a picture in the folder FAMILIAR_SHOTS names, if it does.
func (b *tab) shot(name string) {
	b.t.Helper()
	folder := os.Getenv("FAMILIAR_SHOTS")
	if folder == "" {
		return
	}
	var png []byte
	b.run(chromedp.CaptureScreenshot(&png))
	if err := os.WriteFile(filepath.Join(folder, name+".png"), png, 0o600); err != nil {
		b.t.Fatal(err)
	}
}
