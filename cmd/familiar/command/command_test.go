package command

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/spf13/cobra"
)

// A moth is a command with a flag of each kind.
type moth struct {
	Lamp   string
	Others []string
	Colour string
	Kinds  []string
	Name   string
	Token  string
	Wings  int
	Weight float64
	Seed   uint64
	Wait   time.Duration
	Notes  []string
	Night  bool
	Day    bool
}

func (m *moth) Declare(l *Line) {
	Argument(l, &m.Lamp, "lamp", "Where it flies.")
	Rest(l, &m.Others, "others", "And where then.")
	Choice(l, &m.Colour, "--colour", "What it looks like.", "", "grey", "brown")
	Choices(l, &m.Kinds, "--kind KIND", "What it is.", "silk", "hawk")
	Text(l, &m.Name, "-n, --name NAME", "What it is called.")
	Text(l, &m.Token, "--token TOKEN", "What lets it in.")
	Whole(l, &m.Wings, "--wings", "How many.")
	Number(l, &m.Weight, "--weight GRAMS", "How much.")
	Seed(l, &m.Seed, "--seed N", "Another number.")
	Duration(l, &m.Wait, "--wait TIME", "How long.")
	List(l, &m.Notes, "--note TEXT", "May be repeated.")
	Switch(l, &m.Night, "--night", "At night.")
	Switch(l, &m.Day, "--day", "By day.")
	l.Require("name")
	l.Exclude("night", "day")
	l.Variable("token", "MOTH_TOKEN")
}

func (m *moth) Help() string { return "It keeps to the light." }

func (m *moth) Validate() error {
	if m.Wings%2 == 1 {
		return fmt.Errorf("--wings %d: want pairs", m.Wings)
	}
	return nil
}

func (m *moth) Run(_ context.Context, std Streams) error {
	fmt.Fprintf(std.Out, "%+v", *m)
	if m.Lamp == "out" {
		return errors.New("it is dark")
	}
	return nil
}

func lamps() *Program {
	return &Program{Name: "lamps", Description: "Of moths.", Version: "lamps 1", Commands: func() []*cobra.Command {
		fly := func() *cobra.Command { return New("fly", "Fly to it.", &moth{Colour: "grey", Wings: 4}) }
		return []*cobra.Command{fly(), Group("many", "Several.", fly())}
	}}
}

// TestLine: what a line says is read, or told to be wrong in one line.
func TestLine(t *testing.T) {
	t.Setenv("MOTH_TOKEN", "dust")
	for _, tt := range []struct {
		line string
		code int
		says string
	}{
		{"fly porch --name Io", 0, "{Lamp:porch Others:[] Colour:grey Kinds:[] Name:Io Token:dust Wings:4 Weight:0 Seed:0 Wait:0s Notes:[] Night:false Day:false}"},
		{"fly -n Io porch street --token x --kind silk,hawk --kind silk --wings=-2 --weight .5 --seed 0x10 --wait 90s --note a,b --note c --night=no", 0, "{Lamp:porch Others:[street] Colour:grey Kinds:[silk hawk silk] Name:Io Token:x Wings:-2 Weight:0.5 Seed:16 Wait:1m30s Notes:[a,b c] Night:false Day:false}"},
		{"fly porch", 2, "lamps: missing flags: --name=NAME; try lamps fly --help\n"},
		{"fly --name Io", 2, `lamps: expected "<lamp>"; try lamps fly --help` + "\n"},
		{"fly porch --name Io --night --day", 2, "lamps: --night and --day can't be used together; try lamps fly --help\n"},
		{"fly porch --name Io --wings 3", 2, "lamps: fly: --wings 3: want pairs; try lamps fly --help\n"},
		{"fly porch --name Io --colour pink", 2, `lamps: --colour must be one of "grey","brown" but got "pink"; try lamps fly --help` + "\n"},
		{"fly porch --weigth Io", 2, `lamps: unknown flag --weigth, did you mean "--weight"?; try lamps fly --help` + "\n"},
		{"fly porch --name", 2, "lamps: --name: expected a value; try lamps fly --help\n"},
		{"fly out --name Io", 1, "lamps: it is dark\n"},
		{"flie", 2, `lamps: unexpected argument flie, did you mean "fly"?; try lamps --help` + "\n"},
		{"help flie", 2, `lamps: unexpected argument flie, did you mean "fly"?; try lamps --help` + "\n"},
		{"many", 2, `lamps: expected "fly"; try lamps many --help` + "\n"},
		{"many fly --version", 0, "lamps 1\n"},
		{"fly --help", 0, "Usage: lamps fly <lamp> [<others> ...] --name=NAME [flags]\n\nFly to it.\n\nIt keeps to the light.\n\nArguments:\n"},
	} {
		var said bytes.Buffer
		code := lamps().Run(t.Context(), strings.Fields(tt.line), Streams{Out: &said, Err: &said})
		if code != tt.code || !strings.Contains(said.String(), tt.says) {
			t.Errorf("%s: got %d and\n%s\nwant %d and\n%s", tt.line, code, &said, tt.code, tt.says)
		}
	}
}

// A full disk takes nothing.
type fullDisk struct{ err error }

func (f fullDisk) Write([]byte) (int, error) { return 0, f.err }

// TestLostOutput: who asked for something and didn't get it is told.
func TestLostOutput(t *testing.T) {
	full := errors.New("write out: no space left on device")
	for _, tt := range []struct {
		what string
		args string
		err  error
		want int
		says string
	}{
		{"a command that doesn't look has failed all the same", "fly porch --name Io", full, ExitFailure, "lamps: write out: no space left on device\n"},
		{"so has help", "fly --help", full, ExitFailure, "lamps: write out: no space left on device\n"},
		{"and the version", "--version", full, ExitFailure, "lamps: write out: no space left on device\n"},
		{"a reader that left has what it wanted", "fly porch --name Io", syscall.EPIPE, 0, ""},
		{"a mistake is said, whatever else is wrong", "fly out --name Io", full, ExitFailure, "lamps: it is dark\n"},
	} {
		t.Run(tt.what, func(t *testing.T) {
			var says bytes.Buffer
			if got := lamps().Run(t.Context(), strings.Fields(tt.args), Streams{Out: fullDisk{tt.err}, Err: &says}); got != tt.want || says.String() != tt.says {
				t.Errorf("got %d, %q, want %d, %q", got, says.String(), tt.want, tt.says)
			}
		})
	}
}
