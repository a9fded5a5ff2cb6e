package control

import (
	"context"
	"strings"
	"testing"
)

func TestExperiments(t *testing.T) {
	low := .2
	calm := func(context.Context) ([]Experiment, error) {
		return []Experiment{{
			Name: "calm", Plan: "3ad77506", Familiar: "aria", Match: "web:*", By: "channel", Begin: "2026-12-01", End: "2026-12-15", Measure: "welcome", Verdict: "go on",
			Arms: []ExperimentArm{{Side: "a", Channels: 2, Said: 9, Welcome: &Interval{.4, &low, nil}, Turns: 12}}, Knobs: []string{`chattiness.lull = "30s"`},
		}}, nil
	}
	for _, tt := range []struct {
		story string
		known func(context.Context) ([]Experiment, error)
		token string
		want  string
		code  int
	}{
		{"there is none", nil, "", `{"experiments":[]}`, 200},
		{"one goes on", calm, "", `{"experiments":[{"name":"calm","plan":"3ad77506","familiar":"aria","match":"web:*","by":"channel","begin":"2026-12-01","end":"2026-12-15","measure":"welcome","verdict":"go on",` +
			`"arms":[{"side":"a","channels":2,"said":9,"welcome":{"is":0.4,"low":0.2},"missed":0,"asked":0,"turns":12,"tokens_in":0,"tokens_out":0,"usd":0}],"knobs":["chattiness.lull = \"30s\""]}]}`, 200},
		{"a token of some channels asks", calm, "garden", "", 403},
		{"a reader asks", calm, "reader", "", 403},
		{"the program is stopping", func(context.Context) ([]Experiment, error) { return nil, ErrClosed }, "", "", 503},
	} {
		t.Run(tt.story, func(t *testing.T) {
			r := newRig(t, func(o *Options) { o.Experiments = tt.known })
			var headers []string
			if tt.token != "" {
				headers = []string{"Authorization", "Bearer " + tt.token}
			}
			got := r.ask("GET", "/v1/experiments", "", headers...)
			if got.Code != tt.code || tt.want != "" && strings.TrimSpace(got.Body.String()) != tt.want {
				t.Errorf("got %d %s, want %d %s", got.Code, got.Body, tt.code, tt.want)
			}
		})
	}
}
