package card

import (
	"archive/zip"
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"image"
	"image/png"
	"reflect"
	"strings"
	"testing"
)

// picture is a real PNG with text chunks behind its header, each a keyword and
// what stands behind it.
func picture(t testing.TB, kind string, texts ...[2]string) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 2, 2))); err != nil {
		t.Fatal(err)
	}
	const header = len(pngBegins) + 12 + 13
	whole := bytes.Clone(b.Bytes()[:header])
	for _, text := range texts {
		content := kind + text[0] + "\x00" + text[1]
		whole = binary.BigEndian.AppendUint32(whole, uint32(len(content)-len(kind)))
		whole = append(whole, content...)
		whole = binary.BigEndian.AppendUint32(whole, crc32.ChecksumIEEE([]byte(content)))
	}
	return append(whole, b.Bytes()[header:]...)
}

func based(text string) string { return base64.StdEncoding.EncodeToString([]byte(text)) }

// archive is a zip with files in the order given: name, text.
func archive(t testing.TB, files ...[2]string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, f := range files {
		to, err := w.Create(f[0])
		if err != nil {
			t.Fatal(err)
		}
		if _, err := to.Write([]byte(f[1])); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

const (
	v1 = `{"name": "Mira", "description": "{{char}} keeps moths.", "personality": "dry", "scenario": "a shed", "first_mes": "Mind the light, {{user}}.", "mes_example": "<START>\n{{user}}: hi\n{{char}}: hello"}`

	v2 = `{"spec": "chara_card_v2", "spec_version": "2.0", "name": "old", "data": {
		"name": "Mira", "description": "Keeps moths.", "personality": "", "scenario": "", "first_mes": "Hello.", "mes_example": "",
		"creator_notes": "be kind", "system_prompt": "{{original}} Whisper.", "post_history_instructions": "Stay small.",
		"alternate_greetings": ["Oh.", "", "You again."], "tags": ["moths"], "creator": "ana", "character_version": "1.2",
		"extensions": {"talkativeness": "0.5", "fav": false, "depth_prompt": {"depth": 4, "prompt": "x"}},
		"character_book": {"name": "The shed", "scan_depth": 4, "token_budget": 500, "recursive_scanning": true, "extensions": {}, "entries": [
			{"id": 7, "keys": ["lamp", "light"], "secondary_keys": ["night"], "selective": true, "content": "The lamp is green.", "enabled": true, "insertion_order": 10, "priority": 2, "case_sensitive": false, "position": "before_char", "name": "lamp", "comment": "c", "constant": false, "extensions": {}},
			{"keys": [], "content": "It rains.", "enabled": false, "insertion_order": 20, "constant": true, "position": "after_char", "extensions": {}}
		]}}}`

	v3 = `{"spec": "chara_card_v3", "spec_version": "3.0", "data": {
		"name": "Mira of the Moths", "nickname": "Mira", "description": "<BOT> likes <USER>. {{random:a,b}}", "first_mes": "", "group_only_greetings": ["Hello all."],
		"creator_notes": "", "creator_notes_multilingual": {"de": "x"}, "assets": [{"type": "icon", "uri": "ccdefault:", "name": "main", "ext": "png"}], "source": ["x"],
		"character_book": {"extensions": {}, "entries": [{"keys": ["/moth(s)?/"], "use_regex": true, "content": "@@depth 4\n@@role user\nMoths eat wool.", "enabled": true, "insertion_order": 1, "extensions": {}}]}}}`
)

func TestVersions(t *testing.T) {
	for _, tt := range []struct {
		story, file string
		want        Card
	}{
		{"V1", v1, Card{
			Version: V1, Name: "Mira", Description: "{{char}} keeps moths.", Personality: "dry", Scenario: "a shed",
			Examples: "<START>\n{{user}}: hi\n{{char}}: hello", Greetings: []string{"Mind the light, {{user}}."},
		}},
		{"V2", v2, Card{
			Version: V2, Name: "Mira", Description: "Keeps moths.", Greetings: []string{"Hello.", "Oh.", "You again."},
			System: "{{original}} Whisper.", Last: "Stay small.", Creator: "ana", Edition: "1.2", Notes: "be kind", Tags: []string{"moths"},
			Book: &Book{Name: "The shed", ScanDepth: 4, TokenBudget: 500, Recursive: true, Entries: []Entry{
				{ID: "7", Name: "lamp", Comment: "c", Content: "The lamp is green.", Keys: []string{"lamp", "light"}, Secondary: []string{"night"}, Selective: true, Enabled: true, Order: 10, Priority: 2, Position: BeforeCharacter},
				{Content: "It rains.", Constant: true, Order: 20, Position: AfterCharacter},
			}},
			Unsupported: []Unsupported{{"extensions.depth_prompt", "made for another program"}, {"extensions.talkativeness", "made for another program"}},
		}},
		{"V3", v3, Card{
			Version: V3, Name: "Mira of the Moths", Nickname: "Mira", Description: "<BOT> likes <USER>. {{random:a,b}}", GroupGreetings: []string{"Hello all."},
			Book: &Book{Entries: []Entry{{Content: "@@depth 4\n@@role user\nMoths eat wool.", Keys: []string{"/moth(s)?/"}, Regex: true, Enabled: true, Order: 1}}},
			Unsupported: []Unsupported{
				{"decorator @@role", "an order to another program"},
				{"creator_notes_multilingual", "only creator_notes are read"},
				{"assets", "pictures and sounds are left out, 1 of them"},
				{"macro {{random}}", "stays in the text as it stands"},
			},
		}},
	} {
		t.Run(tt.story, func(t *testing.T) {
			for form, file := range map[string][]byte{
				"JSON":                 []byte(tt.file),
				"JSON with a mark":     []byte("\ufeff\n" + tt.file),
				"a picture":            picture(t, "tEXt", [2]string{"Software", "x"}, [2]string{"chara", based(tt.file)}),
				"a picture, V3's text": picture(t, "tEXt", [2]string{"chara", based(`{"name": "for older programs"}`)}, [2]string{"ccv3", based(tt.file)}),
				"an archive":           archive(t, [2]string{"assets/card.json", "{}"}, [2]string{"../../card.json", "{}"}, [2]string{"card.json", tt.file}),
			} {
				got, err := Read(bytes.NewReader(file))
				if err != nil {
					t.Errorf("%s: %v", form, err)
				} else if !reflect.DeepEqual(*got, tt.want) {
					t.Errorf("%s:\ngot  %+v\nwant %+v", form, *got, tt.want)
				}
			}
		})
	}
}

// TestLenient: programs write fields in their own way; no card is refused for one.
func TestLenient(t *testing.T) {
	data := func(fields string) string { return `{"spec":"chara_card_v2","data":{"name":"Mira",` + fields + `}}` }
	for _, tt := range []struct {
		story, file string
		got         func(*Card) any
		want        any
	}{
		{"data without a spec is V2", `{"data":{"name":"Mira"}}`, func(c *Card) any { return c.Version }, V2},
		{"a spec without data has its fields at the top", `{"spec":"chara_card_v2","name":"Mira"}`, func(c *Card) any { return c.Name }, "Mira"},
		{"a version that is to come is read and told", `{"spec":"chara_card_v3","spec_version":"3.4","data":{"name":"Mira"}}`, func(c *Card) any { return c.Unsupported[0].What }, "spec_version 3.4"},
		{"null and objects are no text", data(`"description":null,"personality":{}`), func(c *Card) any { return c.Description + c.Personality }, ""},
		{"a number is a text", data(`"character_version":2`), func(c *Card) any { return c.Edition }, "2"},
		{"tags by commas", data(`"tags":"a, b"`), func(c *Card) any { return c.Tags }, []string{"a", "b"}},
		{"a comment of V1", `{"name":"Mira","creatorcomment":"x"}`, func(c *Card) any { return c.Notes }, "x"},
		{"no book", data(`"character_book":null`), func(c *Card) any { return c.Book == nil }, true},
		{"a book among the extensions", data(`"extensions":{"character_book":{"entries":[{"content":"x"}]}}`), func(c *Card) any { return c.Book.Entries[0].Content }, "x"},
		{"entries that aren't any", data(`"character_book":{"entries":[1,{"content":"x"}]}`), func(c *Card) any { return fmt.Sprintf("%d %s", len(c.Book.Entries), c.Unsupported[0].Why) }, "1 some are not entries"},
		{"an entry that doesn't say so is on", data(`"character_book":{"entries":[{"content":"x"}]}`), func(c *Card) any { return c.Book.Entries[0].Enabled }, true},
		{"truths in words and numbers", data(`"character_book":{"entries":[{"enabled":"false","constant":1,"insertion_order":"12.0"}]}`), func(c *Card) any {
			e := c.Book.Entries[0]
			return fmt.Sprint(e.Enabled, e.Constant, e.Order)
		}, "false true 12"},
		{"a position that nobody knows", data(`"character_book":{"entries":[{"position":0}]}`), func(c *Card) any { return c.Unsupported[0].What }, "character_book position 0"},
		{"numbers beyond all bounds", data(`"character_book":{"scan_depth":-5,"token_budget":1e300,"entries":[]}`), func(c *Card) any { return fmt.Sprint(c.Book.ScanDepth, c.Book.TokenBudget) }, "0 2147483647"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			c, err := Read(strings.NewReader(tt.file))
			if err != nil {
				t.Fatal(err)
			}
			if got := tt.got(c); !reflect.DeepEqual(got, tt.want) {
				t.Errorf("got %v, want %v; %+v", got, tt.want, c)
			}
		})
	}
}

func TestRefused(t *testing.T) {
	cut := picture(t, "tEXt", [2]string{"chara", based(v1)})
	for _, tt := range []struct {
		story string
		file  []byte
		is    error
		says  string
	}{
		{"nothing", nil, ErrNoCard, "neither JSON nor PNG nor CHARX"},
		{"a text", []byte("Mira keeps moths."), ErrNoCard, "neither JSON nor PNG nor CHARX"},
		{"broken JSON", []byte(`{"name": "Mi`), ErrNoCard, "unexpected end"},
		{"a card without a name", []byte(`{"description": "x", "name": "  "}`), ErrNoCard, "no name"},
		{"a name that isn't in data", []byte(`{"spec":"chara_card_v2","name":"Mira","data":{}}`), ErrNoCard, "no name"},
		{"a picture without a card", picture(t, "tEXt", [2]string{"Comment", "x"}), ErrNoCard, "no text chunk chara or ccv3"},
		{"a picture that is cut off within the card", cut[:len(pngBegins)+60], ErrNoCard, "no text chunk"},
		{"a card in another kind of chunk", picture(t, "zTXt", [2]string{"chara", "\x00x"}), ErrNoCard, "as zTXt"},
		{"a picture's text that is none", picture(t, "tEXt", [2]string{"chara", "%%%"}), ErrNoCard, "not base64"},
		{"an archive without a card", archive(t, [2]string{"other.json", "{}"}), ErrNoCard, "no card.json"},
		{"half an archive", archive(t, [2]string{"card.json", v1})[:60], ErrNoCard, "can't be read"},
		{"a card that unpacks to too much", archive(t, [2]string{"card.json", strings.Repeat(" ", MaxJSON+1)}), ErrTooLarge, "card.json"},
		{"JSON that is too much", []byte(`{"name":"` + strings.Repeat("x", MaxJSON) + `"}`), ErrTooLarge, "8388608 bytes at most"},
		{"a picture's text that is too much", picture(t, "tEXt", [2]string{"ccv3", strings.Repeat("A", MaxJSON/3*4+8)}), ErrTooLarge, "8388608 bytes at most"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			c, err := Read(bytes.NewReader(tt.file))
			if c != nil || !errors.Is(err, tt.is) || !strings.HasPrefix(err.Error(), "card: ") || !strings.Contains(err.Error(), tt.says) {
				t.Errorf("got %+v, %v; want %v saying %q", c, err, tt.is, tt.says)
			}
		})
	}
}

// TestAFileThatNeverEnds is given up, at a bound.
func TestAFileThatNeverEnds(t *testing.T) {
	if _, err := Read(endless{}); !errors.Is(err, ErrTooLarge) {
		t.Errorf("got %v, want %v", err, ErrTooLarge)
	}
}

type endless struct{}

func (endless) Read(b []byte) (int, error) { return len(b), nil }

func TestBounds(t *testing.T) {
	many := func(what string, n int) string { return strings.TrimSuffix(strings.Repeat(what+",", n), ",") }
	var extensions []string
	for i := range MaxUnsupported {
		extensions = append(extensions, fmt.Sprintf(`{"content": "{{m%d}}", "extensions": {"e%d": 1}}`, i, i))
	}
	c, err := Read(strings.NewReader(`{"data":{"name":"Mira","tags":[` + many(`"t"`, MaxList+1) + `],"character_book":{"entries":[` + strings.Join(extensions, ",") + "," + many(`{"content":"x"}`, MaxEntries) + `]}}}`))
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Tags) != MaxList || len(c.Book.Entries) != MaxEntries || len(c.Unsupported) != MaxUnsupported+1 || c.Unsupported[MaxUnsupported].What != "more" {
		t.Errorf("%d tags, %d entries, %d unsupported", len(c.Tags), len(c.Book.Entries), len(c.Unsupported))
	}
}

func TestExpand(t *testing.T) {
	plain, nicknamed := &Card{Name: "Mira of the Moths"}, &Card{Name: "Mira of the Moths", Nickname: "{{user}}"}
	for _, tt := range []struct {
		story string
		card  *Card
		text  string
		want  string
	}{
		{"both names", plain, "{{char}} sees {{user}}", "Mira of the Moths sees $1"},
		{"in any form", plain, "{{CHAR}} {{ user }} <BOT> <char> <User>", "Mira of the Moths $1 Mira of the Moths Mira of the Moths $1"},
		{"a nickname, which isn't read again", nicknamed, "{{char}} and {{user}}", "{{user}} and $1"},
		{"others stay", plain, "{{random:a,b}} {{chars}} {char} {{{char}}}", "{{random:a,b}} {{chars}} {char} {Mira of the Moths}"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			if got := tt.card.Expand(tt.text, "$1"); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestMacros(t *testing.T) {
	got := Macros("{{char}} {{random:a,b}} {{Roll 1d6}} {{// hidden}} {{random:c}} {{original}} {{ }} {{:}} {{unclosed")
	if want := []string{"//", "random", "roll"}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// FuzzRead: whatever a file holds, there is a card with a name and within bounds,
// or an error of the package's; and a text of it can be filled in.
func FuzzRead(f *testing.F) {
	for _, text := range []string{v1, v2, v3} {
		f.Add([]byte(text))
		f.Add(picture(f, "tEXt", [2]string{"chara", based(text)}))
		f.Add(archive(f, [2]string{"card.json", text}))
	}
	f.Add([]byte(`{"data":{"name":"x","character_book":{"entries":{}},"tags":{},"assets":1,"extensions":[]}}`))
	f.Fuzz(func(t *testing.T, file []byte) {
		c, err := Read(bytes.NewReader(file))
		if err != nil {
			if c != nil || !errors.Is(err, ErrNoCard) && !errors.Is(err, ErrTooLarge) && !bytes.HasPrefix(file, []byte(zipBegins)) {
				t.Fatalf("got %+v and %v", c, err)
			}
			return
		}
		if strings.TrimSpace(c.Name) == "" || c.Version < V1 || c.Version > V3 || len(c.Unsupported) > MaxUnsupported+1 || len(c.Greetings) > MaxList {
			t.Fatalf("got %+v", c)
		}
		c.Name, c.Nickname = "Mira", ""
		for _, text := range c.texts() {
			if known.MatchString(c.Expand(text, "Ana")) {
				t.Fatalf("%q still holds a macro: %q", text, c.Expand(text, "Ana"))
			}
		}
	})
}
