package page

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"testing"

	"github.com/evanw/esbuild/pkg/api"
)

var update = flag.Bool("update", false, "rewrite built/ from files/")

// TestBuilt compares what is sent with its sources: main.js and main.css, each with
// all that it imports. It is not made smaller, so that a browser's tools show what the
// sources say.
func TestBuilt(t *testing.T) {
	for source, built := range map[string]string{"files/main.js": "built/page.js", "files/main.css": "built/page.css"} {
		made := api.Build(api.BuildOptions{
			EntryPoints: []string{source}, Bundle: true, Format: api.FormatESModule, Target: api.ESNext, Charset: api.CharsetUTF8,
			Banner: map[string]string{"js": banner(source), "css": banner(source)}, LegalComments: api.LegalCommentsNone,
			LogLevel: api.LogLevelSilent,
		})
		for _, wrong := range append(made.Errors, made.Warnings...) {
			t.Errorf("%+v: %s", wrong.Location, wrong.Text)
		}
		if len(made.OutputFiles) != 1 {
			t.Fatalf("%s became %d files, want one", source, len(made.OutputFiles))
		}
		want := made.OutputFiles[0].Contents
		if *update {
			if err := os.WriteFile(built, want, 0o600); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if got, err := os.ReadFile(built); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s isn't made of the sources as they are: go test ./control/page -run TestBuilt -update (%v)", built, err)
		}
	}
}

func banner(source string) string {
	return fmt.Sprintf("/* Made of %s and what it imports by `go test ./control/page -run TestBuilt -update`: change those. */", source)
}
