package mutants

import (
	"path/filepath"
	"slices"
	"testing"
)

// A known mutant decides as the original does: no test could tell them apart.
type known struct {
	file, what string
	why        string
}

func (k known) is(m Mutant) bool { return k.file == m.File && k.what == m.What }

var equivalent = []known{
	{"policy/ladder/ladder.go", "Decide: messages.RepliesToOther | messages.JoinedHere becomes messages.JoinedHere", "where the fact is not set there is nothing to clear"},
	{"policy/ladder/word.go", "boundary: at > 0 becomes at >= 0", "before the text there is U+FFFD, which is in no word"},
	{"policy/ladder/word.go", "boundary: at < len(text) becomes at <= len(text)", "after the text there is U+FFFD, which is in no word"},
	{"policy/ladder/word.go", "canonical: folded[i] >= utf8.RuneSelf becomes folded[i] > utf8.RuneSelf", "folded text is UTF-8, where no rune begins with the byte 0x80"},
	{"policy/ladder/word.go", "smallest: r < utf8.RuneSelf becomes r <= utf8.RuneSelf", "U+0080 folds to itself"},
	{"policy/ladder/config.go", "Preset: [Self DM Mention Reply Sibling Aside Sticky Alias Elsewhere ColdThread Solo] with Sibling before Reply", "what replies to us is no sibling's"},
	{"policy/ladder/config.go", "Preset: [Self Mention Alias Sibling Rest] with Sibling before Alias", "what names us is no sibling's"},
	{"policy/ladder/config.go", "Preset: [Self DM Mention Sibling Rest] with Sibling before Mention", "what mentions us is no sibling's"},
	{"policy/floor/floor.go", "Take: s.Holder != by || now >= s.Until becomes now >= s.Until", "whoever else has it keeps by from coming here, and a free floor has no deadline"},
	{"policy/floor/floor.go", "passQueue: now >= s.Rested becomes now > s.Rested", "who takes it at that instant without waiting does so because nobody waits"},
}

// TestEquivalentMutantsExist keeps the list to mutants that there are.
func TestEquivalentMutantsExist(t *testing.T) {
	for _, e := range equivalent {
		mutants, err := Of(filepath.Join(module, filepath.FromSlash(e.file)))
		if err != nil {
			t.Fatal(err)
		}
		if !slices.ContainsFunc(mutants, func(m Mutant) bool { return m.What == e.what }) || e.why == "" {
			t.Errorf("%s: %q is no mutant any more, or has no reason", e.file, e.what)
		}
	}
}
