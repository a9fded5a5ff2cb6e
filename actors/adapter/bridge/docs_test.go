package bridge

import (
	"os"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestPage: docs/bridges.md is all that authors have. It names each field, word, route
// and bound there is.
func TestPage(t *testing.T) {
	text, err := os.ReadFile("../../../docs/bridges.md")
	if err != nil {
		t.Fatal(err)
	}
	page := string(text)
	for _, form := range []any{hello{}, event{}, place{}, person{}, reply{}, file{}, taken{}, order{}, span{}, answer{}, members{}} {
		for field := range reflect.TypeOf(form).Fields() {
			name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
			if name != "" && !regexp.MustCompile("[`{\" ]"+name+"[`}\",:]").MatchString(page) {
				t.Errorf("the page doesn't tell of %s of %T", name, form)
			}
		}
	}
	words := []string{lineSaid, lineEdited, lineDeleted, lineReacted, placeGone, toPost, toFind, toEdit, toReact, toType, toMembers, toHistory, toFetch}
	for _, ability := range abilities {
		words = append(words, ability.word)
	}
	for _, word := range words {
		if !strings.Contains(page, "`"+word+"`") {
			t.Errorf("the page doesn't tell of %q", word)
		}
	}
	for _, says := range []string{
		"at most 1 MiB", "at most " + strconv.Itoa(requestsMost) + " requests", "events](#events), at most " + strconv.Itoa(eventsMost), "orders](#orders), at most " + strconv.Itoa(ordersMost),
		"at most " + strconv.Itoa(idMost) + " bytes", "the first " + strconv.Itoa(listMost) + " count", "at most 4 MiB in base64", "(1 to " + strconv.Itoa(againMost) + ")",
		"`?wait=` 0 to " + strconv.Itoa(int(waitMost.Seconds())) + " seconds", "away after a minute",
	} {
		if !strings.Contains(page, says) {
			t.Errorf("the page doesn't say %q", says)
		}
	}
	source, err := os.ReadFile("serve.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, route := range regexp.MustCompile(`"(GET|POST) " \+ Root(?: \+ "([^"]*)")?`).FindAllStringSubmatch(string(source), -1) {
		if says := "| `" + route[1] + " " + root + route[2] + "` |"; !strings.Contains(page, says) {
			t.Errorf("the page has no row %s", says)
		}
	}
}
