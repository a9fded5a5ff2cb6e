package flame

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

// TestDrawIsBounded: whatever a profile holds, the widest frames are drawn, each
// with all that called it, and the picture stays small.
func TestDrawIsBounded(t *testing.T) {
	wide := func(name string) []any { // 900 stacks, six deep, each somewhat over a thousandth
		var stacks []any
		for i := range 900 {
			stacks = append(stacks, strings.TrimSpace(strings.Repeat(fmt.Sprintf("%s%d ", name, i), 6)), 1000+i%50)
		}
		return stacks
	}
	for _, tt := range []struct {
		story  string
		stacks []any
		least  int // boxes
	}{
		{"more frames than are drawn", wide("p."), 2000},
		{"names as long as novels", wide("p." + strings.Repeat("&", 2000)), 100},
		{"a stack with no end", []any{strings.TrimSpace(strings.Repeat("p.f ", 20000)), 1}, 2000},
	} {
		g := read(t, tt.stacks...)
		svg := draw(t, g, tt.story)
		if len(svg) > 300_000 {
			t.Errorf("%s: got %d bytes, want at most 300,000", tt.story, len(svg))
		}
		p := look(t, svg)
		if n := len(p.titles); n > mostBoxes || n < tt.least {
			t.Errorf("%s: got %d boxes, want %d to %d", tt.story, n, tt.least, mostBoxes)
		}
		left := fmt.Sprintf("; %d narrow frames are left out", g.Root.frames()-len(p.titles))
		if !strings.Contains(p.texts[1], left) {
			t.Errorf("%s: got %q, want %q in it", tt.story, p.texts[1], left)
		}
	}
}

// TestDrawSame: the order of the samples and the maps inside don't show.
func TestDrawSame(t *testing.T) {
	one := draw(t, read(t, "a b", 1, "a c", 1, "d", 2), "same")
	for range 20 {
		if other := draw(t, read(t, "d", 2, "a c", 1, "a b", 1), "same"); !bytes.Equal(one, other) {
			t.Fatalf("got\n%s\nand\n%s", one, other)
		}
	}
}

func TestOwners(t *testing.T) {
	for _, tt := range []struct {
		story, stack string
		own, owed    owner // of the innermost frame, of the stack
	}{
		{"familiar's own", "familiar/policy/conversation.(*State).Step", familiar, familiar},
		{"the load that says lines", "familiar/lab/load/tally.(*Tally).Say", load, load},
		{"the command that loads", "main.(*inside).Say", load, load},
		{"the same where it has a folder", "familiar/cmd/familiar/lab.(*inside).Say", load, load},
		{"a module that only begins like familiar", "familiars.Do", std, std},
		{"the journal's server", "github.com/nats-io/nats-server/v2/server/stree.(*SubjectTree[go.shape.struct{}]).Match", nats, nats},
		{"the journal's client", "github.com/nats-io/nats%2ego.(*Conn).flusher", nats, nats},
		{"another library", "golang.org/x/text/cases.Fold", module, module},
		{"std for familiar", "familiar/messages.EncodeEvent encoding/json.Marshal", std, familiar},
		{"the runtime for std for a library for familiar", "familiar/llm/openai.(*Model).ask github.com/openai/openai-go/v3.(*Client).Post net/http.(*Client).Do runtime.mallocgc", goRuntime, module},
		{"the runtime inside", "runtime.mcall internal/runtime/syscall/linux.EpollWait", goRuntime, goRuntime},
		{"std with nobody above it", "net/http.(*conn).serve runtime.selectgo", goRuntime, goRuntime},
		{"std by itself", "runtime.goexit net/http.(*conn).serve", std, std},
		{"a type argument has a path of its own", "slices.SortFunc[go.shape.[]*familiar/messages.Line]", std, std},
		{"made by the compiler", "type:.eq.familiar/messages.Line", goRuntime, goRuntime},
		{"no package", "unknown", goRuntime, goRuntime},
	} {
		stack := strings.Fields(tt.stack)
		if own, owed := ownerOf(stack[len(stack)-1]), debtor(stack); own != tt.own || owed != tt.owed {
			t.Errorf("%s: got %q, owed to %q; want %q, %q", tt.story, legend[own].name, legend[owed].name, legend[tt.own].name, legend[tt.owed].name)
		}
	}
}

func TestLabels(t *testing.T) {
	const step, sort = "familiar/policy/conversation.(*State).Step", "a/b.Sort[go.shape.[]*c/d.E].func1"
	for _, tt := range []struct {
		story, function string
		room            int
		want            string
	}{
		{"room for all", step, 40, "conversation.(*State).Step"},
		{"the package goes first", step, 25, "(*State).Step"},
		{"then the receiver", step, 5, "Step"},
		{"then the end", step, 3, "St…"},
		{"no room", step, 2, ""},
		{"type arguments are left out", sort, 40, "b.Sort[…].func1"},
		{"what the linker wrote is read", "github.com/nats-io/nats%2ego.(*Conn).flusher", 40, "nats.go.(*Conn).flusher"},
		{"what it can't have written stays", "a%zz.b", 40, "a%zz.b"},
		{"letters are counted, not bytes", "p.Größe", 7, "p.Größe"},
	} {
		if got := fit(label(tt.function), tt.room); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.story, got, tt.want)
		}
	}
}

func TestAmounts(t *testing.T) {
	for _, tt := range []struct {
		story, unit string
		value       int64
		want        string
	}{
		{"time", "nanoseconds", 1_234_567_890, "1.235s"},
		{"a few bytes", "bytes", 1023, "1023 B"},
		{"kibibytes", "bytes", 1536, "1.5 KiB"},
		{"mebibytes", "bytes", 340 << 20, "340.0 MiB"},
		{"more than that", "bytes", 5000 << 30, "5000.0 GiB"},
		{"anything else", "count", 7, "7 count"},
	} {
		if got := (&Graph{Unit: tt.unit}).amount(tt.value); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.story, got, tt.want)
		}
	}
}
