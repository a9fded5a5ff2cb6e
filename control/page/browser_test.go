package page

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

// browser starts the one Chromium the tests share; each story is a tab of it.
// Its profile is a fresh folder that chromedp makes and removes: a TempDir of
// the test is gone through while Chromium's last children still write there.
func browser(t *testing.T) context.Context {
	t.Helper()
	var found string
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			found = path
			break
		}
	}
	if found == "" {
		t.Skip("no chromium on this machine: the page is not tried in a browser")
	}
	ctx, cancel := chromedp.NewExecAllocator(t.Context(), append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(found), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true),
		chromedp.WSURLReadTimeout(2*time.Minute),
	)...)
	t.Cleanup(cancel)
	ctx, stop := chromedp.NewContext(ctx)
	t.Cleanup(func() { _ = chromedp.Cancel(ctx); stop() })
	if err := chromedp.Run(ctx); err != nil {
		t.Fatalf("start %s: %v", found, err)
	}
	return ctx
}

// A tab is one story's page, over its own fake.
type tab struct {
	*testing.T
	*fake
	ctx context.Context
}

// open gives a tab of that size; its server has an origin, so a storage, of
// its own, at a garden where
// the talk has been going on.
func open(t *testing.T, in context.Context, width, height int64) *tab {
	t.Helper()
	ctx, cancel := chromedp.NewContext(in)
	t.Cleanup(cancel)
	ctx, late := context.WithTimeout(ctx, 20*time.Second)
	t.Cleanup(late)
	b := &tab{t, newFake(t), ctx}
	b.converse()
	b.run(chromedp.EmulateViewport(width, height), emulation.SetFocusEmulationEnabled(true), chromedp.Navigate(b.URL+"/#token="+secret+"&channel=garden"))
	b.until(`document.querySelectorAll(".line").length === 4 && document.querySelectorAll(".chip").length === 7`)
	return b
}

func (b *tab) run(actions ...chromedp.Action) {
	b.Helper()
	if err := chromedp.Run(b.ctx, actions...); err != nil {
		b.Fatal(err)
	}
}

// until waits inside the page for a condition.
func (b *tab) until(condition string) {
	b.Helper()
	var held bool
	script := fmt.Sprintf(`new Promise((done) => {
		const end = Date.now() + 6000;
		const look = () => { if (%s) done(true); else if (Date.now() > end) done(false); else setTimeout(look, 15); };
		look();
	})`, condition)
	b.run(chromedp.Evaluate(script, &held, func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }))
	if !held {
		b.shot("failed")
		b.Fatalf("waited for nothing: %s\nthe page reads: %s", condition, eval[string](b, "document.body.innerText"))
	}
}

func eval[T any](b *tab, script string) T {
	b.Helper()
	var got T
	b.run(chromedp.Evaluate(script, &got))
	return got
}

func (b *tab) keys(keys string) {
	b.Helper()
	b.run(chromedp.KeyEvent(keys))
}

// press is a key that is a command: chromedp's KeyEvent would type the letter
// even where the page has used the key up.
func (b *tab) press(key string) {
	b.Helper()
	b.run(input.DispatchKeyEvent(input.KeyRawDown).WithKey(key), input.DispatchKeyEvent(input.KeyUp).WithKey(key))
}

// shot keeps a picture in the folder FAMILIAR_SHOTS names, if it does.
func (b *tab) shot(name string) {
	b.Helper()
	folder := os.Getenv("FAMILIAR_SHOTS")
	if folder == "" {
		return
	}
	var png []byte
	b.run(chromedp.CaptureScreenshot(&png))
	if err := os.WriteFile(filepath.Join(folder, name+".png"), png, 0o600); err != nil {
		b.Fatal(err)
	}
}
