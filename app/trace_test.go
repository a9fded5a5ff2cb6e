package app

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"familiar/actors/adapter"
	"familiar/actors/adapter/terminal"
	"familiar/actors/explain"
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

// company makes the room one of two people.
var company = []string{"ana: @bob hello", "bob: @ana hello", "10m"}

// talk is talk without a pause.
var talk = slices.Repeat([]string{"ana: a hawk moth, I say", "2s", "bob: a goat moth, I say", "2s"}, 6)

// play says lines, and waits where it is a time.
func (s *stage) play(lines []string) {
	for _, line := range lines {
		if d, err := time.ParseDuration(line); err == nil {
			s.wait(d)
		} else {
			s.say(line)
		}
	}
}

// lulls has the judge asked about whatever a lull or the curve brings up.
const lulls = "[familiars.aria.odds]\nat_once = 0\nworth = 0\n"

// slow has the offline model think.
const slow = "[models.offline]\nkind = \"offline\"\nlatency = \"5s\"\n"

// sending is a model that sends one part by a tool, and then ends its turn.
func sending() llm.Model {
	return llmtest.New("offline", llmtest.Use("send", map[string]any{"text": "An insect."}).Slow(time.Second), llmtest.Say("It flies by night.").Slow(time.Second))
}

// A refusing adapter posts when it is asked the second time.
type refusing struct {
	*terminal.Account
	tried *int
}

func (r refusing) Post(ctx context.Context, p messages.Post) (adapter.Posted, error) {
	if *r.tried++; *r.tried == 1 {
		return adapter.Posted{}, adapter.RetryAfter(time.Second, errors.New("too fast"))
	}
	return r.Account.Post(ctx, p)
}

// TestTrees: what a collector is sent of one turn.
func TestTrees(t *testing.T) {
	tried := 0
	for _, tt := range []struct {
		what   string
		config string
		model  llm.Model // in place of the offline one; nil: that
		around func(adapter.Adapter) adapter.Adapter
		before []string // said first; what comes of it isn't shown
		say    []string // a line, or a time to wait
		want   string
	}{
		{
			what: "a mention is answered", config: one, say: []string{"bob: @Aria what is a moth?", "10s"},
			want: `
receive
  journal
  decide seat=aria act=engage rung=mention
  turn seat=aria rung=spoke trigger=address wait(debounce 0.6s)
    invoke_agent Aria seat=aria trigger=address
      chat offline seat=aria
    outbox seat=aria outcome=delivered
      post try=1 outcome=delivered
`,
		},
		{
			what: "it may be for her, the judge says yes at once, it answers", config: one,
			before: company, say: []string{"ana: what did everybody see last night?", "10m"}, want: `
judge seat=aria rung=judge trigger=interjection links(4)
  turn seat=aria rung=spoke trigger=interjection links(4)
    invoke_agent Aria seat=aria trigger=interjection
      chat offline seat=aria
    outbox seat=aria outcome=delivered
      post try=1 outcome=delivered
  chat offline seat=aria
`,
		},
		{
			what: "a lull, the judge says yes, it answers", config: one + lulls,
			before: company, say: []string{"ana: what did everybody see last night?", "10m"}, want: `
judge seat=aria rung=judge trigger=lull links(4)
  turn seat=aria rung=spoke trigger=lull links(4)
    invoke_agent Aria seat=aria trigger=lull
      chat offline seat=aria
    outbox seat=aria outcome=delivered
      post try=1 outcome=delivered
  chat offline seat=aria
`,
		},
		{
			what: "talk goes on, the judge says no", config: one + lulls,
			before: company, say: talk, want: `
judge seat=aria rung=judge trigger=interjection links(4 5 6 7 8 9 10 11 12 13)
  chat offline seat=aria
`,
		},
		{
			what: "a line comes while the turn is composed", config: one + slow,
			say: []string{"bob: @Aria what is a moth?", "4s", "bob: @Aria and a hawk moth?", "1m"}, want: `
receive
  journal
  decide seat=aria act=engage rung=mention
  turn seat=aria rung=spoke trigger=address wait(debounce 0.6s) links(2)
    invoke_agent Aria seat=aria trigger=address error
      chat offline seat=aria error
    invoke_agent Aria seat=aria trigger=address
      chat offline seat=aria
    outbox seat=aria outcome=delivered
      post try=1 outcome=delivered
receive
  journal
  decide seat=aria act=engage rung=mention
`,
		},
		{
			what: "a tool is called", config: one, model: sending(), say: []string{"bob: @Aria what is a moth?", "10s"}, want: `
receive
  journal
  decide seat=aria act=engage rung=mention
  turn seat=aria rung=spoke trigger=address wait(debounce 0.6s)
    invoke_agent Aria seat=aria trigger=address
      chat offline seat=aria
      execute_tool send
      chat offline seat=aria
    outbox seat=aria outcome=delivered
      post try=1 outcome=delivered
    outbox seat=aria outcome=delivered
      post try=1 outcome=delivered
`,
		},
		{
			what: "two familiars are asked", config: two, model: llmtest.Func(func(llm.Request) llmtest.Answer { return llmtest.Say("An insect.").Slow(time.Second) }), say: []string{"bob: @Aria @Vesper what is a moth?", "30s"}, want: `
receive
  journal
  decide seat=aria act=engage rung=mention
  decide seat=vesper act=engage rung=mention
  turn seat=aria rung=spoke trigger=address wait(debounce 0.6s)
    invoke_agent Aria seat=aria trigger=address
      chat offline seat=aria
    decide seat=vesper act=observe rung=default
    outbox seat=aria outcome=delivered
      post try=1 outcome=delivered
  turn seat=vesper rung=spoke trigger=address wait(busy 1.6s)
    invoke_agent Vesper seat=vesper trigger=address
      chat offline seat=vesper
    decide seat=aria act=observe rung=rest
    outbox seat=vesper outcome=delivered
      post try=1 outcome=delivered
`,
		},
		{
			what: "the network refuses a post once", config: one,
			around: func(a adapter.Adapter) adapter.Adapter { return refusing{a.(*terminal.Account), &tried} },
			say:    []string{"bob: @Aria what is a moth?", "30s"}, want: `
receive
  journal
  decide seat=aria act=engage rung=mention
  turn seat=aria rung=spoke trigger=address wait(debounce 0.6s)
    invoke_agent Aria seat=aria trigger=address
      chat offline seat=aria
    outbox seat=aria outcome=delivered
      post try=1 outcome=later error
      post try=2 outcome=delivered
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
					s.app.inForce.Now().Clients.Gates["offline"] = gate.New(tt.model, gate.Default())
				}
				s.play(tt.before)
				into.Forget()
				s.play(tt.say)
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
}

// TestTreeOfASay: words of the operator's are a turn without an agent, from
// their order to their delivery, and are counted as one.
func TestTreeOfASay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		into, to := listen(t)
		tried := 0
		s := openWith(t, one, func(o *Options) { o.Telemetry = to }, func(a adapter.Adapter) adapter.Adapter { return refusing{a.(*terminal.Account), &tried} })
		err := s.app.Tell(t.Context(), terminal.Channel, messages.Commanded{Command: messages.Say, Familiar: "aria", Text: "The trap opens at nine."})
		if err != nil {
			t.Fatal(err)
		}
		s.wait(time.Minute)
		page := httptest.NewRecorder()
		to.Metrics().ServeHTTP(page, httptest.NewRequest(http.MethodGet, "/metrics", nil))
		s.close()
		if err := to.Close(t.Context()); err != nil {
			t.Error(err)
		}
		const want = `turn seat=aria rung=spoke trigger=wake
  outbox seat=aria outcome=delivered
    post try=1 outcome=later error
    post try=2 outcome=delivered
`
		if got := into.Trees(shown...); got != want {
			t.Errorf("got\n%swant\n%s", got, want)
		}
		turns := regexp.MustCompile(`(?m)^familiar_turn_seconds_sum\{.*\} (.*)$`).FindStringSubmatch(page.Body.String())
		if turns == nil || turns[1] != "1" {
			t.Errorf("the turn took %q seconds, want 1, the pause that the network asked for", turns)
		}
	})
}

// TestTreeAcrossACrash: a turn that one process began and another ended is one
// trace. It is linked to what an earlier process was told, for a kill may have
// kept that from being sent, and names no parent that nobody has.
func TestTreeAcrossACrash(t *testing.T) {
	const turn = `turn seat=aria rung=spoke trigger=address links(1)
  invoke_agent Aria seat=aria trigger=address
    chat offline seat=aria
  outbox seat=aria outcome=delivered
    post try=1 outcome=delivered
`
	for _, tt := range []struct {
		what   string
		killed bool
		want   string
	}{
		{"what was told before was sent", false, `receive
  journal
  decide seat=aria act=engage rung=mention
` + strings.Replace(turn, "    chat offline seat=aria\n", "    chat offline seat=aria error\n    chat offline seat=aria\n", 1)},
		{"it was not: the process was killed", true, turn},
	} {
		t.Run(tt.what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				into, to := record(t)
				first := openWith(t, one+strings.Replace(slow, "5s", "1h", 1), func(o *Options) { o.Telemetry = to })
				first.say("bob: @Aria what is a moth?")
				first.wait(5 * time.Second)
				first.stop()
				<-first.ended
				first.keyboard.Close()
				if err := to.Close(t.Context()); err != nil {
					t.Error(err)
				}
				began := traceIDs(into)
				if tt.killed {
					into.Forget()
				}
				again, err := telemetry.Open(t.Context(), telemetry.Options{Config: telemetry.Config{Endpoint: "http://collector:4318"}, Client: into.Client()})
				if err != nil {
					t.Fatal(err)
				}
				second := openWith(t, one, func(o *Options) { o.Telemetry, o.Journal = again, kept{first.journal} })
				second.wait(time.Minute)
				second.close()
				if err := again.Close(t.Context()); err != nil {
					t.Error(err)
				}
				if got := into.Trees(shown...); got != tt.want {
					t.Errorf("got\n%swant\n%s", got, tt.want)
				}
				if ended := traceIDs(into); !slices.Equal(began, ended) || len(ended) != 1 {
					t.Errorf("got the traces %q before and %q after, want one", began, ended)
				}
			})
		})
	}
}

// traceIDs returns the traces that a collector has.
func traceIDs(into *telemetrytest.Receiver) (ids []string) {
	for _, s := range into.Spans() {
		ids = append(ids, string(s.TraceId))
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// TestWaitsInATrace: what a turn, a question and a call have waited for stands
// in their spans, with how long it was.
func TestWaitsInATrace(t *testing.T) {
	const paced = "[familiars.aria.pace]\non = true\n"
	away := llmtest.Fail(llm.ErrUnreachable)
	for _, tt := range []struct {
		what   string
		config string
		model  func() llm.Model
		gate   func(*gate.Config)
		say    []string
		want   []string // patterns, each of a line of the trees
	}{
		{
			"a second call waits for its turn at a model that may be asked once a minute", one, func() llm.Model {
				return llmtest.New("offline", llmtest.Say("An insect."), llmtest.Say("Another one."))
			}, func(c *gate.Config) { c.PerMinute = 1 },
			[]string{"bob: @Aria what is a moth?", "10s", "bob: @Aria and a hawk moth?", "2m"},
			[]string{`chat offline seat=aria\n`, `invoke_agent Aria seat=aria trigger=address wait\(queue [345]\d[0-9.]*s\)`},
		},
		{
			"a call is made again after a pause", one, func() llm.Model { return llmtest.New("offline", away, llmtest.Say("An insect.")) },
			func(c *gate.Config) { c.FirstPause, c.LastPause = 8*time.Second, 8*time.Second },
			[]string{"bob: @Aria what is a moth?", "1m"},
			[]string{`chat offline seat=aria wait\(retry [0-9.]+s\)`},
		},
		{
			"somebody reads and types", one + paced, func() llm.Model { return llmtest.New("offline", llmtest.Say("An insect that flies by night, mostly.")) }, nil,
			[]string{"bob: @Aria what is a moth?", "2m"},
			[]string{`turn seat=aria rung=spoke trigger=address wait\(debounce 0\.6s\) wait\(pace [0-9.]+s\)`},
		},
	} {
		t.Run(tt.what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				into, to := record(t)
				s := openWith(t, tt.config, func(o *Options) { o.Telemetry = to })
				c := gate.Default()
				if tt.gate != nil {
					tt.gate(&c)
				}
				s.app.inForce.Now().Clients.Gates["offline"] = gate.New(tt.model(), c)
				s.play(tt.say)
				s.close()
				if err := to.Close(t.Context()); err != nil {
					t.Error(err)
				}
				got := into.Trees(shown...)
				for _, want := range tt.want {
					if !regexp.MustCompile(want).MatchString(got) {
						t.Errorf("got\n%swant %s in it", got, want)
					}
				}
			})
		})
	}
}

// TestTreeOfWhomAReloadTook: the turn of a familiar that leaves meanwhile is
// told to its end, and why tells what became of its line.
func TestTreeOfWhomAReloadTook(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		into, to := record(t)
		s := openWith(t, two+slow, func(o *Options) { o.Telemetry = to })
		s.say("bob: @Aria what is a moth?")
		s.wait(2 * time.Second)
		s.reload(strings.ReplaceAll(two+slow, `["aria", "vesper"]`, `["vesper"]`))
		s.wait(time.Minute)
		answers, err := s.app.Why(t.Context(), explain.Question{Channel: terminal.Channel, Familiar: "aria"})
		if err != nil || len(answers) != 1 {
			t.Fatalf("why tells %+v, %v; want one answer", answers, err)
		}
		const sentence = "was to answer: the line mentions aria. Then quiet: a new configuration left nobody to ask or to answer (it is no longer here)"
		if got := answers[0].Sentence(); got != sentence {
			t.Errorf("why tells %q, want %q", got, sentence)
		}
		s.close()
		if err := to.Close(t.Context()); err != nil {
			t.Error(err)
		}
		if got, want := into.Trees(shown...), "turn seat=aria rung=reconfigured trigger=address"; !strings.Contains(got, want) {
			t.Errorf("got\n%swant a %s", got, want)
		}
	})
}

// TestModelsWordsInATrace: a collector, of which nothing can be erased, isn't sent what a model
// wrote of what was said, be it a judge's reason, what was to be a verdict or why it refuses,
// unless it is sent all that models write.
func TestModelsWordsInATrace(t *testing.T) {
	const words = "Ana is ill"
	reasons := strings.Replace(one, "judge =", "verdict = \"reason\"\njudge =", 1)
	for _, tt := range []struct {
		what, config string
		answer       llmtest.Answer
		say, want    string
	}{
		{"a reason", reasons + lulls, llmtest.Say(`{"speak": false, "reason": "` + words + `"}`), "ana: what did everybody see last night?", "no"},
		{"what is no verdict", one + lulls, llmtest.Say(words + ", and Bob asks how she is."), "ana: what did everybody see last night?", "not a verdict"},
		{"a judge that refuses", one + lulls, llmtest.Fail(fmt.Errorf("%w: %s", llm.ErrRefused, words)), "ana: what did everybody see last night?", "model refused"},
		{"a model that refuses", one, llmtest.Fail(fmt.Errorf("%w: %s", llm.ErrRefused, words)), "ana: @Aria how am I?", "model refused"},
	} {
		for _, content := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, content = %v", tt.what, content), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					into := &telemetrytest.Receiver{}
					to, err := telemetry.Open(t.Context(), telemetry.Options{
						Config: telemetry.Config{Endpoint: "http://collector:4318", Content: content}, Client: into.Client(),
					})
					if err != nil {
						t.Fatal(err)
					}
					s := openWith(t, tt.config, func(o *Options) { o.Telemetry = to })
					s.app.inForce.Now().Clients.Gates["offline"] = gate.New(llmtest.New("offline", slices.Repeat([]llmtest.Answer{tt.answer}, 40)...), gate.Default())
					s.play(company)
					s.play([]string{tt.say, "10m"})
					s.close()
					if err := to.Close(t.Context()); err != nil {
						t.Error(err)
					}
					told, quoted := "", false
					for _, span := range into.Spans() {
						for _, a := range span.Attributes {
							if a.Key == string(telemetry.Reason) {
								told += a.Value.GetStringValue() + "\n"
							}
							quoted = quoted || strings.Contains(a.Value.String(), words)
						}
						quoted = quoted || strings.Contains(span.Status.GetMessage(), words)
					}
					if !strings.Contains(told, tt.want) || quoted != content || strings.Contains(told, words) != content {
						t.Errorf("the collector is told the reasons %q, and of the words: %v", told, quoted)
					}
				})
			})
		}
	}
}
