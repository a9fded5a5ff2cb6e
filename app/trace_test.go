package app

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"familiar/actors/adapter"
	"familiar/llm"
	"familiar/llm/gate"
	"familiar/llm/llmtest"
	"familiar/messages"
	"familiar/telemetry"
	"familiar/telemetry/telemetrytest"
)

// one is a familiar that is asked whether to speak.
const one = `
[familiars.aria]
name = "Aria"
judge = "offline"

[[channels]]
match = "terminal:*"
familiars = ["aria"]
`

// shown are the attributes that a drawn tree has.
var shown = []string{"familiar.seat", "familiar.act", "familiar.rung", "familiar.trigger", "familiar.try", "familiar.outcome"}

// record opens a telemetry whose spans a test reads.
func record(t *testing.T) (*telemetrytest.Receiver, *telemetry.Telemetry) {
	t.Helper()
	into := &telemetrytest.Receiver{}
	to, err := telemetry.Open(t.Context(), telemetry.Options{
		Config: telemetry.Config{Endpoint: "http://collector:4318"}, Client: into.Client(),
	})
	if err != nil {
		t.Fatal(err)
	}
	return into, to
}

// A refusing adapter posts when it is asked the second time.
type refusing struct {
	adapter.Adapter
	tried *int
}

func (r refusing) Post(ctx context.Context, p messages.Post) (adapter.Posted, error) {
	if *r.tried++; *r.tried == 1 {
		return adapter.Posted{}, adapter.RetryAfter(time.Second, errors.New("too fast"))
	}
	return r.Adapter.Post(ctx, p)
}

// TestTrees: what a collector is sent of one turn.
func TestTrees(t *testing.T) {
	tried := 0
	for _, tt := range []struct {
		what   string
		config string
		model  llm.Model // in place of the offline one; nil: that
		around func(adapter.Adapter) adapter.Adapter
		say    []string // a line, or a time to wait
		want   string
	}{
		{
			what: "a mention is answered", config: one, say: []string{"bob: @Aria what is a moth?", "10s"},
			want: `
receive
  journal
  decide seat=aria act=engage rung=mention
  turn seat=aria rung=spoke trigger=address
    compose seat=aria trigger=address
      chat offline seat=aria
    outbox seat=aria outcome=delivered
      post try=1 outcome=delivered
`,
		},
	} {
		t.Run(tt.what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				into, to := record(t)
				around := []func(adapter.Adapter) adapter.Adapter{}
				if tt.around != nil {
					around = append(around, tt.around)
				}
				s := openWith(t, tt.config, func(o *Options) { o.Telemetry = to }, around...)
				if tt.model != nil {
					s.app.now.Load().models.gates["offline"] = gate.New(tt.model, gate.Default())
				}
				for _, line := range tt.say {
					if d, err := time.ParseDuration(line); err == nil {
						s.wait(d)
					} else {
						s.say(line)
					}
				}
				s.close()
				if err := to.Close(t.Context()); err != nil {
					t.Error(err)
				}
				if got := into.Trees(shown...); got != strings.TrimPrefix(tt.want, "\n") {
					t.Errorf("got\n%swant%s", got, tt.want)
				}
			})
		})
	}
	_ = tried
	_ = llmtest.Answer{}
}
