package report

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"familiar/lab/label"
	"familiar/lab/replay"
)

// TestLabelsInABrowser: what is pressed is kept over a reload, and leaves the
// page in the form that is read elsewhere.
func TestLabelsInABrowser(t *testing.T) {
	b := browse(t, sampled(t, one("social", replay.Oracle)), 1400)
	const first = `document.querySelector(".decision-list .label [data-good=false]")`
	b.until(first + ` !== null && document.querySelector("#save").hidden`)
	b.run(chromedp.Evaluate(first+`.click()`, nil))
	b.until(`document.querySelector("#save").textContent === "Save 1 label"`)
	b.shot("report-labels")
	b.run(chromedp.Reload())
	b.until(first + ` !== null && ` + first + `.ariaPressed === "true"`)
	b.run(chromedp.Evaluate(`URL.createObjectURL = (blob) => { blob.text().then((text) => { window.saved = text; }); return "#"; }; document.querySelector("#save").click()`, nil))
	b.until(`window.saved !== undefined`)
	labels, err := label.Read(strings.NewReader(eval[string](b, `window.saved`)))
	if err != nil || len(labels) != 1 || labels[0].Good || labels[0].By != "page" || labels[0].At.IsZero() {
		t.Errorf("the page saves %+v, %v", labels, err)
	}
	b.run(chromedp.Evaluate(first+`.click()`, nil)) // taken back
	b.until(`document.querySelector("#save").hidden`)
	b.done()
}
