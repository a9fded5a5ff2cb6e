package conformance

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"familiar/messages"
	"familiar/policy/credit"
	"familiar/policy/ladder"
	"familiar/policy/roster"
)

// A decisionCase is one line with everything its decision depends on.
type decisionCase struct {
	ID, Name string
	Config   struct {
		Trigger []string
		Window  *int64 `json:"sticky_window_ms"`
	}
	State struct {
		Key          string
		Sticky       []credited
		Participants []participant
		Membership   *membership
		Aliases      []string `json:"self_aliases"`
		BotInThread  bool     `json:"bot_in_thread"`
	}
	Inbound struct {
		Thread         *string
		RoomThread     bool `json:"room_thread"`
		Text           string
		Author         messages.PersonID `json:"author_id"`
		AuthorIsBot    bool              `json:"author_is_bot"`
		IsDM           bool              `json:"is_dm"`
		IsBotMention   bool              `json:"is_bot_mention"`
		ExplicitOnly   bool              `json:"explicit_only"`
		ReplyToBot     *string           `json:"reply_to_bot_message_id"`
		ReplyToOther   *string           `json:"reply_to_other_message_id"`
		MentionsOthers bool              `json:"mentions_others"`
	}
	Now     messages.Instant
	Expect  outcome
	OneShot outcome `json:"expect_one_shot"`
}

type outcome struct {
	Decision        messages.Act
	Rule            string
	After           []credited `json:"sticky_after"`
	CreditEffect    string     `json:"credit_effect"`
	EffectiveHumans int        `json:"effective_humans"`
	MultiHumanGroup bool       `json:"multi_human_group"`
}

// credited is a credit in the ledger of the channel with that key.
type credited struct {
	Key    string
	Author messages.PersonID `json:"author_id"`
	Until  messages.Instant  `json:"expires_at"`
}

type participant struct {
	ID    messages.PersonID `json:"author_id"`
	Name  string            `json:"author_name"`
	IsBot bool              `json:"is_bot"`
}

type membership struct {
	Humans, Bots int
	FetchedAt    messages.Instant `json:"fetched_at"`
	Truncated    bool
}

func (m *membership) known() messages.MembersKnown {
	if m == nil {
		return messages.MembersKnown{}
	}
	return messages.MembersKnown{Humans: m.Humans, Bots: m.Bots, FetchedAt: m.FetchedAt + epoch, Truncated: m.Truncated}
}

// epoch is when the recorded clocks start here: they count from 0, which is
// "never" to us.
const epoch messages.Instant = 1_000_000_000

// move puts the case's clock at epoch, but for the membership's.
func (c *decisionCase) move() {
	c.Now += epoch
	for _, credits := range [][]credited{c.State.Sticky, c.Expect.After, c.OneShot.After} {
		for i := range credits {
			credits[i].Until += epoch
		}
	}
}

// named looks for the familiar's names. Those that no seat can have are looked
// for as the source does, so that the decision is compared all the same: it
// finds a blank name in every text, and one with capitals in none, since it
// folds the text only.
func (c *decisionCase) named(folded string) bool {
	var names []string
	for _, name := range c.State.Aliases {
		if strings.TrimSpace(name) != "" && name == ladder.Fold(name) {
			names = append(names, name)
		} else if strings.Contains(folded, name) {
			return true
		}
	}
	compiled := ladder.CompileNames(ladder.Substring, names...)
	return compiled.In(folded)
}

// engagementFamilies are single decisions, limits and ledgers of preset ladder.
func engagementFamilies(json.RawMessage) []family {
	answers := []string{
		"expect.decision", "expect.rule", "expect.sticky_after", "expect.credit_effect", "expect.effective_humans", "expect.multi_human_group",
		"expect_one_shot.decision", "expect_one_shot.rule", "expect_one_shot.sticky_after", "expect_one_shot.credit_effect",
	}
	families := []family{ledgerSequences, effectiveHumans}
	for _, list := range []string{"decide_tests", "decide_router", "boundaries", "decide_fuzz"} {
		families = append(families, played(list, answers, func(t testing.TB, c *decisionCase) {
			c.move()
			c.check(t, credit.Slide, c.Expect)
			c.OneShot.EffectiveHumans, c.OneShot.MultiHumanGroup = c.Expect.EffectiveHumans, c.Expect.MultiHumanGroup
			c.check(t, credit.Once, c.OneShot)
		}))
	}
	return families
}

// check decides the case with credits of that mode and compares everything.
func (c *decisionCase) check(t testing.TB, mode credit.Mode, want outcome) {
	t.Helper()
	ledgers := ledgersOf(c.State.Sticky)
	before := *ledgers.of(c.State.Key)
	before.Entries = slices.Clone(before.Entries)
	s := c.situation(ledgers, mode)
	humans := s.people.Effective(c.Now)
	d := s.decide()

	after := ledgers.all()
	got := fmt.Sprint(d.Act, d.Rung, after, creditEffect(&before, s.credits, s.author, d), humans, humans > 1 && !c.Inbound.IsDM)
	expected := fmt.Sprint(want.Decision, rungOf[want.Rule], want.After, want.CreditEffect, want.EffectiveHumans, want.MultiHumanGroup)
	if got != expected {
		t.Errorf("%s (%s), %s: got %s, want %s", c.ID, c.Name, mode, got, expected)
	}
}

func (c *decisionCase) situation(ledgers ledgers, mode credit.Mode) situation {
	in, folded := &c.Inbound, ladder.Fold(c.Inbound.Text)
	people := &roster.State{}
	for _, p := range c.State.Participants {
		people.Hear(messages.Author{ID: p.ID, Name: p.Name, Bot: p.IsBot}, c.Now)
	}
	people.SetMembers(c.State.Membership.known())
	return situation{
		line: when(in.IsDM, messages.IsDM) |
			when(in.IsBotMention, messages.MentionsUs) |
			when(in.ReplyToBot != nil, messages.RepliesToUs) |
			when(in.MentionsOthers, messages.MentionsOthers) |
			when(in.ReplyToOther != nil, messages.RepliesToOther) |
			when(in.AuthorIsBot, messages.FromBot) |
			when(in.ExplicitOnly, messages.ExplicitOnly) |
			when(in.Thread != nil || in.RoomThread, messages.InThread) |
			when(c.State.BotInThread, messages.JoinedHere) |
			when(c.named(folded), messages.NamesUs),
		folded:  folded,
		author:  in.Author,
		now:     c.Now,
		people:  people,
		credits: ledgers.of(c.State.Key),
		ladder:  ladderFor(c.Config.Trigger),
		credit:  creditFor(c.Config.Window, mode),
	}
}

var effectiveHumans = cases("effective_humans", []string{"expect"}, func(c *struct {
	Seen       int `json:"persisted_humans"`
	Membership *membership
	Now        messages.Instant
	Expect     int
},
) (got, want string) {
	now := c.Now + epoch
	var people roster.State
	for i := range c.Seen {
		people.Hear(messages.Author{ID: messages.PersonID(fmt.Sprint(i))}, now)
	}
	people.SetMembers(c.Membership.known())
	return fmt.Sprint(people.Effective(now)), fmt.Sprint(c.Expect)
})
