package matrix

import (
	"regexp"
	"strings"
)

// invitersMost is how many patterns an account may have.
const invitersMost = 100

// inviters are the patterns of those whose invitations are accepted; none: those of the
// account's own homeserver.
type inviters []*regexp.Regexp

func newInviters(patterns string) (all inviters) {
	for p := range strings.FieldsSeq(patterns) {
		all = append(all, regexp.MustCompile("^"+strings.ReplaceAll(regexp.QuoteMeta(p), `\*`, ".*")+"$"))
	}
	return all
}

// has reports whether an invitation by somebody is accepted.
func (in inviters) has(by, me string) bool {
	if len(in) == 0 {
		return by != "" && serverOf(by) == serverOf(me)
	}
	for _, pattern := range in {
		if pattern.MatchString(by) {
			return true
		}
	}
	return false
}
