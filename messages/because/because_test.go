package because

import (
	"math"
	"testing"
	"time"
	"unique"

	"pgregory.net/rapid"
)

// somebody's are words that a network, a model or a person may put into a
// reason: also those that look like ours.
var somebodys = rapid.OneOf(
	rapid.String(),
	rapid.SampledFrom([]string{
		"yes", "no", ": ", "yes: no", "part 1: ", "part 2 of 3: gone", "told to be quiet", "it is : it is ana's turn", " holds the window",
		"say: told to be quiet", "quiet, said in the room", "odds .31: question +0.8", "%d % of \x00", "'s turn", "nothing is posted: stop",
	}),
)

// TestReadGivesBackWhatWasWritten: a reason is told apart from every other one,
// whatever words are in it, where its rung is not one of somebody's words.
func TestReadGivesBackWhatWasWritten(t *testing.T) {
	words := func(t *rapid.T) string { return somebodys.Draw(t, "words") }
	name := func(t *rapid.T) string { return rapid.StringMatching(`[a-zA-Z-]{1,8}`).Draw(t, "name") }
	fraction := func(t *rapid.T) float64 { return float64(rapid.IntRange(0, 100).Draw(t, "hundredths")) / 100 }
	count := func(t *rapid.T) int { return rapid.IntRange(1, 1<<40).Draw(t, "count") }
	obeyed := func(t *rapid.T) Obeyed {
		return Obeyed{rapid.SampledFrom(commands).Draw(t, "command"), rapid.Bool().Draw(t, "clock")}
	}
	whyNot := func(t *rapid.T) Reason {
		return rapid.OneOf(
			rapid.Map(rapid.SampledFrom(allPlain()), func(p Plain) Reason { return p }),
			rapid.Map(rapid.StringMatching(`[a-z]{1,8}`), func(who string) Reason { return WindowHeld{who} }),
			rapid.Map(rapid.StringMatching(`[a-z]{1,8}`), func(who string) Reason { return WindowKept{who} }),
			rapid.Map(rapid.StringMatching(`[a-z]{1,8} <&> [a-z]`), func(text string) Reason { return Words(text) }),
		).Draw(t, "why not")
	}
	for _, tt := range []struct {
		what string
		rung string
		draw func(t *rapid.T) Reason
	}{
		{"a judge's verdict", "judge", func(t *rapid.T) Reason {
			return JudgeSaid{rapid.Bool().Draw(t, "yes"), words(t), rapid.Bool().Draw(t, "second")}
		}},
		{"a check of a reply", "safety", func(t *rapid.T) Reason {
			return Checked{rapid.SampledFrom([]string{"words", "service", "model"}).Draw(t, "by"), rapid.SampledFrom([]string{"changed", "stopped", "failed", "skipped"}).Draw(t, "did"), words(t)}
		}},
		{"an occasion of a schedule", "schedule", func(t *rapid.T) Reason {
			name := rapid.StringMatching(`[a-z0-9-]{1,8}`).Draw(t, "schedule")
			return rapid.SampledFrom([]Reason{Scheduled{Name: name}, Scheduled{name, Overdue{time.Duration(count(t))}}, Scheduled{name, whyNot(t)}}).Draw(t, "what")
		}},
		{"a judge's doubted verdict", "judge", func(t *rapid.T) Reason {
			return JudgeDoubted{rapid.Bool().Draw(t, "yes"), fraction(t), fraction(t), words(t)}
		}},
		{"a judge's choice", "judge", func(t *rapid.T) Reason { return JudgeChose{name(t), words(t)} }},
		{"a judge's failure", "judge", func(t *rapid.T) Reason {
			return JudgeFailed{Failing(rapid.IntRange(0, len(failings)-1).Draw(t, "then")), words(t)}
		}},
		{"a spare", "spare", func(t *rapid.T) Reason {
			spared := Spared{Wrote: name(t)}
			for i := range rapid.IntRange(1, len(spared.Passed)).Draw(t, "passed") {
				spared.Passed[i] = Pass{name(t), name(t)}
			}
			return spared
		}},
		{"a command", "command", func(t *rapid.T) Reason { return obeyed(t) }},
		{"a command in the room", "command", func(t *rapid.T) Reason { return InRoom{obeyed(t)} }},
		{"a command's line", "command", func(t *rapid.T) Reason { return CommandLine{name(t)} }},
		{"turns", "command", func(t *rapid.T) Reason { return TurnsTold{Said: name(t)} }},
		{"parts a command ended", "command", func(t *rapid.T) Reason { return Unposted{count(t) - 1, obeyed(t)} }},
		{"parts of a deleted line", "deleted", func(t *rapid.T) Reason { return Unposted{count(t) - 1, LineDeleted} }},
		{"a command that is refused", "refused", func(t *rapid.T) Reason { return Refused{obeyed(t), whyNot(t)} }},
		{"a deed", "refused", func(t *rapid.T) Reason {
			return Undone{rapid.SampledFrom(deeds).Draw(t, "deed"), count(t) - 1, whyNot(t)}
		}},
		{"a part the network refused", "unknown", func(t *rapid.T) Reason { return PartSaid{count(t), count(t), words(t)} }},
		{"a part kept", "turn-cap", func(t *rapid.T) Reason { return PartKept{count(t)} }},
		{"pieces kept", "shed", func(t *rapid.T) Reason { return PiecesKept{count(t) - 1, count(t)} }},
		{"texts refused", "silence", func(t *rapid.T) Reason { return TextRefused{words(t), rapid.Bool().Draw(t, "all")} }},
		{"an agent that failed", "silence", func(t *rapid.T) Reason { return AgentFailed{words(t)} }},
		{"a text cut short", "silence", func(t *rapid.T) Reason { return CutShort{words(t), rapid.Bool().Draw(t, "thought")} }},
		{"a shadow's text", "shadowed", func(t *rapid.T) Reason {
			return WouldSay{Letters: count(t), Parts: rapid.SampledFrom([]int{0, 2, 12}).Draw(t, "parts"), Deeds: rapid.IntRange(0, 9).Draw(t, "deeds")}
		}},
		{"no correction", "fork", func(t *rapid.T) Reason { return Uncorrected{words(t)} }},
		{"a turn that passes", "turn", func(t *rapid.T) Reason {
			p := TurnPassed{By: name(t), To: name(t)}
			if rapid.Bool().Draw(t, "to nobody") {
				p.To = ""
			}
			return p
		}},
		{"a turn that stays", "turn", func(t *rapid.T) Reason { return TurnPassed{By: name(t), Again: true} }},
		{"a line handed on", "turn", func(t *rapid.T) Reason { return HandedOn{words(t)} }},
		{"a line handed over", "turn", func(t *rapid.T) Reason { return HandedOver{words(t)} }},
		{"a code", "claim", func(t *rapid.T) Reason { return CodeSaid{name(t)} }},
		{"a link", "command", func(t *rapid.T) Reason { return LinkCame{name(t)} }},
		{"an open code", "claim", func(t *rapid.T) Reason { return CodeOpened{words(t)} }},
		{"a role taken back", "claim", func(t *rapid.T) Reason { return RoleRevoked{name(t)} }},
		{"a share", "share", func(t *rapid.T) Reason {
			return Share{count(t), count(t), float64(rapid.IntRange(0, 100).Draw(t, "most")), rapid.Bool().Draw(t, "waits")}
		}},
		{"a pressure", "budget", func(t *rapid.T) Reason { return Pressed{count(t), count(t), count(t)} }},
		{"a moment missed", "overdue", func(t *rapid.T) Reason { return Overdue{time.Duration(rapid.Int64().Draw(t, "late"))} }},
		{"bars that moved", "taken-up", func(t *rapid.T) Reason {
			hundredths := func(label string) float64 { return float64(rapid.IntRange(-400, 400).Draw(t, label)) / 100 }
			return Moved{hundredths("by"), hundredths("to")}
		}},
		{"odds", "rest", func(t *rapid.T) Reason {
			w := Weighed{P: float64(rapid.IntRange(0, 100).Draw(t, "percent")) / 100}
			for i := range rapid.IntRange(0, len(w.Top)).Draw(t, "terms") {
				tenths := rapid.IntRange(-90, 90).Draw(t, "adds")
				w.Top[i] = Term{unique.Make(name(t)), float64(tenths) / 10}
			}
			return w
		}},
		{"a plain one", "rest", func(t *rapid.T) Reason { return rapid.SampledFrom(allPlain()).Draw(t, "plain") }},
	} {
		t.Run(tt.what, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				want := tt.draw(t)
				if got := Read(tt.rung, Written(want)); got != want {
					t.Fatalf("%q is read as %#v, was %#v", Written(want), got, want)
				}
			})
		})
	}
}

// TestEveryClauseIsWrittenAsItWasRead: whatever a journal has, of this program
// or another, reading and writing changes no byte of it.
func TestEveryClauseIsWrittenAsItWasRead(t *testing.T) {
	rungs := []string{"judge", "command", "undeliverable", "unknown", "reacted", "cut", "refused", "failed", "turn", "rest", "sung", ""}
	starts := []string{
		"", "yes: ", "no, since the judge failed: ", "the judge failed: ", "part 1 of 2: ", "part 3: ", "part 01 of 2: ", "turns ", "it waits longer: ",
		"odds ", "odds NaN", "odds .31: a -0.0", "odds -0", "odds 1e-1", "pressure 1 of 2, after ", "it would have said 3 characters in 1 parts", "the moment had passed by 1h",
		"nothing is posted: ", "0 parts are not posted: ", "1 parts are not posted: x", "00 pieces of a notice are not posted", "say: ", "wake, by a clock: ", "fork: ",
		"99999999999999999999 % of the last 1 lines are its own, 2 % are its share", "a code for  may be used", "handed on to ", ": it is nobody's turn",
	}
	rapid.Check(t, func(t *rapid.T) {
		rung := rapid.SampledFrom(rungs).Draw(t, "rung")
		clause := rapid.SampledFrom(starts).Draw(t, "start") + somebodys.Draw(t, "rest")
		r := Read(rung, clause)
		if got := Written(r); got != clause {
			t.Fatalf("%q by %s is read as %#v and written as %q", clause, rung, r, got)
		}
		if again := Read(rung, Written(r)); again != r {
			t.Fatalf("%q by %s is read as %#v, then as %#v", clause, rung, r, again)
		}
		if (clause == "") != (r == nil) {
			t.Fatalf("%q is read as %#v", clause, r)
		}
	})
}

// TestPlainReasonsDiffer: no two are written alike, and none is empty.
func TestPlainReasonsDiffer(t *testing.T) {
	if len(plains) != len(allPlain()) {
		t.Errorf("%d clauses for %d plain reasons", len(plains), len(allPlain()))
	}
	for p := range math.MaxUint8 + 1 {
		if clause := Written(Plain(p)); clause != "" && plains[clause] != Plain(p) {
			t.Errorf("%q is %d and %d", clause, p, plains[clause])
		}
	}
}

// TestVerdictHasNobodysWords: what a judge said goes, whether it let the
// familiar speak stays.
func TestVerdictHasNobodysWords(t *testing.T) {
	for _, tt := range []struct{ clause, want string }{
		{"yes: ana asked", "yes"},
		{"no: ana said so", "no"},
		{"no, since the judge failed: ana", "no"},
		{"the judge failed and somebody addressed us: ana", "the judge failed and somebody addressed us"},
		{"the judge failed: ana", ""},
		{"the judge failed again and again: ana", ""},
		{"ana", ""},
		{"", ""},
	} {
		if got := Written(Verdict(Read("judge", tt.clause))); got != tt.want {
			t.Errorf("of %q %q is left, want %q", tt.clause, got, tt.want)
		}
	}
}

// TestWordless: what a judge or a check says in words of its own goes, and nothing else.
func TestWordless(t *testing.T) {
	for _, tt := range []struct {
		r    Reason
		want string
	}{
		{JudgeSaid{Yes: true, Words: "ana is ill"}, "yes"},
		{JudgeSaid{Words: "ana is ill", Second: true}, "no, by the second judge"},
		{JudgeDoubted{Yes: true, Before: .12, After: .52, Words: "ana is ill"}, "yes, by which odds of .12 become .52"},
		{JudgeChose{Who: "bo", Words: "ana is ill"}, "the judge chose bo"},
		{JudgeFailed{Then: CountAsNo, Error: NoVerdict + `: "Ana is ill, so"`}, "no, since the judge failed: not a verdict"},
		{JudgeFailed{Error: "no verdict before the deadline"}, "the judge failed: no verdict before the deadline"},
		{JudgeFailed{Then: GiveUp, Error: "small: " + ModelRefused + ": Ana is ill"}, "the judge failed again and again: small: model refused"},
		{AgentFailed{Error: ModelRefused + ": Ana is ill: ask her"}, "the agent gave no answer: model refused"},
		{AgentFailed{Error: "no answer before the deadline"}, "the agent gave no answer: no answer before the deadline"},
		{Checked{By: "model", Did: "stopped", Words: "it tells of Ana's illness"}, "model stopped the reply"},
		{Words("a lull"), "a lull"},
		{nil, ""},
	} {
		if got := Written(Wordless(tt.r)); got != tt.want {
			t.Errorf("of %q %q is left, want %q", Written(tt.r), got, tt.want)
		}
	}
}

func allPlain() (all []Plain) {
	for p, clause := range plain {
		if clause != "" {
			all = append(all, Plain(p))
		}
	}
	return all
}
