package ladder

import "familiar/messages"

// A rule applies to a line that has every fact of all, none of none and, if
// any is set, at least one of any.
type rule struct {
	rung           Rung
	all, any, none messages.Facts
	answer         func(messages.Facts, *Config) messages.Act

	// spends marks the rule that looks at the author's credit, even for a line that
	// has no live one.
	spends bool
}

func (r *rule) applies(f messages.Facts) bool {
	return f.Has(r.all) && f&r.none == 0 && (r.any == 0 || f&r.any != 0)
}

// open reports whether the rule gets as far as looking for a live credit.
func (r *rule) open(f messages.Facts) bool {
	return f.Has(r.all&^messages.HasCredit) && f&r.none == 0
}

// elsewhere: the line is plainly meant for somebody else. A reply past us
// counts only where we haven't joined in; Decide sees to that.
const elsewhere = messages.MentionsOthers | messages.RepliesToOther | messages.NamesPeer

// rules are all rungs, in the order of the preset social.
var rules = [...]rule{
	// Not a matter of what is said.
	{rung: Self, all: messages.FromSelf, answer: drop},
	{rung: Mode, any: messages.ModeOurs | messages.ModeOther, answer: mode},

	// Spoken to by the network's own means.
	{rung: DM, all: messages.IsDM, answer: address},
	{rung: Mention, all: messages.MentionsUs, answer: address},
	{rung: Reply, all: messages.RepliesToUs, answer: address},

	// Another familiar's, by an address or because its author, who is alone
	// here, is answered by another: of several familiars one answers, not all.
	{rung: Sibling, any: messages.CallsSibling | messages.SiblingsTalk, none: messages.MentionsUs | messages.RepliesToUs | messages.NamesUs | messages.ModeOurs, answer: observe},

	// In the middle of a conversation with this author. Among several humans a line
	// aimed at somebody else leaves the credit for the author's next one.
	{rung: Aside, all: messages.Crowd | messages.CreditOn, any: elsewhere, none: messages.NamesUs | messages.ExplicitOnly, answer: observe},
	{rung: Sticky, all: messages.CreditOn | messages.HasCredit, none: messages.ExplicitOnly, answer: credit, spends: true},

	// Called by name, even when others are called too.
	{rung: Alias, all: messages.NamesUs, none: messages.ExplicitOnly, answer: named},

	// Plainly meant for somebody else, or said in a thread we have no part in
	// and where we aren't known to be alone with its author.
	{rung: Elsewhere, any: elsewhere, answer: observe},
	{rung: ColdThread, all: messages.InThread, none: messages.JoinedHere | messages.KnownAlone | messages.IsDM, answer: observe},

	// Alone with one human, who need not say our name on every line.
	{rung: Solo, none: messages.Crowd | messages.FromBot, answer: solo},

	// Everything else.
	{rung: Rest, answer: rest},
}

func drop(messages.Facts, *Config) messages.Act    { return messages.Drop }
func observe(messages.Facts, *Config) messages.Act { return messages.Observe }

func address(_ messages.Facts, c *Config) messages.Act { return c.Address }
func rest(_ messages.Facts, c *Config) messages.Act    { return c.Rest }

// named: a name within the text may only be talked about.
func named(f messages.Facts, c *Config) messages.Act {
	if f.Has(messages.CallsUs) {
		return c.Address
	}
	return c.Named
}

// solo: not having seen anybody else is no proof.
func solo(f messages.Facts, c *Config) messages.Act {
	if f.Has(messages.KnownAlone) {
		return messages.Engage
	}
	return c.Solo
}

func mode(f messages.Facts, _ *Config) messages.Act {
	if f.Has(messages.ModeOurs) {
		return messages.Engage
	}
	return messages.Observe
}

func credit(f messages.Facts, c *Config) messages.Act {
	if f.Has(messages.Crowd) {
		return c.Crowd
	}
	return messages.Engage
}

// find returns the index of the rung's rule, looking from index from on and
// then from the start; -1 when there is none.
func find(rung Rung, from int) int {
	for i := from; i < len(rules); i++ {
		if rules[i].rung == rung {
			return i
		}
	}
	for i := range from {
		if rules[i].rung == rung {
			return i
		}
	}
	return -1
}

// Rungs returns every rung a configuration may list, in the order of the preset
// social.
func Rungs() []Rung {
	all := make([]Rung, len(rules))
	for i := range rules {
		all[i] = rules[i].rung
	}
	return all
}
