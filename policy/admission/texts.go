package admission

import (
	"strconv"
	"strings"
	"time"

	"familiar/messages"
	"familiar/policy/language"
)

// A Key names a text that answers a command.
type Key string

// The keys, each the toml key of its text.
const (
	NoAnswer    Key = ""
	HelpText    Key = "help"
	StatusFree  Key = "status"
	StatusQuiet Key = "status_quiet"
	StatusUntil Key = "status_until"
	QuietOn     Key = "quiet"
	QuietUntil  Key = "quiet_until"
	QuietOff    Key = "resume"
	Engaged     Key = "engage"
	Disengaged  Key = "disengage"

	EngageRefused Key = "engage_refused"
	Stopped       Key = "stop"
	AloneOn       Key = "alone"
	AloneOff      Key = "again"
	Refused       Key = "refused"
	Usage         Key = "usage"
	Claimed       Key = "claimed"

	EngageHeld Key = "engage_held" // engage, refused because of another

	WhyTold    Key = "why"         // why, of one line
	WhyNothing Key = "why_nothing" // why, of which nothing is known
	WhyUnknown Key = "why_unknown" // why, of a line of which nothing is known
	WhyLate    Key = "why_late"    // why, for which there was not time enough

	MemoryTold    Key = "memory"         // what is kept about the asker
	MemoryLent    Key = "memory_lent"    // the same, where some of it may come to mind elsewhere
	MemoryNothing Key = "memory_nothing" // the same, when nothing is
	MemoryGone    Key = "memory_gone"    // it is forgotten
	MemoryRight   Key = "memory_right"   // it is put right
	MemoryUsage   Key = "memory_usage"   // as Usage, of memory

	MemoryAgreed   Key = "memory_agreed"   // as MemoryTold, where some of it may come to mind wherever the asker is answered
	MemoryShared   Key = "memory_shared"   // it may, from now on
	MemoryUnshared Key = "memory_unshared" // it may not
	MemorySingle   Key = "memory_single"   // it can't be agreed to without a linked account

	LinkPrivate Key = "link_private" // link or unlink, where others read
	LinkCode    Key = "link_code"    // link: here is a code
	LinkWith    Key = "link_with"    // before it: what the account is linked with already
	LinkJoined  Key = "link_joined"  // link and a code that fits
	LinkUnknown Key = "link_unknown" // link and another one
	LinkOwn     Key = "link_own"     // link and the code that was given to this account
	LinkFull    Key = "link_full"    // link, when there are as many as may be
	LinkOften   Key = "link_often"   // link, too often
	LinkLate    Key = "link_late"    // link or unlink, which could not be done in time
	LinkEnded   Key = "link_ended"   // unlink
	LinkNone    Key = "link_none"    // unlink, of what isn't linked
)

// An Answer is what is to be said to a command, in whatever words.
type Answer struct {
	Key     Key
	Command messages.Command
	Name    string        // the familiar's
	Role    Role          // the asker's
	May     Rights        // what the asker may
	For     time.Duration // how long something lasts
	Reason  string        // why not, a clause
	Other   string        // who is in the way, "": nobody; of why, who wrote the line
	Told    string        // of why: what became of the line; of memory: what is kept
}

// Texts are the answers to commands, so that they can be translated. In them
// {name} is the familiar's name, {role} what the asker is here, {commands}
// what they may, {command} what they said, {for} a time such as "1h 30m", {reason} why not, in
// English, {other} who is in the way. An empty text is as built in.
type Texts struct {
	Help        string `toml:"help"`
	Status      string `toml:"status"`
	StatusQuiet string `toml:"status_quiet"`
	StatusUntil string `toml:"status_until"`
	Quiet       string `toml:"quiet"`
	QuietUntil  string `toml:"quiet_until"`
	Resume      string `toml:"resume"`
	Engage      string `toml:"engage"`
	Disengage   string `toml:"disengage"`

	EngageRefused string `toml:"engage_refused"` // to engage, where it may not
	Stop          string `toml:"stop"`
	Alone         string `toml:"alone"`
	Again         string `toml:"again"`
	Refused       string `toml:"refused"` // a command the asker may not give
	Usage         string `toml:"usage"`   // a command whose rest makes no sense
	Claimed       string `toml:"claimed"` // a claim code that fits

	EngageHeld string `toml:"engage_held"` // to engage, where another familiar may

	Why        string `toml:"why"`         // to why, of one line: {other} wrote it {for} ago, {told} is what became of it, in English
	WhyNothing string `toml:"why_nothing"` // to why, when nothing is known
	WhyUnknown string `toml:"why_unknown"` // to why in a reply, when nothing is known of that message
	WhyLate    string `toml:"why_late"`    // to why, when it could not be looked up in time

	Memory        string `toml:"memory"`         // to memory: {told} is what is kept about who asks, a line each
	MemoryLent    string `toml:"memory_lent"`    // the same, where some of it may come to mind elsewhere in the workspace
	MemoryNothing string `toml:"memory_nothing"` // to memory, when nothing is
	MemoryGone    string `toml:"memory_gone"`    // to memory forget
	MemoryRight   string `toml:"memory_right"`   // to memory correct
	MemoryUsage   string `toml:"memory_usage"`   // to memory with a rest that makes no sense

	MemoryAgreed   string `toml:"memory_agreed"`   // as memory, where some of it may come to mind wherever who asks is answered, as they agreed
	MemoryShared   string `toml:"memory_shared"`   // to memory share on: {told} is what the account is linked with
	MemoryUnshared string `toml:"memory_unshared"` // to memory share off
	MemorySingle   string `toml:"memory_single"`   // to memory share on, where nothing is linked

	LinkPrivate string `toml:"link_private"` // to link and unlink, where others read
	LinkCode    string `toml:"link_code"`    // to link: {told} is the code, which may be used for {for}
	LinkWith    string `toml:"link_with"`    // before that: {told} is what the account is linked with
	LinkJoined  string `toml:"link_joined"`  // to link with a code that fits: {told} as before
	LinkUnknown string `toml:"link_unknown"` // to link with any other code
	LinkOwn     string `toml:"link_own"`     // to link with the code that this account was given
	LinkFull    string `toml:"link_full"`    // to link, where there are as many accounts as one may link
	LinkOften   string `toml:"link_often"`   // to link, too often
	LinkLate    string `toml:"link_late"`    // to link and unlink, when it could not be done in time
	LinkEnded   string `toml:"link_ended"`   // to unlink
	LinkNone    string `toml:"link_none"`    // to unlink, where nothing is linked
}

// DefaultTexts returns the English texts.
func DefaultTexts() Texts {
	return Texts{
		Help:        "Mention {name} to talk. You are {role} here and may say {commands}. \"leave me alone\" and \"you may talk to me again\" are for everybody.",
		Status:      "{name} is listening. You are {role} here.",
		StatusQuiet: "{name} is quiet until told otherwise. You are {role} here.",
		StatusUntil: "{name} is quiet for another {for}. You are {role} here.",
		Quiet:       "{name} is quiet until /resume.",
		QuietUntil:  "{name} is quiet for {for}, or until /resume.",
		Resume:      "{name} is listening again.",
		Engage:      "{name} joins in here.",
		Disengage:   "{name} steps back.",

		EngageRefused: "{name} doesn't join in here: {reason}.",
		Stop:          "{name} stops.",
		Alone:         "You are left alone here, unless you call somebody by a mention or reply. Say \"you may talk to me again\" to end that.",
		Again:         "You may be talked to again.",
		Refused:       "/{command} isn't yours to say here: you are {role}.",
		Usage:         "/{command}: not understood. Try \"/quiet 30m\" or \"/quiet off\"; /say and /forget need something behind them.",
		Claimed:       "You are {role} now.",
		EngageHeld:    "{name} doesn't join in here: that is for {other}.",

		Why:        "{name} on what {other} wrote {for} ago: {told}",
		WhyNothing: "{name} knows of nothing here that it has decided on lately.",
		WhyUnknown: "{name} has decided nothing about that message, or it was too long ago.",
		WhyLate:    "{name} could not look that up in time. Ask again in a moment.",

		Memory:        "{name} keeps this about you, for this channel only (\"/memory forget\" ends that, \"/memory correct 1 ...\" puts the first right):\n{told}",
		MemoryLent:    "{name} keeps this about you, and may recall elsewhere what everybody could read here (\"/memory forget\" ends that, \"/memory correct 1 ...\" puts the first right):\n{told}",
		MemoryNothing: "{name} keeps nothing about you here.",
		MemoryGone:    "{name} has forgotten what it kept about you here.",
		MemoryRight:   "{name} keeps that as you said it.",
		MemoryUsage:   "/{command}: not understood. \"/memory\" tells what is kept about you here, \"/memory forget\" ends that, \"/memory correct 1 ...\" puts the first of it right, in at most 200 characters.",

		MemoryAgreed:   "{name} keeps this about you, and may recall of it elsewhere what you agreed to (\"/memory share off\" ends that, \"/memory forget\" forgets it here, \"/memory correct 1 ...\" puts the first right):\n{told}",
		MemoryShared:   "What you tell me with this account from now on I may recall wherever I answer you, also as {told}: in a direct message all of it, in front of others what everybody could read where you said it. \"/memory share off\" ends that at once.",
		MemoryUnshared: "What you told me with this account I recall nowhere else any more by your agreement.",
		MemorySingle:   "This account is linked with no other, so there is nothing to agree to. \"/link\" links another one.",

		LinkPrivate: "Say /{command} to me in a direct message: others here could use what you say or what I answer.",
		LinkCode:    "If you are somebody on another network, too, say this to me there in a direct message, within {for}:\n/link {told}\nThen both count as one person. Say it nowhere else, and only from an account of your own.",
		LinkWith:    "This account is linked with {told}. \"/unlink\" ends that.",
		LinkJoined:  "This account is linked with {told} now. \"/unlink\" ends that.",
		LinkUnknown: "That code isn't open: it is none, was used, or is too old. Say /link on your other account for a new one.",
		LinkOwn:     "That code is for your other account: say it there.",
		LinkFull:    "You have linked as many accounts as one may.",
		LinkOften:   "That is asked for too often just now. Try again later.",
		LinkLate:    "That could not be done in time. Say it again in a moment.",
		LinkEnded:   "This account is linked with no other any more.",
		LinkNone:    "This account is linked with no other.",
	}
}

// SayIn returns an answer's text in a language as [language.Texts] picks it, from the
// operator's translations and from t for every language, in English where those are
// empty; "" for [NoAnswer].
func (t *Texts) SayIn(l language.Language, own map[language.Language]Texts, a Answer) string {
	texts := language.Texts[Texts]{Own: own, Plain: *t, Built: translated, English: DefaultTexts()}
	text := texts.In(l, func(t *Texts) string { return t.of(a.Key) })
	var commands []string
	for _, c := range a.May.words() {
		commands = append(commands, "/"+string(c))
	}
	return places.Fill(text, a.Name, string(a.Role), strings.Join(commands, ", "), string(a.Command), Length(a.For), a.Reason, a.Other, a.Told)
}

// Length writes a time as people read it, "1h 30m", in its two largest units
// and rounded up to the smaller one; at least "1s".
func Length(d time.Duration) string {
	scale := []struct {
		unit time.Duration
		name string
	}{{day, "d"}, {time.Hour, "h"}, {time.Minute, "m"}, {time.Second, "s"}}
	for i, large := range scale {
		if d < large.unit || i == len(scale)-1 {
			continue
		}
		small := scale[i+1]
		n := (d + small.unit - 1) / small.unit
		per := large.unit / small.unit
		text := strconv.FormatInt(int64(n/per), 10) + large.name
		if n%per > 0 {
			text += " " + strconv.FormatInt(int64(n%per), 10) + small.name
		}
		return text
	}
	return strconv.FormatInt(int64(max(1, (d+time.Second-1)/time.Second)), 10) + "s"
}
