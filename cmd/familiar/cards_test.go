package main

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"

	"familiar/control"
)

// TestCardsAreTriedWrittenAndUndone edits who a familiar is over HTTP, on a running
// program: the prompt is the edited one's, a tried line reaches no channel, the second
// of two people is told, and what was written is taken back file by file.
func TestCardsAreTriedWrittenAndUndone(t *testing.T) {
	h := newHouse(t)
	const book = "# What Aria knows.\n[[entries]]\nid = \"lamp\"\nkeys = [\"lamp\"]\ntext = \"It is green.\" # so it is\n"
	for name, text := range map[string]string{"cards/aria.lore.toml": book, "cards/aria.png": "\x89PNG\r\n\x1a\n"} {
		h.write(name, text)
	}
	h.change("web.toml", `card = "cards/aria.md"`, "card = \"cards/aria.md\"\nlorebook = \"cards/aria.lore.toml\"")
	p := start(t, "run", h.file("web.toml"))
	v := visit(p)
	v.say("garden", "l0", "good evening")
	ask := func(method, path string, body any, code int, into any) string {
		t.Helper()
		text, err := json.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		answer := v.ask(method, "/v1/familiars"+path, text)
		defer answer.Body.Close()
		told, err := io.ReadAll(answer.Body)
		if err != nil || answer.StatusCode != code {
			t.Fatalf("%s %s: %s %s %v, want %d", method, path, answer.Status, told, err, code)
		}
		if into != nil {
			if err := json.Unmarshal(told, into); err != nil {
				t.Fatal(err)
			}
		}
		return string(told)
	}
	type object = map[string]any

	var all struct{ Familiars []control.Familiar }
	ask(http.MethodGet, "", nil, 200, &all)
	if len(all.Familiars) != 1 || all.Familiars[0].Name != "Aria" || !all.Familiars[0].Picture || all.Familiars[0].Lorebook != "cards/aria.lore.toml" {
		t.Errorf("the familiars are %+v", all.Familiars)
	}
	ask(http.MethodGet, "/zed", nil, 404, nil)
	if got := ask(http.MethodGet, "/aria/picture", nil, 200, nil); !strings.HasPrefix(got, "\x89PNG") {
		t.Errorf("the picture is %q", got)
	}
	var card control.Card
	ask(http.MethodGet, "/aria", nil, 200, &card)
	if card.Seen == "" || !strings.HasPrefix(card.Parts[0].Text, "# Aria\n\nYou are Aria, the regular") || len(card.Entries) != 1 || card.Entries[0].Text != "It is green." || card.Fixed {
		t.Fatalf("the card is %+v", card)
	}

	edit := object{
		"name": "Ariadne", "parts": object{"examples": "Ana: tea?\nAria: always."},
		"entries": []object{{"id": "lamp", "keys": []string{"lamp", "light"}, "text": "It hums."}, {"id": "tea", "keys": []string{"tea"}, "text": strings.Repeat("Tea! ", 800)}},
	}
	with := func(more object) object {
		made := object{}
		for _, from := range []object{edit, more} {
			for key, value := range from {
				made[key] = value
			}
		}
		return made
	}
	var prompt control.CardPrompt
	ask(http.MethodPost, "/aria/prompt", with(object{"chat": "garden", "line": "is the light on, and is there tea?"}), 200, &prompt)
	if !strings.Contains(prompt.System, "## Example dialogue\n\nAna: tea?\nAria: always.") || !strings.Contains(prompt.System, "You are Ariadne, one of") || !strings.Contains(prompt.Page, "It hums.") || !strings.Contains(prompt.Page, "garden") {
		t.Errorf("the prompt is\n%s\n%s", prompt.System, prompt.Page)
	}
	if !slices.Equal(prompt.Lore, []string{"lamp"}) || !slices.Equal(prompt.NoRoom, []string{"tea"}) || prompt.Judged != 600 || prompt.Tokens == 0 || len(prompt.Parts) != 6 {
		t.Errorf("of it is told %+v", prompt)
	}
	var said control.CardTried
	ask(http.MethodPost, "/aria/try", with(object{"line": "is the light on?", "author": "Ben"}), 200, &said)
	if !strings.Contains(said.Text, "I heard you, Ben") || said.Model != "offline" {
		t.Errorf("it said %+v", said)
	}
	ask(http.MethodPost, "/aria/try", edit, 400, nil)
	var posts struct{ Posts []object }
	answer := v.ask(http.MethodGet, "/v1/channels/garden/posts", nil)
	defer answer.Body.Close()
	if err := json.NewDecoder(answer.Body).Decode(&posts); err != nil {
		t.Fatal(err)
	}
	for _, post := range posts.Posts {
		if strings.Contains(post["text"].(string), "Ben") {
			t.Errorf("the tried line was answered in a channel: %v", post)
		}
	}

	read := func() (files [][]byte) {
		for _, name := range []string{"web.toml", "cards/aria.md", "cards/aria.lore.toml"} {
			text, err := os.ReadFile(h.file(name))
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, text)
		}
		return files
	}
	before := read()
	var shown, written control.CardWritten
	ask(http.MethodPost, "/aria/card", with(object{"seen": card.Seen}), 200, &shown)
	if shown.Done || len(shown.Files) != 3 || !bytes.Equal(read()[1], before[1]) {
		t.Fatalf("looking gives %+v", shown)
	}
	ask(http.MethodPost, "/aria/card", edit, 400, nil)
	ask(http.MethodPost, "/aria/card", object{"seen": card.Seen, "parts": object{"horns": "two"}}, 400, nil)
	ask(http.MethodPost, "/aria/card", object{"seen": card.Seen}, 400, nil)
	if told := ask(http.MethodPost, "/aria/card", object{"seen": card.Seen, "parts": object{"description": "x"}, "entries": []object{{"id": "lamp", "keys": []string{"/(/"}, "text": "x"}}, "write": true}, 400, nil); !strings.Contains(told, "regular expression") || !bytes.Equal(read()[1], before[1]) {
		t.Errorf("half of it is written, or got %s", told)
	}
	ask(http.MethodPost, "/aria/card", with(object{"seen": card.Seen, "write": true}), 200, &written)
	after := read()
	if !written.Done || written.Seen == card.Seen || !bytes.HasPrefix(after[1], bytes.TrimSpace(before[1])) || !bytes.Contains(after[2], []byte("text = \"It hums.\" # so it is")) || !bytes.Contains(after[0], []byte(`name = "Ariadne"`)) {
		t.Errorf("got %+v and\n%s\n%s\n%s", written, after[0], after[1], after[2])
	}
	if told := ask(http.MethodPost, "/aria/card", object{"seen": card.Seen, "parts": object{"last": "x"}, "write": true}, 409, nil); !strings.Contains(told, "by this run") {
		t.Errorf("the second person is told %s", told)
	}
	ask(http.MethodGet, "", nil, 200, &all)
	if all.Familiars[0].Name != "Ariadne" {
		t.Errorf("the name in force is %s", all.Familiars[0].Name)
	}
	var told struct{ Changes []control.Turning }
	ask(http.MethodGet, "/aria/changes", nil, 200, &told)
	if len(told.Changes) != 3 {
		t.Fatalf("the changes are %+v", told.Changes)
	}
	for _, change := range told.Changes {
		ask(http.MethodPost, "/aria/undo", object{"n": change.N}, 200, nil)
	}
	for i, text := range read() {
		if !bytes.Equal(text, before[i]) {
			t.Errorf("after all was taken back a file is\n%s\nwant\n%s", text, before[i])
		}
	}
	p.quit()
}
