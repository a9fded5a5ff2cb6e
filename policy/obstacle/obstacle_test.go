package obstacle

import (
	"math/bits"
	"testing"

	m "familiar/messages"
	"familiar/messages/because"
)

// TestFirst: of the rules that apply the first has the last word.
func TestFirst(t *testing.T) {
	for _, tt := range []struct {
		story  string
		act    m.Act
		known  Set
		to     m.Act
		name   m.Rung
		reason string
	}{
		{"nothing stands in the way", m.Engage, 0, "", "", ""},
		{"a line that is dropped stays so", m.Drop, Absent | Quiet, "", "", ""},
		{"what is only observed is only noted where its account is away", m.Observe, Absent, m.Observe, m.ByAbsent, "its account doesn't know yet who it is"},
		{"and by no other rule", m.Observe, Quiet | OverBudget, "", "", ""},
		{"a person's word goes before the budget", m.Engage, Quiet | OverBudget, m.Observe, m.ByQuiet, "told to be quiet"},
		{"outside its hours it may be spoken to", m.Engage, OffHours, "", "", ""},
		{"but thinks of nothing", m.Wait, OffHours, m.Observe, m.ByHours, "outside its active hours"},
		{"nor of what nobody claimed", m.Ask, OffHours | Rest, m.Observe, m.ByHours, "outside its active hours"},
		{"the odds leave nobody to ask for", m.Wait, Settled | NoThoughts, "", "", ""},
		{"but arm nothing by a bot's line", m.Wait, Settled | FromBot | PeersUnarm, m.Observe, "", "a bot's line arms nothing"},
		{"an ask without a judge is answered", m.Ask, Unjudged, m.Engage, "", "nobody to ask: an ask without a judge is answered"},
		{"not where each line is asked about", m.Ask, Unjudged | EachAsked, m.Observe, "", "nobody to ask whether to speak unasked"},
		{"which late is none either", m.Ask, PassedOver | EachAsked | Refused, m.Observe, "", "decided late: a verdict has passed over it"},
		{"while the question before it is open it waits", m.Ask, PassedOver | EachAsked, "", "", ""},
		{"its share is a reason made of the case", m.Engage, Crowding, m.Observe, m.ByShare, ""},
	} {
		t.Run(tt.story, func(t *testing.T) {
			var got Rule
			if r := First(Case{tt.act, tt.known}); r != nil {
				got = *r
			}
			if got.To != tt.to || got.Name != tt.name || because.Written(got.Reason) != tt.reason {
				t.Errorf("got %q by %q, %q; want %q by %q, %q", got.To, got.Name, because.Written(got.Reason), tt.to, tt.name, tt.reason)
			}
		})
	}
}

// TestFirstHoldsALineToAll: of all sets of up to three things known, the rule is the one
// that a walk through all of them finds.
func TestFirstHoldsALineToAll(t *testing.T) {
	for _, act := range []m.Act{m.Wait, m.Ask, m.Engage, m.Observe, m.Drop} {
		for a := range Rest << 1 {
			if bits.OnesCount32(uint32(a)) > 3 {
				continue
			}
			var want *Rule
			for i := len(rules) - 1; i >= 0; i-- {
				if r := &rules[i]; a&r.when == r.when && r.of&answerOf(act) != 0 {
					want = r
				}
			}
			if got := First(Case{act, a}); got != want {
				t.Fatalf("%s of which %b is known: got %+v, want %+v", act, a, got, want)
			}
		}
	}
}

// TestEveryRuleCounts: no rule stands behind one that takes all its cases.
func TestEveryRuleCounts(t *testing.T) {
	acts := map[answers]m.Act{wait: m.Wait, ask: m.Ask, engage: m.Engage, observe: m.Observe}
	for i := range rules {
		first := false
		for of, act := range acts {
			first = first || rules[i].of&of != 0 && First(Case{act, rules[i].when}) == &rules[i]
		}
		if !first {
			t.Errorf("rule %d (%s, %s) never applies", i, rules[i].Name, because.Written(rules[i].Reason))
		}
	}
}

// TestRulesOfOneNameSayOneThing: what a name means is said once, by the first of
// its rules, which stand together.
func TestRulesOfOneNameSayOneThing(t *testing.T) {
	words := map[m.Rung]int{}
	for _, w := range AllWords() {
		words[w.Name]++
	}
	var last m.Rung
	for i := range rules {
		name := rules[i].Name
		switch {
		case name == "" || name == m.ByMode: // the ladder's rung says what that is
		case words[name] != 1:
			t.Errorf("%s is said in %d ways, want one", name, words[name])
		case (rules[i].says != "") != (name != last):
			t.Errorf("rule %d of %s says %q: the first of a name has to, and no other may", i, name, rules[i].says)
		}
		last = name
	}
}

// TestFactsLeadBack: what a note's facts say of a line keeps from it again, so
// that why can ask what other facts would have come to.
func TestFactsLeadBack(t *testing.T) {
	for i := range rules {
		r := &rules[i]
		facts := r.when.Facts()
		if r.Name == "" || facts == 0 { // not told by facts, or by another rule's
			continue
		}
		if r.when&FromBot != 0 {
			facts |= m.FromBot
		}
		for _, act := range []m.Act{m.Wait, m.Ask, m.Engage} {
			if r.of&answerOf(act) == 0 {
				continue
			}
			known := KnownOf(facts) | r.when&Rest
			if got := First(Case{act, known}); got == nil || got.Name != r.Name {
				t.Errorf("%s is kept from %s by %b, and by its facts %b from %v", r.Name, act, r.when, facts, got)
			}
		}
	}
	if known := KnownOf(m.LeftAlone | m.MentionsUs); known != 0 {
		t.Errorf("somebody who asked to be left alone and calls it is kept from by %b", known)
	}
}

// TestTemper: a note says which rule has kept the familiar from what its ladder says.
func TestTemper(t *testing.T) {
	n := m.Note{Act: m.Engage, Rung: "mention", Bar: 0.5}
	if Temper(&n, 0) || n.Act != m.Engage || n.Bar != 0.5 {
		t.Errorf("got %+v where nothing stands in the way", n)
	}
	if !Temper(&n, Quiet) || n.Act != m.Observe || n.Rung != m.ByQuiet {
		t.Errorf("got %+v, want it to be quiet", n)
	}
}
