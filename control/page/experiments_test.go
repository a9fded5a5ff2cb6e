package page

import (
	"net/http"

	"github.com/chromedp/chromedp"
)

// experiments tells of none until the page of the story tries one.
func (f *fake) experiments(w http.ResponseWriter, _ object, _ *http.Request) {
	f.mu.Lock()
	all := f.tried
	f.mu.Unlock()
	reply(w, 200, object{"experiments": append([]object{}, all...)})
}

func (f *fake) try(all ...object) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.tried = all
}

func experiments(b *tab) {
	b.run(chromedp.Click("[aria-label='Tune Aria']"))
	b.until(`document.querySelectorAll("#tune-outcome tr").length === 9`)
	b.run(chromedp.Click("#experiments summary"))
	b.until(`!document.querySelector("#experiments-none").hidden`)
	b.run(chromedp.Click("#experiments summary"))
	b.until(`!document.querySelector("#experiments").open`)

	arm := func(side string, said int, welcome object) object {
		return object{"side": side, "channels": 20, "said": said, "welcome": welcome, "missed": 1, "asked": 30, "turns": 40, "tokens_in": 900, "tokens_out": 12, "usd": 0.25}
	}
	b.try(object{
		"name": "<calm>", "plan": "3ad77506", "familiar": "aria", "match": "web:*", "by": "channel", "begin": "2026-12-01", "end": "2026-12-15", "next": "2026-12-04",
		"measure": "welcome", "verdict": "go on", "knobs": []string{`chattiness.lull = "30s"`},
		"arms": []object{arm("a", 308, object{"is": .364, "low": .301, "high": .427}), arm("b", 0, nil)},
	}, object{"name": "another's", "familiar": "vesper"})
	b.run(chromedp.Click("#experiments summary"))
	b.until(`document.querySelectorAll(".experiment").length === 1 && document.querySelector("#experiments-none").hidden`)
	want(b, "the experiment", eval[[]string](b, `[...document.querySelectorAll(".experiment h3, .experiment p")].map((node) => node.textContent)`),
		"<calm>", `aria in web:*, from 2026-12-01 until 2026-12-15. In arm b chattiness.lull = "30s".`, "Verdict: go on. It looks next on 2026-12-04.")
	want(b, "its figures", eval[[]string](b, `[...document.querySelectorAll(".experiment tbody tr")].map((row) => [...row.children].map((c) => c.textContent).join(" | "))`),
		"channels | 20 | 20", "said unasked | 308 | 0", "welcome | 36.4 % (30.1 to 42.7) | –", "complaints | – | –",
		"questions to its judge | 30 | 30", "turns posted | 40 | 40", "tokens | 912 | 912", "dollars | 0.25 | 0.25")
	b.shot("experiments")
}
