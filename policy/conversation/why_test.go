package conversation

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/ladder"
	"familiar/policy/why"
)

// TestEveryFlipTurnsTheStep has a channel decide on a random line, asks why,
// and has the same channel decide on the line as each flip would have had it,
// where that is a matter of the line alone.
func TestEveryFlipTurnsTheStep(t *testing.T) {
	turned := map[why.Verdict]int{}
	checkUntil(t, func() bool { return turned[why.Answered] > 0 && turned[why.Quiet] > 0 }, func(r *rapid.T) {
		preset := rapid.SampledFrom(ladder.Presets()).Draw(r, "preset")
		keys := []string{"quick", "roles"}
		for _, key := range []string{"nojudge", "noodds", "direct"} {
			if rapid.Bool().Draw(r, key) {
				keys = append(keys, key)
			}
		}
		c := testConfig(t, preset, keys...)
		s, now := New(scriptChannel, c), messages.Instant(1000)
		for i := range rapid.IntRange(0, 4).Draw(r, "before") {
			now += 2000
			s.Step(now, messages.Heard{Line: drawLine(r, fmt.Sprintf("b%d", i))}, nil)
		}
		l := drawLine(r, "asked")
		before, err := s.Encode()
		if err != nil {
			r.Fatal(err)
		}
		n, decided := decision(s.Step(now+9000, messages.Heard{Line: l}, nil), l.ID)
		if !decided {
			return
		}
		seat, _ := c.Why(n.Familiar)
		e := why.Explain(&n, seat, why.Scene{})
		for _, flip := range e.Flips {
			other, ours := as(l, n.Facts, flip.Facts)
			if !ours {
				continue
			}
			again, err := Decode(before, c)
			if err != nil {
				r.Fatal(err)
			}
			got, still := decision(again.Step(now+9000, messages.Heard{Line: other}, nil), l.ID)
			if !still || got.Facts != flip.Facts { // it is a command now, or the change brings others along
				continue
			}
			turned[flip.To]++
			if v := why.Explain(&got, seat, why.Scene{}).Verdict; v != flip.To && (flip.To != why.Open || got.Bar == 0) {
				r.Fatalf("%s\nif %q it is %s by %s (%s), want %s", e.Sentence, flip.If, got.Act, got.Rung, because.Written(got.Reason), flip.To)
			}
		}
	})
}

// drawLine gives a line of one of three people or a bot.
func drawLine(r *rapid.T, id string) *messages.Line {
	who := rapid.SampledFrom([]messages.PersonID{"ana", "ben", "olga", "rob"}).Draw(r, "who")
	l := &messages.Line{
		ID: messages.LineID(id), Channel: scriptChannel, Author: messages.Author{ID: who, Name: string(who), Bot: who == "rob"},
		Text: rapid.SampledFrom([]string{"well", "Aria?", "/alone", "/quiet", "rob says no"}).Draw(r, "text"),
		DM:   rapid.IntRange(0, 9).Draw(r, "dm") == 0, ExplicitOnly: rapid.IntRange(0, 9).Draw(r, "explicit") == 0,
	}
	switch rapid.IntRange(0, 4).Draw(r, "to") {
	case 1:
		l.Mentions = []messages.PersonID{"us"}
	case 2:
		l.Mentions = []messages.PersonID{"cy"}
	case 3:
		l.ReplyTo = messages.Reply{ID: "x", Author: "us"}
	case 4:
		l.ReplyTo = messages.Reply{ID: "y", Author: "cy"}
	}
	return l
}

// decision gives the first seat's decision on a line.
func decision(out []Effect, line messages.LineID) (messages.Note, bool) {
	all := notes(out)
	k := slices.IndexFunc(all, func(n messages.Note) bool { return n.Line == line && n.Familiar != "" && n.Facts != 0 })
	if k < 0 {
		return messages.Note{}, false
	}
	return all[k], true
}

// as gives the line with facts `to` in place of `from`; false when they differ
// in what is not the line's own.
func as(l *messages.Line, from, to messages.Facts) (*messages.Line, bool) {
	const own = messages.MentionsUs | messages.MentionsOthers | messages.RepliesToUs | messages.RepliesToOther | messages.NamesUs | messages.FromBot | messages.ExplicitOnly
	if (from^to)&^own != 0 {
		return nil, false
	}
	other := *l
	other.Mentions, other.ReplyTo = nil, messages.Reply{}
	for _, who := range []struct {
		fact messages.Facts
		id   messages.PersonID
	}{{messages.MentionsUs, "us"}, {messages.MentionsOthers, "cy"}} {
		if to.Has(who.fact) {
			other.Mentions = append(other.Mentions, who.id)
		}
	}
	switch {
	case to.Has(messages.RepliesToUs):
		other.ReplyTo = messages.Reply{ID: "x", Author: "us"}
	case to.Has(messages.RepliesToOther):
		other.ReplyTo = messages.Reply{ID: "y", Author: "cy"}
	}
	other.Author.Bot = to.Has(messages.FromBot)
	other.ExplicitOnly = to.Has(messages.ExplicitOnly)
	switch {
	case to.Has(messages.NamesUs) && !from.Has(messages.NamesUs):
		other.Text += " aria"
	case from.Has(messages.NamesUs) && !to.Has(messages.NamesUs):
		other.Text = "well"
	}
	return &other, true
}

// TestCommandIsAnsweredOnce: what a command ends has notes of its own, and
// whoever waits for the command is told of it once.
func TestCommandIsAnsweredOnce(t *testing.T) {
	s := New(scriptChannel, testConfig(t, "social", "roles", "noodds"))
	for k, text := range []string{"morning", "@Aria what is it?"} {
		s.Step(messages.Instant(1000+k), messages.Heard{Line: &messages.Line{ID: messages.LineID(text), Channel: scriptChannel, Author: messages.Author{ID: "ana"}, Text: text}}, nil)
	}
	all := notes(s.Step(1002, messages.Commanded{Command: messages.Quiet, N: 7}, nil))
	answers := slices.DeleteFunc(slices.Clone(all), func(n messages.Note) bool { return n.N != 7 })
	if len(answers) != 1 || len(all) != 3 {
		t.Errorf("%d notes of %d answer the command, want 1 of 3: %+v", len(answers), len(all), all)
	}
}
