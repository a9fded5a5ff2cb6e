package admission

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"familiar/messages"
	"familiar/policy/ladder"
)

// An Ear knows how one seat is called. [Listen] makes it.
type Ear struct {
	account messages.AccountID
	self    messages.PersonID
	also    messages.PersonID // "": nobody; see [Ear.Also]
	names   []string          // folded, the id among them
	keeps   bool              // see [Ear.Keeping]
	shares  bool              // see [Ear.Sharing]
}

// Listen makes the ear of a seat from its account, the account's own id on its
// network, and what the familiar is called there.
func Listen(account messages.AccountID, self messages.PersonID, names ...string) Ear {
	return Ear{account: account, self: self}.named(names...).named(string(self))
}

// Keeping returns the ear of a seat that keeps things in mind, and so listens to
// [Memory], or doesn't.
func (e Ear) Keeping(on bool) Ear {
	e.keeps = on
	return e
}

// Sharing returns the ear of a seat that recalls elsewhere what people agree to, and so
// listens to what they say of that by [Memory], or doesn't.
func (e Ear) Sharing(on bool) Ear {
	e.shares = on
	return e
}

// Also returns an ear that in addition hears what is said to somebody else: to the
// account of several familiars, when this one is the first of them.
func (e Ear) Also(account messages.Author) Ear {
	e.also = account.ID
	return e.named(account.Name, string(account.ID))
}

// named returns an ear that knows those names besides.
func (e Ear) named(names ...string) Ear {
	e.names = slices.Clip(e.names)
	for _, name := range names {
		if name = strings.TrimSpace(ladder.Fold(name)); name != "" {
			e.names = append(e.names, name)
		}
	}
	return e
}

// earsThat returns the seats of those ears.
func earsThat(ears []Ear, are func(*Ear) bool) (seats uint32) {
	for i := range ears {
		if are(&ears[i]) {
			seats |= 1 << i
		}
	}
	return seats
}

// everybody returns the bits of all ears.
func everybody(ears []Ear) uint32 { return uint32(1)<<len(ears) - 1 }

// called returns the seats that a folded text is a name of.
func called(name string, ears []Ear) uint32 {
	return earsThat(ears, func(e *Ear) bool { return slices.Contains(e.names, name) })
}

// leading returns the seats that a text begins with a name of, and the rest
// behind it and a comma or colon. Of several names the longest counts.
func leading(text string, ears []Ear) (to uint32, rest string) {
	folded, longest := ladder.Fold(text), 0
	if len(folded) != len(text) { // a letter that folds to another length: positions don't agree
		return 0, text
	}
	for i := range ears {
		for _, name := range ears[i].names {
			switch {
			case len(name) < longest || !strings.HasPrefix(folded, name) || !ends(folded[len(name):]):
			case len(name) > longest:
				to, longest = 1<<i, len(name)
			default:
				to |= 1 << i
			}
		}
	}
	if to == 0 {
		return 0, text
	}
	return to, afterName(text[longest:])
}

// ends reports whether a word ends before rest.
func ends(rest string) bool {
	r, _ := utf8.DecodeRuneInString(rest)
	return rest == "" || !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' && r != '-'
}

func afterName(rest string) string {
	rest = strings.TrimSpace(rest)
	if strings.HasPrefix(rest, ",") || strings.HasPrefix(rest, ":") {
		rest = strings.TrimSpace(rest[1:])
	}
	return rest
}

// mentioned takes the mentions that a text begins with: "<@id>", "<@!id>",
// "<@id|name>" and "@name". It gives the seats meant and what follows; none
// when one of them is of somebody else.
func mentioned(text string, ears []Ear) (to uint32, rest string) {
	for {
		var one uint32
		switch {
		case strings.HasPrefix(text, "<@"):
			id, after, closed := strings.Cut(text[2:], ">")
			id, _, _ = strings.Cut(strings.TrimPrefix(id, "!"), "|")
			if !closed {
				return 0, text
			}
			one, rest = bySelf(messages.PersonID(id), ears), afterName(after)
		case strings.HasPrefix(text, "@"):
			one, rest = leading(text[1:], ears)
		default:
			return to, text
		}
		if one == 0 {
			return 0, text
		}
		to, text = to|one, rest
	}
}

func bySelf(id messages.PersonID, ears []Ear) uint32 {
	if id == "" {
		return 0
	}
	return earsThat(ears, func(e *Ear) bool { return e.self == id || e.also == id })
}

// answered returns the seats that a line addresses by its shape: those it
// replies to, or whose account got it as a direct message.
func answered(l *messages.Line, ears []Ear) (to uint32) {
	to = bySelf(l.ReplyTo.Author, ears)
	if !l.DM {
		return to
	}
	return to | earsThat(ears, func(e *Ear) bool { return l.Account == "" || e.account == l.Account })
}
