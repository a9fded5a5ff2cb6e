package conformance

import (
	"fmt"
	"slices"
	"strings"

	"familiar/policy/ladder"
)

type addressCase struct {
	Text, Name      string
	Aliases         []string
	Mention, Direct bool
}

// directAddress asks for names between word boundaries.
var directAddress = cases("pure.direct_address", []string{"direct"}, func(c *addressCase) (got, want string) {
	names := ladder.CompileNames(ladder.Word, c.names()...)
	called := names.In(ladder.Fold(c.Text))
	return fmt.Sprint(c.Mention || called), fmt.Sprint(c.Direct)
}, departure[addressCase]{
	name: "an empty name", why: "the source finds it in every text, ours in none",
	is: func(c *addressCase) bool { return slices.Contains(c.names(), "") },
}, departure[addressCase]{
	name: "dotted and dotless i", why: "one letter to the source, two by Unicode's language-neutral rules",
	is: func(c *addressCase) bool { return dotted(c.Text, c.names()) },
})

func (c *addressCase) names() []string { return append([]string{c.Name}, c.Aliases...) }

// dotted reports whether a capital i with a dot or a small one without has
// any part in it.
func dotted(text string, names []string) bool {
	return strings.ContainsAny(text+strings.Join(names, ""), "İı")
}
