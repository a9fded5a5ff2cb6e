package models

import (
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"testing"

	"familiar/config"
	"familiar/llm"
	"familiar/llm/llmtest"
	"familiar/messages"
)

// TestSpares is whose models ail, and who is asked in their place: a model that
// nobody would have asked ails nobody.
func TestSpares(t *testing.T) {
	for _, tt := range []struct {
		story string
		down  []string
		want  []string
	}{
		{"all are well", nil, nil},
		{"the first is down", []string{"a"}, []string{"a: writes aria (by b), judges aria (by c)"}},
		{"the second is", []string{"b"}, []string{"b: "}},
		{"the first two are", []string{"a", "b"}, []string{"a: writes aria (by c), judges aria (by c)", "b: writes aria (by c)"}},
		{"all are", []string{"a", "b", "c"}, []string{"a: writes aria (by ), judges aria (by )", "b: ", "c: "}},
	} {
		t.Run(tt.story, func(t *testing.T) {
			c, err := config.Parse("f.toml", []byte("[models.a]\nkind = \"offline\"\n[models.b]\nkind = \"offline\"\n[models.c]\nkind = \"offline\"\n"+
				"[familiars.aria]\nmodels = [\"a\", \"b\", \"c\"]\njudges = [\"a\", \"c\"]\npersona = \"moths\""))
			if err != nil {
				t.Fatal(err)
			}
			m, err := New(c, nil, slog.New(slog.DiscardHandler), nil, nil, func(name string, _ config.Model) (llm.Model, error) {
				if slices.Contains(tt.down, name) {
					return llmtest.New(name, llmtest.Fail(llm.ErrAuth)), nil
				}
				return llmtest.New(name, llmtest.Say("fine")), nil
			})
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range slices.Sorted(maps.Keys(m.Gates)) {
				for range m.Gates[name].Generate(t.Context(), llm.Request{}) {
					continue
				}
			}
			ailing, inUse := m.Ailing()
			var got []string
			for _, of := range ailing {
				told := of.Model + ": "
				for _, id := range of.Writes {
					told += fmt.Sprintf("writes %s (by %s)", id, of.Spares[id].Writes)
				}
				for _, id := range of.Judges {
					told += fmt.Sprintf(", judges %s (by %s)", id, of.Spares[id].Judges)
				}
				got = append(got, told)
			}
			if !slices.Equal(got, tt.want) || inUse != 3 {
				t.Errorf("got %q of %d, want %q of 3", got, inUse, tt.want)
			}
			if card, links, err := m.Composer("aria"); err != nil || card.Familiar != messages.FamiliarID("aria") || len(links) != 3 {
				t.Errorf("got %d links, %v; want the three", len(links), err)
			}
		})
	}
}
