package importer

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"familiar/lab/corpus"
)

func ignore(corpus.Entry) error { return nil }

// TestBrokenFilesSayWhere breaks a sample in its middle: a mark in the text
// says where.
func TestBrokenFilesSayWhere(t *testing.T) {
	for _, test := range []struct {
		says, path string
		find       string // once in the file
		broken     string // in its place; ¦ stands where it is wrong
		want       string
	}{
		{"a text without quotes", "discord/Moth Lab - ops - general [1290000000000000777].json", `"yes please, retry"`, `¦yes please, retry"`, "invalid character 'y'"},
		{"a missing comma between messages", "matrix/element-export.json", "},\n    {\n      \"type\": \"m.room.message\",\n      \"sender\": \"@moth:lab.example\",\n      \"content\": {\n        \"msgtype\": \"m.notice\",\n        \"body\": \"Yes", "}\n    ¦{\n      \"type\": \"m.room.message\",\n      \"sender\": \"@moth:lab.example\",\n      \"content\": {\n        \"msgtype\": \"m.notice\",\n        \"body\": \"Yes", "after array element"},
		{"a control character that is no escape of Telegram's", "telegram/result.json", `"yes please, retry",`, "\"yes \\x07 ¦\x07 please\",", "invalid character '\\a' in string literal"},
		{"a day's last bracket is missing", "slack-export/general/2025-03-06.json", "  }\n]\n", "  }\n¦", "unexpected EOF"},
		{"a ts is no number", "slack-export/general/2025-03-06.json", `"ts": "1741219231.100121"`, `"ts": "soon"`, `ts "soon": want seconds and six digits`},
		{"a time is none", "discord/Moth Lab - ops - general [1290000000000000777].json", `"2025-03-05T23:59:01.12+00:00"`, `"noon"`, "cannot parse"},
		{"something stands after the end", "telegram/result.json", "  ]\n}", "  ]\n}¦{}", "data after the end"},
	} {
		t.Run(test.says, func(t *testing.T) {
			text, err := os.ReadFile(filepath.Join("testdata", test.path))
			if err != nil {
				t.Fatal(err)
			}
			if n := strings.Count(string(text), test.find); n != 1 {
				t.Fatalf("%q is there %d times", test.find, n)
			}
			whole := strings.Replace(string(text), test.find, test.broken, 1)
			at := strings.Index(whole, "¦")
			whole = strings.Replace(whole, "¦", "", 1)
			tree := fstest.MapFS{test.path: {Data: []byte(whole)}}
			if dir, ok := strings.CutPrefix(test.path, "slack-export/"); ok {
				tree = fstest.MapFS{dir: {Data: []byte(whole)}, "users.json": {Data: []byte("[]")}}
			}
			err = readFS(t.Context(), tree, "it", Options{}, ignore)
			got, ok := errors.AsType[*Error](err)
			if !ok || !strings.Contains(err.Error(), test.want) || !strings.HasPrefix(got.File, "it/") {
				t.Fatalf("got %v, want %s", err, test.want)
			}
			if at < 0 { // of a value that is wrong, its message's start
				if at = strings.LastIndex(whole[:strings.Index(whole, test.broken)], "    {"); at < 0 || strings.HasPrefix(test.path, "slack") {
					at = strings.LastIndex(whole[:strings.Index(whole, test.broken)], "\n  {") - 1
				}
				at += 4
			}
			if line := 1 + strings.Count(whole[:at], "\n"); got.Offset != int64(at) || got.Line != int64(line) {
				t.Errorf("got byte %d in line %d, want %d in %d: %v", got.Offset, got.Line, at, line, err)
			}
		})
	}
}

func TestReadSaysWhatIsWrong(t *testing.T) {
	const discord = `{"guild":{"id":"1"},"channel":{"id":"2"},"messages":`
	message := func(change ...string) string {
		return discord + "[" + strings.NewReplacer(change...).Replace(`{"id":"1","type":"Default","timestamp":"2025-03-05T23:58:20Z","author":{"id":"7"}}`) + "]}"
	}
	for _, test := range []struct {
		says, name, text string
		want             string
	}{
		{"an object where messages should be", "a.json", discord + "{}}", "a.json:1: byte 52: want an array"},
		{"no message at all", "a.json", discord + "[]}", "it: a DiscordChatExporter file without lines"},
		{"nobody wrote it", "a.json", message(`"7"`, `""`), "byte 53: a message without an author"},
		{"it has no id", "a.json", message(`"id":"1"`, `"x":"1"`), `message id "": want 1 to 256 bytes`},
		{"an id is a book", "a.json", message(`"7"`, `"`+strings.Repeat("7", 300)+`"`), "want at most 256 bytes"},
		{"a time of Nero's", "a.json", message("2025", "0064"), "want one from 1980 to 2199"},
		{"it is nested like an onion", "a.json", discord + `[],"x":` + strings.Repeat("[", 300), "values nested deeper than 200"},
		{"one value is the whole file", "a.json", discord + `[{"content":"` + strings.Repeat("x", longestValue+1), "a value longer than 8388608 bytes"},
		{"a message before its channel", "a.json", `{"guild":{},"channel":{},"messages":[]}`, `channel id "": want 1 to 256 bytes`},
		{"a log has a very long line", "#a.log", "[10:00:00] <a> b\n[10:00:01] <a> " + strings.Repeat("b", longestLine), "#a.log:2: byte 17: a line longer than 65536 bytes"},
		{"a line of ours is broken", "a.jsonl", `{"schema":"familiar-replay/1"}` + "\n{", "a.jsonl:2: unexpected end of JSON input"},
		{"nothing we know", "a.txt", "dear diary\n", "looked for slack"},
	} {
		err := readFS(t.Context(), fstest.MapFS{test.name: {Data: []byte(test.text)}}, "it", Options{}, ignore)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %.300v, want %s", test.says, err, test.want)
		}
	}
}

func TestReadEndsWithItsContext(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	n := 0
	err := read(ctx, generate(Discord, 8<<20), Options{}, func(corpus.Entry) error {
		if n++; n == 10 {
			stop()
		}
		return nil
	})
	if !errors.Is(err, context.Canceled) || n > 2000 {
		t.Errorf("got %v after %d lines, want it to be stopped", err, n)
	}
	if err := read(t.Context(), generate(IRC, 1000), Options{}, func(corpus.Entry) error { return io.ErrClosedPipe }); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("got %v, want the error of who takes the lines", err)
	}
}
