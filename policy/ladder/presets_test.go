package ladder

import (
	"testing"

	m "familiar/messages"
)

// TestPresets goes through each preset from the top: a line that two rungs
// would claim is the upper one's.
func TestPresets(t *testing.T) {
	const credited = m.CreditOn | m.HasCredit
	for _, tt := range []struct {
		what   string
		preset string
		facts  m.Facts
		want   Decision
	}{
		{"a direct message that mentions us is a direct message", "ladder", m.IsDM | m.MentionsUs, Decision{m.Engage, DM, false}},
		{"a mention in a reply to us is a mention", "ladder", m.MentionsUs | m.RepliesToUs, Decision{m.Engage, Mention, false}},
		{"a reply to us that mentions ben is a reply", "ladder", m.RepliesToUs | m.MentionsOthers | m.CreditOn | m.Crowd, Decision{m.Engage, Reply, false}},
		{"a line with a bot's name is an aside", "ladder", m.NamesPeer | m.CreditOn | m.Crowd, Decision{m.Observe, Aside, false}},
		{"in a place for explicit addresses there is none", "ladder", m.MentionsOthers | m.CreditOn | m.Crowd | m.ExplicitOnly, Decision{m.Observe, Elsewhere, false}},
		{"to ben in a thread that is cold, too", "ladder", m.MentionsOthers | m.InThread | m.Crowd, Decision{m.Observe, Elsewhere, false}},

		{"an open window claims a line that is another's turn", "window", credited | m.ModeOther | m.Crowd, Decision{m.Engage, Sticky, true}},
		{"a closed one leaves it to the mode", "window", m.CreditOn | m.ModeOther | m.MentionsUs, Decision{m.Observe, Mode, true}},
		{"a mention opens it", "window", m.CreditOn | m.MentionsUs | m.RepliesToUs, Decision{m.Engage, Mention, true}},
		{"so does a reply", "window", m.CreditOn | m.RepliesToUs | m.Crowd, Decision{m.Engage, Reply, true}},
		{"nothing else does", "window", m.CreditOn | m.NamesUs | m.IsDM, Decision{m.Observe, Rest, true}},

		{"where an address is asked about a mention is one, named or not", "chatty", m.MentionsUs | m.NamesUs, Decision{m.Ask, Mention, false}},
		{"a name is one, too, whoever else is meant", "chatty", m.NamesUs | m.MentionsOthers, Decision{m.Ask, Alias, false}},
		{"a direct message is like any line", "chatty", m.IsDM, Decision{m.Wait, Rest, false}},

		{"our turn", "assigned", m.ModeOurs, Decision{m.Engage, Mode, false}},
		{"nothing but turns counts", "assigned", m.IsDM | m.MentionsUs | m.NamesUs, Decision{m.Observe, Bottom, false}},

		{"a direct message always passes", "relevance", m.IsDM | m.MentionsUs, Decision{m.Engage, DM, false}},
		{"so does a mention", "relevance", m.MentionsUs | m.Crowd, Decision{m.Engage, Mention, false}},
		{"all else is asked about, a bot's line and a reply, too", "relevance", m.RepliesToUs | m.NamesUs | m.FromBot, Decision{m.Ask, Rest, false}},

		{"what calls another familiar is its, before it is an aside", "ladder", m.CallsSibling | m.MentionsOthers | m.CreditOn | m.Crowd, Decision{m.Observe, Sibling, false}},
		{"even where our window is open", "window", m.CallsSibling | credited, Decision{m.Observe, Sibling, false}},
		{"nor is it left to chattiness", "chatty", m.CallsSibling, Decision{m.Observe, Sibling, false}},
		{"or asked about", "relevance", m.CallsSibling, Decision{m.Observe, Sibling, false}},

		{"a turn goes before a direct message", "social", m.ModeOther | m.IsDM, Decision{m.Observe, Mode, false}},
		{"known to be alone with somebody every line is for us", "social", m.CreditOn | m.KnownAlone, Decision{m.Engage, Solo, true}},
		{"where nobody else has been seen it is put before the judge", "social", m.CreditOn, Decision{m.Ask, Solo, false}},
		{"so is a name that doesn't call", "social", m.CreditOn | m.Crowd | m.NamesUs, Decision{m.Ask, Alias, false}},
		{"one that calls is answered", "social", m.CreditOn | m.Crowd | m.NamesUs | m.CallsUs, Decision{m.Engage, Alias, true}},
		{"in a crowd it is left to chattiness", "social", m.CreditOn | m.Crowd, Decision{m.Wait, Rest, true}},
	} {
		t.Run(tt.what, func(t *testing.T) {
			c := preset(t, tt.preset)
			if got := Decide(tt.facts, &c); got != tt.want {
				t.Errorf("Decide(%b) by %s = %+v, want %+v", tt.facts, tt.preset, got, tt.want)
			}
		})
	}
}

// TestColdThreadOfDirectMessages: a thread of direct messages is never cold,
// even where no rung above claims direct messages.
func TestColdThreadOfDirectMessages(t *testing.T) {
	c := Config{Rungs: []Rung{Self, ColdThread, Rest}, Rest: m.Wait}
	for facts, want := range map[m.Facts]Decision{
		m.InThread:          {m.Observe, ColdThread, false},
		m.InThread | m.IsDM: {m.Wait, Rest, false},
	} {
		if got := Decide(facts, &c); got != want {
			t.Errorf("Decide(%b) = %+v, want %+v", facts, got, want)
		}
	}
}

// TestSibling: a line is another familiar's unless it is ours as well.
func TestSibling(t *testing.T) {
	c := Config{Rungs: []Rung{Sibling, Rest}, Rest: m.Wait}
	theirs, ours := Decision{m.Observe, Sibling, false}, Decision{m.Wait, Rest, false}
	for facts, want := range map[m.Facts]Decision{
		m.Crowd:                         ours,
		m.CallsSibling:                  theirs,
		m.SiblingsTalk:                  theirs,
		m.CallsSibling | m.MentionsUs:   ours,
		m.CallsSibling | m.RepliesToUs:  ours,
		m.CallsSibling | m.NamesUs:      ours,
		m.CallsSibling | m.ModeOurs:     ours,
		m.CallsSibling | m.SiblingsTalk: theirs,
	} {
		if got := Decide(facts, &c); got != want {
			t.Errorf("Decide(%b) = %+v, want %+v", facts, got, want)
		}
	}
}
