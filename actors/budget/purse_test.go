package budget

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"familiar/actors/host"
	"familiar/policy/budget"
)

// A Purse fits the host.
var (
	_ host.Handler = (*Purse)(nil)
	_ Self         = (*host.Self)(nil)
)

// A rig is a purse in a host, in a bubble where time is free.
type rig struct {
	t      *testing.T
	host   *host.Host
	board  Board
	config budget.Config
	calls  uint64

	processes int // 0: nobody says

	mu      sync.Mutex // the purse's goroutine writes
	changes []budget.Change
	log     strings.Builder
}

func start(t *testing.T, store Store, change func(*budget.Config)) *rig {
	t.Helper()
	return startAmong(t, 0, store, change)
}

// startAmong is start where so many processes work.
func startAmong(t *testing.T, processes int, store Store, change func(*budget.Config)) *rig {
	t.Helper()
	r := &rig{t: t, config: budget.Default(), processes: processes}
	r.config.Day = 10
	r.config.Prices = map[string]budget.Price{"usd": {Input: 1e6}, "free": {}}
	change(&r.config)
	h, err := host.New(host.Config{Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	r.host = h
	h.Register(Kind, host.Kind{Make: func(self *host.Self) host.Handler {
		return New(self, Options{
			Config: func() *budget.Config { r.mu.Lock(); defer r.mu.Unlock(); c := r.config; return &c },
			Board:  &r.board, Store: store, Processes: func() int { return r.processes }, Changed: r.changed, Log: slog.New(slog.NewTextHandler(r, nil)),
		})
	}})
	r.send(Open{})
	return r
}

// none changes nothing.
func none(*budget.Config) {}

func (r *rig) changed(changes []budget.Change) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.changes = append(r.changes, changes...)
}

// Write takes the log's lines.
func (r *rig) Write(line []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.log.Write(line)
}

func (r *rig) logged() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.log.String()
}

func (r *rig) send(msg any) {
	r.t.Helper()
	if _, err := r.host.Send(Key, msg); err != nil {
		r.t.Fatal(err)
	}
	synctest.Wait()
}

var call = budget.Call{Channel: "web//garden", Familiar: "aria", Model: "usd"}

// begin starts a call that is expected to cost so many dollars.
func (r *rig) begin(dollars int) (n uint64) {
	r.calls++
	r.send(began{r.calls, call, budget.Usage{Input: dollars}})
	return r.calls
}

func (r *rig) end(n uint64, dollars int) {
	r.send(ended{n, call, budget.Usage{Input: dollars}, dollars > 0})
}

// spend is a call that nobody had estimated.
func (r *rig) spend(dollars int) { r.end(r.begin(0), dollars) }

func (r *rig) report() Report {
	reply := make(chan Report, 1)
	r.send(Ask{reply})
	return <-reply
}

func (r *rig) stop() {
	r.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := r.host.Drain(ctx); err != nil {
		r.t.Error(err)
	}
}

func (r *rig) wantStep(when string, want int) {
	r.t.Helper()
	if step, known := r.board.In("web//garden", "aria"); step != want || !known {
		r.t.Errorf("%s the board shows %d, %v; want %d", when, step, known, want)
	}
}

func TestPressure(t *testing.T) {
	for _, tt := range []struct {
		what string
		do   func(*rig)
		want int
	}{
		{"nothing is spent", func(*rig) {}, 0},
		{"half of the limit is", func(r *rig) { r.spend(5) }, 1},
		{"the whole is", func(r *rig) { r.spend(10) }, 4},
		{"a call in flight counts as its estimate", func(r *rig) { r.begin(8) }, 2},
		{"once it is paid, as what it cost", func(r *rig) { r.end(r.begin(8), 1) }, 0},
		{"one that cost nothing is given up", func(r *rig) { r.end(r.begin(8), 0) }, 0},
		{"one that never ends is given up, too", func(r *rig) { r.begin(8); time.Sleep(11 * time.Minute); synctest.Wait() }, 0},
		{"a familiar has a limit of its own", func(r *rig) { r.config.Familiar = 2; r.spend(2) }, 4},
		{"and so has a channel", func(r *rig) { r.config.Channel = 4; r.spend(2) }, 1},
		{"a day ends at midnight", func(r *rig) { r.spend(10); time.Sleep(24 * time.Hour); synctest.Wait() }, 0},
		{"another configuration holds at once", func(r *rig) { r.spend(10); r.config.Day = 100; r.send(Reconfigured{}) }, 0},
	} {
		t.Run(tt.what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := start(t, nil, none)
				tt.do(r)
				r.wantStep("then", tt.want)
				r.stop()
			})
		})
	}
}

func TestChangesAreTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := start(t, nil, func(c *budget.Config) { c.Familiar = 8 })
		r.spend(4)
		r.spend(1)
		want := []budget.Change{{}, {Familiar: "aria", Step: 1}, {Step: 1}}
		if !slices.Equal(r.changes, want) {
			t.Errorf("got %+v, want the start and each change once: %+v", r.changes, want)
		}
		if got := r.logged(); strings.Count(got, "\n") != 2 || !strings.Contains(got, `of="familiar aria" step=1 today_usd=4 reserved_usd=0 limit_usd=8`) {
			t.Errorf("the log has %q, want a line for each", got)
		}
		r.stop()
	})
}

func TestReport(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := start(t, nil, none)
		r.spend(5)
		r.begin(2)
		r.send(ended{99, budget.Call{Channel: "web//a", Familiar: "zoe", Model: "nobody's"}, budget.Usage{Input: 7}, true})
		got := fmt.Sprint(r.report())
		want := "{2000-01-01 { 5 2 5 10 1} [{aria 5 2 5 0 0} {zoe 0 0 0 0 0}] [{web//garden 5 2 5 0 0} {web//a 0 0 0 0 0}] 1 0 map[usd:5] []}"
		if got != want {
			t.Errorf("got\n%s, want\n%s", got, want)
		}
		r.stop()
	})
}

// A box is a store that may fail.
type box struct {
	mu    sync.Mutex
	body  []byte
	saves int
	fail  error
}

func (b *box) Load() ([]byte, error) { b.mu.Lock(); defer b.mu.Unlock(); return b.body, b.fail }

func (b *box) Save(body []byte) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.saves++; b.fail == nil {
		b.body = body
	}
	return b.fail
}

func (b *box) breaks(err error) { b.mu.Lock(); defer b.mu.Unlock(); b.fail = err }

func TestSurvives(t *testing.T) {
	for _, tt := range []struct {
		what string
		do   func(*rig, *box)
		want int
	}{
		{"a stop keeps everything", func(r *rig, _ *box) { r.spend(10); r.stop() }, 4},
		{"a kill keeps what is five seconds old", func(r *rig, _ *box) { r.spend(10); time.Sleep(saveEvery); synctest.Wait() }, 4},
		{"and loses what is newer", func(r *rig, _ *box) { r.spend(10) }, 0},
		{"a call that was in flight ended with the process", func(r *rig, _ *box) { r.begin(10); time.Sleep(saveEvery); synctest.Wait() }, 0},
		{"a store that was away is tried again", func(r *rig, b *box) {
			b.breaks(errors.New("disk is full"))
			r.spend(10)
			time.Sleep(saveEvery)
			synctest.Wait()
			b.breaks(nil)
			time.Sleep(saveEvery)
			synctest.Wait()
		}, 4},
		{"yesterday's is yesterday's", func(r *rig, _ *box) { r.spend(10); r.stop(); time.Sleep(24 * time.Hour) }, 0},
		{"a ledger that can't be read begins anew", func(_ *rig, b *box) { b.Save([]byte("{")) }, 0},
	} {
		t.Run(tt.what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				store := &box{}
				first := start(t, store, none)
				tt.do(first, store)
				second := start(t, store, none)
				second.wantStep("after it", tt.want)
				second.stop()
				first.stop()
			})
		})
	}
}

// TestSavesSeldom: a busy hour is not a write for each call.
func TestSavesSeldom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := &box{}
		r := start(t, store, none)
		for range 110 {
			r.spend(1)
			time.Sleep(100 * time.Millisecond)
		}
		if store.saves != 2 {
			t.Errorf("%d saves in 11 s, want 2", store.saves)
		}
		r.stop()
	})
}

func TestBoardKnowsNothingAtFirst(t *testing.T) {
	var b Board
	if step, known := b.In("web//garden", "aria"); step != 0 || known {
		t.Errorf("got %d, %v; want nothing known", step, known)
	}
}

func TestFile(t *testing.T) {
	folder := t.TempDir()
	f := File(filepath.Join(folder, "budget.json"))
	if body, err := f.Load(); body != nil || err != nil {
		t.Errorf("got %q, %v; want nothing at first", body, err)
	}
	for _, body := range []string{"first", "second"} {
		if err := f.Save([]byte(body)); err != nil {
			t.Fatal(err)
		}
		if got, err := f.Load(); string(got) != body || err != nil {
			t.Errorf("got %q, %v; want %q", got, err, body)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(folder, "*")); len(left) != 1 {
		t.Errorf("the folder has %q, want the file alone", left)
	}
	if err := File(filepath.Join(folder, "new", "budget.json")).Save(nil); err != nil {
		t.Errorf("got %v where there is no folder, want one to be made", err)
	}
	if err := File(filepath.Join(string(f), "budget.json")).Save(nil); err == nil || !strings.HasPrefix(err.Error(), "budget: ") {
		t.Errorf("got %v where a folder can't be, want an error", err)
	}
}

// TestOver: a model's own limit presses on nobody; the board says that it is
// reached, until the day ends.
func TestOver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := &box{}
		r := start(t, store, func(c *budget.Config) { c.Day, c.Models = 0, map[string]float64{"usd": 5} })
		want := func(when string, over bool) {
			t.Helper()
			if got := r.board.Over("usd"); got != over || r.board.Over("free") {
				t.Errorf("%s: got %v, want %v, and no other model", when, got, over)
			}
		}
		r.spend(4)
		want("below it", false)
		r.begin(2)
		want("while a call is in flight", false)
		r.spend(1)
		want("at it", true)
		r.wantStep("of it", 0)
		if got := r.logged(); strings.Count(got, "model=usd limit_usd=5") != 1 {
			t.Errorf("the log has %q, want a line of it", got)
		}
		r.stop()
		r = start(t, store, func(c *budget.Config) { c.Day, c.Models = 0, map[string]float64{"usd": 5} })
		want("after a restart", true)
		time.Sleep(24 * time.Hour)
		synctest.Wait()
		want("the next day", false)
		r.stop()
	})
}
