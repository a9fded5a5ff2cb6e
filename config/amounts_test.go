package config

import (
	"slices"
	"strings"
	"testing"
)

func TestAmounts(t *testing.T) {
	const (
		judged   = "judge = \"quick\"\n"
		channel  = "[[channels]]\nmatch = \"terminal:*\"\nfamiliars = [\"aria\", \"zed\"]\n[channels.room.turns]\n"
		answers  = "It answers direct messages, mentions, replies to it and lines that name it, and everything while it is alone with one person."
		known    = "It answers direct messages, mentions, replies to it and lines that name it, and everything while the network says it is alone with one person. Where the network can't tell, its odds "
		assigned = "It answers only what room.turns assigns to it; the channel has no mode, so it answers nothing."
	)
	for _, tt := range []struct {
		story, own, rule string
		want             []string
	}{
		{"social", judged, "", []string{
			known + "and its judge decide.",
			"For 5m after a reply, the person it answered needn't call it again; among several people it asks its judge first.",
			"It considers speaking unasked after 10s of silence, after about 9 lines, when a question has gone unanswered for 1m30s; its judge decides.",
		}},
		{"social without a judge", "", "", []string{known + "decide.", "For 5m after a reply, the person it answered needn't call it again.", "It never speaks unasked: it has no judge."}},
		{"ladder", "preset = \"ladder\"\n", "", []string{answers, "For 15m after a reply, the person it answered needn't call it again.", "It never speaks unasked."}},
		{"window", "preset = \"window\"\n", "", []string{
			"It answers mentions and replies to it.",
			"Once it has replied, every line in the channel counts as meant for it, for 20m.", "It never speaks unasked.",
		}},
		{"chatty", "preset = \"chatty\"\n" + judged, "", []string{
			"It asks its judge about mentions and lines that name it.",
			"It considers speaking unasked after 10s of silence, after about 9 lines; its judge decides.",
		}},
		{"chatty without a judge", "preset = \"chatty\"\n", "", []string{"It answers mentions and lines that name it.", "It never speaks unasked: it has no judge."}},
		{"relevance", "preset = \"relevance\"\n" + judged, "", []string{
			"It answers direct messages and mentions.",
			"It asks its judge about all other lines, one at a time; if the judge fails, it keeps quiet.",
		}},
		{"relevance that answers everything", "preset = \"relevance\"\nladder.rest = \"engage\"\n", "", []string{"It answers direct messages and mentions.", "It answers all other lines, too."}},
		{"every ask without a judge is answered", "preset = \"relevance\"\njudge_each = false\n", "", []string{"It answers direct messages and mentions.", "It answers all other lines, too."}},
		{"assigned in a room without a mode", "preset = \"assigned\"\n", "", []string{assigned, "It never speaks unasked."}},
		{"a room that is its own", "preset = \"assigned\"\n", "mode = \"direct\"\nmembers = [\"aria\"]\n", []string{"The channel is assigned (direct) to aria: it answers only when it is its turn.", "It never speaks unasked."}},
		{"a room that is another's", "preset = \"assigned\"\n", "mode = \"single\"\nmembers = [\"zed\"]\n", []string{"The channel is assigned (single) to zed: it says nothing there.", "It never speaks unasked."}},
		{"a room that is only read", "preset = \"assigned\"\n", "mode = \"broadcast\"\n", []string{"The channel is read-only: nobody answers.", "It never speaks unasked."}},
		{"a room that turns.unknown decides", "preset = \"assigned\"\n", "unknown = \"familiar:zed\"\n", []string{`The channel has no mode, and room.turns.unknown = "familiar:zed" says who answers.`, "It never speaks unasked."}},
		{"shadow", "preset = \"chatty\"\nmode = \"shadow\"\n", "", []string{
			"It is in shadow: it decides and writes as follows, but posts nothing.",
			"It answers mentions and lines that name it.", "It never speaks unasked: it has no judge.",
		}},
		{"shadow without a word", "preset = \"chatty\"\nmode = \"shadow\"\nshadow_compose = false\n", "", []string{
			"It is in shadow: it decides as follows, but writes and posts nothing.",
			"It answers mentions and lines that name it.", "It never speaks unasked: it has no judge.",
		}},
		{"hours", "preset = \"assigned\"\nhours = { zone = \"Europe/Berlin\", quiet = [\"22:00-07:00\", \"Sun\"], active = [\"12:00-13:00\"] }\n", "", []string{
			assigned, "It never speaks unasked.",
			"It says nothing 22:00-07:00 and Sun 00:00-24:00 (Europe/Berlin). It speaks unasked only 12:00-13:00 (Europe/Berlin).",
		}},
	} {
		t.Run(tt.story, func(t *testing.T) {
			c := explainable(t, "[models.quick]\nkind = \"offline\"\n[familiars.zed]\npersona = \"x\"\n[familiars.aria]\npersona = \"x\"\n"+tt.own+channel+tt.rule)
			e, err := c.Explain("aria", "terminal:main")
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(e.Amounts, tt.want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(e.Amounts, "\n"), strings.Join(tt.want, "\n"))
			}
		})
	}
}

// TestRungsWithoutAJudge: what would be asked is answered or let pass, as the
// channel does it.
func TestRungsWithoutAJudge(t *testing.T) {
	for _, tt := range []struct{ story, own, rung, want string }{
		{"an address is answered", "preset = \"chatty\"\n", "alias", "A line that contains one of its names is answered."},
		{"so is a follow-up in a crowd", "", "sticky", "A line by somebody it has just answered, or any line in its open window is answered."},
		{"what would wait is observed", "", "rest", "Any other line is only observed."},
		{"each line by itself is, too", "preset = \"relevance\"\n", "rest", "Any other line is only observed."},
		{"other asks are answered", "preset = \"relevance\"\njudge_each = false\n", "rest", "Any other line is answered."},
	} {
		t.Run(tt.story, func(t *testing.T) {
			c := explainable(t, strings.Replace(sound, "[familiars.aria]\n", "[familiars.aria]\n"+tt.own, 1))
			e, err := c.Explain("aria", "terminal:main")
			if err != nil {
				t.Fatal(err)
			}
			if i := slices.IndexFunc(e.Rungs, func(r Rung) bool { return string(r.Rung) == tt.rung }); i < 0 || e.Rungs[i].Answer != tt.want {
				t.Errorf("got %v, want %s", e.Rungs, tt.want)
			}
		})
	}
}
