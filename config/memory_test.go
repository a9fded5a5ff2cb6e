package config

import (
	"fmt"
	"strings"
	"testing"

	"familiar/messages"
)

// TestEmbeddings: the model whose vectors say what is alike has to be there, and of a kind
// that gives any; in a rule, too. Where nothing is kept nobody asks for it.
func TestEmbeddings(t *testing.T) {
	for _, tt := range []struct{ name, memory, rule, problem string }{
		{"a model that gives vectors", `on = true, embeddings = "small"`, "", ""},
		{"none", `on = true`, "", ""},
		{"a model that isn't there", `on = true, embeddings = "big"`, "", `familiars.aria.memory.embeddings: there is no model "big"`},
		{"a model of another kind", `on = true, embeddings = "a"`, "", `familiars.aria.memory.embeddings: model "a" is of kind offline, which gives no vectors: want one of kind openai`},
		{"nothing is kept", `embeddings = "big"`, "", ""},
		{"in a rule", `on = true, embeddings = "small"`, `embeddings = "a"`, `memory.embeddings: model "a" is of kind offline`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			text := "[models.a]\nkind = \"offline\"\n[models.small]\nkind = \"openai\"\nmodel = \"e-1\"\nurl = \"http://127.0.0.1:1/v1\"\n" +
				"[familiars.aria]\npersona = \"x\"\nmodel = \"a\"\nmemory = { " + tt.memory + " }\n[[channels]]\nmatch = \"web:*\"\nfamiliars = [\"aria\"]\n"
			if tt.rule != "" {
				text += "override.aria.memory = { " + tt.rule + " }\n"
			}
			c, err := load(t, text)
			if got := fmt.Sprint(err); tt.problem != "" && !strings.Contains(got, tt.problem) || tt.problem == "" && err != nil {
				t.Fatalf("got %v, want %q", err, tt.problem)
			}
			if err != nil {
				return
			}
			f := c.Familiars["aria"]
			seat := c.Channel(messages.ChannelID("web//garden")).Seats[0]
			if on := seat.Policy.Memory.On; on != (f.embedder() != "" || tt.name == "none") || f.Uses("small") != (f.embedder() == "small") {
				t.Errorf("it embeds by %q, the seat has %+v", f.embedder(), seat.Policy.Memory)
			}
		})
	}
}
