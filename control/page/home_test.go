package page

import (
	"net/http"
	"time"

	"github.com/chromedp/chromedp"
)

func (f *fake) home(w http.ResponseWriter, _ object, _ *http.Request) {
	f.mu.Lock()
	stands := f.stands
	f.mu.Unlock()
	if stands == nil {
		reply(w, 403, object{"error": "this token lacks the scope control"})
		return
	}
	reply(w, 200, stands)
}

func (f *fake) stand(stands object) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.stands = stands
}

const injected = `<img src=x onerror="window.ran=1">`

// standing is a deployment in which all is well, with needs of a person as given.
func standing(model object, needs ...object) object {
	return object{
		"at": time.Now().UnixMilli(), "needs": needs, "day": "2026-11-26", "processes": 2, "since": time.Now().UnixMilli(), "partly": false, "letters": 0, "unknown": 0,
		"budget":  object{"of": "", "today": 1.5, "reserved": 0, "ever": 9, "limit": 2, "step": 1},
		"journal": object{"lag": 12, "free": int64(40e9), "reserve": int64(512 << 20)},
		"accounts": []object{
			{"account": "aria-discord", "name": "Aria", "network": "discord", "listens": true, "since": time.Now().UnixMilli(), "state": "listens", "ended": false},
			{"account": injected, "name": "Vesper", "network": "irc", "listens": false, "since": 0, "state": "has lost its network, tries again after 4s", "ended": false},
		},
		"models": []object{model},
		"nodes": []object{
			{"node": "A1", "host": "box-a", "version": "v1.4.0", "since": time.Now().UnixMilli(), "state": "works", "here": true, "partitions": 5, "accounts": []string{"discord/aria", "discord/aria:1/2"}},
			{"node": "B2", "host": injected, "version": "v1.3.0", "since": time.Now().UnixMilli(), "state": "waits", "here": false, "partitions": 0, "accounts": []string{}},
		},
		"familiars": []object{{"familiar": "aria", "name": "Aria", "heard": 120, "asked": 7, "unasked": 3, "welcome": 0.5, "quiet": []object{
			{"rung": "aside", "says": "it is aimed at somebody else", "times": 80},
		}}},
	}
}

func well() object {
	return object{"model": "main", "answers": true, "since": 0, "calls": 1, "queue": 2, "open": false, "paused": false, "writes": []string{"aria"}, "judges": []string{}}
}

// openHome goes to the page without naming a channel.
func openHome(b *tab) {
	b.run(chromedp.Navigate("about:blank"), chromedp.Navigate(b.URL+"/#token="+secret))
	b.until(`document.querySelectorAll(".card").length === 5`)
}

func home(b *tab) {
	b.stand(standing(well()))
	openHome(b)
	want(b, "the needs", eval[[]string](b, `[document.querySelector("#home-needs").innerText]`), "Nothing needs you.")
	want(b, "the models", eval[[]string](b, `[...document.querySelectorAll("[data-of=main]")].map((row) => row.dataset.how + "|" + row.innerText.replaceAll("\n", "|"))`), "busy|main|writes for aria|answers · 1 under way · 2 waiting")
	want(b, "the figures", eval[[]string](b, `[...document.querySelectorAll("[data-familiar=aria].card dd")].map((node) => node.innerText)`), "120", "7", "3", "50 %")
	want(b, "the processes", eval[[]string](b, `["A1", "B2"].map((id) => document.querySelector("[data-of=" + id + "]")).map((row) => row.dataset.how + "|" + row.innerText.replaceAll("\n", "|").replace(/since [^·]+/, "since then "))`),
		"well|A1|box-a · v1.4.0|this page's · since then · 5 partitions · discord/aria, discord/aria:1/2", "busy|B2|"+injected+" · v1.3.0|since then · gets nothing yet: familiar nodes says why")
	if seen := eval[bool](b, `[".talk", ".familiars"].some((pane) => document.querySelector(pane).checkVisibility())`); seen {
		b.Error("the talk is shown beside home")
	}
	b.shot("home")
	dead := well()
	dead["answers"], dead["since"], dead["reason"] = false, time.Now().UnixMilli(), "key was not accepted"
	died := time.Now()
	b.stand(standing(dead, object{"kind": "model", "of": "main", "says": "The model main is not called: " + injected, "do": "Check its key."}))
	b.until(`document.querySelector(".needs [data-kind=model]")?.textContent.endsWith("Check its key.") && document.querySelector(".standing[data-of=main]").dataset.how === "bad"`)
	if took := time.Since(died); took > 5*time.Second {
		b.Errorf("the model's end was seen after %v, want at most 5 s", took)
	}
	if eval[bool](b, `window.ran === 1 || document.querySelector("#home img") !== null`) {
		b.Error("somebody's text became markup")
	}
	b.shot("home-needs")
	b.run(chromedp.Click(`#channel-list a`))
	b.until(`document.querySelector("#title").textContent === "garden" && document.querySelectorAll(".line").length === 4 && !document.querySelector("#home").checkVisibility()`)
	b.run(chromedp.Click(`#home-link`))
	b.until(`document.querySelector("#home").checkVisibility() && document.querySelector("#home-link").getAttribute("aria-current") === "page"`)
}

func homePhone(b *tab) {
	b.stand(standing(well(), object{"kind": "away", "of": "vesper", "says": "The account vesper has no connection to irc.", "do": "It tries again by itself."}))
	openHome(b)
	if wide := eval[bool](b, `document.documentElement.scrollWidth > innerWidth || document.querySelector("#home").scrollWidth > document.querySelector("#home").clientWidth`); wide {
		b.Error("home scrolls sideways")
	}
	b.shot("home-phone")
	b.run(chromedp.Click(`.tabs [data-pane=channels]`))
	b.until(`!document.querySelector("#home").checkVisibility({visibilityProperty: true}) && document.querySelector("#channel-list a")?.checkVisibility({visibilityProperty: true})`)
	b.run(chromedp.Click(`#home-tab`))
	b.until(`document.querySelector("#home").checkVisibility({visibilityProperty: true})`)
}

func homeless(b *tab) {
	b.run(chromedp.Navigate("about:blank"), chromedp.Navigate(b.URL+"/#token="+secret))
	b.until(`document.querySelectorAll(".line").length === 4 && location.hash === "#channel=garden"`)
	if seen := eval[bool](b, `document.querySelector("#home-link").checkVisibility() || document.querySelector("#home").checkVisibility()`); seen {
		b.Error("a token that may not see home is shown the way there")
	}
}
