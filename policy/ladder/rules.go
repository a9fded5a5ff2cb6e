package ladder

import (
	"math/bits"
	"slices"

	"familiar/messages"
	"familiar/messages/because"
)

// A rule is a rung: the lines it claims, what it answers, and what people are
// told of both.
type rule struct {
	condition
	answer func(messages.Facts, *Config) messages.Act

	Words

	// becomes says what becomes of the lines where that takes more words than the
	// answer has; nil or "": it doesn't. asked is said of an ask.
	becomes func(c *Config, asked string) string
}

// A condition is which lines a rule claims: those that have every fact of all, none of
// none and, if any is set, at least one of any.
type condition struct {
	rung           Rung
	all, any, none messages.Facts

	// spends marks the rule that looks at the author's credit, even for a line that
	// has no live one.
	spends bool
}

// open reports whether the rule gets as far as looking for a live credit.
func (r *condition) open(f messages.Facts) bool {
	return f.Has(r.all&^messages.HasCredit) && f&r.none == 0
}

// A claim is a condition in the form that lines are held to. The claims of all rules
// lie beside each other: every line walks through most, and each rule has many words.
type claim struct {
	looksAt, finds messages.Facts // of the facts it looks at the line has these and no other
	some           messages.Facts // and of these at least one
	rung           Rung
}

// always is a fact of every line, for claims that need none of several.
const always messages.Facts = 1 << 63

// holds reports whether the rule claims a line with those facts and always.
func (c *claim) holds(f messages.Facts) bool { return f&c.looksAt == c.finds && f&c.some != 0 }

// claims are the rules', in their order.
var claims = func() (all [len(rules)]claim) {
	for i := range rules {
		c := &rules[i].condition
		all[i] = claim{c.all | c.none, c.all, c.any, c.rung}
		if c.any == 0 {
			all[i].some = always
		}
	}
	return all
}()

// byFact are the rules by a fact without which they claim nothing: any of those of which
// they need one, else the least of all that they need. So no line is held to all of
// them. telling are the facts by which there are some.
var byFact, telling = func() (all [64]uint32, telling messages.Facts) {
	for i := range claims {
		needs := claims[i].some
		if least := claims[i].finds & -claims[i].finds; needs == always && least != 0 {
			needs = least
		}
		for telling |= needs; needs != 0; needs &= needs - 1 {
			all[bits.TrailingZeros64(uint64(needs))] |= 1 << i
		}
	}
	return all, telling
}()

// spender is the rule that looks at the author's credit.
var spender = slices.IndexFunc(rules[:], func(r rule) bool { return r.spends })

// elsewhere: the line is plainly meant for somebody else. A reply past us
// counts only where we haven't joined in; Decide sees to that.
const elsewhere = messages.MentionsOthers | messages.RepliesToOther | messages.NamesPeer

// rules are all rungs that a configuration may list, in the order of the preset
// social. Docs, check --explain, why and the page say what stands here.
var rules = [...]rule{
	// Not a matter of what is said.
	{
		condition: condition{rung: Self, all: messages.FromSelf}, answer: drop,
		Words: Words{Claims: "a line it wrote itself", Says: "{name} wrote the line itself", Glance: "its own line"},
	},
	{
		condition: condition{rung: Mode, any: messages.ModeOurs | messages.ModeOther}, answer: mode, becomes: modeBecomes,
		Words: Words{
			Claims: "a line in a channel where turns are assigned", Says: "the channel is assigned to somebody else", Glance: "the room's mode decides",
			Repeats: []because.Reason{because.ItsTurn, because.AssignedElsewhere},
		},
	},

	// Spoken to by the network's own means.
	{
		condition: condition{rung: DM, all: messages.IsDM}, answer: address,
		Words: Words{Claims: "a direct message", Called: "direct messages", Says: "the line is a direct message", Glance: "said to it alone"},
	},
	{
		condition: condition{rung: Mention, all: messages.MentionsUs}, answer: address,
		Words: Words{Claims: "a line with the network's own mention of it", Called: "mentions", Says: "the line mentions {name}", Glance: "it is mentioned"},
	},
	{
		condition: condition{rung: Reply, all: messages.RepliesToUs}, answer: address,
		Words: Words{Claims: "a reply to something it said", Called: "replies to it", Says: "the line replies to {name}", Glance: "it is replied to"},
	},

	// Another familiar's, by an address or because its author, who is alone
	// here, is answered by another: of several familiars one answers, not all.
	{
		condition: condition{rung: Sibling, any: messages.CallsSibling | messages.SiblingsTalk, none: messages.MentionsUs | messages.RepliesToUs | messages.NamesUs | messages.ModeOurs}, answer: observe,
		Words: Words{Claims: "a line that calls another familiar and not it, or one by a person alone here that another familiar answers", Says: "the line is another familiar's", Glance: "another familiar's line"},
	},

	// In the middle of a conversation with this author. Among several humans a line
	// aimed at somebody else leaves the credit for the author's next one.
	{
		condition: condition{rung: Aside, all: messages.Crowd | messages.CreditOn, any: elsewhere, none: messages.NamesUs | messages.ExplicitOnly}, answer: observe, becomes: asideBecomes,
		Words: Words{Claims: "among several people, a line aimed at somebody else that doesn't name it", Says: "{aim} and several people are here", Glance: "aimed at somebody else"},
	},
	{
		condition: condition{rung: Sticky, all: messages.CreditOn | messages.HasCredit, none: messages.ExplicitOnly, spends: true}, answer: credit, becomes: creditBecomes,
		Words: Words{Claims: "a line by somebody it has just answered, or any line in its open window", Says: "{name} has just answered {author}", Glance: "somebody it talks with goes on"},
	},

	// Called by name, even when others are called too.
	{
		condition: condition{rung: Alias, all: messages.NamesUs, none: messages.ExplicitOnly}, answer: named, becomes: namedBecomes,
		Words: Words{Claims: "a line that contains one of its names", Called: "lines that name it", Says: "the line names {name}", Glance: "its name is in the text"},
	},

	// Plainly meant for somebody else, or said in a thread we have no part in
	// and where we aren't known to be alone with its author.
	{
		condition: condition{rung: Elsewhere, any: elsewhere}, answer: observe,
		Words: Words{Claims: "a line aimed at somebody else", Says: "{aim}", Glance: "a conversation between others"},
	},
	{
		condition: condition{rung: ColdThread, all: messages.InThread, none: messages.JoinedHere | messages.KnownAlone | messages.IsDM}, answer: observe,
		Words: Words{Claims: "a line in a thread where it hasn't spoken and isn't known to be alone with its author", Says: "the line stands in a thread where {name} hasn't spoken", Glance: "a thread it never joined"},
	},

	// Alone with one human, who need not say our name on every line.
	{
		condition: condition{rung: Solo, none: messages.Crowd | messages.FromBot}, answer: solo, becomes: soloBecomes,
		Words: Words{Claims: "a person's line when nobody else is here", Says: "only one person is here", Glance: "nobody else is here"},
	},

	// Everything else.
	{
		condition: condition{rung: Rest}, answer: rest,
		Words: Words{Claims: "any other line", Says: "the line is for nobody in particular", Glance: "no rule claimed the line"},
	},
}

// bottom is what stands below every ladder.
var bottom = rule{
	condition: condition{rung: Bottom}, answer: observe,
	Words: Words{Claims: "any other line", Says: "nothing in the line calls for {name}", Glance: "no rule claimed the line"},
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
	for i := from; i < len(claims); i++ {
		if claims[i].rung == rung {
			return i
		}
	}
	for i := range from {
		if claims[i].rung == rung {
			return i
		}
	}
	return -1
}

// row returns a rung's rule; the zero rule for any other word.
func row(r Rung) *rule {
	if r == Bottom {
		return &bottom
	}
	if i := find(r, 0); i >= 0 {
		return &rules[i]
	}
	return &rule{}
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
