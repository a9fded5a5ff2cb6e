package reference

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"familiar/messages"
)

// ladderRules are the rules by their recorded names.
var ladderRules = []string{
	"trigger_dm", "trigger_mention", "trigger_reply", "target_precheck", "sticky", "alias", "suppressor", "thread_gate", "solo_fallback", "default",
}

// A credited is a recorded credit.
type credited struct {
	Key    string
	Author messages.PersonID `json:"author_id"`
	Until  messages.Instant  `json:"expires_at"`
}

type recordedMembers struct {
	Humans, Bots int
	FetchedAt    messages.Instant `json:"fetched_at"`
	Truncated    bool
}

func (m *recordedMembers) members() *Members {
	if m == nil {
		return nil
	}
	return &Members{Humans: m.Humans, FetchedAt: m.FetchedAt, Truncated: m.Truncated}
}

type recordedParticipant struct {
	ID    messages.PersonID `json:"author_id"`
	Name  string            `json:"author_name"`
	IsBot bool              `json:"is_bot"`
}

// A recordedSaid is a line as the source's adapters classify it.
type recordedSaid struct {
	Thread         *string
	RoomThread     bool              `json:"room_thread"`
	ID             messages.LineID   `json:"message_id"`
	Author         messages.PersonID `json:"author_id"`
	Name           string            `json:"author_name"`
	IsBot          bool              `json:"author_is_bot"`
	Text           string
	IsDM           bool    `json:"is_dm"`
	IsBotMention   bool    `json:"is_bot_mention"`
	MentionsOthers bool    `json:"mentions_others"`
	ExplicitOnly   bool    `json:"explicit_only"`
	ReplyToBot     *string `json:"reply_to_bot_message_id"` // "" counts as set
	ReplyToOther   *string `json:"reply_to_other_message_id"`

	Workspace, Chat string
}

func (r *recordedSaid) said() *Said {
	return &Said{
		ID: r.ID, Author: r.Author, Name: r.Name, Bot: r.IsBot, Text: r.Text,
		DM: r.IsDM, Mention: r.IsBotMention, Reply: r.ReplyToBot != nil, MentionsOthers: r.MentionsOthers,
		RepliesToOther: r.ReplyToOther != nil, ExplicitOnly: r.ExplicitOnly, Thread: r.Thread != nil || r.RoomThread,
	}
}

// ladderConfig is a configuration with those triggers and that window; nil: no
// credits.
func ladderConfig(triggers []string, windowMS *int64, once bool) *LadderConfig {
	c := &LadderConfig{
		DM: slices.Contains(triggers, "dm"), Mention: slices.Contains(triggers, "mention"), Reply: slices.Contains(triggers, "reply"),
		Once: once, Self: us,
	}
	if windowMS != nil {
		c.Sticky, c.Window = true, time.Duration(*windowMS)*time.Millisecond
	}
	return c
}

// ledgers are credits by the key of their channel.
type ledgers map[string]Ledger

func ledgersOf(credits []credited) ledgers {
	l := ledgers{}
	for _, c := range credits {
		l.of(c.Key)[c.Author] = c.Until
	}
	return l
}

func (l ledgers) of(key string) Ledger {
	if l[key] == nil {
		l[key] = Ledger{}
	}
	return l[key]
}

// all returns every credit, sorted as the recordings are.
func (l ledgers) all() (all []credited) {
	for key, ledger := range l {
		for author, until := range ledger {
			all = append(all, credited{key, author, until})
		}
	}
	slices.SortFunc(all, func(a, b credited) int { return cmp.Or(cmp.Compare(a.Key, b.Key), cmp.Compare(a.Author, b.Author)) })
	return all
}

// effect is what became of an author's credit.
func effect(before, after Ledger, author messages.PersonID, rule LadderRule) string {
	_, held := before[author]
	_, holds := after[author]
	switch {
	case !held:
		return "none"
	case !holds:
		return "removed"
	case rule == StickyCredit:
		return "slid"
	}
	return "untouched"
}

// TestLadderDecides: on each recorded line the port decides by the same rule as
// the source, with the same credits afterwards, in both its versions.
func TestLadderDecides(t *testing.T) {
	type outcome struct {
		Decision, Rule  string
		After           []credited `json:"sticky_after"`
		CreditEffect    string     `json:"credit_effect"`
		EffectiveHumans int        `json:"effective_humans"`
		MultiHumanGroup bool       `json:"multi_human_group"`
	}
	type single struct {
		ID, Name string
		Config   struct {
			Trigger []string
			Window  *int64 `json:"sticky_window_ms"`
		}
		State struct {
			Key          string
			Sticky       []credited
			Participants []recordedParticipant
			Membership   *recordedMembers
			Aliases      []string `json:"self_aliases"`
			BotInThread  bool     `json:"bot_in_thread"`
		}
		Inbound recordedSaid
		Now     messages.Instant
		Expect  outcome
		OneShot outcome `json:"expect_one_shot"`
	}
	var file struct {
		Tests  []single `json:"decide_tests"`
		Router []single `json:"decide_router"`
		Limits []single `json:"boundaries"`
		Fuzz   []single `json:"decide_fuzz"`
	}
	load(t, "engagement.json.gz", &file)
	all := slices.Concat(file.Tests, file.Router, file.Limits, file.Fuzz)
	if len(all) == 0 {
		t.Fatal("no cases")
	}
	for i := range all {
		c := &all[i]
		c.OneShot.EffectiveHumans, c.OneShot.MultiHumanGroup = c.Expect.EffectiveHumans, c.Expect.MultiHumanGroup
		for once, want := range map[bool]outcome{false: c.Expect, true: c.OneShot} {
			config := ladderConfig(c.Config.Trigger, c.Config.Window, once)
			config.Aliases = c.State.Aliases
			credits := ledgersOf(c.State.Sticky)
			ledger := credits.of(c.State.Key)
			before := maps.Clone(ledger)
			s := Situation{Config: config, Credits: ledger, Members: c.State.Membership.members(), Joined: c.State.BotInThread, Now: c.Now}
			for _, p := range c.State.Participants {
				s.People = append(s.People, Participant{ID: p.ID, Name: p.Name, Bot: p.IsBot})
			}
			rule := s.Decide(c.Inbound.said())
			got := fmt.Sprint(decision(rule), ladderRules[rule], credits.all(), effect(before, ledger, c.Inbound.Author, rule), s.Humans(), !c.Inbound.IsDM && s.Humans() > 1)
			if want := fmt.Sprint(want.Decision, want.Rule, want.After, want.CreditEffect, want.EffectiveHumans, want.MultiHumanGroup); got != want {
				t.Errorf("%s (%s), once %v: got %s, want %s", c.ID, c.Name, once, got, want)
			}
		}
	}
	t.Logf("engagement: %d cases decided, twice each", len(all))
}

func decision(rule LadderRule) string {
	if rule.Engages() {
		return "engage"
	}
	return "observe"
}

// TestLadderLedger: a recorded row of grants and uses leaves the same credits.
func TestLadderLedger(t *testing.T) {
	var file struct {
		Sequences []struct {
			ID  string
			Ops []struct {
				Op, Key string
				Author  messages.PersonID   `json:"author_id"`
				Authors []messages.PersonID `json:"author_ids"`
				Until   messages.Instant    `json:"expires_at"`
				Now     messages.Instant
				Window  *int64 `json:"window_ms"`
				Result  any
				After   []credited
			}
		} `json:"ledger_sequences"`
	}
	load(t, "engagement.json.gz", &file)
	for _, sequence := range file.Sequences {
		l := ledgers{}
		for i, op := range sequence.Ops {
			got, ledger := any(nil), l.of(op.Key)
			switch op.Op {
			case "grant":
				ledger[op.Author] = op.Until
			case "grant_targets":
				c := LadderChannel{Config: ladderConfig(nil, op.Window, false), Credits: ledger, turn: op.Authors}
				c.Sent(op.Now)
			case "has":
				got = ledger.Has(op.Author, op.Now)
			case "clear":
				got = len(ledger)
				clear(ledger)
			case "consume":
				got = ledger.Consume(op.Author, op.Now, time.Duration(*op.Window)*time.Millisecond, false)
			default:
				t.Fatalf("unknown step %q", op.Op)
			}
			if op.Result != nil && fmt.Sprint(got) != fmt.Sprint(op.Result) {
				t.Errorf("%s, step %d, %s: got %v, want %v", sequence.ID, i, op.Op, got, op.Result)
			}
			if after := l.all(); !slices.Equal(after, op.After) {
				t.Fatalf("%s, step %d, %s: the ledger holds %v, want %v", sequence.ID, i, op.Op, after, op.After)
			}
		}
	}
	if len(file.Sequences) == 0 {
		t.Error("no sequences")
	}
}

// TestLadderExhaustive: the whole decision space, as far as there are answers.
func TestLadderExhaustive(t *testing.T) {
	var head struct {
		Total int
		Dims  []struct {
			Name   string
			Values []json.RawMessage
		}
		Rules []string
		Fixed struct {
			Now messages.Instant
		}
	}
	load(t, "engagement_exhaustive.json", &head)
	answers := content(t, "engagement_exhaustive.bin.gz")
	if len(answers) != head.Total || !slices.Equal(head.Rules, ladderRules) {
		t.Fatalf("%d answers by %v, want %d by %v", len(answers), head.Rules, head.Total, ladderRules)
	}
	var names []string
	for _, d := range head.Dims {
		names = append(names, d.Name)
	}
	if want := "trigger sticky_on is_dm is_bot_mention reply_to_bot explicit_only mentions_others reply_to_other bot_in_thread author_is_bot alias_in_text peer_in_text credit seen_humans membership place"; strings.Join(names, " ") != want {
		t.Fatalf("the dimensions are %v, want %s", names, want)
	}
	const window = int64(900_000)
	now, at := head.Fixed.Now, make([]int, len(head.Dims))
	stale := now.Add(-time.Minute)
	configs := make([]*LadderConfig, len(head.Dims[0].Values))
	for i, raw := range head.Dims[0].Values {
		var triggers []string
		if err := json.Unmarshal(raw, &triggers); err != nil {
			t.Fatal(err)
		}
		w := window
		configs[i] = ladderConfig(triggers, &w, false)
		configs[i].Aliases = []string{"nabi"}
	}
	members := []*Members{nil, {Humans: 1, FetchedAt: now}, {Humans: 2, FetchedAt: now}, {Humans: 1, FetchedAt: now, Truncated: true}, {Humans: 1, FetchedAt: stale}, {Humans: 2, FetchedAt: stale}}
	people := []Participant{{ID: "ana"}, {ID: "ben"}, {ID: "pb", Name: "Zed", Bot: true}}
	credit := []messages.Instant{0, now + 1000, now - 1000}
	texts := [2][2]string{{"words", "words ZED"}, {"words nabi", "words nabi ZED"}}
	asked, wrong, ledger := 0, 0, Ledger{}
	for n, want := range answers {
		if want != 255 {
			asked++
			config := *configs[at[0]]
			config.Sticky = at[1] == 1
			said := Said{
				Author: "ana", Text: texts[at[10]][at[11]], DM: at[2] == 1, Mention: at[3] == 1, Reply: at[4] == 1, ExplicitOnly: at[5] == 1,
				MentionsOthers: at[6] == 1, RepliesToOther: at[7] == 1, Bot: at[9] == 1, Thread: at[15] > 0,
			}
			clear(ledger)
			if at[12] > 0 {
				ledger["ana"] = credit[at[12]]
			}
			s := Situation{Config: &config, Credits: ledger, Members: members[at[14]], Joined: at[8] == 1, Now: now}
			s.People = slices.Concat(people[:at[13]], people[2:])
			rule := s.Decide(&said)
			got := byte(rule) << 3
			if rule.Engages() {
				got |= 1
			}
			switch until, holds := ledger["ana"]; {
			case at[12] == 0:
			case !holds:
				got |= 3 << 1
			case until != credit[at[12]]:
				got |= 2 << 1
			default:
				got |= 1 << 1
			}
			if got != want {
				if wrong++; wrong <= 10 {
					t.Errorf("case %d %v: got %08b, want %08b", n, at, got, want)
				}
			}
		}
		for d := len(at) - 1; d >= 0; d-- { // the last dimension varies fastest
			if at[d]++; at[d] < len(head.Dims[d].Values) {
				break
			}
			at[d] = 0
		}
	}
	t.Logf("engagement_exhaustive: %d decided, %d differ", asked, wrong)
	if asked == 0 || wrong > 0 {
		t.Errorf("%d of %d cases differ, want none of some", wrong, asked)
	}
}
