package conformance

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the tables in docs/conformance.md")

// TestDocsAreTheTables keeps docs/conformance.md equal to what is compared
// (go test ./conformance -run Docs -update).
func TestDocsAreTheTables(t *testing.T) {
	if elsewhere() {
		t.Skip("the page is about our files")
	}
	const file = "../docs/conformance.md"
	page, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	want := string(page)
	for name, table := range map[string]string{"families": familyTable(t), "differences": differenceTable(t)} {
		begin, end := "<!-- "+name+" -->\n", "<!-- /"+name+" -->\n"
		above, rest, _ := strings.Cut(want, begin)
		_, below, ok := strings.Cut(rest, end)
		if !ok {
			t.Fatalf("%s has no %q", file, end)
		}
		want = above + begin + table + end + below
	}
	if *update {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if string(page) != want {
		t.Errorf("%s says otherwise than the tests (-update to accept):\n%s", file, want)
	}
}

// differenceTable returns every named difference of the stories, with how much it
// hides.
func differenceTable(t *testing.T) string {
	var b strings.Builder
	b.WriteString("| file | differs | hides | why |\n|---|---|---|---|\n")
	compared := make([]comparison, len(variants))
	for i := range variants {
		compared[i] = variants[i].compare(t)
	}
	for k := range differences {
		var files, steps []string
		for i, c := range compared {
			if n := c.excused[k]; n > 0 {
				files, steps = append(files, variants[i].file), append(steps, strconv.Itoa(n))
			}
		}
		if d := &differences[k]; files != nil {
			fmt.Fprintf(&b, "| %s | %s | %s of %d steps, there %s | %s |\n", strings.Join(files, ", "), d.name, strings.Join(slices.Compact(steps), " and "), compared[0].steps, fieldNames(d.fields), d.why)
		}
	}
	answers, excused := playWindows(t)
	for i, d := range windowDifferences {
		fmt.Fprintf(&b, "| window | %s | %d of %d answers | %s |\n", d.name, excused[i], answers, d.why)
	}
	o := overlaps(t)
	for _, name := range slices.Sorted(maps.Keys(quirks)) {
		n := o.shows[name]
		fmt.Fprintf(&b, "| monitor, overlapping | %s | %d of %d events, in %s | %s |\n", name, n.hidden, o.events, counted(n.scenarios, "scenario"), quirks[name])
	}
	return b.String()
}

func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

func fieldNames(fields []field) string {
	if len(fields) > len(allFields)/2 {
		return "all but " + fieldNames(without(allFields, fields...))
	}
	var names []string
	for _, f := range fields {
		names = append(names, string(f))
	}
	return strings.Join(names, ", ")
}

// familyTable returns every list with what was compared and what differs, and
// those that are apart with the reason.
func familyTable(t *testing.T) string {
	var b strings.Builder
	var apart []string
	b.WriteString("| file | list | cases | compared | differs, and why |\n|---|---|---|---|---|\n")
	for i := range recordings {
		r := &recordings[i]
		name := strings.TrimSuffix(r.file, ".json.gz")
		var content json.RawMessage
		load(t, r.file, &content)
		for _, f := range r.families(content) {
			n := f.check(t, f.cases(t, content))
			var why []string
			for k, d := range n.departs {
				name, reason, _ := strings.Cut(d, ": ")
				why = append(why, fmt.Sprintf("%d: %s (%s)", n.differ[k], name, reason))
			}
			fmt.Fprintf(&b, "| %s | `%s` | %d | %d | %s |\n", name, n.list, n.cases, n.compared, strings.Join(why, "; "))
		}
		for _, list := range slices.Sorted(maps.Keys(r.apart)) {
			if why := r.apart[list]; why != about {
				apart = append(apart, fmt.Sprintf("%s `%s` (%s)", name, list, why))
			}
		}
	}
	fmt.Fprintf(&b, "\nNot compared here: %s.\n", strings.Join(apart, ", "))
	return b.String()
}
