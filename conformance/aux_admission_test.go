package conformance

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"familiar/policy/admission"
)

type codeCase struct {
	Text      string
	Extract   *string
	Normalize string
}

var claimCode = cases("claim_code", []string{"extract", "normalize"}, func(c *codeCase) (got, want string) {
	code, ok := admission.FindCode(c.Text)
	if c.Extract == nil {
		return fmt.Sprint(ok), "false"
	}
	return fmt.Sprint(ok, code, c.whole(code)), fmt.Sprint(true, *c.Extract, c.Normalize)
}, departure[codeCase]{
	name: "text around the code", why: "the source converts any text to capitals; ours only reads codes",
	is:   func(c *codeCase) bool { return !wholeCode.MatchString(c.Text) },
	ours: func(c *codeCase) { c.Normalize = "" },
})

var wholeCode = regexp.MustCompile(`(?i)^claim-[0-9a-z]{4}-[0-9a-z]{4}$`)

// whole is the text as ours writes it: the code, if it is nothing else.
func (c *codeCase) whole(code string) string {
	if !wholeCode.MatchString(c.Text) {
		return ""
	}
	return code
}

type commandCase struct {
	Text   string
	Expect *slashed
}

type slashed struct{ Name, At, Args string }

var parseCommand = cases("parse_command", []string{"expect"}, func(c *commandCase) (got, want string) {
	got, want = "talk", "talk"
	if word, at, rest, ok := admission.Slash(c.Text); ok {
		got = fmt.Sprintf("%+v", slashed{word, at, rest})
	}
	if c.Expect != nil {
		want = fmt.Sprintf("%+v", *c.Expect)
	}
	return got, want
}, departure[commandCase]{
	name: "a command with a name", why: "the source takes /stop@bot for talk, ours for a command to the familiar of that name",
	is: func(c *commandCase) bool { return forName.MatchString(c.Text) },
	ours: func(c *commandCase) {
		m := forName.FindStringSubmatch(c.Text)
		c.Expect = &slashed{strings.ToLower(m[1]), m[2], strings.TrimSpace(m[3])}
	},
})

var forName = regexp.MustCompile(`(?s)^\s*/([A-Za-z][A-Za-z0-9_-]*)@(\S+)(\s.*)?$`)

type ruleCase struct {
	Text   string
	Result struct {
		OK    bool
		Error string
		Value struct{ Kind, Platform, Workspace, Chat, Bucket, Author string }
	}
}

var matchRule = cases("match_rule", []string{"result.ok", "result.value"}, func(c *ruleCase) (got, want string) {
	got, want = "refused", "refused"
	if r, err := admission.ParseRule(c.Text); err == nil {
		got = kind(r)
	}
	if c.Result.OK {
		want = c.written()
	}
	return got, want
}, departure[ruleCase]{
	name: "something other than a chat network", why: "the source has rules for its terminal, timers and parts of networks; ours has channels and direct messages",
	is: func(c *ruleCase) bool {
		v := c.Result.Value
		bare := v.Kind == "tui" || v.Kind == "cron" || c.Text == "subagent"
		return c.Result.OK && (bare || v.Bucket != "" && v.Bucket != "dm")
	},
	ours: func(c *ruleCase) { c.Result.OK = false },
}, departure[ruleCase]{
	name: "a workspace with a slash", why: "one network of the source has these; ours escapes the slash, so the same text means something else",
	is: func(c *ruleCase) bool { return strings.HasPrefix(c.Text, "github:") },
}, departure[ruleCase]{
	name: "a network the source doesn't know", why: "the source refuses it, and old names for others; here the configuration checks that",
	is: func(c *ruleCase) bool {
		before, _, found := strings.Cut(strings.TrimSpace(c.Text), ":")
		name, _, _ := strings.Cut(before, " ")
		return found && !slices.Contains(sourceNetworks, name)
	},
})

var sourceNetworks = []string{"slack", "discord", "telegram", "webex", "teams", "instagram", "line", "kakao", "github", "tui", "cron", "*"}

// written is the rule the source read, as ours writes it.
func (c *ruleCase) written() string {
	v := c.Result.Value
	if v.Kind == "wildcard" {
		return v.Kind + " *" + v.Platform + v.Workspace + v.Chat + v.Bucket + v.Author
	}
	text := v.Platform + ":"
	switch {
	case v.Bucket == "dm" && v.Chat == "":
		text += "dm/*"
	case v.Bucket != "":
		text += v.Bucket + "/" + v.Chat
	case v.Workspace == "":
		text += "*"
	case v.Chat == "":
		text += v.Workspace
	default:
		text += v.Workspace + "/" + v.Chat
	}
	if v.Author != "" {
		text += " author:" + v.Author
	}
	return v.Kind + " " + text
}

// kind writes a rule of ours with the source's word for what it is about.
func kind(r admission.Rule) string {
	if r.Network() == "*" {
		return "wildcard " + r.String()
	}
	return "channel " + r.String()
}
