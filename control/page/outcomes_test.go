package page

import (
	"encoding/json"
	"fmt"

	"github.com/chromedp/chromedp"
)

// outcomes tells decisions one after the other, and what lines have come to after each.
func outcomes(b *tab) {
	at := 0
	note := func(line, act, rung, verdict string) object {
		at++
		return object{"familiar": "aria", "name": "Aria", "line": line, "at": at, "act": act, "rung": rung, "verdict": verdict, "n": at, "trigger": "", "reason": ""}
	}
	for _, tt := range []struct {
		story string
		told  []object
		want  string
	}{
		{"observed", []object{note("a", "observe", "aside", "quiet")}, "a quiet"},
		{"waiting until its judge says no", []object{note("a", "wait", "rest", "open"), note("", "settled", "judge", "quiet")}, "a waiting, a quiet"},
		{"waiting on while another has the floor", []object{note("a", "ask", "sticky", "open"), note("", "wait", "floor", "open")}, "a waiting, a waiting"},
		{"its judge says yes, and it speaks; what waited is told along", []object{
			note("a", "wait", "rest", "open"), note("b", "ask", "sticky", "open"), note("", "settled", "judge", "answered"), note("b", "settled", "spoke", "answered"),
		}, "a waiting, a waiting b waiting, a waiting b waiting, a quiet b spoke"},
		{"a line that is to be answered waits for no question", []object{
			note("a", "engage", "mention", "answered"), note("", "settled", "unlikely", "quiet"), note("a", "settled", "spoke", "answered"),
		}, "a waiting, a waiting, a spoke"},
		{"a judge of another line says nothing of this one", []object{
			note("a", "ask", "rest", "open"), note("b", "ask", "rest", "open"), note("b", "settled", "judge", "quiet"),
		}, "a waiting, a waiting b waiting, a waiting b quiet"},
		{"its agent says nothing", []object{note("a", "engage", "mention", "answered"), note("a", "settled", "silence", "quiet")}, "a waiting, a quiet"},
		{"what tells more of a turn changes nothing", []object{note("a", "engage", "mention", "answered"), note("a", "settled", "spoke", "answered"), note("a", "settled", "spare", "answered")}, "a waiting, a spoke, a spoke"},
		{"a copy that was dropped is nobody's", []object{{"familiar": "", "line": "a", "at": 1, "act": "settled", "rung": "duplicate", "verdict": "quiet"}}, ""},
	} {
		told, err := json.Marshal(tt.told)
		if err != nil {
			b.Fatal(err)
		}
		b.run(chromedp.Evaluate(fmt.Sprintf(`window.got = null; import("/files/outcomes.js").then(({ Outcomes }) => {
			const outcomes = new Outcomes();
			window.got = %s.map((d) => {
				outcomes.add(d);
				return ["a", "b"].flatMap((line) => outcomes.of(line).map(({ came }) => line + " " + came)).join(" ");
			}).join(", ");
		})`, told), nil))
		b.until(`window.got !== null`)
		want(b, tt.story, eval[[]string](b, `[window.got]`), tt.want)
	}
}
