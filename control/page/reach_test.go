package page

import (
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// tabTo presses Tab until an element has the focus.
func (b *tab) tabTo(where string) {
	b.Helper()
	for range 40 {
		if eval[bool](b, `document.activeElement.matches("`+where+`")`) {
			return
		}
		b.keys(kb.Tab)
	}
	b.Fatalf("Tab doesn't lead to %s", where)
}

// walk goes through the page by keys alone: to a channel by the finder, home, back to
// the channel, to an opened decision and what was decided there, and back into the box.
func walk(b *tab) {
	b.stand(standing(well()))
	b.mu.Lock()
	b.crowd = 3
	b.mu.Unlock()
	b.run(chromedp.Reload())
	b.until(`document.querySelectorAll(".line").length === 4 && document.querySelectorAll(".found").length === 3`)
	b.tabTo("#find")
	b.keys("7/2")
	b.until(`document.querySelectorAll(".found").length === 1`)
	b.tabTo(".found a")
	b.keys(kb.Enter)
	b.until(`location.hash === "#id=discord%2F7%2F2" && document.querySelectorAll(".line").length === 4`)
	b.run(chromedp.Evaluate(`document.activeElement.blur()`, nil)) // as after loading the page
	b.tabTo("#home-link")
	b.keys(kb.Enter)
	b.until(`document.querySelectorAll(".card").length === 5`)
	b.tabTo("#channel-list a")
	b.keys(kb.Enter)
	b.until(`document.querySelector("#title").textContent === "garden" && document.querySelectorAll(".line").length === 4`)
	b.tabTo("li.item")
	b.keys(kb.Home)
	b.until(`document.activeElement.textContent.includes("Good evening")`)
	b.keys(kb.Enter)
	b.until(`document.querySelectorAll(".why").length === 2 && document.activeElement.id === "details"`)
	b.tabTo(".why[data-familiar=vesper] > summary")
	b.keys(kb.Enter)
	b.until(`document.querySelector(".why[data-familiar=vesper]").open`)
	b.keys(kb.Escape)
	b.until(`document.querySelector("#details").hidden && document.activeElement.matches(".decided") && document.activeElement.closest("li").textContent.includes("Good evening")`)
	b.tabTo("#box")
}

// narrowly shows the page half as wide, as it is at 200 % zoom, and as wide as a small
// phone is: nothing is cut off, or scrolls sideways.
func narrowly(b *tab) {
	b.stand(standing(well()))
	b.run(chromedp.Evaluate(`document.querySelector(".decided").click()`, nil))
	b.until(`document.querySelectorAll(".why").length === 2`)
	for _, size := range []struct {
		name          string
		width, height int64
	}{{"zoomed", 640, 400}, {"narrow", 360, 640}} {
		b.run(chromedp.EmulateViewport(size.width, size.height))
		b.until(`innerWidth === document.documentElement.clientWidth && document.querySelector("#details").getBoundingClientRect().right <= innerWidth`)
		want(b, "what stands out at "+size.name, eval[[]string](b, `[...document.querySelectorAll("#app .talk *, #details, #details *")]
			.filter((node) => node.checkVisibility() && !node.closest(".sr, .continued header, .quote, option") && (node.getBoundingClientRect().right > innerWidth + 1 || node.getBoundingClientRect().left < -1 || getComputedStyle(node).overflowX === "hidden" && node.scrollWidth > node.clientWidth + 1))
			.map((node) => node.id || node.className)`))
		want(b, "what scrolls sideways at "+size.name, eval[[]string](b, `[document.documentElement, ...document.querySelectorAll("#scroll, #details")].filter((node) => node.scrollWidth > node.clientWidth).map((node) => node.id || node.tagName)`))
		b.shot(size.name)
	}
}
