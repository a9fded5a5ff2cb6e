package main

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"familiar/internal/await"
	"familiar/internal/long"
	"familiar/llm/llmtest/server"
)

// A house is a folder with the example a newcomer starts from, changed to
// listen at any free port.
type house struct {
	t      *testing.T
	folder string
}

func newHouse(t *testing.T) *house {
	t.Helper()
	h := &house{t, t.TempDir()}
	if err := os.CopyFS(h.folder, os.DirFS("../../examples")); err != nil {
		t.Fatal(err)
	}
	h.change("web.toml", "127.0.0.1:7077", "127.0.0.1:0")
	return h
}

func (h *house) file(name string) string { return filepath.Join(h.folder, name) }

func (h *house) write(name, text string) {
	h.t.Helper()
	if err := os.WriteFile(h.file(name), []byte(text), 0o600); err != nil {
		h.t.Fatal(err)
	}
}

// change puts text in place of another, at once, as an editor saves.
func (h *house) change(name string, pairs ...string) {
	h.t.Helper()
	old, err := os.ReadFile(h.file(name))
	if err != nil {
		h.t.Fatal(err)
	}
	text := strings.NewReplacer(pairs...).Replace(string(old))
	if text == string(old) {
		h.t.Fatalf("%s holds none of %q", name, pairs)
	}
	saved := h.file(name) + ".saved"
	if err := os.WriteFile(saved, []byte(text), 0o600); err != nil {
		h.t.Fatal(err)
	}
	if err := os.Rename(saved, h.file(name)); err != nil {
		h.t.Fatal(err)
	}
}

// TestRunTakesUpChanges follows one program through the changes its owner
// makes to its files.
func TestRunTakesUpChanges(t *testing.T) {
	long.Test(t)
	t.Parallel()
	h := newHouse(t)
	p := start(t, "run", h.file("web.toml"))
	v := visit(p)
	garden := v.listen("garden")

	v.say("garden", "l1", "@Aria how are you today?")
	if got := garden.until(decided("aria", "l1"), 1); got[1] != "engage" || got[2] != "alias" {
		t.Errorf("decided %s by %s, want engage by alias", got[1], got[2])
	}
	garden.until(spoke("aria"), 1)

	// Aria is called otherwise, and Vesper comes.
	h.change("web.toml",
		`name = "Aria"`, `name = "Nova"`,
		`familiars = ["aria"]`, `familiars = ["aria", "vesper"]`,
		"# Chats on the page", "[familiars.vesper]\nname = \"Vesper\"\npersona = \"Keeps bees.\"\n\n# Chats on the page")
	p.until("configuration reloaded", 1)
	v.say("garden", "l2", "@Nova is that you?")
	if got := garden.until(spoke("aria"), 2)[0]; !strings.Contains(got, `"name":"Nova"`) {
		t.Errorf("after the change of name: got %s, want it signed by Nova", got)
	}
	v.say("garden", "l3", "@Vesper are you here, too?")
	garden.until(spoke("vesper"), 1)

	// A mistake is refused with its place, and everybody stays.
	h.change("web.toml", `name = "Vesper"`, `called = "Vesper"`)
	text, err := os.ReadFile(h.file("web.toml"))
	if err != nil {
		t.Fatal(err)
	}
	before, _, _ := strings.Cut(string(text), "called")
	place := regexp.QuoteMeta(h.file("web.toml")) + ":" + strconv.Itoa(1+strings.Count(before, "\n"))
	p.until(`configuration refused, the old one stays in force.*`+place+`\b`, 1)
	v.say("garden", "l4", "@Vesper have you noticed?")
	garden.until(spoke("vesper"), 2)

	// Mended, and the card changed with it.
	h.change("web.toml", `called = "Vesper"`, `name = "Vesper"`)
	h.change("cards/aria.md", "bookshop", "lighthouse")
	p.until("configuration reloaded", 2)

	p.quit()
}

// TestRunKeepsWatching: a folder that was away and is there again, and the file a
// link leads to.
func TestRunKeepsWatching(t *testing.T) {
	h := newHouse(t)
	for _, step := range []error{
		os.Mkdir(h.file("elsewhere"), 0o700),
		os.Rename(h.file("web.toml"), h.file("elsewhere/web.toml")),
		os.Symlink("elsewhere/web.toml", h.file("web.toml")),
	} {
		if step != nil {
			t.Fatal(step)
		}
	}
	p := start(t, "run", h.file("web.toml"))
	visit(p)
	if err := os.Rename(h.file("cards"), h.file("away")); err != nil {
		t.Fatal(err)
	}
	p.until("configuration refused, the old one stays in force", 1)
	if err := os.CopyFS(h.file("cards"), os.DirFS(h.file("away"))); err != nil {
		t.Fatal(err)
	}
	p.until("configuration reloaded", 1)
	h.change("cards/aria.md", "bookshop", "lighthouse")
	p.until("configuration reloaded", 2)
	h.change("elsewhere/web.toml", `name = "Aria"`, `name = "Nova"`)
	p.until("configuration reloaded", 3)

	p.quit()
}

// TestRunObeysSignals needs a process: SIGHUP reads the files again although
// none changed, SIGINT ends.
func TestRunObeysSignals(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	p := launch(t, "run", h.file("web.toml"))
	v := visit(p)
	garden := v.listen("garden")
	v.say("garden", "l1", "@Aria are you there?")
	garden.until(spoke("aria"), 1) // it is at work, so it watches
	h.change("cards/aria.md", "bookshop", "lighthouse")
	p.until("configuration reloaded", 1)
	if err := p.process.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	p.until("configuration reloaded", 2)
	v.say("garden", "l2", "@Aria still there?")
	garden.until(spoke("aria"), 2)
	p.quit()
}

// TestHangupWhileItStops: SIGHUP cuts no stop short that waits for a model, as when the
// terminal is closed after Ctrl-C.
func TestHangupWhileItStops(t *testing.T) {
	t.Parallel()
	back := make(chan struct{})
	model := server.New(server.Answer{Text: []string{"I was ", "digging."}, Hang: back})
	h := newHouse(t)
	h.write("hung.toml", fmt.Sprintf(hung, server.Start(t, model)))
	p := launch(t, "run", h.file("hung.toml"))
	v := visit(p)
	cellar := v.listen("cellar")
	v.say("cellar", "c1", "@Mole are you there?")
	cellar.until(`event: doing\ndata: .*"act":"composing"`, 1)
	p.stop()
	await.Until(t, "it takes no lines any more", func() bool {
		status, _ := v.try("cellar", "c2", "anybody?")
		return status != http.StatusAccepted && status != http.StatusOK
	})
	if err := p.process.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	close(back)
	p.ends(0)
}
