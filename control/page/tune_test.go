package page

import (
	"encoding/json"
	"net/http"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"familiar/internal/await"
)

// knobs are some of Aria's; the window is none of the steps the page has.
func knobs(w http.ResponseWriter, _ object, _ *http.Request) {
	reply(w, 200, object{"knobs": []object{
		{"key": "chattiness.tier", "value": `"average"`, "from": "preset social"},
		{"key": "chattiness.lull", "value": `"10s"`, "from": "default"},
		{"key": "credit.window", "value": `"7m"`, "from": "a.toml:3"},
		{"key": "no.such", "value": "1", "from": "default"},
	}, "schedules": []object{{"name": "morning", "cron": "0 9 * * *", "zone": "Europe/Berlin", "overdue": "1h", "prompt": `<img src=x onerror="window.ran=1">`}}})
}

// preview answers by what is turned: a lull of zero is refused.
func preview(w http.ResponseWriter, body object, _ *http.Request) {
	set, _ := body["set"].([]any)
	for _, one := range set {
		if one == "chattiness.lull=1s" {
			reply(w, 400, object{"error": "these knobs can't be turned so: too soon"})
			return
		}
	}
	figures := object{"lines": 40, "calls": 4, "unknown": 0, "asked": 3, "wake_ups": 1.25, "delay_s": nil, "misses": 1, "needless_calls": nil, "cost_usd": 0.0123}
	turned := object{"lines": 40, "calls": 6, "unknown": 2, "asked": 9, "wake_ups": 3, "delay_s": .6, "misses": 0, "needless_calls": nil, "cost_usd": 0.0245}
	told := object{"from": 1795273735358, "until": 1795279735358, "cut": true, "figures": []object{figures, figures}, "differ": 0, "differences": []object{}, "unknown": []object{}}
	if len(set) > 0 {
		told["figures"], told["differ"] = []object{figures, turned}, 31
		for range 31 {
			told["differences"] = append(told["differences"].([]object), object{
				"at": 1795273735358, "line": "l1", "who": "<b>ana", "text": `<img src=x onerror="window.ran=1">`,
				"sides": []object{{"speaks": false, "sentence": "quiet: <i>"}, {"speaks": true, "sentence": "answered"}},
			})
		}
		told["unknown"] = []object{{"at": 1795273735358, "line": "l2", "who": "bo", "text": "hm", "trigger": "lull"}}
	}
	reply(w, 200, told)
}

func apply(w http.ResponseWriter, body object, _ *http.Request) {
	reply(w, 200, object{"file": "a.toml", "changes": "+ chattiness.lull = \"8s\"\n", "seen": "07", "done": body["seen"] == "07"})
}

// tune turns a knob by keys alone, and writes it.
func tune(b *tab) {
	b.run(chromedp.Focus(`[aria-label="Tune Aria"]`))
	b.keys(kb.Enter)
	b.until(`document.querySelectorAll("#tune .knob").length === 3 && document.querySelectorAll("#tune-outcome tr").length === 9`)
	want(b, "the window among the steps", eval[[]string](b, `[document.querySelector("#knob-credit-window").getAttribute("aria-valuetext")]`), "7m")
	if !eval[bool](b, `document.querySelector("#tune-look").disabled`) {
		b.Error("there is something to write before anything is turned")
	}
	b.run(chromedp.Focus("#knob-chattiness-lull"))
	b.keys(kb.ArrowLeft)
	b.until(`document.querySelectorAll("#tune-outcome .differences [data-speaks]").length === 30`)
	want(b, "what differs", eval[[]string](b, `[...document.querySelectorAll("#tune-outcome .differs")].map((row) => [...row.children].map((cell) => cell.textContent).join("|"))`),
		"would speak|4|6 to 8", "questions to its judge|3|9", "of them nobody asked then|0|2", "wake-ups an hour|1.3|3", "seconds until it speaks, half|–|0.6", "answered lines it would miss|1|0", "costs, about|$0.01|$0.02")
	want(b, "a difference", eval[[]string](b, `[...document.querySelector("#tune-outcome .differences li").children].map((part) => part.textContent).slice(2)`), "In force: quiet: <i>", "As turned: answered")
	if eval[bool](b, `window.ran === 1 || document.querySelector("#tune img") !== null`) {
		b.Error("a text was read as markup")
	}
	b.shot("tune-story")
	b.run(chromedp.Focus("#knob-chattiness-lull"))
	b.keys(kb.Home)
	b.until(`document.querySelector("#tune-note").textContent === "these knobs can't be turned so: too soon" && document.querySelector("#tune-outcome").childElementCount === 0`)
	b.keys(kb.End)
	b.until(`document.querySelector("#tune-note").hidden && document.querySelectorAll("#tune-outcome tr").length === 9`)
	schedules(b)
	b.run(chromedp.Click("#tune-look"))
	b.until(`document.querySelector("#tune-changes").textContent === "a.toml\n+ chattiness.lull = \"8s\"\n" && document.activeElement.id === "tune-write"`)
	b.keys(kb.Enter)
	b.until(`document.querySelector("#tune-note").textContent === "Written into a.toml, and in force from now on." && document.querySelector("#tune-busy").hidden`) // also after the replay that follows
	b.run(chromedp.Focus("#knob-chattiness-lull"))
	b.keys(kb.ArrowLeft)
	b.until(`document.querySelector("#tune-note").hidden`)
	b.keys(kb.Escape)
	b.until(`!document.querySelector("#tune").open`)
}

// schedules adds a schedule: it is tried once it is whole, and not once it is gone again.
func schedules(b *tab) {
	last := func() any { return b.last(b.T, "POST", "/v1/familiars/aria/preview").body["schedules"] }
	if eval[bool](b, `document.querySelector(".schedule textarea").value !== '<img src=x onerror="window.ran=1">' || document.querySelectorAll(".schedule").length !== 1`) {
		b.Error("the schedule in force isn't shown")
	}
	b.run(chromedp.Focus(".schedules-all > button"))
	b.keys(kb.Enter)
	b.until(`document.activeElement === document.querySelector(".schedule:last-child [data-key=name]") && document.querySelector("#tune-look").disabled`)
	b.run(chromedp.SendKeys(".schedule:last-child [data-key=name]", "alone"))
	b.run(chromedp.SetValue(".schedule:last-child select", "silence"), chromedp.Evaluate(`document.querySelector(".schedule:last-child select").dispatchEvent(new Event("change"))`, nil))
	b.until(`document.querySelector(".schedule:last-child [data-key=silence]").value === "24h" && document.querySelector(".schedule:last-child [data-key=name]").value === "alone"`)
	b.run(chromedp.SendKeys(".schedule:last-child textarea", "Say something."+kb.Tab))
	b.until(`!document.querySelector("#tune-look").disabled`)
	await.Until(b, "the schedule to be tried", func() bool {
		told, err := json.Marshal(last())
		return err == nil && string(told) == `[{"cron":"0 9 * * *","name":"morning","overdue":"1h","prompt":"\u003cimg src=x onerror=\"window.ran=1\"\u003e","zone":"Europe/Berlin"},{"name":"alone","overdue":"1h","prompt":"Say something.","silence":"24h"}]`
	})
	b.shot("schedules")
	b.run(chromedp.Click(".schedule:last-child > button"))
	await.Until(b, "the old ones to be tried", func() bool { return last() == nil })
}

// tunePhone: knobs and what comes of them stand below each other on a phone.
func tunePhone(b *tab) {
	b.run(chromedp.Evaluate(`document.querySelector("[data-familiar=aria] [aria-label='Tune Aria']").click()`, nil))
	b.until(`document.querySelectorAll("#tune-outcome tr").length === 9`)
	b.shot("tune-phone")
	if eval[bool](b, `[...document.querySelectorAll("#tune, .tune-inside, #tune-knobs, #tune-outcome")].some((node) => node.scrollWidth > node.clientWidth + 1)`) {
		b.Error("it scrolls sideways")
	}
}
