package main

import (
	"bytes"
	"flag"
	"fmt"
	"image/png"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"familiar/internal/cast"
)

var pictures = flag.Bool("pictures", false, "make the README's pictures anew: docs/demo.cast, docs/demo.svg and docs/page*.png")

// Where they are, and what each may take, in bytes.
const (
	castFile    = "../../docs/demo.cast"
	drawnFile   = "../../docs/demo.svg"
	mostPicture = 300 << 10
)

// TestPictures: the pictures are there and small, the drawing is of the recording,
// the recording is of the scene that the README tells, and the README shows them.
func TestPictures(t *testing.T) {
	if *pictures {
		makePictures(t)
	}
	readme := string(read(t, "../../README.md"))
	shown := []string{castFile, drawnFile}
	for _, l := range looks {
		shown = append(shown, l.file)
	}
	for _, file := range shown {
		if at := len(read(t, file)); at == 0 || at > mostPicture {
			t.Errorf("%s takes %d bytes, want 1 to %d", file, at, mostPicture)
		}
		if name := strings.TrimPrefix(file, "../../"); !strings.Contains(readme, "("+name+")") {
			t.Errorf("the README doesn't show %s", name)
		}
	}
	recorded, err := cast.Read(bytes.NewReader(read(t, castFile)))
	if err != nil {
		t.Fatal(err)
	}
	drawn, err := recorded.Draw()
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(drawn, read(t, drawnFile)) {
		t.Errorf("%s isn't drawn of %s: go test ./cmd/familiar -run TestPictures -pictures", drawnFile, castFile)
	}
	wantScene(t, recorded, "engage (mention)", "minus three, the night of the ninth", "that was for Bram, and a joke", "one made it", "A bot that only answers mentions")
	for _, l := range looks {
		if got, err := png.DecodeConfig(bytes.NewReader(read(t, l.file))); err != nil || got.Width != int(l.width) || got.Height != int(l.height) {
			t.Errorf("%s is %+v, %v", l.file, got, err)
		}
	}
}

// TestPicturesAreMade makes them of a demo in a hurry, so that they can be made
// anew when somebody wants that.
func TestPicturesAreMade(t *testing.T) {
	t.Parallel()
	recorded := recordDemo(t, "--speed", "20", "--for", "4s")
	wantScene(t, recorded, "http://127.0.0.1:7077/#token=…", "12:00:00", "engage (mention)", "minus three", "A bot that only answers mentions")
	if drawn, err := recorded.Draw(); err != nil || len(drawn) > mostPicture {
		t.Errorf("the drawing has %d bytes, %v", len(drawn), err)
	}
	for file, picture := range shootPage(t, "--speed", "20") {
		if len(picture) == 0 || len(picture) > mostPicture {
			t.Errorf("%s would have %d bytes, want 1 to %d", file, len(picture), mostPicture)
		}
	}
}

func makePictures(t *testing.T) {
	recorded := recordDemo(t, "--for", "26s")
	var file bytes.Buffer
	if err := recorded.Write(&file); err != nil {
		t.Fatal(err)
	}
	recorded, err := cast.Read(bytes.NewReader(file.Bytes())) // with its moments as the file has them
	if err != nil {
		t.Fatal(err)
	}
	drawn, err := recorded.Draw()
	if err != nil {
		t.Fatal(err)
	}
	all := shootPage(t)
	all[castFile], all[drawnFile] = file.Bytes(), drawn
	for name, text := range all {
		if err := os.WriteFile(name, text, 0o644); err != nil { //nolint:gosec // it is published
			t.Fatal(err)
		}
	}
}

func read(t *testing.T, file string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.FromSlash(file))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func wantScene(t *testing.T, recorded cast.Cast, wants ...string) {
	t.Helper()
	var all strings.Builder
	for _, l := range recorded.Lines {
		fmt.Fprintln(&all, l.Text)
	}
	for _, want := range wants {
		if !strings.Contains(all.String(), want) {
			t.Errorf("%q isn't in what was recorded:\n%s", want, &all)
		}
	}
}

var (
	joinAddress = regexp.MustCompile(`http://127\.0\.0\.1:\d+/#token=\S+`)
	clockTime   = regexp.MustCompile(`^((?:\x1b\[[0-9;]*m)?)(\d\d:\d\d:\d\d)\b`)
)

// recordDemo records what the demo prints. What differs from run to run and says
// nothing is made even: the hour begins at noon, and port and token are nobody's.
func recordDemo(t *testing.T, more ...string) cast.Cast {
	t.Helper()
	out, in, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	p := startTo(t, in, append([]string{"demo", "--model", "offline", "--listen", "127.0.0.1:0", "--color", "always"}, more...)...)
	recorded, err := cast.Record(out, "familiar demo", 120)
	if err != nil {
		t.Fatal(err)
	}
	p.ends(0)
	var first time.Time
	for i := range recorded.Lines {
		l := &recorded.Lines[i]
		l.Text = joinAddress.ReplaceAllString(l.Text, "http://127.0.0.1:7077/#token=…")
		at := clockTime.FindStringSubmatch(l.Text)
		if at == nil {
			continue
		}
		told, err := time.Parse(time.TimeOnly, at[2])
		if err != nil {
			t.Fatal(err)
		}
		if first.IsZero() {
			first = told
		}
		noon := time.Date(0, 1, 1, 12, 0, 0, 0, time.UTC)
		l.Text = at[1] + noon.Add(told.Sub(first)).Format(time.TimeOnly) + l.Text[len(at[0]):]
	}
	return recorded
}

// A look is a picture of the page.
type look struct {
	file          string
	scheme        string // light or dark
	width, height int64
	show          string // script that leads there
	shown         string // what is true then
}

const lettuce = `[...document.querySelectorAll(".line")].some((l) => l.querySelector(".text").textContent.startsWith("fleece over"))`

var looks = []look{
	{"../../docs/page.png", "light", 1180, 720, ``, lettuce},
	{"../../docs/page-dark.png", "dark", 1180, 720, `document.querySelectorAll(".decided")[document.querySelectorAll(".decided").length - 2].click()`, `document.querySelectorAll(".why").length > 0`},
	{"../../docs/page-phone.png", "light", 360, 720, `document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }))`, `document.querySelector("#details").hidden`},
	{"../../docs/page-home.png", "light", 820, 720, `location.hash = "#home"`, `document.querySelectorAll("#home-cards .standing").length > 2`},
}

// shootPage takes pictures of the demo's page when the opening scene has played, by the
// names of their files.
func shootPage(t *testing.T, more ...string) map[string][]byte {
	t.Helper()
	p := start(t, append([]string{"demo", "--model", "offline", "--listen", "127.0.0.1:0"}, more...)...)
	address := p.until(`Join in: (http://127\.0\.0\.1:\d+/#token=\S+)`, 1)[1]
	b := browse(t, address+"&channel=garden")
	b.run(chromedp.EmulateViewport(1180, 720), emulation.SetTimezoneOverride("UTC"))
	b.until(`[...document.querySelectorAll(".line")].some((l) => l.querySelector(".ours") && l.querySelector(".text").textContent.startsWith("one made it"))`)
	b.until(lettuce)
	all := map[string][]byte{}
	for _, l := range looks {
		var picture []byte
		b.run(chromedp.EmulateViewport(l.width, l.height), emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: l.scheme}, {Name: "prefers-reduced-motion", Value: "reduce"}}))
		if l.show != "" {
			b.run(chromedp.Evaluate(l.show, nil))
		}
		b.until(l.shown)
		b.run(chromedp.CaptureScreenshot(&picture))
		all[l.file] = picture
	}
	p.quit()
	return all
}
