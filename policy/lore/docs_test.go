package lore

import (
	"fmt"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestPage keeps the tables of docs/lorebooks.md and the knobs equal, defaults and
// bounds included.
func TestPage(t *testing.T) {
	text, err := os.ReadFile("../../docs/lorebooks.md")
	if err != nil {
		t.Fatal(err)
	}
	page := string(text)
	var e Entry
	e.Start(nil)
	book, entry := rows(page, "\n## The book\n"), rows(page, "\n## An entry\n")
	if want := knobs(Default()); !slices.Equal(book, want) {
		t.Errorf("the book: the page has\n%q, the code\n%q", book, want)
	}
	if want := knobs(e); !slices.Equal(entry, want) {
		t.Errorf("an entry: the page has\n%q, the code\n%q", entry, want)
	}
	for _, says := range []string{
		fmt.Sprintf("1 to %d |", MaxDepth), "1 to 100,000.", fmt.Sprintf("0 to %d; 0 is never", MaxRounds), "at most 20,000 characters", fmt.Sprintf("each at most %d characters", MaxKey),
		fmt.Sprintf("at most 2,000 entries, 10,000 keys and 100 regular expressions, and a prompt at most %d of", MaxPicked), fmt.Sprintf("at most %d KiB of them", maxSearched>>10),
	} {
		if !strings.Contains(page, says) {
			t.Errorf("the page lacks %q", says)
		}
	}
	if MaxBudget != 100_000 || MaxText != 20_000 || MaxEntries != 2_000 || MaxKeys != 10_000 || MaxPatterns != 100 {
		t.Error("bounds differ from those of the page")
	}
}

// rows are key and default of the table below a heading.
func rows(page, heading string) (all []string) {
	_, below, _ := strings.Cut(page, heading)
	below, _, _ = strings.Cut(below, "\n## ")
	for _, row := range regexp.MustCompile("(?m)^\\| `(\\w+)` \\| (.*?) ?\\|").FindAllStringSubmatch(below, -1) {
		all = append(all, row[1]+" "+strings.Trim(row[2], "`"))
	}
	slices.Sort(all)
	return all
}

func knobs(of any) (all []string) {
	v := reflect.ValueOf(of)
	for i := range v.NumField() {
		key, value := v.Type().Field(i).Tag.Get("toml"), v.Field(i)
		switch {
		case key == "entries":
		case key == "id" || key == "text": // without a default
			all = append(all, key+" ")
		case value.Kind() == reflect.String:
			all = append(all, fmt.Sprintf("%s %q", key, value))
		default:
			all = append(all, fmt.Sprintf("%s %v", key, value))
		}
	}
	slices.Sort(all)
	return all
}
