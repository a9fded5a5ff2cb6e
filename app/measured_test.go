package app

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strconv"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"familiar/actors/adapter"
	"familiar/actors/adapter/terminal"
	"familiar/llm"
	"familiar/llm/gate"
	"familiar/llm/llmtest"
	"familiar/messages"
	"familiar/telemetry"
	"familiar/telemetry/telemetrytest"
)

// A closing adapter takes no post for now, and none ever once it is gone.
type closing struct {
	*terminal.Account
	gone *atomic.Bool
}

func (c closing) Post(context.Context, messages.Post) (adapter.Posted, error) {
	if c.gone.Load() {
		return adapter.Posted{}, adapter.ErrGone
	}
	return adapter.Posted{}, adapter.RetryAfter(time.Minute, errors.New("not now"))
}

// scraped reads one number of the page of metrics; of several series that match
// the greatest.
func scraped(t *testing.T, to *telemetry.Telemetry, series string) float64 {
	t.Helper()
	page := httptest.NewRecorder()
	to.Metrics().ServeHTTP(page, httptest.NewRequest(http.MethodGet, "/metrics", http.NoBody))
	found := regexp.MustCompile(`(?m)^`+series+` (\S+)$`).FindAllStringSubmatch(page.Body.String(), -1)
	if len(found) == 0 {
		t.Fatalf("the page has no %s:\n%s", series, page.Body)
	}
	most := 0.0
	for _, m := range found {
		n, err := strconv.ParseFloat(m[len(m)-1], 64)
		if err != nil {
			t.Fatal(err)
		}
		most = max(most, n)
	}
	return most
}

// TestWhatIsMeasured: a reply that its network doesn't take is seen to wait and
// then to be given up, a model that fails to be left alone, and each line to be
// journaled and decided on.
func TestWhatIsMeasured(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		to, err := telemetry.Open(t.Context(), telemetry.Options{Config: telemetry.Config{Scrape: true}, Client: (&telemetrytest.Receiver{}).Client()})
		if err != nil {
			t.Fatal(err)
		}
		var gone atomic.Bool
		s := openWith(t, one, func(o *Options) { o.Telemetry = to }, func(a adapter.Adapter) adapter.Adapter { return closing{a.(*terminal.Account), &gone} })
		between := func(series string, least, most float64) {
			t.Helper()
			if got := scraped(t, to, series); got < least || got > most {
				t.Errorf("%s: got %v, want %v to %v", series, got, least, most)
			}
		}
		const waits, age, away = `familiar_outbox\{familiar_account="\S+"\}`, `familiar_outbox_age_seconds\{familiar_account="\S+"\}`, `familiar_model_away\{familiar_model="offline"\}`
		between(waits, 0, 0)
		between(age, 0, 0)
		between(away, 0, 0)
		between(`familiar_listening\{familiar_account="\S+"\}`, 1, 1)
		between(`familiar_decide_seconds_count`, 0, 0)
		s.say("bob: @Aria what is a moth?")
		s.wait(5 * time.Minute)
		between(`familiar_decide_seconds_count`, 1, 1)
		between(`familiar_append_seconds_count`, 2, 50)
		between(waits, 1, 1)
		between(age, 290, 300)
		between(`familiar_model_calls\{familiar_model="offline"\}`, 0, 0)
		gone.Store(true)
		s.wait(10 * time.Minute)
		between(waits, 0, 0)
		between(age, 0, 0)
		between(`familiar_letters_total\{familiar_outcome="failed"\}`, 1, 1)
		between(`familiar_checkpoint_lag\{familiar_partition="\d+"\}`, 0, 1)

		s.app.inForce.Now().Clients.Gates["offline"] = gate.New(llmtest.New("offline", llmtest.Fail(llm.ErrAuth)), gate.Default())
		s.say("bob: @Aria and a hawk moth?")
		s.wait(10 * time.Second)
		between(away, 1, 1)
		between(`familiar_decide_seconds_count`, 2, 2)
		if err := s.app.intake.Shed(t.Context(), &messages.Line{Channel: terminal.Channel, ID: "m"}); err != nil {
			t.Error(err)
		}
		between(`familiar_shed_total\{familiar_network="terminal"\}`, 1, 1)
		s.close()
	})
}

// A losing journal started without a part of what it held.
type losing struct{ kept }

func (losing) Lost() int { return 3 }

// TestALossIsTold: by what says whether the program is ready, however many
// stand between it and the journal.
func TestALossIsTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := openWith(t, one, func(o *Options) { o.Journal = losing{o.Journal.(kept)} })
		if got, want := s.app.Ready(t.Context())[0].Says, "it answers; it started without a part of what it held: 3 findings, see familiar journal status"; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
		s.close()
	})
}
