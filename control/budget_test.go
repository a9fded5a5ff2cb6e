package control

import (
	"context"
	"strings"
	"testing"
)

func TestBudget(t *testing.T) {
	for _, tt := range []struct {
		story string
		known func(context.Context) (Spending, error)
		want  string
		code  int
	}{
		{"nobody knows of a budget", nil, `{"day":"","all":{"of":"","today":0,"reserved":0,"ever":0,"limit":0,"step":0},"familiars":[],"channels":[],"unpriced":0,"persons":0}`, 200},
		{
			"something was spent", func(context.Context) (Spending, error) {
				aria := Spent{Of: "aria", Today: 0.25, Ever: 3, Limit: 0.5, Step: 1}
				return Spending{Day: "2026-03-01", All: Spent{Today: 0.25}, Familiars: []Spent{aria}, Channels: []Spent{}}, nil
			},
			`{"day":"2026-03-01","all":{"of":"","today":0.25,"reserved":0,"ever":0,"limit":0,"step":0},"familiars":[{"of":"aria","today":0.25,"reserved":0,"ever":3,"limit":0.5,"step":1}],"channels":[],"unpriced":0,"persons":0}`, 200,
		},
		{"the program is stopping", func(context.Context) (Spending, error) { return Spending{}, ErrClosed }, "", 503},
	} {
		t.Run(tt.story, func(t *testing.T) {
			r := newRig(t, func(o *Options) { o.Budget = tt.known })
			got := r.ask("GET", "/v1/budget", "")
			if got.Code != tt.code || tt.want != "" && strings.TrimSpace(got.Body.String()) != tt.want {
				t.Errorf("got %d %s, want %d %s", got.Code, got.Body, tt.code, tt.want)
			}
		})
	}
}
