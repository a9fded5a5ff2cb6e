package control

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"familiar/journal/audit"
)

// deeds returns the rig's trail as verb, about whom, where, by whom, or what came of it.
func deeds(t *testing.T, trail audit.Trail) (all []string) {
	t.Helper()
	for k, err := range trail.All(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		if k.Of != 0 {
			all = append(all, string(k.Result))
			continue
		}
		all = append(all, strings.Join([]string{string(k.Via), k.Token, k.Person, k.Verb, string(k.Channel), string(k.Familiar), k.Detail}, "|"))
	}
	return all
}

// TestWhatIsRecorded: whatever changes something is there with who, where and what came
// of it, without a text; what only looks, or isn't allowed, is not.
func TestWhatIsRecorded(t *testing.T) {
	for _, tt := range []struct {
		story, method, path, body, token string
		want                             []string
	}{
		{"a tool", "POST", "/v1/tools/quiet", `{"channel":"web//garden","familiar":"aria","for":"30m"}`, "", []string{"http|this run|ana@example.org|quiet|web//garden|aria|for 30m", "done"}},
		{"what is said has no text", "POST", "/v1/tools/say", `{"channel":"web//garden","text":"a secret of the garden"}`, "", []string{"http|this run|ana@example.org|say|web//garden||", "done"}},
		{"a tool over MCP", "POST", "/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"stop","arguments":{"channel":"web//garden"}}}`, "", []string{"mcp|this run|ana@example.org|stop|web//garden||", "done"}},
		{"a command", "POST", "/v1/channels/garden/commands", `{"command":"quiet","for":"1h"}`, "garden", []string{"http|garden|ana@example.org|quiet|web//garden||for 1h0m0s", "done"}},
		{"a refused one", "POST", "/v1/tools/forget", `{"channel":"web//garden"}`, "", []string{"http|this run|ana@example.org|forget|web//garden||", "refused"}},
		{"a tool that looks", "POST", "/v1/tools/channels", ``, "", nil},
		{"without the scope", "POST", "/v1/tools/quiet", `{"channel":"web//garden"}`, "reader", nil},
		{"the audit itself", "GET", "/v1/audit", ``, "", nil},
	} {
		t.Run(tt.story, func(t *testing.T) {
			trail := audit.NewMemory()
			r := newRig(t, func(o *Options) {
				steered(&helm{verdicts: []Verdict{{Familiar: "aria", Done: true}}})(o)
				o.Audit = trail
				o.PersonHeader, o.Proxies = "X-Forwarded-User", []string{"192.0.2.1"}
			})
			header := []string{"X-Forwarded-User", "ana@example.org", "Content-Type", "application/json", "Accept", "application/json, text/event-stream"}
			if tt.token != "" {
				header = append(header, "Authorization", "Bearer "+tt.token)
			}
			r.ask(tt.method, tt.path, tt.body, header...)
			if got := deeds(t, trail); !slices.Equal(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestForgottenByPseudonym: who is forgotten is nowhere in the audit, and found there by
// who knows the id.
func TestForgottenByPseudonym(t *testing.T) {
	trail := audit.NewMemory()
	r := newRig(t, func(o *Options) { steered(&helm{})(o); o.Audit = trail })
	r.ask("POST", "/v1/tools/forget", `{"channel":"web//garden","person":"ana-of-the-garden"}`)
	for k := range trail.All(t.Context()) {
		if strings.Contains(string(k.Line), "ana-of") {
			t.Errorf("the person is in %s", k.Line)
		}
	}
	if got := r.ask("GET", "/v1/audit?person=ana-of-the-garden", "").Body.String(); !strings.Contains(got, `"verb":"forget"`) || !strings.Contains(got, `"result":"done"`) {
		t.Errorf("got %s", got)
	}
}

// A locked trail takes nothing.
type locked struct{ audit.Memory }

var errLocked = errors.New("the disk is full")

func (*locked) Begin(context.Context, audit.Deed) (uint64, error) { return 0, errLocked }

// TestNothingIsDoneUnrecorded: with an audit that can't be written nothing is steered.
func TestNothingIsDoneUnrecorded(t *testing.T) {
	h := &helm{verdicts: []Verdict{{Familiar: "aria", Done: true}}}
	r := newRig(t, func(o *Options) { steered(h)(o); o.Audit = &locked{} })
	for path, body := range map[string]string{"/v1/tools/quiet": `{"channel":"web//garden"}`, "/v1/channels/garden/commands": `{"command":"stop"}`} {
		if w := r.ask("POST", path, body); w.Code != 500 {
			t.Errorf("%s: got %d %s, want 500", path, w.Code, w.Body)
		}
	}
	if len(r.told) > 0 || len(h.told) > 0 {
		t.Errorf("done all the same: %v, %v", r.told, h.told)
	}
}

// TestAuditIsListed: newest first, a page at a time, each entry as it is kept.
func TestAuditIsListed(t *testing.T) {
	r := newRig(t, steered(&helm{verdicts: []Verdict{{Familiar: "aria", Done: true}}}))
	for range 3 {
		r.ask("POST", "/v1/tools/stop", `{"channel":"web//garden"}`)
	}
	var page struct {
		Entries []json.RawMessage
		Next    uint64
	}
	got := r.ask("GET", "/v1/audit?limit=4&verb=stop", "").Body.String()
	if err := json.Unmarshal([]byte(got), &page); err != nil || len(page.Entries) != 4 || page.Next != 3 {
		t.Fatalf("got %s, %v", got, err)
	}
	var chain audit.Chain
	for _, line := range slices.Backward(page.Entries) {
		if err := chain.Check(line); err != nil {
			t.Error(err)
		}
	}
	for path, want := range map[string]int{"?before=3": 200, "?limit=0": 400, "?before=x": 400, "?since=x": 400} {
		if w := r.ask("GET", "/v1/audit"+path, ""); w.Code != want {
			t.Errorf("%s: got %d %s, want %d", path, w.Code, w.Body, want)
		}
	}
	if w := r.ask("GET", "/v1/audit", "", "Authorization", "Bearer garden"); w.Code != 403 {
		t.Errorf("a token of one chat: got %d, want 403", w.Code)
	}
}
