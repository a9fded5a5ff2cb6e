package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"familiar/control"
	"familiar/internal/browser"
	"familiar/internal/long"
)

// TestUndoInABrowser: what was written is listed where knobs are turned, and one press
// gives the file back to the byte.
func TestUndoInABrowser(t *testing.T) {
	long.Test(t)
	t.Parallel()
	h := newHouse(t)
	before, err := os.ReadFile(h.file("web.toml"))
	if err != nil {
		t.Fatal(err)
	}
	p := start(t, "run", h.file("web.toml"))
	v := visit(p)
	v.say("garden", "l0", "good evening")
	var written control.Written
	for range 2 { // it shows, then it writes
		answer := v.ask(http.MethodPost, "/v1/familiars/aria/apply", fmt.Appendf(nil, `{"chat":"garden","where":"everywhere","set":["chattiness.lull=20s"],"seen":%q}`, written.Seen))
		err := json.NewDecoder(answer.Body).Decode(&written)
		answer.Body.Close()
		if err != nil || answer.StatusCode != http.StatusOK {
			t.Fatalf("apply: %s %v", answer.Status, err)
		}
	}

	b := browse(t, v.base+"/#token="+v.token+"&channel=garden")
	b.until(`document.querySelector('[aria-label="Tune Aria"]') !== null`)
	b.run(chromedp.Click(`[aria-label="Tune Aria"]`))
	lull := `document.querySelector("[data-key='chattiness.lull']")`
	b.until(lull + `?.querySelector("output").textContent === "20s" && !document.querySelector("#tune-past").hidden`)
	if help := browser.Eval[string](b.ctx, t, lull+`.querySelector(".hint").textContent`); !strings.HasPrefix(help, "It also considers it after a silence this long. In force: 20s") {
		t.Errorf("the lull says %q", help)
	}
	b.run(chromedp.Click("#tune-past summary"))
	b.until(`document.querySelector("#tune-past-list pre").textContent.includes('chattiness.lull = "20s"') && document.querySelectorAll(".take-back").length === 1`)
	b.run(chromedp.Click(".take-back"))
	b.until(lull + `?.querySelector("output").textContent === "10s" && document.querySelector("#tune-note").textContent.includes("as it was before")`)
	b.until(`document.querySelectorAll(".take-back").length === 0 && document.querySelector("#tune-past-list").textContent.includes("Taken back")`)
	if after, err := os.ReadFile(h.file("web.toml")); err != nil || string(after) != string(before) {
		t.Errorf("the file is now\n%s\n%v", after, err)
	}
	p.quit()
}
