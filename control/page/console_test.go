package page

import (
	"fmt"
	"net/http"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// A console is what an operator's sheets change.
type console struct {
	letters  []object
	holds    []object
	drained  bool
	planned  bool
	unproven bool // the network doesn't show what is looked for
}

func newConsole() console {
	return console{letters: []object{
		{"letter": 7, "at": time.Now().UnixMilli(), "channel": "discord/9/42", "name": "The moth lab", "familiar": "aria", "post": "p7", "text": injected, "reason": "no answer: " + injected, "unknown": true, "repost": true, "look": true},
		{"letter": 5, "at": time.Now().UnixMilli(), "channel": "irc/e/attic", "name": "", "familiar": "vesper", "post": "p5", "text": "good night", "reason": "forbidden", "repost": true},
		{"letter": 3, "at": time.Now().UnixMilli(), "channel": "irc/e/attic", "name": "", "event": 12, "reason": "it panics"},
	}}
}

func (f *fake) consoleRoutes(mux *http.ServeMux) {
	route := func(pattern string, answer func(body object, r *http.Request) object) {
		mux.HandleFunc(pattern, f.guarded(func(w http.ResponseWriter, body object, r *http.Request) {
			f.mu.Lock()
			told := answer(body, r)
			f.mu.Unlock()
			if fault, is := told["error"]; is {
				reply(w, 409, object{"error": fault})
				return
			}
			reply(w, 200, told)
		}))
	}
	route("GET /v1/letters", func(object, *http.Request) object {
		return object{"letters": f.console.letters, "all": len(f.console.letters)}
	})
	route("POST /v1/letters/{letter}/{order}", func(_ object, r *http.Request) object {
		if r.PathValue("order") == "look" {
			if f.console.unproven {
				return object{"found": false}
			}
		}
		for i, l := range f.console.letters {
			if r.PathValue("letter") == fmt.Sprint(l["letter"]) {
				f.console.letters = append(f.console.letters[:i:i], f.console.letters[i+1:]...)
				return object{"found": true}
			}
		}
		return object{"error": "this letter has changed or is gone: look at the list once more"}
	})
	route("GET /v1/retention", func(object, *http.Request) object {
		return object{"keep": "720h", "from": "default", "rules": []object{{"match": "discord:9/*", "keep": "24h", "from": "familiar.toml:12"}}, "holds": append([]object{}, f.console.holds...)}
	})
	route("POST /v1/holds", func(body object, _ *http.Request) object {
		f.console.holds = append(f.console.holds, object{"match": body["match"], "reason": body["reason"], "by": "this run", "since": time.Now().Format(time.RFC3339)})
		return object{}
	})
	route("POST /v1/holds/release", func(object, *http.Request) object {
		f.console.holds = nil
		return object{}
	})
	route("GET /v1/details", func(object, *http.Request) object {
		return object{"channel": "web//garden", "name": "", "audience": "all", "keep": "24h", "from": "familiar.toml:12 (web:*)", "held": []string{"web:*"}}
	})
	route("POST /v1/nodes/{node}/{order}", func(_ object, r *http.Request) object {
		f.console.drained = r.PathValue("order") == "drain"
		return object{}
	})
	route("POST /v1/experiments/{experiment}/{order}", func(body object, _ *http.Request) object {
		f.console.planned = body["seen"] != ""
		return object{"file": "familiar.toml", "changes": "+ [experiments.calm]\n", "seen": "s1", "done": f.console.planned}
	})
}

// sharing is a deployment in which A1 has so many partitions and B2 works, too.
func sharing(state string, partitions int) object {
	stands := standing(well())
	stands["nodes"] = []object{
		{"node": "A1", "host": "box-a", "version": "v1.4.0", "since": time.Now().UnixMilli(), "state": state, "here": true, "partitions": partitions, "accounts": []string{}},
		{"node": "B2", "host": "box-b", "version": "v1.4.0", "since": time.Now().UnixMilli(), "state": "works", "here": false, "partitions": 3, "accounts": []string{}},
	}
	return stands
}

// draining has a process give up what it has by keys alone, sees how it gets on, and has
// it take its share again.
func draining(b *tab) {
	b.stand(sharing("works", 5))
	openHome(b)
	b.run(chromedp.Focus("[data-order=A1]"))
	b.keys(kb.Enter)
	b.until(`document.querySelector("#drain").open && document.querySelector("#drain-says").textContent.startsWith("It has 5 partitions, and gives all of it")`)
	b.shot("drain")
	b.run(chromedp.Focus("#drain-order"))
	b.keys(kb.Enter)
	b.until(`document.querySelector("#drain-note").textContent === "It has 5 partitions and accounts still."`)
	b.last(b.T, "POST", "/v1/nodes/A1/drain")
	b.stand(sharing("drains", 1))
	b.until(`document.querySelector("#drain-note").textContent === "It has 1 partition or account still." && Math.round(100 * document.querySelector("#drain-progress").value) === 80`)
	b.stand(sharing("drained", 0))
	b.until(`document.querySelector("#drain-note").textContent === "It has nothing any more, and can be stopped." && document.querySelector("#drain-progress").value === 1`)
	b.keys(kb.Escape)
	b.until(`!document.querySelector("#drain").open && document.querySelector("[data-order=A1]").textContent === "Take its share again" && document.querySelector("[data-order=B2]") === null`)
	b.run(chromedp.Click("[data-order=A1]"), chromedp.Click("#drain-order"))
	b.until(`document.querySelector("#drain-note").textContent === "It takes its share again."`)
	b.last(b.T, "POST", "/v1/nodes/A1/undrain")
}

// sortLetters looks for one, says another again and lets the last go.
func sortLetters(b *tab) {
	b.stand(standing(well()))
	openHome(b)
	const note = `document.querySelector("#letters-note").textContent`
	b.mu.Lock()
	b.console.unproven = true
	b.mu.Unlock()
	b.run(chromedp.Focus("#letters-open"))
	b.keys(kb.Enter)
	b.until(`document.querySelectorAll(".letter").length === 3`)
	want(b, "the orders", eval[[]string](b, `[...document.querySelectorAll(".letter")].map((letter) => [letter.querySelector("b").textContent, ...[...letter.querySelectorAll("button")].map((button) => button.textContent)].join(" | "))`),
		"Nobody knows whether people have seen it | Look again | Post again | Let go", "It was not posted | Post again | Let go", "An event, which its channel skipped | Let go")
	if eval[bool](b, `window.ran === 1 || document.querySelector("#letters img") !== null`) {
		b.Error("somebody's text became markup")
	}
	b.shot("letters")
	b.run(chromedp.Click(`[data-letter="7"] button`))
	b.until(note + `.startsWith("Its network doesn't show it.")`)
	b.run(chromedp.Click(`[data-letter="7"] button:nth-child(2)`))
	b.until(`document.querySelector('[data-letter="7"] button:nth-child(2)').textContent === "I have looked, it isn't there: post it again"`)
	b.run(chromedp.Click(`[data-letter="7"] button:nth-child(2)`))
	b.until(note + ` === "It is being said again." && document.querySelectorAll(".letter").length === 2`)
	b.last(b.T, "POST", "/v1/letters/7/repost")
	for range 2 {
		b.run(chromedp.Click(`[data-letter="3"] button`))
	}
	b.until(note + ` === "It is let go." && document.querySelectorAll(".letter").length === 1 && document.activeElement.id === "letters-close"`)
	b.last(b.T, "POST", "/v1/letters/3/drop")
}

// keep holds channels and releases them, on a phone.
func keep(b *tab) {
	b.stand(standing(well()))
	openHome(b)
	const note = `document.querySelector("#kept-note").textContent`
	b.run(chromedp.Click("#kept-open"))
	b.until(`document.querySelector("#kept-rest").textContent.startsWith("720h") && document.querySelector("#kept-rules").textContent.includes("discord:9/* 24h") && !document.querySelector("#kept-free").hidden`)
	b.run(chromedp.Focus("#kept-match"))
	b.keys("discord:9/*" + kb.Tab + "case 7" + kb.Enter)
	b.until(note + `.startsWith("Held.") && document.querySelectorAll(".hold").length === 1`)
	if got := b.last(b.T, "POST", "/v1/holds").body; got["match"] != "discord:9/*" || got["reason"] != "case 7" {
		b.Errorf("held: %v", got)
	}
	if wide := eval[bool](b, `document.documentElement.scrollWidth > innerWidth || document.querySelector(".kept-inside").scrollWidth > document.querySelector(".kept-inside").clientWidth`); wide {
		b.Error("what is kept scrolls sideways")
	}
	b.shot("kept-phone")
	b.run(chromedp.Click(".hold button"), chromedp.Click(".hold button"))
	b.until(note + `.startsWith("Released.") && document.querySelectorAll(".hold").length === 0`)
}

// known tells who reads a channel and how long it is kept.
func known(b *tab) {
	b.run(chromedp.Focus("#about-open"))
	b.keys(kb.Enter)
	b.until(`document.querySelectorAll("#about-list dd").length === 4`)
	want(b, "what is known", eval[[]string](b, `[...document.querySelectorAll("#about-list dd")].map((node) => node.textContent)`),
		"web//garden", "everybody in its workspace, and nobody else", "24h (familiar.toml:12 (web:*))", "nothing is erased of web:*")
	b.shot("about")
}

// tips are shown until they are put away, also after a reload.
func tips(b *tab) {
	b.until(`document.querySelectorAll(".tip:not([hidden])").length === 3`)
	b.run(chromedp.Focus(`[data-tip=talk] button`))
	b.keys(kb.Enter)
	b.until(`document.querySelector("[data-tip=talk]").hidden && document.activeElement.id === "title"`)
	b.run(chromedp.Reload())
	b.until(`document.querySelectorAll(".line").length === 4 && document.querySelector("[data-tip=talk]").hidden && !document.querySelector("[data-tip=familiars]").hidden`)
}

// plan begins an experiment with what is turned, and shows first what is written.
func plan(b *tab) {
	b.run(chromedp.Click("[aria-label='Tune Aria']"))
	b.until(`document.querySelectorAll("#tune-outcome tr").length === 9`)
	b.run(chromedp.Click("#experiments summary"))
	b.until(`document.querySelector("#experiment-first").value.length === 10`)
	b.run(chromedp.Focus("#experiment-name"))
	b.keys("calm" + kb.Enter)
	b.until(`document.querySelector("#tune-note").textContent.startsWith("Turn a knob first")`)
	b.run(chromedp.Focus(`[data-key="chattiness.lull"] input`))
	b.keys(kb.ArrowRight)
	b.run(chromedp.Focus("#experiment-name"))
	b.keys(kb.Enter)
	b.until(`document.activeElement.id === "experiment-write" && document.querySelector("#experiment-changes").textContent.includes("[experiments.calm]")`)
	b.keys(kb.Enter)
	b.until(`document.querySelector("#tune-note").textContent.startsWith("Written into familiar.toml")`)
	got := b.last(b.T, "POST", "/v1/experiments/calm/begin").body
	if set, _ := got["set"].([]any); len(set) != 1 || got["seen"] != "s1" || got["familiar"] != "aria" || got["where"] != "everywhere" || got["daily"] != false {
		b.Errorf("begun with %v", got)
	}
}
