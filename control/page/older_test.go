package page

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/chromedp/chromedp"
)

// older tells what was said before the events, a hundred lines at a time: the n-th of
// f.before lines has the cursor n.
func (f *fake) older(w http.ResponseWriter, _ object, r *http.Request) {
	f.mu.Lock()
	before := f.before
	f.mu.Unlock()
	end := before
	if text := r.URL.Query().Get("cursor"); !strings.Contains(text, ".") {
		end, _ = strconv.Atoi(text)
	}
	lines, decisions := []object{}, []object{}
	for n := max(0, end-100); n < end; n++ {
		l := line("old"+strconv.Itoa(n), "bob", "old line "+strconv.Itoa(n))
		l["at"], l["cursor"] = time.Now().Add(time.Duration(n-before)*time.Second).UnixMilli(), strconv.Itoa(n)
		lines = append(lines, l)
		decisions = append(decisions, decision("aria", "old"+strconv.Itoa(n), "observe", "aside", object{"at": l["at"]}))
	}
	next := ""
	if end > 100 {
		next = strconv.Itoa(end - 100)
	}
	reply(w, 200, object{"lines": lines, "decisions": decisions, "next": next, "cut": false})
}

// scrollBack reads a long talk to its beginning and comes back to its end.
func scrollBack(b *tab) {
	b.mu.Lock()
	b.before = 2_200
	b.mu.Unlock()
	b.run(chromedp.Reload())
	b.until(`document.querySelector("#lines").textContent.includes("old line 2199")`) // the talk alone didn't fill the screen
	b.run(chromedp.Evaluate(`window.most = 0; new MutationObserver(() => { window.most = Math.max(window.most, document.querySelectorAll(".item").length); }).observe(document.querySelector("#lines"), { childList: true })`, nil))

	// What is looked at stays where it is while older lines come.
	b.run(chromedp.Evaluate(`(() => {
		const scroll = document.querySelector("#scroll");
		scroll.scrollTop = 200;
		window.seen = [...document.querySelectorAll(".item")].find((item) => item.getBoundingClientRect().top > scroll.getBoundingClientRect().top);
		window.was = [document.querySelectorAll(".item").length, window.seen.getBoundingClientRect().top];
	})()`, nil))
	b.until(`document.querySelectorAll(".item").length > window.was[0]`)
	if moved := eval[float64](b, `window.seen.getBoundingClientRect().top - window.was[1]`); moved > 2 || moved < -2 {
		b.Errorf("the line that was looked at moved by %.0f px", moved)
	}

	// To the very first line, and what is in the document stays bounded.
	b.run(chromedp.Evaluate(`window.up = setInterval(() => { document.querySelector("#scroll").scrollTop = 0; }, 5)`, nil))
	b.until(`document.querySelector("#older-note").textContent === "This is where it begins."`)
	b.run(chromedp.Evaluate(`clearInterval(window.up)`, nil))
	b.run(chromedp.Focus(".item"))
	b.press("Home")
	b.until(`document.activeElement.querySelector(".text").textContent === "old line 0" && document.querySelector("#older-more").hidden`)
	want(b, "the mark of an old line", eval[[]string](b, `[document.activeElement.querySelector(".decided").title]`), "Aria kept quiet")
	if most := eval[int](b, `window.most`); most > 240 {
		b.Errorf("%d items were in the document at once, want at most 240", most)
	}
	b.small()
	b.shot("older")

	// The newest lines were let go meanwhile: the way back reads them anew.
	b.send("line", line("new", "cleo", "is anybody here?"))
	b.run(chromedp.Click("#newest"))
	b.until(`document.querySelector(".item:last-child .text")?.textContent === "is anybody here?"`)
}
