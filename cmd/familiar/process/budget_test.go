package process

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"familiar/actors/budget"
	"familiar/actors/host"
	"familiar/config"
	"familiar/internal/long"
	"familiar/internal/natstest"
	"familiar/journal/jetstream"
	"familiar/llm"
	rules "familiar/policy/budget"
)

// A payer is a process that pays for calls.
type payer struct {
	t     *testing.T
	host  *host.Host
	board budget.Board
	model llm.Model
	dead  atomic.Bool
	budget.Pool
}

// costly is a model each of whose answers costs a dollar.
type costly struct{}

func (costly) Name() string { return "costly" }

func (costly) Generate(context.Context, llm.Request) iter.Seq2[llm.Delta, error] {
	return func(yield func(llm.Delta, error) bool) {
		yield(llm.Delta{Text: "yes", Usage: &llm.Usage{Input: 1, Output: 1, Cost: 1}}, nil)
	}
}

// Write implements [budget.Pool], unless the process is dead.
func (p *payer) Write(name string, over uint64, body []byte) (uint64, error) {
	if p.dead.Load() {
		return 0, errors.New("dead")
	}
	return p.Pool.Write(name, over, body)
}

func newPayer(t *testing.T, pool budget.Pool) *payer {
	t.Helper()
	h, err := host.New(host.Config{Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	p := &payer{t: t, host: h, Pool: pool}
	c := rules.Default()
	c.Day = 10
	h.Register(budget.Kind, host.Kind{Make: func(self *host.Self) host.Handler {
		return budget.New(self, budget.Options{
			Config: func() *rules.Config { return &c }, Board: &p.board, Store: budget.Shared{Pool: p},
			Log: slog.New(slog.DiscardHandler), Processes: func() int { return 2 },
		})
	}})
	meter := &budget.Meter{Tell: func(msg any) { p.send(msg) }}
	p.model = meter.On(costly{}, "costly", "aria")
	p.send(budget.Open{})
	t.Cleanup(p.stop)
	return p
}

func (p *payer) send(msg any) {
	if _, err := p.host.Send(budget.Key, msg); err != nil {
		p.t.Error(err)
	}
}

func (p *payer) pay(dollars int) {
	for range dollars {
		for range p.model.Generate(p.t.Context(), llm.Request{Channel: "web//garden"}) {
		}
	}
}

func (p *payer) today() float64 {
	reply := make(chan budget.Report, 1)
	p.send(budget.Ask{Reply: reply})
	return (<-reply).All.Today
}

func (p *payer) stop() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	_ = p.host.Drain(ctx) // a dead one can't save
}

// wait waits until the process knows of that step, and says how long it took.
func (p *payer) wait(what string, step int) {
	p.t.Helper()
	for began := time.Now(); ; time.Sleep(5 * time.Millisecond) {
		if now, known := p.board.In("web//garden", "aria"); known && now == step {
			p.t.Logf("%s: step %d known after %v", what, step, time.Since(began).Round(time.Millisecond))
			return
		}
		if time.Since(began) > time.Minute {
			p.t.Fatalf("%s: step %d is not known after a minute, $%v is", what, step, p.today())
		}
	}
}

// TestSpentTogether: over one NATS, each process knows what the others spent, those
// that were killed among them, and what was kept before there were several.
func TestSpentTogether(t *testing.T) {
	long.Test(t)
	t.Parallel()
	for _, servers := range []int{1, 3} {
		t.Run(fmt.Sprint(servers, " servers"), func(t *testing.T) {
			at := natstest.Start(t, servers)
			var c config.Config
			c.Journal.URL, c.Data = at.URL(), t.TempDir()
			before, err := json.Marshal(&rules.Ledger{All: rules.Tally{Ever: 7 * rules.Dollar}})
			if err == nil {
				err = os.WriteFile(filepath.Join(c.Data, "budget.json"), before, 0o600)
			}
			if err != nil {
				t.Fatal(err)
			}
			j, err := jetstream.Open(t.Context(), jetstream.Config{URL: at.URL(), Partitions: 1, Replicas: servers, Log: slog.New(slog.DiscardHandler)})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = j.Close() })
			store := Spent(&c, j).(budget.Shared)
			a, b := newPayer(t, store.Pool), newPayer(t, store.Pool)
			a.pay(5)
			b.wait("another's", 1)
			b.pay(3)
			a.wait("both", 2)
			a.dead.Store(true)
			a.pay(1) // nobody hears of it
			next := newPayer(t, store.Pool)
			next.wait("who comes after a dead one", 2)
			next.pay(1)
			b.wait("three", 3)
			b.pay(1)
			next.wait("the whole", 4)
			if got := next.today(); got != 10 {
				t.Errorf("got $%v, want what was saved", got)
			}
			b.stop()
			next.stop()
			if body, err := os.ReadFile(filepath.Join(c.Data, "budget.json")); string(body) != string(before) || err != nil {
				t.Errorf("the file of before: got %s, %v", body, err)
			}
			kept, err := Spent(&c, j).Load()
			var sum rules.Ledger
			if err == nil {
				err = json.Unmarshal(kept, &sum)
			}
			if err != nil || sum.All.Today != 10*rules.Dollar || sum.All.Ever != 17*rules.Dollar {
				t.Errorf("got %+v, %v, want $10 today and $17 ever", sum.All, err)
			}
		})
	}
}
