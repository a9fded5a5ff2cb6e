package pace

import (
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"
)

// TestPageHasEveryKnob keeps docs/pace.md and the code equal.
func TestPageHasEveryKnob(t *testing.T) {
	page, err := os.ReadFile("../../docs/pace.md")
	if err != nil {
		t.Fatal(err)
	}
	var knobs strings.Builder
	v := reflect.ValueOf(Default())
	for i := range v.NumField() {
		fmt.Fprintf(&knobs, "| `%s` | %v |\n", v.Type().Field(i).Tag.Get("toml"), v.Field(i))
	}
	if !strings.Contains(string(page), "|---|---|\n"+knobs.String()+"\n") {
		t.Errorf("the page has other knobs than\n%s", &knobs)
	}
	for _, way := range Typings {
		if !strings.Contains(string(page), fmt.Sprintf("\n| `%s` | ", way)) {
			t.Errorf("the page doesn't explain typing = %q", way)
		}
	}
}
