package operate

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"

	"familiar/config"
	"familiar/messages"
	"familiar/messages/because"
)

// TestQuietDecisionsAreTold: at the level info the log says who answered; that
// a line was only observed it says where the operator wants that.
func TestQuietDecisionsAreTold(t *testing.T) {
	notes := []*messages.Note{
		{Channel: "web//garden", Familiar: "aria", Line: "l1", Act: messages.Engage, Rung: "mention"},
		{Channel: "web//garden", Familiar: "vesper", Line: "l1", Act: messages.Observe, Rung: "aside"},
		{Channel: "web//garden", Familiar: "aria", Line: "l2", Act: messages.Wait, Rung: "rest"},
	}
	for _, tt := range []struct {
		story string
		log   config.Log
		want  []string
	}{
		{"by default who keeps quiet isn't", config.Log{Level: "info"}, []string{"rung=mention"}},
		{"with observed it is", config.Log{Level: "info", Observed: true}, []string{"rung=mention", "rung=aside", "rung=rest"}},
		{"at debug it always is", config.Log{Level: "debug"}, []string{"rung=mention", "rung=aside", "rung=rest"}},
		{"at warn nothing is", config.Log{Level: "warn", Observed: true}, nil},
	} {
		t.Run(tt.story, func(t *testing.T) {
			var out bytes.Buffer
			logDecisions(t.Context(), logger(tt.log, &out), quietLevel(tt.log), notes)
			lines := strings.Fields(out.String())
			var got []string
			for _, word := range lines {
				if strings.HasPrefix(word, "rung=") {
					got = append(got, word)
				}
			}
			if strings.Join(got, " ") != strings.Join(tt.want, " ") {
				t.Errorf("the log tells %v, want %v", got, tt.want)
			}
		})
	}
	var out bytes.Buffer
	logDecisions(t.Context(), logger(config.Log{Level: "info"}, &out), slog.LevelDebug, []*messages.Note{
		{Channel: "web//garden", Familiar: "aria", Line: "l1", Act: messages.Settled, Rung: messages.ByJudge, Reason: because.JudgeSaid{Words: "Ana tells Ben of her illness"}},
		{Channel: "web//garden", Familiar: "aria", Line: "l1", Act: messages.Settled, Rung: messages.ByJudge, Reason: because.JudgeFailed{Then: because.CountAsNo, Error: because.NoVerdict + `: "Ana tells Ben of her illness"`}},
	})
	if got := out.String(); strings.Contains(got, "Ana") || !strings.Contains(got, "reason=no ") || !strings.Contains(got, `the judge failed: not a verdict" `) {
		t.Errorf("of what judges say the log has\n%s", got)
	}
	if quietLevel(config.Log{}) != slog.LevelDebug {
		t.Error("the zero Log tells at info what is only observed")
	}
}
