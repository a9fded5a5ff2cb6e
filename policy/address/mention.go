package address

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"familiar/internal/script"
	"familiar/messages"
	"familiar/policy/roster"
)

// mentionMax is how many people one text can mention.
const mentionMax = 20

// Mentioned returns the people a text of ours names: "<@id>" and "<@!id>" as
// networks write it, and "@name" of one of those seen here.
func Mentioned(text string, people []roster.Person) []messages.PersonID {
	if !strings.Contains(text, "@") {
		return nil
	}
	var ids []messages.PersonID
	add := func(id messages.PersonID) {
		if id != "" && len(ids) < mentionMax && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	for rest := text; ; {
		_, after, found := strings.Cut(rest, "<@")
		if !found {
			break
		}
		id, _, closed := strings.Cut(strings.TrimPrefix(after, "!"), ">")
		if id, _, _ = strings.Cut(id, "|"); closed && !strings.ContainsAny(id, " \n<") {
			add(messages.PersonID(id))
		}
		rest = after
	}
	for _, m := range Named(text, people) {
		add(m.ID)
	}
	return ids
}

// Named returns the people a text names as "@name", longest names first, so that
// whoever puts marks in their place takes "@Ana Bell" before "@Ana". Of several
// people with one name it is who spoke last.
func Named(text string, people []roster.Person) []messages.Mention {
	if !strings.Contains(text, "@") {
		return nil
	}
	people = slices.DeleteFunc(slices.Clone(people), func(p roster.Person) bool { return p.Name == "" || p.ID == "" })
	slices.SortFunc(people, func(a, b roster.Person) int {
		return cmp.Or(cmp.Compare(len(b.Name), len(a.Name)), cmp.Compare(a.Name, b.Name), cmp.Compare(b.Last, a.Last), cmp.Compare(a.ID, b.ID))
	})
	people = slices.CompactFunc(people, func(a, b roster.Person) bool { return a.Name == b.Name })
	var found []bool
	for rest := text; ; {
		_, after, is := strings.Cut(rest, "@")
		if !is {
			break
		}
		rest = after
		if k := slices.IndexFunc(people, func(p roster.Person) bool { return begins(after, p.Name) }); k >= 0 {
			if found == nil {
				found = make([]bool, len(people))
			}
			found[k] = true
			rest = after[len(people[k].Name):]
		}
	}
	var all []messages.Mention
	for k := range found {
		if found[k] && len(all) < mentionMax {
			all = append(all, messages.Mention{Name: people[k].Name, ID: people[k].ID})
		}
	}
	return all
}

// begins reports whether a text begins with a name and not with a longer word.
func begins(text, name string) bool {
	if !strings.HasPrefix(text, name) {
		return false
	}
	last, _ := utf8.DecodeLastRuneInString(name)
	next, _ := utf8.DecodeRuneInString(text[len(name):])
	return !spaced(last) || !spaced(next)
}

// spaced reports whether r makes another word of the one beside it: "@小明你"
// names 小明, "@Anna" does not name Ann.
func spaced(r rune) bool {
	return (unicode.IsLetter(r) || unicode.IsNumber(r) || r == '_') && !script.Abuts(r)
}
