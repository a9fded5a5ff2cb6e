package conformance

import (
	"encoding/json"
	"testing"
	"time"

	"familiar/messages"
	"familiar/policy/credit"
	"familiar/policy/ladder"
	"familiar/policy/roster"
)

// The whole decision space: every combination of the values below, one byte
// for each. The names of the dimensions and their order stand in the file,
// and the test refuses a file that has others.
const (
	dimTrigger = iota
	dimStickyOn
	dimIsDM
	dimIsBotMention
	dimReplyToBot
	dimExplicitOnly
	dimMentionsOthers
	dimReplyToOther
	dimBotInThread
	dimAuthorIsBot
	dimAlias
	dimPeer
	dimCredit
	dimSeenHumans
	dimMembership
	dimPlace
	dims
)

var dimNames = [dims]string{
	"trigger", "sticky_on", "is_dm", "is_bot_mention", "reply_to_bot", "explicit_only", "mentions_others", "reply_to_other",
	"bot_in_thread", "author_is_bot", "alias_in_text", "peer_in_text", "credit", "seen_humans", "membership", "place",
}

// factOf gives the fact that a dimension of yes or no stands for.
var factOf = [dims]messages.Facts{
	dimIsDM:           messages.IsDM,
	dimIsBotMention:   messages.MentionsUs,
	dimReplyToBot:     messages.RepliesToUs,
	dimExplicitOnly:   messages.ExplicitOnly,
	dimMentionsOthers: messages.MentionsOthers,
	dimReplyToOther:   messages.RepliesToOther,
	dimBotInThread:    messages.JoinedHere,
	dimAuthorIsBot:    messages.FromBot,
}

const (
	exhaustiveNow messages.Instant = 1_000_000
	unanswered    byte             = 255
)

type exhaustiveHead struct {
	Total int
	Dims  []struct {
		Name   string
		Values []json.RawMessage
	}
	Rules []string
}

func TestExhaustive(t *testing.T) {
	var head exhaustiveHead
	load(t, "engagement_exhaustive.json", &head)
	answers := raw(t, "engagement_exhaustive.bin.gz")
	if len(answers) != head.Total || len(head.Dims) != int(dims) {
		t.Fatalf("%d answers in %d dimensions, want %d in %d", len(answers), len(head.Dims), head.Total, dims)
	}
	for i, d := range head.Dims {
		if d.Name != dimNames[i] {
			t.Fatalf("dimension %d is %q, want %q", i, d.Name, dimNames[i])
		}
	}

	wrong, asked := newWorld(t, &head).compare(t, &head, answers)
	t.Logf("engagement_exhaustive: %d cases, %d compared, %d differ", head.Total, asked, wrong)
	if wrong > 0 || asked == 0 {
		t.Errorf("%d of %d cases differ, want none of some", wrong, asked)
	}
}

// compare decides the space from its beginning on, as far as there are
// answers, and tells the first that are wrong.
func (w *world) compare(t testing.TB, head *exhaustiveHead, answers []byte) (wrong, asked int) {
	t.Helper()
	var at [dims]int
	for n, want := range answers {
		if want != unanswered {
			asked++
			if got := w.answer(&at); got != want {
				if wrong++; wrong <= 10 {
					t.Errorf("case %d %v: got %08b, want %08b", n, at, got, want)
				}
			}
		}
		for d := int(dims) - 1; d >= 0; d-- { // the last dimension varies fastest
			if at[d]++; at[d] < len(head.Dims[d].Values) {
				break
			}
			at[d] = 0
		}
	}
	return wrong, asked
}

// A world holds what many cases have in common.
type world struct {
	ladders  []*ladder.Config
	names    ladder.Names
	texts    [2][2]string         // by whether our name and the peer's are in it
	people   [3][6]roster.State   // by humans seen and membership
	rules    map[ladder.Rung]byte // index of the rule
	credits  credit.Ledger
	deadline [3]messages.Instant // by the credit: none, live, expired
}

func newWorld(t *testing.T, head *exhaustiveHead) *world {
	t.Helper()
	w := &world{
		names:    ladder.CompileNames(ladder.Substring, "nabi"),
		texts:    [2][2]string{{"words", "words ZED"}, {"words nabi", "words nabi ZED"}},
		rules:    map[ladder.Rung]byte{},
		deadline: [3]messages.Instant{0, exhaustiveNow + 1000, exhaustiveNow - 1000},
	}
	for _, value := range head.Dims[dimTrigger].Values {
		var triggers []string
		if err := json.Unmarshal(value, &triggers); err != nil {
			t.Fatal(err)
		}
		w.ladders = append(w.ladders, ladderFor(triggers))
	}
	for i, rule := range head.Rules {
		w.rules[rungOf[rule]] = byte(i)
	}
	stale := exhaustiveNow.Add(-time.Minute)
	members := [6]messages.MembersKnown{
		{},
		{Humans: 1, FetchedAt: exhaustiveNow},
		{Humans: 2, FetchedAt: exhaustiveNow},
		{Humans: 1, FetchedAt: exhaustiveNow, Truncated: true},
		{Humans: 1, FetchedAt: stale},
		{Humans: 2, FetchedAt: stale},
	}
	for seen := range w.people {
		for m := range members {
			p := &w.people[seen][m]
			for _, id := range []messages.PersonID{"ana", "ben"}[:seen] {
				p.Hear(messages.Author{ID: id}, exhaustiveNow)
			}
			p.Hear(messages.Author{ID: "pb", Name: "Zed", Bot: true}, exhaustiveNow)
			p.SetMembers(members[m])
		}
	}
	return w
}

// answer decides one case and packs what came of it as the file does.
func (w *world) answer(at *[dims]int) byte {
	window := int64(900_000)
	config := creditFor(&window, credit.Slide)
	config.On = at[dimStickyOn] == 1
	w.credits = credit.Ledger{Entries: w.credits.Entries[:0]}
	if until := w.deadline[at[dimCredit]]; until != 0 {
		w.credits.Grant("ana", until)
	}
	s := situation{
		line:    when(at[dimPlace] > 0, messages.InThread),
		folded:  ladder.Fold(w.texts[at[dimAlias]][at[dimPeer]]),
		author:  "ana",
		now:     exhaustiveNow,
		names:   w.names,
		people:  &w.people[at[dimSeenHumans]][at[dimMembership]],
		credits: &w.credits,
		ladder:  w.ladders[at[dimTrigger]],
		credit:  config,
	}
	for d, fact := range factOf {
		s.line |= when(at[d] == 1, fact)
	}
	d := s.decide()

	packed := w.rules[d.Rung] << 3
	if d.Act == messages.Engage {
		packed |= 1
	}
	left := w.credits.Entries
	switch {
	case at[dimCredit] == 0:
	case len(left) == 0:
		packed |= 3 << 1
	case left[0].Until != w.deadline[at[dimCredit]]:
		packed |= 2 << 1
	default:
		packed |= 1 << 1
	}
	return packed
}
