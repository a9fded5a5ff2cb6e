package importer

import (
	"cmp"
	"regexp"
	"strconv"
)

// partMark stands in the name of each file of an export in parts but the
// first.
var partMark = regexp.MustCompile(`^(.*) \[part (\d{1,9})\](\.[^.]*)?$`)

// byPart orders files by name, and the parts of one by number.
func byPart(a, b *file) int {
	aName, aPart := partOf(a.name)
	bName, bPart := partOf(b.name)
	return cmp.Or(cmp.Compare(aName, bName), cmp.Compare(aPart, bPart))
}

func partOf(name string) (whole string, part int) {
	found := partMark.FindStringSubmatch(name)
	if found == nil {
		return name, 1
	}
	part, _ = strconv.Atoi(found[2]) // of nine digits at most
	return found[1] + found[3], part
}

// A span is from the first to the last of some ids, which grow with time. The
// zero span has none.
type span struct{ first, last uint64 }

func (s span) has(id loose) bool {
	n, err := strconv.ParseUint(string(id), 10, 64)
	return err == nil && n >= s.first && n <= s.last && s.last != 0
}

func (s span) with(id loose) span {
	n, err := strconv.ParseUint(string(id), 10, 64)
	if err != nil {
		return s
	}
	if s.last == 0 {
		return span{n, n}
	}
	return span{min(s.first, n), max(s.last, n)}
}
