package ladder

import (
	"slices"
	"strings"
	"unicode"

	"familiar/policy/cues"
)

// spellings returns the names folded, each with the other ways in which people
// write it, and the stems of those that are declined. [Substring] and [Word] take
// names as they are.
func spellings(mode Match, names []string) (all, stems []string) {
	add := func(to *[]string, name string) {
		if !slices.Contains(*to, name) {
			*to = append(*to, name)
		}
	}
	for _, name := range names {
		name = FoldLine(name)
		add(&all, name)
		if mode == Word || mode == Substring {
			continue
		}
		plain := cues.Unaccented(name)
		add(&all, plain)
		add(&all, umlauts.Replace(name))
		for _, form := range []string{name, plain} {
			if stem := stemOf(form); stem != "" {
				add(&stems, stem)
			}
		}
	}
	return all, stems
}

// stemOf returns a name of Cyrillic letters without the vowel, й or ь that its cases
// change: алён is in алёна and алёне. Of a short name there is none, since what is
// left of it would be in too many words.
func stemOf(name string) string {
	const least = 4
	r := []rune(name)
	if len(r) <= least || !unicode.Is(unicode.Cyrillic, r[0]) || !strings.ContainsRune("аяйь", r[len(r)-1]) {
		return ""
	}
	return string(r[:len(r)-1])
}

// umlauts are spelled so where a keyboard has none.
var umlauts = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "ß", "ss")

// FoldLine returns a line, or a name, as names are looked for: folded, and with ASCII
// in place of full-width letters and digits. Text without either is returned
// unchanged, without an allocation.
func FoldLine(text string) string {
	if folded, ok := foldShort(text); ok { // as mostly, and of ASCII alone
		return folded
	}
	return narrow(Fold(text))
}

func narrow(folded string) string {
	const leads = 0xef // is what all of those begin with
	if strings.IndexByte(folded, leads) < 0 {
		return folded
	}
	return strings.Map(func(r rune) rune {
		if 'ａ' <= r && r <= 'ｚ' || '０' <= r && r <= '９' {
			return r - 'ａ' + 'a'
		}
		return r
	}, folded)
}
