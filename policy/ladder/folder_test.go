package ladder

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestFolder: a folder folds as if each line were by itself, and what it folded before
// stays as it was.
func TestFolder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		texts := rapid.SliceOf(rapid.OneOf(
			rapid.StringMatching(`[ -~]{0,300}`), rapid.String(), rapid.SampledFrom([]string{"", "ＡＢＣ", "İstanbul", "ΟΔΟΣ", "no capitals"}),
		)).Draw(t, "texts")
		folder, got := new(Folder), []string{}
		for _, text := range texts {
			got = append(got, folder.FoldLine(text))
		}
		for i, text := range texts {
			if want := FoldLine(text); got[i] != want {
				t.Fatalf("%q is folded to %q, want %q", text, got[i], want)
			}
		}
		if len(texts) > 0 && (*Folder)(nil).FoldLine(texts[0]) != FoldLine(texts[0]) {
			t.Fatal("none folds otherwise")
		}
	})
}

// TestFolderAllocates: a page is for many lines.
func TestFolderAllocates(t *testing.T) {
	line := "And That is what it says" + strings.Repeat(".", 40)
	folder := new(Folder)
	if got := testing.AllocsPerRun(100, func() { folder.FoldLine(line) }); got > 0 {
		t.Errorf("a line costs %v allocations, want none of its own", got)
	}
}
