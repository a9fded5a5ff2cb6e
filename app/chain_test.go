package app

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"familiar/internal/long"
	"familiar/llm/llmtest/server"
)

// chainConfig has the writer of an outage, and a spare.
var chainConfig = strings.Replace(outageConfig, `model = "writer"`, `models = ["writer", "spare"]`, 1) + `
[models.spare]
kind = "openai"
model = "m"
url = "http://spare.test/v1"
`

// TestASpareAnswersForTenMinutes: a provider is down for ten minutes under load,
// and a spare is there. No question is lost or answered twice, nobody is told of an
// outage, and 99 turns in 100 take at most twice as long as when all is well. When
// the provider is back, it writes again.
func TestASpareAnswersForTenMinutes(t *testing.T) {
	long.Test(t)
	healthy := percentile(playChain(t, "well", func(*outages) {}), 99)
	for _, tt := range []struct {
		story string
		away  func(*outages)
	}{
		{"it refuses connections", func(o *outages) { o.away.Store(true) }},
		{"it takes calls and says nothing", func(o *outages) { o.hangs = true; o.away.Store(true) }},
	} {
		took := playChain(t, tt.story, tt.away)
		if got := percentile(took, 99); got > 2*healthy {
			t.Errorf("%s: 99 turns in 100 took at most %v, want at most twice %v", tt.story, got, healthy)
		}
		t.Logf("%s: %d questions, median %v, p99 %v, longest %v; when all is well p99 is %v", tt.story, len(took), percentile(took, 50), percentile(took, 99), percentile(took, 100), healthy)
	}
}

func percentile(took []time.Duration, p int) time.Duration {
	sorted := slices.Sorted(slices.Values(took))
	return sorted[(len(sorted)*p+99)/100-1]
}

// chainRooms is in how many rooms people ask, every ten seconds or so in each of a
// few: as many questions a minute as three models answer in it.
const chainRooms = 200

// playChain plays ten minutes in which the writer is as trouble has it, and says
// how long each question waited for its answer.
func playChain(t *testing.T, story string, trouble func(*outages)) (took []time.Duration) {
	synctest.Test(t, func(t *testing.T) {
		o := openOutageOf(t, chainConfig)
		var mu sync.Mutex // the server answers many at once
		luck := rand.New(rand.NewPCG(3, 3))
		o.thinks = func() time.Duration {
			mu.Lock()
			defer mu.Unlock()
			return time.Second + time.Duration(luck.IntN(int(3*time.Second)))
		}
		asked := map[string]time.Duration{}
		ask := func(until time.Duration) {
			for time.Since(o.began) < until {
				id := channelOf(fmt.Sprint(o.luck.IntN(chainRooms)))
				q := fmt.Sprintf("q%d", int(time.Since(o.began)))
				asked[q] = time.Since(o.began)
				o.say(id, "ana", "what of "+q+"?", o.app.inForce.Now().Channel(id).Seats[0].Self)
				time.Sleep(200*time.Millisecond + time.Duration(o.luck.IntN(int(500*time.Millisecond))))
			}
		}
		ask(2 * time.Minute) // the gate learns how fast its model is
		clear(asked)
		synctest.Wait()
		trouble(o)
		ask(12 * time.Minute)
		o.until(14 * time.Minute)
		answered := map[string]int{}
		o.mu.Lock()
		for i, p := range o.said {
			for _, q := range question.FindAllString(p.Text, -1) {
				if at, counts := asked[q]; counts {
					answered[q]++
					took = append(took, o.at[i]-at)
				}
			}
		}
		o.mu.Unlock()
		for q := range asked {
			if answered[q] != 1 {
				t.Errorf("%s: %s was answered %d times, want once", story, q, answered[q])
			}
		}
		if told := o.posts(true); len(told) > 0 {
			t.Errorf("%s: people were told of an outage: %v", story, told)
		}
		o.away.Store(false)
		at := len(o.server.Requests())
		ask(15 * time.Minute) // while the first of these is answered by the spare, the writer is tried
		o.until(16 * time.Minute)
		after := o.server.Requests()[at:]
		if well := o.app.inForce.Now().Clients.Gates["writer"].Health(); well.Err != nil || len(after) == 0 {
			t.Errorf("%s: a minute after it is back the writer is not asked: %v", story, well.Err)
		}
		o.stop()
	})
	return took
}

// TestWhyAModelDidNotWrite: the note of a turn says which model wrote it, in whose
// place and why.
func TestWhyAModelDidNotWrite(t *testing.T) {
	t.Setenv("MODEL_KEY", secretKey)
	for _, tt := range []struct {
		story string
		first server.Answer
		want  string // in what was noted
	}{
		{"a refusal", server.Answer{Refusal: "not this"}, "spare: spare wrote it: dead was passed over, refused"},
		{"a key that is wrong", server.Fail(http.StatusUnauthorized, report("authentication_error", "no")), "spare: spare wrote it: dead was passed over, broken"},
		{"a prompt that is too long", server.Fail(http.StatusBadRequest, report("invalid_request_error", "too long")), "spare: spare wrote it: dead was passed over, invalid"},
		{"a rate limit", server.Answer{Status: http.StatusTooManyRequests, Header: http.Header{"Retry-After": {"30"}}, Body: report("rate_limit_error", "slow down")}, "spare: spare wrote it: dead was passed over, busy"},
		{"an answer that breaks off", server.Answer{Text: strings.Split("half of it", " "), Cut: 2}, "spare: spare wrote it: dead was passed over, failed"},
		{"a model that is well", server.Say("fine"), "spoke: "},
	} {
		t.Run(tt.story, func(t *testing.T) {
			var spares atomic.Int64
			address := server.Start(t, server.Func(func(r server.Request) server.Answer {
				if r.Model == "dead" {
					return tt.first
				}
				spares.Add(1)
				return server.Say("fine")
			}))
			w := wire(t, chained(address))
			w.say(t, "dead", "one")
			w.posted(t, "dead", 1)
			w.until(t, "dead", tt.want, func() bool { return strings.Contains(w.told("dead"), tt.want) })
			if text := w.said[0].Text; text != "fine" {
				t.Errorf("got %q, want the answer of one model", text)
			}
			if wrote := spares.Load() > 0; wrote != strings.HasPrefix(tt.want, "spare") {
				t.Errorf("the spare was asked: %v", wrote)
			}
		})
	}
}

// chained is a configuration whose familiar dead has a spare.
func chained(address string) string {
	one := "persona = \"It is plain.\"\nmodel = \"dead\""
	return strings.Replace(seated("dead", "openai", address, ""), one, strings.Replace(one, `model = "dead"`, `models = ["dead", "spare"]`, 1), 1) +
		modelOf("spare", address)
}

func modelOf(name, address string) string {
	return fmt.Sprintf("[models.%[1]s]\nkind = \"openai\"\nmodel = %[1]q\nkey = \"env:MODEL_KEY\"\nurl = %[2]q\n", name, address+"/v1")
}
