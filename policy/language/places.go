package language

import (
	"fmt"
	"strings"

	"familiar/internal/bounds"
)

// Places are what a text may hold in braces, without them.
type Places []string

// Validate says what is wrong with the text of that key: braces that hold
// anything else.
func (p Places) Validate(key, text string) error {
	if !strings.ContainsAny(p.Fill(text), "{}") {
		return nil
	}
	return fmt.Errorf("%s = %q: allowed in braces are %s", key, text, bounds.Alternatives(p...))
}

// Fill returns the text with a value in each place, in their order; places
// without one are empty.
func (p Places) Fill(text string, values ...string) string {
	pairs := make([]string, 2*len(p))
	for i, place := range p {
		pairs[2*i] = "{" + place + "}"
		if i < len(values) {
			pairs[2*i+1] = values[i]
		}
	}
	return strings.NewReplacer(pairs...).Replace(text)
}
