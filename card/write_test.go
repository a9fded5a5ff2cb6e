package card

import (
	"bytes"
	"errors"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestJSONReadsBack: a card that is written and read again is the same, as V3.
func TestJSONReadsBack(t *testing.T) {
	for _, file := range []string{v1, v2, v3} {
		want, err := Read(strings.NewReader(file))
		if err != nil {
			t.Fatal(err)
		}
		text, err := want.JSON()
		if err != nil {
			t.Fatal(err)
		}
		inPicture, err := want.PNG(picture(t, "tEXt", [2]string{"Software", "x"}, [2]string{"chara", based(v1)}, [2]string{"CCV3", "x"}))
		if err != nil {
			t.Fatal(err)
		}
		want.Version, want.Unsupported = V3, nil
		for form, written := range map[string][]byte{"JSON": text, "a picture": inPicture} {
			got, err := Read(bytes.NewReader(written))
			if err != nil {
				t.Fatalf("%s: %v", form, err)
			}
			got.Unsupported = nil
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%s:\ngot  %+v\nwant %+v", form, got, want)
			}
		}
		if !bytes.Contains(inPicture, []byte("Software\x00x")) {
			t.Error("the picture has lost a text that isn't a card's")
		}
	}
}

func TestPNGRefused(t *testing.T) {
	whole := picture(t, "tEXt")
	for _, template := range [][]byte{nil, []byte("GIF89a"), whole[:len(whole)-3], []byte(pngBegins + "\xff\xff\xff\xfftEXt12345")} {
		if got, err := (&Card{Name: "Mira"}).PNG(template); got != nil || !errors.Is(err, ErrNoCard) {
			t.Errorf("%q: got %q, %v", template, got, err)
		}
	}
}

// TestTextReadsBack: a text that becomes a card and a text again says the same, in
// any order of headings; the second time nothing changes.
func TestTextReadsBack(t *testing.T) {
	line := rapid.SampledFrom([]string{
		"# Mira", "# Bo", "moths", "", " ", "### Lamp", "### ", "## Personality", "## Scenario", "## Instructions", "## World", "## Example dialogue", "## Remember ", "## Else", "@@x", "User",
	})
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(line, 0, 12).Draw(t, "lines"), "\n")
		c := FromText("Mira", text)
		once := c.Text("User")
		if strings.Count(once, "moths") != strings.Count(text, "moths") {
			t.Fatalf("it says something else:\n%s\nof\n%s", once, text)
		}
		written, err := c.JSON()
		if err != nil {
			t.Fatal(err)
		}
		read, err := Read(bytes.NewReader(written))
		if err != nil {
			t.Fatal(err)
		}
		if again := read.Text("User"); again != once {
			t.Fatalf("as JSON:\n%s\nwant\n%s", again, once)
		}
		twice := FromText("Mira", once).Text("User")
		if thrice := FromText("Mira", twice).Text("User"); thrice != twice {
			t.Fatalf("it changes on:\n%s\nfrom\n%s", thrice, twice)
		}
	})
}

// TestTextOfACard: the parts of a card are those of its text.
func TestTextOfACard(t *testing.T) {
	c := &Card{
		Version: V3, Name: "Mira", Description: "Keeps moths.\n\nIs kind.", Personality: "dry", Scenario: "a shed", System: "Whisper.", Examples: "<START>\nhi", Last: "Stay small.",
		Book: &Book{Entries: []Entry{
			{Content: "It rains.", Constant: true, Enabled: true},
			{Name: "Lamp", Content: "Green.\n\nOld.", Constant: true, Enabled: true, Order: 1},
		}},
	}
	if got := FromText("Mira", c.Text("User")); !reflect.DeepEqual(got, c) {
		t.Errorf("got  %+v\nwant %+v", got, c)
	}
}

// TestRepeatedHeading: a text that is nothing but its heading, over and over, has
// nothing else to say.
func TestRepeatedHeading(t *testing.T) {
	if got := FromText("Mira", strings.Repeat("# Mira\n", 4)); got.Description != "" {
		t.Errorf("it is described as %q", got.Description)
	}
}
