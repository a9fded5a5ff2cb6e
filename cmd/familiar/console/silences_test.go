package console

import (
	"strings"
	"testing"
)

// TestSilences: each silent process is told of once, and once that it is over; its name
// moves no cursor.
func TestSilences(t *testing.T) {
	var out strings.Builder
	heard := silences{}
	for _, event := range []string{
		`{"silent":[{"process":"C9","host":"tavern\u001b[2J","since":77}]}`,
		`{"silent":[{"process":"C9","host":"tavern\u001b[2J","since":77},{"process":"D1","host":"barn","since":78}]}`,
		`{"silent":[{"process":"D1","host":"barn","since":78}]}`,
		`{"silent":[]}`,
	} {
		if err := heard.tell([]byte(event), &out); err != nil {
			t.Fatal(err)
		}
	}
	var got []string
	for line := range strings.Lines(out.String()) {
		before, after, _ := strings.Cut(strings.TrimSpace(line), " since ")
		if after != "" {
			before += " since"
		}
		got = append(got, before)
	}
	want := "tavern?[2J (C9) tells nothing since|barn (D1) tells nothing since|" +
		"tavern?[2J (C9) is heard again, or others have what it had|barn (D1) is heard again, or others have what it had"
	if strings.Join(got, "|") != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if err := heard.tell([]byte(`{`), &out); err == nil {
		t.Error("what isn't JSON is taken")
	}
}
