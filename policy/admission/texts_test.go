package admission

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"familiar/messages"
)

// TestEveryKeyHasItsText: each key has a text that is there, is shown for it, and
// leaves no brace unfilled.
func TestEveryKeyHasItsText(t *testing.T) {
	if want := []Key{
		HelpText, StatusFree, StatusQuiet, StatusUntil, QuietOn, QuietUntil, QuietOff, Engaged, Disengaged,
		EngageRefused, Stopped, AloneOn, AloneOff, Refused, Usage, Claimed, EngageHeld,
		WhyTold, WhyNothing, WhyUnknown, WhyLate,
		MemoryTold, MemoryLent, MemoryNothing, MemoryGone, MemoryRight, MemoryUsage,
		MemoryAgreed, MemoryShared, MemoryUnshared, MemorySingle,
		LinkPrivate, LinkCode, LinkWith, LinkJoined, LinkUnknown, LinkOwn, LinkFull, LinkOften, LinkLate, LinkEnded, LinkNone,
	}; !slices.Equal(keys, want) {
		t.Fatalf("there are texts for %q, want %q", keys, want)
	}
	english := DefaultTexts()
	for i, key := range keys {
		answer := Answer{Key: key, Name: "Aria", Role: Member, May: builtin(Member), Command: messages.Quiet, For: time.Hour, Reason: "why", Other: "Vesper"}
		text := english.SayIn("en", nil, answer)
		if text == "" || strings.ContainsAny(text, "{}") {
			t.Errorf("%s is shown as %q", key, text)
		}
		var own Texts
		reflect.ValueOf(&own).Elem().Field(i).SetString("<" + string(key) + ">")
		if got, want := own.SayIn("en", nil, answer), "<"+string(key)+">"; got != want {
			t.Errorf("translated, %s is %q, want %q", key, got, want)
		}
		if got := new(Texts).SayIn("en", nil, answer); got != text {
			t.Errorf("empty, %s is %q, want the English %q", key, got, text)
		}
	}
	if got := english.SayIn("en", nil, Answer{}); got != "" {
		t.Errorf("no answer is %q, want nothing", got)
	}
}

func TestSay(t *testing.T) {
	texts := DefaultTexts()
	for _, tt := range []struct {
		what   string
		answer Answer
		want   string
	}{
		{"help lists what the asker may", Answer{Key: HelpText, Name: "Aria", Role: Member, May: builtin(Member)}, `Mention Aria to talk. You are member here and may say /wake, /help, /status, /why, /link. "leave me alone" and "you may talk to me again" are for everybody.`},
		{"a refusal names command and role", Answer{Key: Refused, Command: messages.Quiet, Role: Member}, "/quiet isn't yours to say here: you are member."},
		{"a time is short", Answer{Key: QuietUntil, Name: "Aria", For: 90 * time.Minute}, "Aria is quiet for 1h 30m, or until /resume."},
		{"a name is not filled in twice", Answer{Key: QuietOn, Name: "{role}", Role: Owner}, "{role} is quiet until /resume."},
	} {
		if got := texts.SayIn("en", nil, tt.answer); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.what, got, tt.want)
		}
	}
}

func TestLength(t *testing.T) {
	for _, tt := range []struct {
		what string
		d    time.Duration
		want string
	}{
		{"nothing is a second", 0, "1s"},
		{"part of a second is a whole one", 1200 * time.Millisecond, "2s"},
		{"a minute", time.Minute, "1m"},
		{"a minute and some", 61 * time.Second, "1m 1s"},
		{"an hour rounds up to minutes", time.Hour + time.Second, "1h 1m"},
		{"a whole hour", time.Hour, "1h"},
		{"rounded up to a whole unit", 2*time.Hour - time.Second, "2h"},
		{"days and hours", 26 * time.Hour, "1d 2h"},
	} {
		if got := Length(tt.d); got != tt.want {
			t.Errorf("%s: %v is %q, want %q", tt.what, tt.d, got, tt.want)
		}
	}
}
