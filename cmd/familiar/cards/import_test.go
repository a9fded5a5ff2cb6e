package cards

import (
	"archive/zip"
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"hash/crc32"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"familiar/card"
	"familiar/cmd/familiar/command"
	"familiar/config"
)

// fields are those of an object of JSON.
type fields map[string]any

// v2 is a card of V2 as programs write it, but for its own fields.
func v2(t *testing.T, own fields) []byte {
	t.Helper()
	data := fields{
		"name": "Mira", "description": "Keeps moths.", "personality": "", "scenario": "", "first_mes": "Hello.", "mes_example": "",
		"creator_notes": "", "system_prompt": "", "post_history_instructions": "", "alternate_greetings": []string{}, "tags": []string{},
		"creator": "", "character_version": "", "extensions": fields{},
	}
	for k, v := range own {
		data[k] = v
	}
	text, err := json.Marshal(fields{"spec": "chara_card_v2", "spec_version": "2.0", "data": data})
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// book is a card's book.
func book(entries ...fields) fields {
	return fields{"character_book": fields{"extensions": fields{}, "entries": entries}}
}

// picture is as much of a PNG as holds a card.
func picture(text []byte) []byte {
	chunk := func(kind, content string) []byte {
		b := binary.BigEndian.AppendUint32(nil, uint32(len(content)))
		b = append(b, kind+content...)
		return binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE([]byte(kind+content)))
	}
	return bytes.Join([][]byte{[]byte("\x89PNG\r\n\x1a\n"), chunk("tEXt", "chara\x00"+base64.StdEncoding.EncodeToString(text)), chunk("IEND", "")}, nil)
}

func archive(t *testing.T, text []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	to, err := w.Create("card.json")
	if err == nil {
		_, err = to.Write(text)
	}
	if err != nil || w.Close() != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestImport: whatever a card is like, what is written loads, says what the card
// says and nothing that moves a cursor; or nothing is written and it is said why.
func TestImport(t *testing.T) {
	long := strings.Repeat("moth ", 60_000)
	for _, tt := range []struct {
		story   string
		file    []byte
		without []card.Part
		has     []string // the text
		hasNot  []string
		lore    []string // the lorebook; nil: there is none
		noLore  bool
		told    string // what is told of it
		refused string
	}{
		{story: "V1", file: []byte(`{"name": "Mira", "description": "{{char}} keeps moths.", "first_mes": "Hi."}`), has: []string{"# Mira\n\nMira keeps moths.\n"}, told: "not used: greetings (1)"},
		{story: "V2", file: v2(t, fields{"personality": "dry"}), has: []string{"## Personality\n\ndry\n"}},
		{story: "in a picture", file: picture(v2(t, nil)), has: []string{"Keeps moths."}},
		{story: "in an archive", file: archive(t, v2(t, nil)), has: []string{"Keeps moths."}},
		{story: "with Windows' line ends", file: v2(t, fields{"description": "One.\r\nTwo.\rThree."}), has: []string{"One.\nTwo.\nThree."}},
		{story: "with a heading of its own", file: v2(t, fields{"description": "# The moth keeper\n\nShe."}), has: []string{"# The moth keeper"}, hasNot: []string{"# Mira"}},
		{story: "with macros in old forms", file: v2(t, fields{"scenario": "<BOT> meets <USER> and {{USER}}"}), has: []string{"Mira meets User and User", "User stands for whoever is talking to Mira."}},
		{story: "that speaks of no user", file: v2(t, nil), hasNot: []string{"stands for"}},
		{story: "with a macro nobody here knows", file: v2(t, fields{"scenario": "{{roll:1d6}}"}), has: []string{"{{roll:1d6}}"}, told: "macro {{roll}}: stays in the text"},
		{story: "with a note to authors", file: v2(t, fields{"scenario": "A shed.{{// not for models}}{{comment: nor this}}"}), hasNot: []string{"models", "nor this", "{{"}},
		{story: "with the program's own prompt in it", file: v2(t, fields{"system_prompt": "{{ORIGINAL}}\nWhisper."}), has: []string{"## Instructions\n\nWhisper."}, hasNot: []string{"{{"}},
		{story: "whose prompt is but the program's", file: v2(t, fields{"system_prompt": "{{original}}"}), hasNot: []string{"Instructions"}},
		{story: "with instructions behind the chat", file: v2(t, fields{"post_history_instructions": "Stay small."}), has: []string{"## Remember\n\nStay small."}},
		{story: "of which a part is left out", file: v2(t, fields{"mes_example": "<START>\n{{user}}: hi"}), without: []card.Part{card.Examples}, hasNot: []string{"START", "stands for"}, told: "left out: examples"},
		{story: "with entries that always hold, in their order", file: v2(t, book(
			fields{"content": "Second.", "constant": true, "insertion_order": 9, "enabled": true},
			fields{"content": "First, {{user}}.", "name": "One", "constant": true, "insertion_order": 1, "enabled": true},
		)), has: []string{"## World\n\n### One\n\nFirst, User.\n\nSecond.\n"}},
		{story: "with an entry for a key", file: v2(t, book(fields{"content": "Green.", "keys": []string{"lamp"}, "enabled": true})), hasNot: []string{"Green"}, lore: []string{`keys = ["lamp"]`, `text = "Green."`, `match = "part"`}},
		{story: "with an entry that is off", file: v2(t, book(fields{"content": "Green.", "name": "Lamp", "constant": true, "enabled": false})), hasNot: []string{"Green"}, lore: []string{"off = true", `name = "Lamp"`}, told: "  entry Lamp: kept, but switched off in the file"},
		{story: "with orders to another program", file: v2(t, book(fields{"content": "@@depth 4\n@@role system\nGreen.", "constant": true, "enabled": true})), has: []string{"## World\n\nGreen."}, hasNot: []string{"@@"}},
		{story: "with an entry not to be used", file: v2(t, book(fields{"content": "@@dont_activate\nGreen.", "constant": true, "enabled": true})), hasNot: []string{"Green", "World"}, lore: []string{"off = true"}},
		{story: "with more entries than are named", file: v2(t, book(func() (all []fields) {
			for range maxNamed + 3 {
				all = append(all, fields{"content": " ", "keys": []string{"y"}, "enabled": true})
			}
			return all
		}()...)), told: "  and 3 more"},
		{story: "with all that a lorebook can have", file: v2(t, fields{"character_book": fields{
			"scan_depth": 3, "token_budget": 100, "recursive_scanning": true, "entries": []fields{{
				"name": "The \"lamp\"", "content": "@@role user\n{{char}}'s lamp.\n\n\"Green\" C:\\x, {{user}}.", "keys": []string{"lamp", "/l[aeiou]mps?/i", "{{char}}"}, "secondary_keys": []string{"night"}, "selective": true,
				"case_sensitive": true, "insertion_order": 5, "priority": 7, "constant": false,
				"extensions": fields{"selectiveLogic": 2, "probability": 30, "useProbability": true, "scan_depth": 9, "match_whole_words": true, "exclude_recursion": true, "prevent_recursion": true, "position": 4, "depth": 0},
			}},
		}}), lore: []string{
			"depth = 3\nbudget = 400\nrounds = 2\nmatch = \"part\"\n", "id = \"the-lamp\"", `name = "The \"lamp\""`, `keys = ["lamp", "/l[aeiou]mps?/i", "Mira"]`, `secondary = ["night"]`, `logic = "not_any"`, `match = "word"`,
			"case_sensitive = true", "depth = 9", "chance = 30", "wakes = false", "woken = false", "priority = 7", "order = 5", `place = "last"`, "text = \"\"\"\nMira's lamp.\n\n\\\"Green\\\" C:\\\\x, User.\"\"\"",
		}, told: "decorator @@role"},
		{story: "with keys that can't be looked for", file: v2(t, book(
			fields{"content": "Green.", "name": "one", "keys": []string{"/a(?=b)/", "lamp"}}, fields{"content": "Red.", "name": "two", "keys": []string{"/(/"}},
		)), lore: []string{`keys = ["lamp"]`, "off = true"}, told: "  entry two: kept, but switched off: it has no key that can be looked for; without key /(/"},
		{story: "with entries of one name", file: v2(t, book(
			fields{"content": "a", "name": "나비", "keys": []string{"a"}}, fields{"content": "b", "name": "나비", "keys": []string{"b"}}, fields{"content": "c", "name": "***", "keys": []string{"c"}},
		)), lore: []string{`id = "나비"`, `id = "나비-2"`, `id = "entry-3"`}},
		{story: "whose lorebook is left out", file: v2(t, book(fields{"content": "Green.", "keys": []string{"lamp"}})), noLore: true, told: "left out: the lorebook"},
		{story: "with extensions and assets", file: v2(t, fields{"extensions": fields{"depth_prompt": fields{"prompt": "x"}}, "assets": []fields{{"uri": "http://x"}}}), told: "not understood: extensions.depth_prompt"},
		{story: "with control characters", file: v2(t, fields{"description": "a\x1b[2Jb\u009bc\u202ed\x00e", "tags": []string{"x"}}), has: []string{"a[2Jbcde"}},
		{story: "with a name of lines and colours", file: v2(t, fields{"name": "Mi\x1b[31mra\n[control]"}), has: []string{"# Mi[31mra [control]"}},
		{story: "with a name of a kilometre", file: v2(t, fields{"name": strings.Repeat("Mira ", 200)})},
		{story: "with a name in another script", file: v2(t, fields{"name": "나비 \"the cat\""}), has: []string{`# 나비 "the cat"`}},
		{story: "with a nickname", file: []byte(`{"spec":"chara_card_v3","data":{"name":"Mira of the Moths","nickname":"Mira","description":"{{char}}"}}`), has: []string{"# Mira\n\nMira\n"}},
		{story: "with nothing but a name", file: []byte(`{"name":"Mira"}`), has: []string{"# Mira\n"}},
		{story: "with half a character", file: []byte("{\"name\":\"Mira\",\"description\":\"a\xff\\ud800b\"}"), has: []string{"a\uFFFD"}},
		{story: "that is too long", file: v2(t, fields{"mes_example": long}), refused: "leave parts out with --without: examples 299999 characters"},
		{story: "that is too long but for a part", file: v2(t, fields{"mes_example": long}), without: []card.Part{card.Examples}, has: []string{"Keeps moths."}},
		{story: "whose name names no file", file: v2(t, fields{"name": "***"}), refused: "give --id"},
		{story: "that is none", file: []byte("{}"), refused: "it has no name"},
		{story: "that is a page", file: []byte("<html>\x1b[2J"), refused: "neither JSON nor PNG"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			dir := t.TempDir()
			from, into := filepath.Join(dir, "a card"), filepath.Join(dir, "familiar.toml")
			for name, text := range map[string][]byte{from: tt.file, into: []byte("[familiars.aria]\npersona = \"Aria\"")} {
				if err := os.WriteFile(name, text, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			var out, told bytes.Buffer
			c := importCommand{File: from, Config: into, User: defaultUser, Without: tt.without, NoLore: tt.noLore, Write: true, Yes: true}
			err := c.Run(t.Context(), command.Streams{Out: &out, Err: &told})
			written, globbed := filepath.Glob(filepath.Join(dir, "cards", "*"))
			if globbed != nil {
				t.Fatal(globbed)
			}
			loaded, loading := config.LoadSealed(into)
			if loading != nil {
				t.Fatal(loading)
			}
			if tt.refused != "" {
				if err == nil || !strings.Contains(err.Error(), tt.refused) || len(written) > 0 || len(loaded.Familiars) != 1 {
					t.Errorf("got %v, %v; want %q and nothing written", err, written, tt.refused)
				}
				return
			}
			known := ""
			if len(tt.lore) > 0 && len(written) == 2 {
				text, err := os.ReadFile(written[0])
				if err != nil {
					t.Fatal(err)
				}
				known, written = string(text), written[1:]
			}
			if err != nil || len(written) != 1 || len(loaded.Familiars) != 2 {
				t.Fatalf("got %v, %v, %d familiars; want a card and two", err, written, len(loaded.Familiars))
			}
			text, err := os.ReadFile(written[0])
			if err != nil {
				t.Fatal(err)
			}
			for _, want := range tt.lore {
				if !strings.Contains(known, want) {
					t.Errorf("the lorebook lacks %q:\n%s", want, known)
				}
			}
			for what, shown := range map[string]string{"the card": string(text), "the lorebook": known, "the table": out.String(), "what is told": told.String()} {
				if !utf8.ValidString(shown) || strings.ContainsFunc(shown, func(r rune) bool { return r != '\n' && unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) }) {
					t.Errorf("%s isn't clean: %q", what, shown)
				}
			}
			for _, want := range tt.has {
				if !strings.Contains(string(text), want) {
					t.Errorf("the card lacks %q:\n%s", want, text)
				}
			}
			for _, no := range tt.hasNot {
				if strings.Contains(string(text), no) {
					t.Errorf("the card has %q:\n%s", no, text)
				}
			}
			if !strings.Contains(told.String(), tt.told) {
				t.Errorf("want %q told:\n%s", tt.told, &told)
			}
			if err := (&showCommand{File: from, JSON: true}).Run(t.Context(), command.Streams{Out: &out, Err: &told}); err != nil {
				t.Error(err)
			}
		})
	}
}
