// Package browser has tests look at a page in a real Chromium. It knows no
// page: the caller says what to wait for.
package browser

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"familiar/internal/await"
	"familiar/internal/long"
)

// Start returns the first tab of a Chromium that ends with the test; without
// one, and unless tests that take long are asked for, the test is skipped. Its profile is a fresh folder that chromedp makes and
// removes: a TempDir of the test is gone through while Chromium's last children
// still write there.
func Start(t *testing.T) context.Context {
	t.Helper()
	long.Test(t)
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
	return ctx
}

// Run does the actions in a tab; the test ends if one fails.
func Run(ctx context.Context, t *testing.T, actions ...chromedp.Action) {
	t.Helper()
	if err := chromedp.Run(ctx, actions...); err != nil {
		t.Fatal(err)
	}
}

// Eval returns what a script in a tab comes to.
func Eval[T any](ctx context.Context, t *testing.T, script string) T {
	t.Helper()
	var got T
	Run(ctx, t, chromedp.Evaluate(script, &got))
	return got
}

// Until waits inside a tab for a condition. If it doesn't come to hold within
// [await.Patience], the test ends with what the page reads, and with a picture
// of it ([Shot]).
func Until(ctx context.Context, t *testing.T, condition string) {
	t.Helper()
	var held bool
	script := fmt.Sprintf(`new Promise((done) => {
		const end = Date.now() + %d;
		const look = () => { if (%s) done(true); else if (Date.now() > end) done(false); else setTimeout(look, 15); };
		look();
	})`, await.Patience.Milliseconds(), condition)
	Run(ctx, t, chromedp.Evaluate(script, &held, func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }))
	if !held {
		Shot(ctx, t, filepath.Base(t.Name())+"-failed")
		t.Fatalf("waited for nothing: %s\nthe page reads: %.2000s", condition, Eval[string](ctx, t, "document.body.innerText"))
	}
}

// Press presses a key that is a command: chromedp's KeyEvent would type the
// letter even where the page has used the key up.
func Press(ctx context.Context, t *testing.T, key string) {
	t.Helper()
	Run(ctx, t, input.DispatchKeyEvent(input.KeyRawDown).WithKey(key), input.DispatchKeyEvent(input.KeyUp).WithKey(key))
}

// Shot keeps a picture of a tab in the folder FAMILIAR_SHOTS names, if it does.
func Shot(ctx context.Context, t *testing.T, name string) {
	t.Helper()
	folder := os.Getenv("FAMILIAR_SHOTS")
	if folder == "" {
		return
	}
	var png []byte
	Run(ctx, t, chromedp.CaptureScreenshot(&png))
	if err := os.WriteFile(filepath.Join(folder, name+".png"), png, 0o600); err != nil {
		t.Fatal(err)
	}
}
