package conformance

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"familiar/messages"
)

// A monitorScenario is a recorded story of when the source asked its judge
// and spoke: timed inputs, scripted verdicts and replies, the trace.
type monitorScenario struct {
	Name   string
	Class  string // sequential: nothing comes in while a verdict or reply is awaited
	Quirks []string
	Config struct {
		Name    string
		Aliases []string
		Tier    string    `json:"interjection"`
		LullMS  int64     `json:"lull_timeout_ms"`
		Draws   []float64 `json:"rng"` // in order of use, in all channels
		Draw    float64   `json:"rng_default"`
	}
	Inputs         []monitorInput
	Verdicts       map[int][]recordedAnswer `json:"llm"` // by channel, in order
	Verdict        recordedAnswer           `json:"llm_default"`
	Replies        []recordedAnswer         `json:"respond"` // in order, in all channels
	ReplyByDefault recordedAnswer           `json:"respond_default"`
	Expect         []recordedTrace
}

type monitorInput struct {
	Kind     string // message or clear
	ID       messages.LineID
	T        int64 // ms
	Ch       int
	Author   messages.PersonID
	Text     string
	Mention  bool
	Endpoint bool `json:"lull_endpoint"`
}

// A recordedAnswer is what a judge or an agent gives after a while.
type recordedAnswer struct {
	Reply     string
	LatencyMS int64 `json:"latency_ms"`
	Error     bool
}

type recordedTrace struct {
	T        int64
	Ch       int
	Ev       string
	Trigger  string
	Msgs     []messages.LineID
	Count    int `json:"message_count"`
	Decision string

	Unsolicited bool // of a respond
}

// String writes an event out as the trace of a play does. The source calls only
// an interjection unsolicited; for us what follows a lull is, too.
func (e *recordedTrace) String() string {
	unsolicited := e.Unsolicited != (e.Ev == "respond" && e.Trigger == sourceTrigger[messages.Lull])
	return traced(e.T, e.Ch, e.Ev, e.Trigger, e.Decision, unsolicited, e.Count, e.Msgs)
}

func traced(t int64, ch int, ev, trigger, decision string, unsolicited bool, count int, msgs []messages.LineID) string {
	return strings.TrimRight(fmt.Sprintf("%d #%d %s %s %s %t %d %v", t, ch, ev, trigger, decision, unsolicited, count, msgs), " ")
}

// compared are the events of a trace that are ours, too. The others say what
// its timers and buffers looked like (lull_fired, settled, dropped) or repeat
// the script (clear, respond_done, respond_error).
var compared = []string{"eval_start", "eval_end", "respond", "silence"}

func (s *monitorScenario) trace() []string {
	var trace []string
	for i := range s.Expect {
		if slices.Contains(compared, s.Expect[i].Ev) {
			trace = append(trace, s.Expect[i].String())
		}
	}
	return trace
}

// verdict returns the answer to the k-th question in a channel: yes as the
// source read it, if it asked as often, else as the reply ends.
func (s *monitorScenario) verdict(ch, k int) (a recordedAnswer, yes bool) {
	a = s.Verdict
	if list := s.Verdicts[ch]; k < len(list) {
		a = list[k]
	}
	for i := range s.Expect {
		if e := &s.Expect[i]; e.Ev == "eval_end" && e.Ch == ch {
			if k == 0 {
				return a, e.Decision == "YES"
			}
			k--
		}
	}
	return a, strings.HasSuffix(strings.TrimSpace(a.Reply), "YES")
}

func (s *monitorScenario) reply(k int) recordedAnswer {
	if k < len(s.Replies) {
		return s.Replies[k]
	}
	return s.ReplyByDefault
}

func monitorFile(t testing.TB) []monitorScenario {
	t.Helper()
	var file struct{ Scenarios []monitorScenario }
	load(t, "monitor.json.gz", &file)
	return file.Scenarios
}
