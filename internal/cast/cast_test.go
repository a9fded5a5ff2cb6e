package cast

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"
	"time"
)

var sample = Cast{Title: "a <demo>", Width: 20, Lines: []Line{
	{0, "plain & simple"},
	{1250 * time.Millisecond, "\x1b[32mengage\x1b[0m and more than fits"},
	{2 * time.Second, ""},
	{2 * time.Second, "\x1b[90mgrey\x1b[0m"},
}}

func TestWriteAndRead(t *testing.T) {
	var file bytes.Buffer
	if err := sample.Write(&file); err != nil {
		t.Fatal(err)
	}
	if want := `{"version":2,"width":20,"height":24,"title":"a <demo>"}` + "\n[0.00,\"o\",\"plain & simple\\r\\n\"]\n"; !strings.HasPrefix(file.String(), want) {
		t.Errorf("got %q, want %q first", file.String(), want)
	}
	got, err := Read(&file)
	if err != nil || !reflect.DeepEqual(got, sample) {
		t.Errorf("got %+v, %v, want %+v", got, err, sample)
	}
	for _, bad := range []string{"", "{}", `{"version":3,"width":20}`, `{"version":2,"width":20}` + "\n[1]", `{"version":2,"width":20}` + "\n[1,\"o\",\"no end\"]", `{"version":2,"width":20}` + "\n[1,\"i\",\"x\\r\\n\"]"} {
		if got, err := Read(strings.NewReader(bad)); err == nil {
			t.Errorf("%q is read as %+v", bad, got)
		}
	}
}

// TestRecord: lines are taken down with their moments, and not without end.
func TestRecord(t *testing.T) {
	from, to := io.Pipe()
	go func() {
		_, _ = io.WriteString(to, "one\ntwo\n") // the reader is in this test
		_ = to.Close()
	}()
	got, err := Record(from, "title", 80)
	if err != nil || len(got.Lines) != 2 || got.Lines[1].Text != "two" || got.Lines[1].At < got.Lines[0].At {
		t.Errorf("got %+v, %v", got, err)
	}
	if _, err := Record(strings.NewReader(strings.Repeat("x\n", mostLines+1)), "title", 80); err == nil {
		t.Error("it records without end")
	}
}

// TestDraw: each row appears at its moment, in its colour, and what is printed is
// never markup.
func TestDraw(t *testing.T) {
	svg, err := sample.Draw()
	if err != nil {
		t.Fatal(err)
	}
	for in := xml.NewDecoder(bytes.NewReader(svg)); ; {
		if _, err := in.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("it is no XML: %v\n%s", err, svg)
		}
	}
	for _, want := range []string{
		"<title>a &lt;demo&gt;</title>",
		`<text y="13">plain &amp; simple</text>`,
		`<text y="30" class="l k1250"><tspan class="g">engage</tspan> and more than</text>`,
		`<text y="47" class="l k1250"> fits</text>`,
		`<text y="81" class="l k2000"><tspan class="d">grey</tspan></text>`,
		"@keyframes k1250 { 0% { opacity: 0; } 15.62% { opacity: 1; } }",
		".k1250 { animation-name: k1250; }",
		"prefers-reduced-motion",
	} {
		if !bytes.Contains(svg, []byte(want)) {
			t.Errorf("%s isn't in\n%s", want, svg)
		}
	}
	if _, err := (Cast{Width: 10}).Draw(); err == nil {
		t.Error("an empty cast is drawn")
	}
}

// TestDrawScrolls: past the last row the picture moves up, and rests at the end.
func TestDrawScrolls(t *testing.T) {
	long := Cast{Title: "long", Width: 20}
	for i := range rows + 2 {
		long.Lines = append(long.Lines, Line{time.Duration(i) * time.Second, "x"})
	}
	svg, err := long.Draw()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{".all { transform: translateY(-34px); }", "{ transform: translateY(-17px); }"} {
		if !bytes.Contains(svg, []byte(want)) {
			t.Errorf("%s isn't in\n%s", want, svg)
		}
	}
}
