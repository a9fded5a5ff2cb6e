package operate

import (
	"context"
	"io"
	"strings"
	"testing"
	"testing/synctest"

	"familiar/cmd/familiar/command"
)

func TestFileNames(t *testing.T) {
	for _, tt := range []struct{ story, name, want string }{
		{"a name is itself in lower case", "Aria", "aria"},
		{"spaces become dashes", "Old  Vesper 2", "old-vesper-2"},
		{"other scripts stay", "나비", "나비"},
		{"a way up the tree is no name", "../..", ""},
		{"what is left of one is", "../../etc/passwd", "etc-passwd"},
		{"a hidden file is not", ".bashrc", "bashrc"},
		{"nor a line break", "a\nb", "a-b"},
		{"nor a zero byte", "a\x00b", "a-b"},
		{"an emoji alone is none", "🦊", ""},
	} {
		t.Run(tt.story, func(t *testing.T) {
			if got := command.FileName(tt.name); got != tt.want {
				t.Errorf("%q: got %q, want %q", tt.name, got, tt.want)
			}
		})
	}
}

func TestInterview(t *testing.T) {
	for _, tt := range []struct{ story, answers, want, err string }{
		{"a word", "b\n", "b", ""},
		{"a number", "2\n", "b", ""},
		{"nothing is the first", "\n", "a", ""},
		{"white space doesn't matter", "  b \r\n", "b", ""},
		{"an answer that is none of them is asked again", "x\n3\nb\n", "b", ""},
		{"not for ever", strings.Repeat("x\n", 9), "", "none of the answers was usable: give --letter"},
		{"the end", "", "", "the answers ended: nothing was written; give --letter, or --yes to take the default"},
		{"the end in a line", "b", "", "the answers ended"},
		{"an answer without end", strings.Repeat("b", 1<<20), "", "the answers ended"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			ask := command.Interview{Ctx: t.Context(), In: command.Listen(strings.NewReader(tt.answers)), Out: io.Discard}
			var got string
			ask.Choose(&got, "letter", "Which?", []command.Option{{Word: "a"}, {Word: "b"}})
			if got != tt.want || tt.err == "" && ask.Err != nil || tt.err != "" && (ask.Err == nil || !strings.HasPrefix(ask.Err.Error(), tt.err)) {
				t.Errorf("got %q, %v; want %q, %q", got, ask.Err, tt.want, tt.err)
			}
		})
	}
}

// TestInterviewStops: Ctrl-C leaves a question nobody answers.
func TestInterviewStops(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		ask := command.Interview{Ctx: ctx, In: make(chan string), Out: io.Discard}
		var got string
		go ask.Line(&got, "name", "What?", "Aria")
		synctest.Wait()
		stop()
		synctest.Wait()
		if ask.Err == nil || ask.Err.Error() != "stopped: nothing was written" {
			t.Errorf("got %q, %v; want no answer", got, ask.Err)
		}
	})
}
