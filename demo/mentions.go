package demo

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"familiar/messages"
	"familiar/messages/because"
)

// mentionsOnly works out of decisions what a bot would have done that answers
// mentions and nothing else. It is wrong by a turn at most where one turn answers
// several lines.
type mentionsOnly struct {
	mentions  int                // lines that mention a familiar, once for each it mentions
	both      int                // replies that such a bot would have given too
	more      map[string]int     // replies that it wouldn't, by the word of what brought them about
	declined  int                // mentions on which the familiar decided to say nothing
	undecided map[chair]*pending // what is called of whom; as many as there are familiars in channels
}

// A chair is a familiar in a channel.
type chair struct {
	familiar messages.FamiliarID
	channel  messages.ChannelID
}

// pending is what a familiar was called by since it last settled a call.
type pending struct {
	mentions int
	rung     messages.Rung // of the newest decision to answer or to ask
}

// decided takes a decision or what came of one in.
func (m *mentionsOnly) decided(n *messages.Note) {
	if n.Familiar == "" {
		return
	}
	at := chair{n.Familiar, n.Channel}
	if m.undecided == nil {
		m.undecided, m.more = map[chair]*pending{}, map[string]int{}
	}
	if m.undecided[at] == nil {
		m.undecided[at] = &pending{}
	}
	p := m.undecided[at]
	switch {
	case n.Act == messages.Drop || n.Act == messages.Followed:
	case n.Act != messages.Settled:
		if n.Facts.Has(messages.MentionsUs) && n.Line != "" {
			m.mentions++
			p.mentions++
		}
		if n.Act == messages.Engage || n.Act == messages.Ask {
			p.rung = n.Rung
		}
	case n.Rung == messages.BySpoke:
		m.spoke(p, n.Trigger)
	case n.Trigger.Unsolicited():
	case n.Rung == messages.BySilence, n.Rung == messages.ByJudge && isNo(n.Reason):
		m.declined += p.mentions
		p.mentions = 0
	}
}

// isNo reports whether a judge's reason is a no, or counts as one.
func isNo(r because.Reason) bool {
	said, is := because.Verdict(r).(because.JudgeSaid)
	return is && !said.Yes
}

// spoke counts a reply.
func (m *mentionsOnly) spoke(p *pending, trigger messages.Trigger) {
	switch {
	case trigger.Unsolicited():
		m.more[string(trigger)]++
	case p.mentions > 0:
		m.both++
		p.mentions = 0
	default:
		m.more[cmp.Or(string(p.rung), string(trigger))]++
	}
}

func (m *mentionsOnly) sentence() string {
	total, each := 0, []string{}
	words := slices.SortedFunc(maps.Keys(m.more), func(a, b string) int {
		return cmp.Or(cmp.Compare(m.more[b], m.more[a]), cmp.Compare(a, b))
	})
	for _, word := range words {
		total += m.more[word]
		each = append(each, fmt.Sprintf("%s %d", word, m.more[word]))
	}
	var but []string
	if total > 0 {
		but = append(but, fmt.Sprintf("without %d of the %s above (%s)", total, count(total+m.both, "reply", "replies"), strings.Join(each, ", ")))
	}
	if m.declined > 0 {
		but = append(but, "with one to "+count(m.declined, "mention that was", "mentions that were")+" left alone here")
	}
	said := "A bot that only answers mentions would have replied " + count(m.mentions, "time", "times")
	if len(but) == 0 {
		return said + "."
	}
	return said + ": " + strings.Join(but, ", and ") + "."
}
