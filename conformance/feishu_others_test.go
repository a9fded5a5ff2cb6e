package conformance

import (
	"fmt"
	"slices"
	"strings"

	"familiar/messages"
	"familiar/policy/admission"
	"familiar/policy/ladder"
)

// A namedCase says of a line on another network only what it is called.
type namedCase struct {
	Channel, Case string

	Mention, Open    *bool // under these policies it is answered
	Responds         *bool
	MentionRoot      *bool `json:"mention_root"`
	ThreadOpen       *bool `json:"mention_root_in_thread_open"`
	MentionBoth      *bool `json:"mention_both_in_thread"`
	ListedChat       *bool `json:"allowlist_in"`
	OtherChat        *bool `json:"allowlist_out"`
	ListedAndMention *bool `json:"allowlist_in_require_mention"`
}

// lineFacts are what an adapter makes of the lines that are named so.
var lineFacts = map[string]messages.Facts{
	"plain": 0, "other_mention": messages.MentionsOthers, "other_token": messages.MentionsOthers,
	"mention_list": messages.MentionsUs, "raw_mention": messages.MentionsUs, "text_token": messages.MentionsUs, "nick_token": messages.MentionsUs,
	"app_mention": messages.MentionsUs, "token": messages.MentionsUs,
	"at": messages.MentionsUs, "at_punct": messages.MentionsUs, "at_suffix": 0, "email": 0, "double_at": 0,
	"mentioned": messages.MentionsUs, "entity": messages.MentionsUs, "text_mention": messages.MentionsUs,
	"reply_to_bot": messages.RepliesToUs, "reply_to_human": messages.RepliesToOther, "reply_unresolved": messages.RepliesToOther,
	"identity_unknown_mentioned": messages.MentionsOthers, "private": messages.IsDM,
	"plain_mention_policy": 0, "open": 0, "override_open": 0,
	"substring_without_entity": 0, "prefix_of_other_name": 0,
}

// otherNetworks: on those a reply to us counts as a mention, so the rung reply
// is put into the preset. A name that isn't ours to know is left out where the
// files are others.
var otherNetworks = cases("other_channels", []string{
	"mention", "open", "responds", "mention_root", "mention_root_in_thread_open", "mention_both_in_thread", "allowlist_in", "allowlist_out", "allowlist_in_require_mention",
}, func(c *namedCase) (got, want string) {
	facts := lineFacts[c.Case]
	policy := "mention"
	if strings.Contains(c.Case, "open") {
		policy = "open"
	}
	for _, rule := range []struct {
		says   *bool
		policy string
		facts  messages.Facts
		listed bool
	}{
		{c.Mention, "mention", facts, true},
		{c.Open, "open", facts, true},
		{c.Responds, policy, facts, true},
		{c.MentionRoot, "mention", facts, true},
		{c.ThreadOpen, "open", facts | messages.InThread, true},
		{c.MentionBoth, "mention", facts | messages.InThread, true},
		{c.ListedChat, "open", facts, true},
		{c.OtherChat, "open", facts, false},
		{c.ListedAndMention, "mention", facts, true},
	} {
		if rule.says != nil {
			got += fmt.Sprint(answers(rule.policy, rule.facts, rule.listed), " ")
			want += fmt.Sprint(*rule.says, " ")
		}
	}
	return got, want
}, append(byName, unknownName()...)...)

var byName = []departure[namedCase]{{
	name: "drawn at random", why: "the source answers a random share of the lines; ours draws nothing",
	is: func(c *namedCase) bool { return strings.Contains(c.Case, "draw") },
}, {
	name: "a name within the text", why: "the source finds its name anywhere, even within another name; ours goes by the network's mentions",
	is: func(c *namedCase) bool {
		return c.Case == "substring_without_entity" || c.Case == "prefix_of_other_name"
	},
	ours: func(c *namedCase) {
		no := false
		c.Mention = &no
	},
}}

// unknownName is for names that are in no file of ours.
func unknownName() []departure[namedCase] {
	if !elsewhere() {
		return nil
	}
	return []departure[namedCase]{{
		name: "a line we don't know", why: "only the case's name is recorded, not its line",
		is: func(c *namedCase) bool {
			_, known := lineFacts[c.Case]
			return !known
		},
	}}
}

// answers reports whether a line with these facts is answered, in a chat that
// is listed or in another.
func answers(policy string, f messages.Facts, listed bool) bool {
	c := admission.Default()
	c.Unlisted = admission.Guest
	door := admission.NewDoor(&c, "slack/T/C", listed, nil)
	p := relevance(policy)
	p.Ladder.Rungs = slices.Insert(p.Ladder.Rungs, len(p.Ladder.Rungs)-1, ladder.Reply)
	return door.Admits(&messages.Line{Author: messages.Author{ID: "ana"}}) && ladder.Decide(f, &p.Ladder).Act == messages.Engage
}

type gateCase struct {
	Config struct {
		Groups  []string `json:"group_allowlist"`
		Mention bool     `json:"require_mention"`
		All     bool     `json:"respond_to_all"`
		DM      string
	} `json:"cfg"`
	Msg struct {
		ChatType       string `json:"chat_type"`
		Chat           string
		Mentioned, All bool
	}
	Allowed bool
}

// policyGate is how a network's own library gates.
var policyGate = cases("official_sdk_policy_gate.vectors", []string{"allowed"}, func(c *gateCase) (got, want string) {
	policy := map[bool]string{true: "mention", false: "open"}[c.Config.Mention]
	facts := when(c.Msg.ChatType == "p2p" && c.Config.DM != "disabled", messages.IsDM) |
		when(c.Msg.Mentioned || c.Msg.All && c.Config.All, messages.MentionsUs)
	if c.Msg.ChatType == "p2p" {
		policy = "mention" // nothing but the rung dm speaks for it
	}
	listed := c.Config.Groups == nil || slices.Contains(c.Config.Groups, c.Msg.Chat)
	return fmt.Sprint(answers(policy, facts, listed)), fmt.Sprint(c.Allowed)
}, departure[gateCase]{
	name: "everyone and us", why: "the library blocks anything that pings everyone; ours answers if it is mentioned too",
	is:   func(c *gateCase) bool { return c.Msg.All && c.Msg.Mentioned && !c.Config.All },
	ours: func(c *gateCase) { c.Allowed = true },
})
