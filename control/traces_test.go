package control

import (
	"strings"
	"testing"
)

// oneTrace has one.
type oneTrace struct{}

func (oneTrace) Newest(most int) []TraceHead {
	return []TraceHead{{ID: "07", Channel: "web//garden", Familiar: "aria", Kind: "turn", Rung: "spoke", Begun: 5, Took: 1.5}}[:min(most, 1)]
}

func (oneTrace) Trace(id string) (Trace, bool) {
	return Trace{ID: "07", Begun: 5, Link: "http://x/07", Spans: []TraceSpan{{
		ID: "1", Name: "turn", Took: 1.5, Facts: []TraceFact{{"familiar.seat", "aria"}}, Waits: []TraceWait{{"floor", 0.5, 0.25}},
	}}}, id == "07"
}

func TestTraces(t *testing.T) {
	for _, tt := range []struct {
		story, path, token string
		kept               Traces
		want               string
		code               int
	}{
		{"none is kept", "/v1/traces", "", nil, `{"traces":[]}`, 200},
		{"one is", "/v1/traces", "", oneTrace{}, `{"traces":[{"id":"07","channel":"web//garden","familiar":"aria","kind":"turn","rung":"spoke","begun":5,"took_ms":1.5,"failed":false}]}`, 200},
		{"too many are wanted", "/v1/traces?most=101", "", oneTrace{}, "", 400},
		{"no number is wanted", "/v1/traces?most=all", "", oneTrace{}, "", 400},
		{"one is looked at", "/v1/traces/07", "", oneTrace{}, `{"id":"07","begun":5,"link":"http://x/07","spans":[{"id":"1","name":"turn","after_ms":0,"took_ms":1.5,` +
			`"facts":[{"key":"familiar.seat","value":"aria"}],"waits":[{"term":"floor","after_ms":0.5,"took_ms":0.25}]}]}`, 200},
		{"one that is gone", "/v1/traces/08", "", oneTrace{}, "", 404},
		{"a token of some channels asks", "/v1/traces", "garden", oneTrace{}, "", 403},
		{"and for one", "/v1/traces/07", "garden", oneTrace{}, "", 403},
		{"a reader asks", "/v1/traces/07", "reader", oneTrace{}, "", 403},
	} {
		t.Run(tt.story, func(t *testing.T) {
			r := newRig(t, func(o *Options) { o.Traces = tt.kept })
			var headers []string
			if tt.token != "" {
				headers = []string{"Authorization", "Bearer " + tt.token}
			}
			got := r.ask("GET", tt.path, "", headers...)
			if got.Code != tt.code || tt.want != "" && strings.TrimSpace(got.Body.String()) != tt.want {
				t.Errorf("got %d %s, want %d %s", got.Code, got.Body, tt.code, tt.want)
			}
		})
	}
}
