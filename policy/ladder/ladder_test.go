package ladder

import (
	"testing"

	"pgregory.net/rapid"

	m "familiar/messages"
)

func preset(t testing.TB, name string) Config {
	t.Helper()
	c, ok := Preset(name)
	if !ok {
		t.Fatalf("there is no preset %q", name)
	}
	return c
}

func TestDecide(t *testing.T) {
	const credited = m.CreditOn | m.HasCredit
	for _, tt := range []struct {
		what   string
		preset string
		facts  m.Facts
		want   Decision
	}{
		{"our own line is dropped, whatever it says", "social", m.FromSelf | m.MentionsUs | m.IsDM, Decision{m.Drop, Self, false}},
		{"a mode that gives the line to us", "social", m.ModeOurs | m.Crowd, Decision{m.Engage, Mode, false}},
		{"a mode that gives it to another, though it mentions us", "social", m.ModeOther | m.MentionsUs, Decision{m.Observe, Mode, false}},
		{"a direct message", "ladder", m.IsDM | m.CreditOn, Decision{m.Engage, DM, false}},
		{"a mention wins over a tag of someone else", "ladder", m.MentionsUs | m.MentionsOthers | m.Crowd | credited, Decision{m.Engage, Mention, false}},
		{"a reply to us that replies to another, too", "ladder", m.RepliesToUs | m.RepliesToOther | m.Crowd, Decision{m.Engage, Reply, false}},
		{"a follow-up in a crowd", "ladder", credited | m.Crowd, Decision{m.Engage, Sticky, true}},
		{"in the preset social it is asked about, and keeps the credit", "social", credited | m.Crowd, Decision{m.Ask, Sticky, false}},
		{"alone with us it never is", "social", credited, Decision{m.Engage, Sticky, true}},
		{"a follow-up aimed at ben keeps the credit", "ladder", credited | m.MentionsOthers | m.Crowd, Decision{m.Observe, Aside, false}},
		{"aimed at ben without any credit is an aside, too", "ladder", m.CreditOn | m.MentionsOthers | m.Crowd, Decision{m.Observe, Aside, false}},
		{"aimed at ben, but names us, too", "ladder", credited | m.MentionsOthers | m.NamesUs | m.Crowd, Decision{m.Engage, Sticky, true}},
		{"alone with us a tag doesn't matter to the credit", "ladder", credited | m.MentionsOthers, Decision{m.Engage, Sticky, true}},
		{"with credits off there is no aside", "ladder", m.HasCredit | m.MentionsOthers | m.Crowd, Decision{m.Observe, Elsewhere, false}},
		{"a place for explicit addresses keeps the credit", "ladder", credited | m.ExplicitOnly | m.Crowd, Decision{m.Observe, Bottom, false}},
		{"and hears no name", "ladder", m.NamesUs | m.ExplicitOnly | m.Crowd, Decision{m.Observe, Bottom, false}},
		{"two bots called by name both answer", "ladder", m.NamesUs | m.NamesPeer | m.Crowd, Decision{m.Engage, Alias, false}},
		{"whoever has no live credit has it looked at", "ladder", m.CreditOn | m.NamesUs | m.Crowd, Decision{m.Engage, Alias, true}},
		{"a reply to another human", "ladder", m.RepliesToOther, Decision{m.Observe, Elsewhere, false}},
		{"the same where we joined in", "ladder", m.RepliesToOther | m.JoinedHere | m.InThread, Decision{m.Engage, Solo, false}},
		{"a thread we have no part in", "ladder", m.InThread, Decision{m.Observe, ColdThread, false}},
		{"unless we are known to be alone", "ladder", m.InThread | m.KnownAlone, Decision{m.Engage, Solo, false}},
		{"a thread of direct messages is never cold", "chatty", m.InThread | m.IsDM, Decision{m.Wait, Rest, false}},
		{"a peer gets no courtesy", "ladder", m.FromBot, Decision{m.Observe, Bottom, false}},
		{"chatter in a crowd", "ladder", m.Crowd, Decision{m.Observe, Bottom, false}},
		{"chatter where chattiness listens", "social", m.Crowd, Decision{m.Wait, Rest, false}},
		{"called where an address is asked about", "chatty", m.NamesUs | m.Crowd, Decision{m.Ask, Alias, false}},
	} {
		t.Run(tt.what, func(t *testing.T) {
			c := preset(t, tt.preset)
			if got := Decide(tt.facts, &c); got != tt.want {
				t.Errorf("Decide(%b) by %s = %+v, want %+v", tt.facts, tt.preset, got, tt.want)
			}
		})
	}
}

func TestOrderIsTheConfigurations(t *testing.T) {
	// The ladder of a window that overrides the room's mode.
	c := Config{Rungs: []Rung{Self, Sticky, Mode, "unheard-of", Mention}, Address: m.Engage, Crowd: m.Engage}
	for _, tt := range []struct {
		what  string
		facts m.Facts
		want  Decision
	}{
		{"a live credit comes before the mode", m.CreditOn | m.HasCredit | m.ModeOther, Decision{m.Engage, Sticky, true}},
		{"without one the mode answers", m.CreditOn | m.ModeOther | m.MentionsUs, Decision{m.Observe, Mode, true}},
		{"a rung nobody knows applies to nothing", m.MentionsUs, Decision{m.Engage, Mention, false}},
		{"below the last rung is the default", m.IsDM, Decision{m.Observe, Bottom, false}},
	} {
		t.Run(tt.what, func(t *testing.T) {
			if got := Decide(tt.facts, &c); got != tt.want {
				t.Errorf("Decide(%b) = %+v, want %+v", tt.facts, got, tt.want)
			}
		})
	}
}

// TestPropertyOrder: whatever a ladder lists, also twice or in another order, its
// first rung that applies answers.
func TestPropertyOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := Default()
		c.Rungs = rapid.SliceOfN(rapid.SampledFrom(append(Rungs(), "nobody's")), 0, 20).Draw(t, "rungs")
		f := m.Facts(rapid.Uint64().Draw(t, "facts"))
		if f.Has(m.JoinedHere) {
			f &^= m.RepliesToOther
		}
		want := Decision{Act: m.Observe, Rung: Bottom}
		for _, rung := range c.Rungs {
			r := row(rung)
			if r.answer == nil {
				continue
			}
			want.Spend = want.Spend || r.spends && r.open(f)
			if f.Has(r.all) && f&r.none == 0 && (r.any == 0 || f&r.any != 0) {
				want.Act, want.Rung = r.answer(f, &c), rung
				want.Spend = want.Spend && want.Act != m.Ask
				break
			}
		}
		if got := Decide(f, &c); got != want {
			t.Fatalf("%v by %v: got %+v, want %+v", f, c.Rungs, got, want)
		}
	})
}
