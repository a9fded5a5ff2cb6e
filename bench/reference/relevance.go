package reference

import (
	"strings"
	"unicode"

	"familiar/messages"
)

// The group routing of nanobot, https://github.com/HKUDS/nanobot, MIT License,
// nanobot contributors. Ported from its plan for routing in group chats and the
// cases derived from that (preset relevance). Its program, recorded at commit
// 3852956, differs from the plan; this is the plan's.

// A GroupPolicy is what becomes of a line in a group that doesn't mention us.
type GroupPolicy string

// The policies.
const (
	PolicyMention GroupPolicy = "mention" // it is skipped
	PolicyAuto    GroupPolicy = "auto"    // a model is asked whether it concerns us
	PolicyOpen    GroupPolicy = "open"    // it is answered
)

// A Relevance is what becomes of a line.
type Relevance string

// The answers, in the words of the recorded cases.
const (
	SkipSelf       Relevance = "skip:self"
	SkipPolicy     Relevance = "skip:policy"
	Process        Relevance = "process"
	CheckRelevance Relevance = "check_relevance"
)

// Route decides on a line. A bot's line is like anybody's but for our own.
func (p GroupPolicy) Route(said *Said, self messages.PersonID) Relevance {
	switch {
	case said.Author == self:
		return SkipSelf
	case said.DM || said.Mention || p == PolicyOpen:
		return Process
	case p == PolicyAuto:
		return CheckRelevance
	}
	return SkipPolicy
}

// Relevant reads the model's answer of one word: yes, or anything else.
func Relevant(answer string) bool {
	words := strings.FieldsFunc(answer, func(r rune) bool { return !unicode.IsLetter(r) })
	return len(words) > 0 && strings.EqualFold(words[0], "yes")
}
