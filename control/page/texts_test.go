package page

import (
	"encoding/json"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"golang.org/x/net/html"
)

// texts are the page's own, in English, and whether they depend on a number.
func texts(t *testing.T) map[string]bool {
	t.Helper()
	all := map[string]bool{}
	one := regexp.MustCompile(`\bt\("((?:[^"\\]|\\.)*)"`)
	many := regexp.MustCompile(`\btn\("(?:[^"\\]|\\.)*", "((?:[^"\\]|\\.)*)"`)
	translated := regexp.MustCompile(`\btn?\("(?:[^"\\]|\\.)*"(?:, "(?:[^"\\]|\\.)*")?`)
	bare := regexp.MustCompile("[\"`][A-Z][a-z']+ [a-z]+[^\"`]*[\"`]|[\"`][A-Z][a-z]+(?: [a-z]+)*[.…?][\"`]")
	names, err := filepath.Glob("files/*.js")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		body := string(read(t, name))
		for _, found := range one.FindAllStringSubmatch(body, -1) {
			all[found[1]] = false
		}
		for _, found := range many.FindAllStringSubmatch(body, -1) {
			all[found[1]] = true
		}
		for line := range strings.Lines(body) {
			code, _, _ := strings.Cut(line, " // ")
			if found := bare.FindString(translated.ReplaceAllString(code, "")); found != "" && !strings.HasPrefix(code, "//") {
				t.Errorf("%s: %s is a text in English only", name, found)
			}
		}
	}
	for _, found := range inDocument(t) {
		all[found] = false
	}
	return all
}

// names are no texts: they are the same everywhere.
var names = []string{"familiar", "garden/moths", "Discord", "Slack", "Feishu", "Telegram", "Matrix", "OneBot", "IRC"}

// inDocument returns what is said in index.html itself.
func inDocument(t *testing.T) (said []string) {
	t.Helper()
	page, err := html.Parse(strings.NewReader(string(read(t, "files/index.html"))))
	if err != nil {
		t.Fatal(err)
	}
	letters := regexp.MustCompile(`[A-Za-z]{2}`)
	take := func(text string) {
		if text = strings.TrimSpace(text); letters.MatchString(text) && !slices.Contains(names, text) {
			said = append(said, text)
		}
	}
	for node := range page.Descendants() {
		switch node.Type {
		case html.TextNode:
			if node.Parent.Data == "noscript" {
				take(strings.TrimSuffix(strings.TrimPrefix(node.Data, `<p class="noscript">`), "</p>"))
			} else {
				take(node.Data)
			}
		case html.ElementNode:
			for _, a := range node.Attr {
				if slices.Contains([]string{"aria-label", "placeholder", "title", "alt", "data-dark", "data-light"}, a.Key) {
					take(a.Val)
				}
			}
		}
	}
	return said
}

func read(t *testing.T, name string) []byte {
	t.Helper()
	body, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return body
}

// places are where a text has values.
var places = regexp.MustCompile(`\{\w+\}`)

// TestEveryTextHasSixLanguages: nothing is missing in any, nothing is left over, a
// translation has the values of the English text, and one that depends on a number has
// the forms of its language.
func TestEveryTextHasSixLanguages(t *testing.T) {
	want := texts(t)
	for _, name := range names {
		delete(want, name)
	}
	for code, forms := range map[string][]string{"de": {"one", "other"}, "es": {"one", "other"}, "fr": {"one", "other"}, "ja": nil, "zh": nil} {
		var given map[string]any
		if err := json.Unmarshal(read(t, path.Join("files/texts", code+".json")), &given); err != nil {
			t.Fatal(err)
		}
		for text := range given {
			if _, used := want[text]; !used {
				t.Errorf("%s: nothing says %q", code, text)
			}
		}
		for text, counted := range want {
			said := map[string]string{}
			switch g := given[text].(type) {
			case nil:
				t.Errorf("%s: no text for %q", code, text)
				continue
			case string:
				said[""] = g
				if counted && forms != nil {
					t.Errorf("%s: %q depends on a number and has one form", code, text)
				}
			case map[string]any:
				for form, words := range g {
					said[form], _ = words.(string)
				}
				if got := slices.Sorted(maps.Keys(said)); !counted || !slices.Equal(got, forms) {
					t.Errorf("%s: %q has the forms %q, want %q", code, text, got, forms)
				}
			}
			for form, words := range said {
				got, wanted := sorted(places.FindAllString(words, -1)), sorted(places.FindAllString(text, -1))
				if form == "one" && !slices.Contains(got, "{n}") {
					wanted = slices.DeleteFunc(wanted, func(p string) bool { return p == "{n}" }) // "one line"
				}
				if words == "" || !slices.Equal(got, wanted) {
					t.Errorf("%s: %q of %q has the values %q, want %q", code, words, text, got, wanted)
				}
			}
		}
	}
}

func sorted(all []string) []string {
	slices.Sort(all)
	return slices.Compact(all)
}

// languages is a page in German, then in Japanese, on a phone: it says nothing in
// English, knows plurals, and fits. The choice is kept.
func languages(b *tab) {
	english := slices.Collect(maps.Keys(texts(b.T)))
	for _, tt := range []struct{ code, wakes, channels, kept string }{
		{"de", "Wecken", "3 Kanäle", "Aria hat gesprochen; Vesper hat geschwiegen"},
		{"ja", "起こす", "3 チャンネル", "Aria 話した; Vesper 黙っていた"},
	} {
		b.stand(standing(well(), object{"kind": "away", "of": "vesper", "says": "The account vesper has no connection to irc.", "do": "It tries again by itself."}))
		b.mu.Lock()
		b.crowd = 3
		b.mu.Unlock()
		choose := chromedp.Evaluate(`(() => { const box = document.querySelector("#language"); box.value = "`+tt.code+`"; box.dispatchEvent(new Event("change")); })()`, nil)
		if _, err := chromedp.RunResponse(b.ctx, choose); err != nil { // the page is loaded again
			b.Fatal(err)
		}
		b.until(`document.documentElement.lang === "` + tt.code + `" && document.querySelectorAll(".line").length === 4 && document.querySelectorAll(".found").length === 3`)
		want(b, "the first mark", eval[[]string](b, `[document.querySelector(".decided").title]`), tt.kept)
		want(b, "the channels", eval[[]string](b, `[document.querySelector("#found-count").textContent]`), tt.channels)
		want(b, "what wakes", eval[[]string](b, `[document.querySelector(".seat-buttons button").textContent]`), tt.wakes)
		for _, show := range []struct{ what, do, shown, leave string }{
			{"channels", `document.querySelector("[data-pane=channels]:not(.app)").click()`, `document.querySelector("#finder").checkVisibility()`, ``},
			{"familiars", `document.querySelector("[data-pane=familiars]:not(.app)").click()`, `document.querySelector(".seat").checkVisibility()`, ``},
			{"Tune", `document.dispatchEvent(new CustomEvent("tune", { detail: { member: { familiar: "aria", name: "Aria" }, room: { channel: "garden", thread: "" } } }))`, `document.querySelectorAll("#tune-outcome tr").length === 9`, `document.querySelector("#tune").close()`},
			{"why", `document.querySelector(".decided").click()`, `document.querySelectorAll(".why").length === 2`, `document.querySelector("#details button").click()`},
			{"home", `location.hash = "#home"`, `document.querySelectorAll(".card").length === 5`, ``},
		} {
			b.run(chromedp.Evaluate(show.do, nil))
			b.until(show.shown)
			if wide := eval[int](b, `document.documentElement.scrollWidth`); wide > 360 {
				b.Errorf("%s in %s is %d px wide", show.what, tt.code, wide)
			}
			b.shot("language-" + tt.code + "-" + show.what)
			if show.leave != "" {
				b.run(chromedp.Evaluate(show.leave, nil))
			}
		}
		for _, width := range []int64{360, 800, 1280} {
			b.run(chromedp.EmulateViewport(width, 800))
			if broken := eval[[]string](b, `[...document.querySelectorAll(".side > .side-head :is(h1, h2)")].filter((title) => title.getBoundingClientRect().height > 40).map((title) => title.textContent)`); len(broken) > 0 {
				b.Errorf("%s, %d px wide: the titles %q are broken into lines", tt.code, width, broken)
			}
		}
		b.run(chromedp.EmulateViewport(360, 800))
		var same map[string]any
		if err := json.Unmarshal(read(b.T, "files/texts/"+tt.code+".json"), &same); err != nil {
			b.Fatal(err)
		}
		shown := eval[[]string](b, `(() => {
			const said = [...document.querySelectorAll("[aria-label], [placeholder]")].flatMap((node) => [node.getAttribute("aria-label"), node.getAttribute("placeholder")]);
			const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
			while (walker.nextNode()) if (!walker.currentNode.parentNode.closest(".knob")) said.push(walker.currentNode.data.trim()); // settings are called as in the file
			return said.filter(Boolean);
		})()`)
		for _, text := range shown {
			if slices.Contains(english, text) && same[text] != text && !slices.Contains(names, text) {
				b.Errorf("%s: the page says %q", tt.code, text)
			}
		}
		b.run(chromedp.Evaluate(`location.hash = "#channel=garden"`, nil))
		b.until(`document.querySelectorAll(".line").length === 4`)
	}
}
