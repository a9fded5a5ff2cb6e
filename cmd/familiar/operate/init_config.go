package operate

import (
	"fmt"
	"slices"
	"strings"

	"familiar/cmd/familiar/command"
)

// card returns the text of the character card.
func (p plan) card() string {
	return fmt.Sprintf(`# %[1]s

You are %[1]s, a regular in this chat. You remember what people said, you are
curious about what they do, and you are a little dry.

You write the way people chat: one or two sentences, no lists, no headings. You
ask back when you want to know more. You don't explain what nobody asked about.

You know a lot about gardens and the weather. About anything else you say that
you don't know, or guess and say so.

When two people are deep in their own conversation, you stay out of it.
`, p.Name)
}

// config returns the text of the configuration. A text in quotes means the same
// to TOML and Go once control characters are out, which [config.Load] refuses
// in names.
func (p plan) config() string {
	return fmt.Sprintf("# %s's configuration, written by familiar init. All knobs and their\n"+
		"# defaults are in docs/configuration.md. `familiar check` finds mistakes.\n\n", p.Name) +
		p.modelTable() + "\n" + p.familiarTable() + "\n" + p.channelTable()
}

func (p plan) modelTable() string {
	if p.Offline() {
		return `# What writes the replies: a stand-in that needs no key. For a real model, take
# its lines out and put these in (docs/models.md has more):
#
#   kind = "anthropic"
#   model = "claude-haiku-5-5"
#   key = "env:ANTHROPIC_API_KEY"   # the variable that holds it, never the key itself
[models.main]
kind = "offline"
`
	}
	judges := ""
	if p.Judged() {
		judges = ", and judges when to speak unasked"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "# What writes the replies%s. docs/models.md has prices and limits.\n[models.main]\nkind = %q\nmodel = %q\n", judges, p.Kind, p.ModelName)
	if p.URL != "" {
		fmt.Fprintf(&b, "url = %q\n", p.URL)
	}
	const never = "the variable that holds it, never the key itself\n"
	switch {
	case p.KeyEnv != "":
		fmt.Fprintf(&b, "key = %q   # %s", "env:"+p.KeyEnv, never)
	case p.Key != "":
		fmt.Fprintf(&b, "key = %q   # the file that holds it, never the key itself\n", "file:"+keyFile)
	case p.Foreign:
		fmt.Fprintf(&b, "# key = \"env:VARIABLE\"   # if it needs one: %s", never)
	}
	return b.String()
}

func (p plan) familiarTable() string {
	preset := `"ladder"   # talks only when spoken to; or social, chatty`
	switch p.Preset {
	case "social":
		preset = `"social"   # talks when spoken to, and now and then unasked; or ladder, chatty`
	case "chatty":
		preset = `"chatty"   # talks whenever its judge finds a reason; or social, ladder`
	}
	text := fmt.Sprintf(`# One character. Copy the table for another one, under another name.
[familiars.%s]
name = %q
aliases = []   # other names it listens to
card = %q   # who it is; docs/cards.md says how to write one
preset = %s
`, command.TomlKey(p.ID), p.Name, p.Card(), preset)
	if p.Judged() {
		text += "judge = \"main\"   # the model that is asked before it speaks unasked\n"
	}
	return text
}

func (p plan) channelTable() string {
	var b strings.Builder
	b.WriteString("# Where it is.\n")
	for i, network := range p.Networks {
		if i > 0 {
			b.WriteByte('\n')
		}
		switch network {
		case "web":
			fmt.Fprintf(&b, "[[channels]]\nmatch = %s\nfamiliars = [%q]\n",
				`"web:*"   # every chat on the page; web:garden* is those whose names begin with garden`, p.ID)
		case "terminal":
			fmt.Fprintf(&b, "[[channels]]\nmatch = \"terminal:*\"   # the prompt\nfamiliars = [%q]\n", p.ID)
		}
		for _, a := range p.Accounts {
			if a.network == network {
				b.WriteString(a.rules(p.ID))
			}
		}
	}
	for _, a := range p.Accounts {
		fmt.Fprintf(&b, "\n# Who it is there: docs/networks/%s.md.\n%s", a.network, a.table(p.ID, func(s newSecret) string { return a.from(p.ID, s) }))
	}
	if slices.Contains(p.Networks, "web") {
		b.WriteString(`
# The page. Only this machine can reach it.
[control]
listen = "127.0.0.1:7077"
`)
	}
	return b.String()
}
