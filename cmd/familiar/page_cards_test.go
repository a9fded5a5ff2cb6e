package main

import (
	"bytes"
	"encoding/json"
	"image"
	"image/color"
	"image/png"
	"net/http"
	"os"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"familiar/control"
	"familiar/internal/browser"
	"familiar/internal/long"
)

// lampBook is a stranger's: one of its entries would be markup, if anything were.
const lampBook = `budget = 60

[[entries]]
id = "lamp"
keys = ["lamp", "/light(s|house)/i"]
text = "The green lamp over the counter hums."

[[entries]]
id = "attack"
keys = ["lamp"]
text = '<img src=x onerror="window.ran=1"> and so on, longer than there is room for'
`

// TestCardsInABrowser edits a card on a running program's page: the prompt follows the
// fields, a line is tried, somebody else's change is told, and what is written is taken
// back to the byte.
func TestCardsInABrowser(t *testing.T) {
	long.Test(t)
	h := newHouse(t)
	var picture bytes.Buffer
	drawn := image.NewRGBA(image.Rect(0, 0, 2, 2))
	drawn.Set(0, 0, color.RGBA{R: 200, G: 120, B: 60, A: 255})
	if err := png.Encode(&picture, drawn); err != nil {
		t.Fatal(err)
	}
	h.write("cards/aria.lore.toml", lampBook)
	h.write("cards/aria.png", picture.String())
	h.change("web.toml", `card = "cards/aria.md"`, "card = \"cards/aria.md\"\nlorebook = \"cards/aria.lore.toml\"")
	before, err := os.ReadFile(h.file("cards/aria.md"))
	if err != nil {
		t.Fatal(err)
	}
	p := start(t, "run", h.file("web.toml"))
	v := visit(p)
	v.say("garden", "l0", "good evening")

	b := browse(t, v.base+"/#token="+v.token+"&channel=garden")
	b.until(`document.querySelector('[aria-label="Card of Aria"]') !== null && !document.querySelector("#cards-open").hidden`)
	b.run(chromedp.Click(`[aria-label="Card of Aria"]`))
	prompt := func(of int) string {
		return `(document.querySelectorAll("#cards-prompt pre")[` + string(rune('0'+of)) + `]?.textContent ?? "")`
	}
	b.until(prompt(0) + `.startsWith("# Aria") && ` + prompt(1) + `.includes("channel: web//garden") && document.querySelector("#cards-picture").naturalWidth === 2`)
	write := func(field, text string) {
		t.Helper()
		b.run(chromedp.Focus(field), chromedp.Evaluate(`document.activeElement.select()`, nil), chromedp.KeyEvent(text))
	}
	write("#cards-part-examples", "Ana: tea?\nAria: always.")
	b.until(prompt(0) + `.includes("## Example dialogue\n\nAna: tea?\nAria: always.")`)
	write("#cards-line", "is the lamp on?")
	b.until(prompt(1) + `.includes("The green lamp over the counter hums.") && document.querySelector("#cards-prompt .left-out")?.textContent.includes("attack")`)
	b.until(`document.querySelector("#cards-price").textContent === "One call of offline: free."`)
	b.run(chromedp.Click("#cards-ask"))
	b.until(`document.querySelectorAll("#cards-tried .answered").length === 1 && document.querySelector("#cards-tried .answered small").textContent.endsWith("out, free")`)
	b.until(`document.querySelector("#cards-tried .answered p")?.textContent.includes("I heard you, Visitor")`)
	b.run(chromedp.Click("#cards-entries .entry:last-child summary"))
	if browser.Eval[bool](b.ctx, t, `window.ran === 1 || document.querySelectorAll("#cards img").length !== 1`) {
		t.Error("a stranger's text was read as markup")
	}
	b.shot("cards")
	b.run(chromedp.Evaluate(`document.querySelector("#cards-entries").lastElementChild.scrollIntoView()`, nil))
	b.shot("cards-lorebook")

	var other control.Card
	v.read("/v1/familiars/aria", nil, &other)
	theirs := map[string]any{"seen": other.Seen, "parts": map[string]string{"personality": "Dry."}, "write": true}
	v.read("/v1/familiars/aria/card", theirs, nil)
	b.run(chromedp.Click("#cards-look"))
	b.until(`document.querySelector("#cards-note").textContent.includes("was changed since you opened it, last here by this run") && document.querySelector("#cards-part-examples").value.includes("always")`)
	b.run(chromedp.Click("#cards-reset"))
	b.until(`document.querySelector("#cards-part-personality").value === "Dry." && document.querySelector("#cards-part-examples").value === "" && document.querySelector("#cards-look").disabled`)

	write("#cards-part-personality", "Wet.")
	b.run(chromedp.Click("#cards-look"))
	b.until(`document.querySelector("#cards-changes").textContent.includes("- Dry.\n+ Wet.\n") && document.activeElement.id === "cards-write"`)
	b.run(chromedp.Click("#cards-write"))
	b.until(`document.querySelector("#cards-note").textContent === "Written, and in force from now on."`)
	for range 2 {
		at := browser.Eval[int](b.ctx, t, `document.querySelectorAll("#cards-past-list li").length - document.querySelectorAll("#cards-past-list li:has(.take-back) ~ li").length`)
		b.run(chromedp.Evaluate(`document.querySelector("#cards-past").open = true; document.querySelector("#cards .take-back").click()`, nil))
		b.until(`[...document.querySelectorAll("#cards-past-list li")].slice(0, ` + string(rune('0'+at)) + `).every((change) => change.textContent.includes("Taken back"))`)
	}
	if after, err := os.ReadFile(h.file("cards/aria.md")); err != nil || !bytes.Equal(after, before) {
		t.Errorf("the card is now\n%s\n%v", after, err)
	}

	b.run(chromedp.Evaluate(`document.querySelector("#cards-past").scrollIntoView()`, nil))
	b.shot("cards-past")
	b.run(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}, {Name: "prefers-reduced-motion", Value: "reduce"}}))
	b.shot("cards-dark")
	b.run(chromedp.EmulateViewport(360, 800))
	b.shot("cards-phone")
	if wide := browser.Eval[string](b.ctx, t, `[...document.querySelectorAll("#cards, .cards-inside, .cards-inside > *, #cards .tune-foot")].filter((node) => node.scrollWidth > node.clientWidth + 1).map((node) => node.className).join()`); wide != "" {
		t.Errorf("it scrolls sideways: %s", wide)
	}
	b.run(chromedp.Evaluate(`document.querySelector(".cards-seen").scrollIntoView()`, nil))
	b.shot("cards-phone-prompt")
	if browser.Eval[bool](b.ctx, t, `document.querySelector("#cards").scrollTop > 0`) {
		t.Error("the sheet itself scrolls, and its head is out of sight")
	}
	p.quit()
}

// read asks for something, by POST where there is a body, and reads what comes.
func (v *visitor) read(path string, body, into any) {
	v.t.Helper()
	method, text := http.MethodGet, []byte(nil)
	if body != nil {
		var err error
		if text, err = json.Marshal(body); err != nil {
			v.t.Fatal(err)
		}
		method = http.MethodPost
	}
	answer := v.ask(method, path, text)
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		v.t.Fatalf("%s %s: %s", method, path, answer.Status)
	}
	if into != nil {
		if err := json.NewDecoder(answer.Body).Decode(into); err != nil {
			v.t.Fatal(err)
		}
	}
}
