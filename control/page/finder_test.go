package page

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/chromedp/chromedp"
)

// find tells of f.crowd channels of Discord, two hundred at a time.
func (f *fake) find(w http.ResponseWriter, r *http.Request) {
	f.mu.Lock()
	crowd := f.crowd
	f.mu.Unlock()
	from, _ := strconv.Atoi(r.URL.Query().Get("cursor"))
	page, all := []object{}, 0
	for i := range crowd {
		id := fmt.Sprintf("discord/7/%d", i)
		if !strings.Contains(id, r.URL.Query().Get("q")) {
			continue
		}
		if all++; all > from && len(page) < 200 {
			page = append(page, object{
				"id": id, "network": "discord", "channel": strconv.Itoa(i), "thread": "", "name": "", "last": time.Now().Add(-time.Minute).UnixMilli(),
				"members": []object{{"familiar": "aria", "person": "aria", "name": "Aria", "preset": "social", "model": "offline"}},
				"seats":   []object{{"familiar": "aria", "act": "waiting", "trigger": "lull", "until": 0, "thinks": time.Now().Add(lull).UnixMilli()}},
			})
		}
	}
	next := ""
	if from+len(page) < all {
		next = strconv.Itoa(from + len(page))
	}
	reply(w, 200, object{"channels": page, "next": next, "all": all, "now": time.Now().UnixMilli()})
}

func finder(b *tab) {
	if seen := eval[bool](b, `document.querySelector("#finder").checkVisibility()`); seen {
		b.Error("the finder is shown where there are only chats of the web network")
	}
	b.mu.Lock()
	b.crowd = 10_000
	b.mu.Unlock()
	b.run(chromedp.Reload())
	b.until(`document.querySelectorAll(".found").length > 3 && document.querySelector("#found-count").textContent === "10000 channels"`)
	b.until(`document.querySelector(".found small").textContent.startsWith("Aria thinks in ")`)
	if rows := eval[int](b, `document.querySelectorAll(".found").length`); rows > 60 {
		b.Errorf("%d rows are in the document, want those in sight", rows)
	}
	b.run(chromedp.Evaluate(`document.querySelector("#found").scrollTop = 56 * 203`, nil))
	b.until(`[...document.querySelectorAll(".found a")].some((a) => a.title === "discord/7/205")`) // of the next page
	spent := eval[float64](b, `(() => { const scroller = document.querySelector("#found"); const begin = performance.now(); for (let i = 0; i < 100; i++) { scroller.scrollTop = 56 * i; scroller.dispatchEvent(new Event("scroll")); } return (performance.now() - begin) / 100; })()`)
	b.Logf("scrolling by a row takes %.2f ms of script and layout", spent)
	b.run(chromedp.Focus("#find"))
	b.keys("7/4321")
	b.until(`document.querySelectorAll(".found").length === 1 && document.querySelector("#found-count").textContent === "1 channel"`)
	b.shot("finder")
	b.run(chromedp.Click(".found a"))
	b.until(`location.hash === "#id=discord%2F7%2F4321" && document.querySelectorAll(".line").length === 4 && document.querySelector("#title").textContent === "4321"`)
	if seen := eval[bool](b, `document.querySelector("#composer").checkVisibility() || [...document.querySelectorAll(".more")].some((more) => more.checkVisibility())`); seen {
		b.Error("one can speak in a channel of another network")
	}
	if got := b.last(b.T, "GET", "/v1/events").query; !strings.Contains(got, "channel=discord%2F7%2F4321") {
		b.Errorf("asked for the events of %q", got)
	}
	b.run(chromedp.Click(`[data-familiar=vesper] button:nth-child(2)`))
	b.until(`document.querySelector("#live").textContent === "quiet: told"`)
	if got := b.last(b.T, "POST", "/v1/tools/quiet").body; got["channel"] != "discord/7/4321" || got["familiar"] != "vesper" {
		b.Errorf("command: got %v", got)
	}
	b.run(chromedp.Click(`.decided`))
	b.until(`document.querySelector(".sentence")?.textContent === "Answered: the line mentions Aria"`)
	if got := b.last(b.T, "POST", "/v1/tools/why").body; got["channel"] != "discord/7/4321" || got["line"] != "l1" {
		b.Errorf("why: got %v", got)
	}
	b.shot("elsewhere")
}
