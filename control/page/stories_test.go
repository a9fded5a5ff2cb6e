package page

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/heapprofiler"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"familiar/internal/browser"
	"familiar/llm/offline"
)

// TestStories drives the page as people do.
func TestStories(t *testing.T) {
	in := browser.Start(t)
	browser.Run(in, t) // so that each story is a tab of this one
	for _, tt := range []struct {
		story string
		tell  func(*tab)
		width int64
	}{
		{"a conversation appears with its decisions", conversation, 1280},
		{"script in a name and a text is shown, not run", script, 1280},
		{"what a stand-in says is marked, and nobody else's words", marks, 1280},
		{"ana speaks, then zed the bot", speaking, 1280},
		{"a reply, an edit and a removal by keys alone", keyboard, 1280},
		{"a line the server refuses is kept and sent again", refused, 1280},
		{"a broken stream comes back where it was", reconnect, 1280},
		{"of ten thousand lines the newest are in the document", flood, 1280},
		{"older lines come as one scrolls back, and the page doesn't grow", scrollBack, 1280},
		{"a familiar whose model fails is named, until it answers", ailing, 1280},
		{"the actors are seen while somebody looks, by keys alone", actors, 1280},
		{"experiments stand where the knobs are", experiments, 1280},
		{"of thousands of actors fifty of a kind are shown", crowd, 1280},
		{"script in an actor's names is shown, not run", actorAttacks, 1280},
		{"a token that may not see the actors is told so once", narrow, 1280},
		{"a look at the actors that fails says so until the next", staleActors, 1280},
		{"the actors fit a phone", actorsPhone, 360},
		{"where the time of a turn went is seen from the list and from a decision", turns, 1280},
		{"what people had it do is seen, filtered and further back", deeds, 1280},
		{"the steps of a turn fit a phone", turnsPhone, 360},
		{"ten thousand channels are found by the rows in sight, and one of Discord is read", finder, 1280},
		{"home says how everything stands, and a model that dies is seen at once", home, 1280},
		{"home fits a phone", homePhone, 360},
		{"a token that may not see home gets its first channel", homeless, 1280},
		{"a knob is turned, tried and written by keys alone", tune, 1280},
		{"knobs fit a phone", tunePhone, 360},
		{"a familiar is steered, and a person forgotten, by keys alone", steer, 1280},
		{"a process is drained by keys alone, and takes its share again", draining, 1280},
		{"what was given up is looked for, said again and let go", sortLetters, 1280},
		{"channels are held and released on a phone", keep, 360},
		{"a channel's readers and keeping are told", known, 1280},
		{"hints are shown until they are put away", tips, 1280},
		{"an experiment begins with what is turned", plan, 1280},
		{"an empty channel is called empty once that is known", emptiness, 1280},
		{"keys alone lead through finder, home, a channel and an opened decision", walk, 1280},
		{"zoomed to 200 % or on a small phone nothing is cut off", narrowly, 1280},
		{"axe-core finds nothing serious, light or dark", judged, 1280},
		{"a phone shows one pane at a time and never scrolls sideways", phone, 360},
		{"the page speaks German and Japanese, and fits a phone", languages, 360},
		{"dark text stands out from its ground", dark, 1280},
		{"an event stream is read the same in whatever pieces it comes", pieces, 1280},
		{"a mark says what a line has come to so far", outcomes, 1280},
		{"without a good token the page asks for one", door, 1280},
	} {
		t.Run(tt.story, func(t *testing.T) { tt.tell(open(t, in, tt.width, 800)) })
	}
}

func conversation(b *tab) {
	want(b, "the marks", eval[[]string](b, `[...document.querySelectorAll(".decided")].map((mark) => mark.getAttribute("aria-label"))`),
		"Decisions: Aria spoke; Vesper kept quiet", "Decisions: Vesper kept quiet", "Decisions: Aria and Vesper kept quiet", "Decisions: Aria is waiting; Vesper kept quiet")
	b.until(`document.querySelector(".quote").textContent.startsWith("bob: Good evening.")`)
	b.until(`document.querySelector(".thought").textContent.includes("no: bob and cleo")`)
	b.until(`/^lull in \d+ s$/.test(document.querySelector("[data-familiar=aria] .state").textContent)`)
	first := eval[string](b, `document.querySelector("[data-familiar=aria] .state").textContent`)
	b.until(`document.querySelector("[data-familiar=aria] .state").textContent !== "` + first + `"`) // it counts down
	if hash := eval[string](b, `location.hash`); hash != "#channel=garden" {
		b.Errorf("address: got %q, want the channel and no token", hash)
	}
	b.shot("light")
	b.run(chromedp.Click(`.decided`))
	b.until(`document.activeElement.id === "details" && document.querySelector(".sentence")?.textContent === "Answered: the line mentions Aria"`)
	want(b, "why", eval[[]string](b, `[...document.querySelectorAll(".why > summary, .why[open] .flips li, .why[open] > .why-facts")].map((part) => part.textContent)`),
		"Aria spoke", "the line had not mentioned Aria", "What it saw it mentions Aria · it is a question", "Vesper kept quiet")
	b.shot("details")
	b.keys(kb.Escape)
	b.until(`document.querySelector("#details").hidden && document.activeElement.className === "decided"`)
	b.run(chromedp.Click(`[data-familiar=vesper] button:nth-child(2)`))
	b.until(`document.querySelector("#live").textContent === "quiet: told"`)
	if got := b.last(b.T, "POST", "/v1/channels/garden/commands").body; got["command"] != "quiet" || got["familiar"] != "vesper" {
		b.Errorf("command: got %v", got)
	}
}

func emptiness(b *tab) {
	tell := sync.OnceFunc(func() { close(b.shy) })
	defer tell() // or the server waits for its answer
	b.run(chromedp.Evaluate(`location.hash = "#channel=kitchen"`, nil))
	b.until(`document.querySelector("#title").textContent === "kitchen"`)
	if got := eval[string](b, `document.querySelector("#subtitle").textContent + document.querySelector("#seats").innerText`); got != "" {
		b.Errorf("before anybody said who listens the page says %q", got)
	}
	tell()
	b.until(`document.querySelector("#seats").innerText.startsWith("No familiar listens here: a rule") && document.querySelector("#subtitle").textContent === "0 familiars listen"`)
}

func ailing(b *tab) {
	b.until(`document.querySelector("#ailing").hidden`)
	evil := `<img src=x>`
	b.send("models", object{"ailing": []object{
		{"familiar": "aria", "name": "Aria", "judge": false, "model": "writer", "reason": "key was not accepted", "since": time.Now().UnixMilli()},
		{"familiar": "vesper", "name": evil, "judge": true, "model": "small", "reason": evil, "since": time.Now().UnixMilli()},
	}})
	b.until(`!document.querySelector("#ailing").hidden && document.querySelectorAll("#ailing li").length === 2`)
	b.until(`/^Aria can't think: the model writer has not been called since \d+:\d+( [AP]M)? \(key was not accepted\)\.$/.test(document.querySelector("#ailing li").textContent)`)
	b.until(`document.querySelector("#ailing [data-familiar=vesper]").textContent.startsWith("<img src=x> can't be told whether to speak unasked: the model small ")`)
	b.shot("ailing")
	b.send("models", object{"ailing": []object{{"familiar": "aria", "name": "Aria", "model": "writer", "reason": "key was not accepted", "since": 1, "spare": "second"}}})
	b.until(`document.querySelector("#ailing li").textContent.startsWith("Aria answers by the model second: the model writer has not been called since ")`)
	b.send("models", object{"ailing": []object{}})
	b.until(`document.querySelector("#ailing").hidden`)
}

func script(b *tab) {
	evil := `<img src=x onerror="window.ran=1"><script>window.ran=1</script>`
	l := line("evil", evil, evil)
	b.send("line", l)
	b.send("decision", decision("aria", "evil", "observe", evil, object{"reason": evil}))
	b.send("decision", decision(evil, "", "settled", evil, object{"name": evil, "reason": evil}))
	b.until(`document.querySelectorAll(".line").length === 5 && document.querySelectorAll(".thought").length === 2`)
	for _, where := range []string{".name", ".text", ".thought"} {
		if got := eval[string](b, `[...document.querySelectorAll(".item `+where+`")].at(-1).textContent`); len(got) < len(evil) {
			b.Errorf("%s: got %q, want it as written", where, got)
		}
	}
	b.run(chromedp.Evaluate(`[...document.querySelectorAll(".thought")].at(-1).click()`, nil))
	b.until(`document.querySelector("#details dd")?.textContent.includes("img")`)
	b.run(chromedp.Evaluate(`[...document.querySelectorAll(".decided")].at(-1).click()`, nil))
	b.until(`document.querySelector("#details .sentence")`)
	if eval[bool](b, `window.ran === 1 || document.querySelector("#lines img, #details img, #lines script") !== null`) {
		b.Error("somebody's text became markup")
	}
}

func marks(b *tab) {
	for i, text := range []string{offline.Scripted + "minus three", offline.Scripted + "or four", offline.Prefix + "I heard you", "a model's words"} {
		l := line(fmt.Sprintf("mark%d", i), "aria", text)
		l["familiar"] = "aria"
		b.send("line", l)
	}
	b.send("line", line("person", "bob", offline.Scripted+"bob says"))
	b.until(`document.querySelector(".item:last-child .text")?.textContent === "(scripted) bob says"`)
	const shown = `[...document.querySelectorAll(".item")].slice(-5).map((i) => (i.querySelector(".continued") ? "+" : "") + (i.querySelector(".mark")?.textContent ?? "") + ": " + i.querySelector(".text").textContent).join("\n")`
	if got, want := eval[string](b, shown), "scripted: minus three\n+scripted: or four\noffline: I heard you\n: a model's words\n: (scripted) bob says"; got != want {
		b.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func speaking(b *tab) {
	b.run(chromedp.Focus("#box"))
	b.keys("Hello @Ar")
	b.until(`!document.querySelector("#complete").hidden`)
	b.keys(kb.Tab + "and all")
	b.press("Enter")
	b.until(`document.querySelectorAll(".line").length === 5 && !document.querySelector(".sending")`)
	got := b.last(b.T, "POST", "/v1/channels/garden/lines").body
	if got["text"] != "Hello @Aria and all" || got["author"].(object)["id"] != "ana" || got["mentions"].([]any)[0] != "aria" {
		b.Errorf("Ana's line: got %v", got)
	}
	b.last(b.T, "POST", "/v1/channels/garden/typing")
	b.run(chromedp.Evaluate(`(() => { const s = document.querySelector("#speaker"); s.value = s.lastElementChild.value; s.dispatchEvent(new Event("change")); })()`, nil))
	b.until(`document.activeElement.id === "person-name"`)
	b.keys("Zed" + kb.Tab + " " + kb.Enter)
	b.until(`document.activeElement.id === "box"`)
	b.keys("beep")
	b.press("Enter")
	b.until(`document.querySelectorAll(".line").length === 6 && !document.querySelector(".sending")`)
	got = b.last(b.T, "POST", "/v1/channels/garden/lines").body
	if author := got["author"].(object); got["text"] != "beep" || author["id"] != "zed" || author["name"] != "Zed" || author["bot"] != true {
		b.Errorf("Zed's line: got %v", got)
	}
}

func keyboard(b *tab) {
	b.run(chromedp.Focus("#box"))
	b.keys(kb.ArrowUp) // nothing of ours yet: into the talk
	b.until(`document.activeElement.matches(".thought-item")`)
	b.keys(kb.ArrowUp)
	b.press("r")
	b.until(`document.querySelector("#answering-text").textContent.startsWith("Replying to cleo")`)
	b.keys("I do")
	b.press("Enter")
	b.until(`document.querySelectorAll(".line").length === 5 && !document.querySelector(".sending")`)
	if got := b.last(b.T, "POST", "/v1/channels/garden/lines").body["reply_to"].(object); got["id"] != "l3" || got["author"] != "cleo" {
		b.Errorf("reply: got %v", got)
	}
	b.keys(kb.ArrowUp)
	b.until(`document.querySelector("#box").value === "I do"`)
	b.keys(" too")
	b.press("Enter")
	b.until(`document.querySelector(".item:last-child .text").textContent === "I do too (edited)"`)
	b.keys(kb.Tab)
	b.run(chromedp.Focus(".item:last-child"))
	b.press("m")
	b.keys(kb.ArrowDown + kb.ArrowDown + kb.Enter)
	b.until(`document.querySelector(".item:last-child .text").textContent === "deleted"`)
}

func refused(b *tab) {
	b.refuse("no account is listening now")
	b.run(chromedp.Focus("#box"))
	b.keys("hello")
	b.press("Enter")
	b.until(`document.querySelector(".failed")?.textContent.includes("no account is listening now")`)
	first := b.last(b.T, "POST", "/v1/channels/garden/lines").body["id"]
	b.refuse("")
	b.run(chromedp.Click(".failed button"))
	b.until(`!document.querySelector(".failed, .sending")`)
	if again := b.last(b.T, "POST", "/v1/channels/garden/lines").body["id"]; again != first {
		b.Errorf("sent again as %v, want %v: the server would hear it twice", again, first)
	}
}

func reconnect(b *tab) {
	b.cut()
	b.until(`!document.querySelector("#banner").hidden && document.querySelector("#banner-text").textContent.includes("lost")`)
	b.shot("banner")
	b.send("line", line("l4", "bob", "Are you still there?"))
	b.reopen()
	b.run(chromedp.Evaluate(`document.querySelector("#banner-retry").click()`, nil))
	b.until(`document.querySelector("#banner").hidden && document.querySelector(".item:last-child .text")?.textContent === "Are you still there?"`)
	if got := eval[int](b, `document.querySelectorAll(".line").length`); got != 5 {
		b.Errorf("got %d lines, want 5: none twice", got)
	}
	if got := b.last(b.T, "GET", "/v1/channels/garden/events").after; got != "14.0" {
		b.Errorf("resumed after %q, want 14.0", got)
	}
}

func flood(b *tab) {
	b.mu.Lock()
	for n := range 10_000 {
		b.events = append(b.events, flooding(n)...)
	}
	b.mu.Unlock()
	b.send("line", line("end", "bob", "the end"))
	b.until(`document.querySelector(".item:last-child .text")?.textContent === "the end"`)
	if got := eval[int](b, `document.querySelectorAll(".item").length`); got != 240 {
		b.Errorf("got %d items in the document, want 240", got)
	}
	b.until(`(talk => talk.scrollTop + talk.clientHeight > talk.scrollHeight - 80)(document.querySelector("#scroll"))`) // a frame later
	b.small()
}

// small checks what the page has in memory: of script, and how much there is in the
// document.
func (b *tab) small() {
	b.Helper()
	const most = 30 << 20
	var used, embedder, backing float64
	b.run(heapprofiler.CollectGarbage(), chromedp.ActionFunc(func(ctx context.Context) (err error) {
		used, _, embedder, backing, err = runtime.GetHeapUsage().Do(ctx)
		return err
	}))
	nodes := eval[int](b, `document.querySelectorAll("*").length`)
	b.Logf("%.1f MB and %d elements", (used+embedder+backing)/1e6, nodes)
	if used+embedder+backing > most || nodes > 6_000 {
		b.Errorf("%.1f MB and %d elements, want at most 31 MB and 6,000", (used+embedder+backing)/1e6, nodes)
	}
}

func phone(b *tab) {
	b.shot("phone")
	for _, pane := range []string{"channels", "familiars", "talk"} {
		b.run(chromedp.Click(`.tabs [data-pane=` + pane + `]`))
		if got := eval[int](b, `document.documentElement.scrollWidth`); got > 360 {
			b.Errorf("%s is %d px wide, want 360", pane, got)
		}
		b.shot("phone-" + pane)
	}
}

func dark(b *tab) {
	b.run(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}, {Name: "prefers-reduced-motion", Value: "reduce"}}))
	b.shot("dark")
	for _, where := range []string{".text", ".name", ".thought", ".state", ".line time"} {
		if got := eval[float64](b, `(`+contrast+`)("`+where+`")`); got < 4.5 {
			b.Errorf("contrast of %s: got %.2f, want 4.5", where, got)
		}
	}
	b.run(chromedp.Click("#theme"))
	b.until(`document.documentElement.dataset.theme === "light" && getComputedStyle(document.documentElement).colorScheme === "light"`)
}

// contrast is WCAG 2.2's ratio (section "contrast ratio") of an element's text
// to the page's ground; the canvas turns any notation into sRGB.
const contrast = `(where) => {
	const pen = document.createElement("canvas").getContext("2d");
	const light = (colour) => {
		pen.fillStyle = colour;
		pen.fillRect(0, 0, 1, 1);
		const [r, g, b] = [...pen.getImageData(0, 0, 1, 1).data].map((v) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4));
		return 0.2126 * r + 0.7152 * g + 0.0722 * b;
	};
	const text = light(getComputedStyle(document.querySelector(where)).color);
	const ground = light(getComputedStyle(document.documentElement).backgroundColor);
	return (Math.max(text, ground) + 0.05) / (Math.min(text, ground) + 0.05);
}`

func door(b *tab) {
	b.run(chromedp.Navigate("about:blank"), chromedp.Navigate(b.URL+"/#token=wrong"))
	b.until(`document.querySelector("#door-error")?.textContent.includes("not valid")`)
	b.shot("door")
	b.keys(b.URL + "/#token=" + secret + kb.Enter)
	b.until(`document.querySelectorAll(".line").length === 4`)
}

// pieces cuts one stream, with every kind of line end, at every place.
func pieces(b *tab) {
	b.run(chromedp.Evaluate(`import("/files/sse.js").then(({ Parser }) => {
		const whole = ": beat\r\nid: 7.1\r\nevent: line\r\ndata: a\ndata:  b\r\rdata\n\nevent: lost\n\nid: 8.2\ndata: 🦊\n\n";
		const want = JSON.stringify([{ name: "line", text: "a\n b", id: "7.1" }, { name: "message", text: "", id: "7.1" }, { name: "message", text: "🦊", id: "8.2" }]);
		window.wrong = [];
		for (let cut = 0; cut <= whole.length; cut++) {
			const parser = new Parser();
			const got = JSON.stringify([...parser.push(whole.slice(0, cut)), ...parser.push(whole.slice(cut))]);
			if (got !== want || parser.id !== "8.2") window.wrong.push(cut + ": " + got);
		}
	})`, nil))
	b.until(`window.wrong`)
	if got := eval[[]string](b, `window.wrong`); len(got) > 0 {
		b.Errorf("cut at %v", got)
	}
}
