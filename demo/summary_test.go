package demo

import (
	"testing"
	"time"

	"familiar/messages"
	"familiar/messages/because"
)

func TestSummary(t *testing.T) {
	name := func(id messages.FamiliarID) string {
		return map[messages.FamiliarID]string{"aria": "Aria", "pip": "Pip"}[id]
	}
	note := func(familiar messages.FamiliarID, act messages.Act, rung messages.Rung) *messages.Note {
		return &messages.Note{Familiar: familiar, Act: act, Rung: rung}
	}
	for _, tt := range []struct {
		story string
		lines []string
		notes []*messages.Note
		took  time.Duration
		want  string
	}{
		{"nothing happened", nil, nil, 400 * time.Millisecond, "In 0 s: 0 lines in 0 channels, 0 replies, kept quiet 0 times."},
		{
			"a line and its reply",
			[]string{"garden"},
			[]*messages.Note{note("aria", messages.Engage, "mention"), note("pip", messages.Observe, "default"), note("aria", messages.Settled, "spoke")},
			time.Minute, "In 1 m 0 s: 1 line in 1 channel, 1 reply (Aria 1), kept quiet 1 time.",
		},
		{
			"whoever said more comes first",
			[]string{"garden", "workshop", "garden"},
			[]*messages.Note{
				note("pip", messages.Settled, "spoke"), note("aria", messages.Settled, "spoke"), note("pip", messages.Settled, "spoke"),
				note("aria", messages.Settled, "judge"), note("aria", messages.Settled, "silence"), note("aria", messages.Wait, "rest"),
			},
			3*time.Hour + 252*time.Second, "In 3 h 4 m 12 s: 3 lines in 2 channels, 3 replies (Pip 2, Aria 1), kept quiet 2 times.",
		},
	} {
		t.Run(tt.story, func(t *testing.T) {
			var s Summary
			for _, channel := range tt.lines {
				s.Said(Line{Channel: channel})
			}
			s.Decided(tt.notes)
			if got := s.Sentence(tt.took, name); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

func TestMentionsOnly(t *testing.T) {
	line := func(act messages.Act, rung messages.Rung, facts messages.Facts) *messages.Note {
		return &messages.Note{Familiar: "aria", Channel: "web//garden", Line: "1", Act: act, Rung: rung, Facts: facts}
	}
	settled := func(rung messages.Rung, trigger messages.Trigger, reason because.Reason) *messages.Note {
		return &messages.Note{Familiar: "aria", Channel: "web//garden", Line: "1", Act: messages.Settled, Rung: rung, Trigger: trigger, Reason: reason}
	}
	mention := line(messages.Engage, messages.ByMention, messages.MentionsUs)
	elsewhere := *mention
	elsewhere.Channel = "web//workshop"
	spoke := settled(messages.BySpoke, messages.Address, nil)
	for _, tt := range []struct {
		story string
		notes []*messages.Note
		want  string
	}{
		{"nothing happened", nil, "A bot that only answers mentions would have replied 0 times."},
		{"the same would have been said", []*messages.Note{mention, spoke}, "A bot that only answers mentions would have replied 1 time."},
		{
			"a name, somebody who went on, a lull",
			[]*messages.Note{
				mention, spoke, line(messages.Engage, messages.BySticky, 0), spoke, line(messages.Ask, messages.ByAlias, messages.NamesUs), settled(messages.ByJudge, messages.Address, because.JudgeSaid{Yes: true}), spoke,
				line(messages.Wait, messages.ByRest, 0), settled(messages.BySpoke, messages.Lull, nil), line(messages.Engage, messages.BySticky, 0), spoke,
			},
			"A bot that only answers mentions would have replied 1 time: without 4 of the 5 replies above (sticky 2, alias 1, lull 1).",
		},
		{
			"mentions that needed no answer",
			[]*messages.Note{
				mention, settled(messages.BySilence, messages.Address, nil),
				line(messages.Ask, messages.ByMention, messages.MentionsUs), settled(messages.ByJudge, messages.Address, because.JudgeSaid{Words: "thanks"}),
			},
			"A bot that only answers mentions would have replied 2 times: with one to 2 mentions that were left alone here.",
		},
		{"what another channel's mention began isn't this one's", []*messages.Note{&elsewhere, line(messages.Engage, messages.ByAlias, 0), spoke}, "A bot that only answers mentions would have replied 1 time: without 1 of the 1 reply above (alias 1)."},
		{"a line it heard twice counts once", []*messages.Note{mention, line(messages.Drop, messages.ByDuplicate, messages.MentionsUs), spoke}, "A bot that only answers mentions would have replied 1 time."},
	} {
		t.Run(tt.story, func(t *testing.T) {
			var s Summary
			s.Decided(tt.notes)
			if got := s.MentionsOnly(); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}
