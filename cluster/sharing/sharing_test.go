package sharing

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"sync"
	"testing"
	"time"

	"familiar/cluster/membership"
	"familiar/internal/await"
	"familiar/internal/natstest"
	"familiar/telemetry"
)

// A deployment is processes that share, and who works on what.
type deployment struct {
	t       *testing.T
	cluster *natstest.Cluster

	recorded *telemetry.Telemetry // of all; nil: nothing is recorded

	shards int // of account0, beside the first

	mu    sync.Mutex
	works map[string]string // by key: who works on it
	moves int
	twice []string
}

const (
	partitions = 12
	accounts   = 3
)

// A process is one of them.
type process struct {
	name string
	m    *membership.Membership
	cut  func() // from the server, for good
	stop context.CancelFunc
	over chan struct{}
	sees map[string]error // by key: why it ended
	in   *deployment
}

func (d *deployment) start(name string, state int) *process {
	d.t.Helper()
	log := slog.New(slog.DiscardHandler)
	conn, err := membership.Dial(d.cluster.URL(), "", log)
	if err != nil {
		d.t.Fatal(err)
	}
	d.t.Cleanup(conn.Close)
	m, err := membership.Join(d.t.Context(), conn, membership.Config{
		Log: log, TTL: 2 * time.Second, Self: membership.Member{Host: name, StoreFormat: 3, StateVersion: state},
	})
	if err != nil {
		d.t.Fatal(err)
	}
	p := &process{name: name, m: m, cut: conn.Close, over: make(chan struct{}), sees: map[string]error{}, in: d}
	s := New(Options{
		Membership: m, Partitions: partitions,
		Accounts: func() (all []string) {
			for n := range accounts {
				all = append(all, fmt.Sprint("account", n))
			}
			return all
		},
		Shards: func() (all []membership.Shard) {
			for n := range d.shards {
				all = append(all, membership.Shard{Account: "account0", Number: n + 1, Of: d.shards + 1})
			}
			return all
		},
		Partition: func(k int) Work { return p.work(strconv.Itoa(k)) },
		Account:   p.work,
		Shard:     func(s membership.Shard) Work { return p.work(s.String()) },
		Telemetry: d.recorded,
		Log:       log,
	})
	ctx, stop := context.WithCancel(context.Background())
	p.stop = func() { stop(); <-p.over }
	go func() {
		defer close(p.over)
		s.Run(ctx)
		m.Close()
	}()
	d.t.Cleanup(p.stop)
	return p
}

// work notes who works on a key, and that nobody else does.
func (p *process) work(key string) Work {
	return func(ctx context.Context, held func() error) error {
		d := p.in
		d.mu.Lock()
		if who := d.works[key]; who != "" {
			d.twice = append(d.twice, fmt.Sprintf("%s has %s, and %s begins", who, key, p.name))
		}
		d.works[key] = p.name
		d.moves++
		d.mu.Unlock()
		if err := held(); err != nil {
			d.t.Errorf("%s begins with %s, which is not held: %v", p.name, key, err)
		}
		telemetry.Held(ctx).Live()
		<-ctx.Done()
		d.mu.Lock()
		defer d.mu.Unlock()
		p.sees[key] = context.Cause(ctx)
		if d.works[key] == p.name {
			d.works[key] = ""
		}
		return nil
	}
}

// await waits until everybody has so many partitions and every account is somebody's.
func (d *deployment) await(want map[string]int) {
	d.t.Helper()
	for late := time.Now().Add(await.Patience); ; time.Sleep(10 * time.Millisecond) {
		d.mu.Lock()
		got, taken := map[string]int{}, 0
		for k := range partitions {
			got[d.works[strconv.Itoa(k)]]++
		}
		for n := range accounts {
			if d.works[fmt.Sprint("account", n)] != "" {
				taken++
			}
		}
		d.mu.Unlock()
		if fmt.Sprint(got) == fmt.Sprint(want) && taken == accounts {
			return
		}
		if time.Now().After(late) {
			d.t.Fatalf("partitions are divided %v, want %v; %d of %d accounts are taken", got, want, taken, accounts)
		}
	}
}

// TestSharing: who joins gets a share, who stops gives his to the others, who vanishes
// leaves it, and no key is worked on by two.
func TestSharing(t *testing.T) {
	t.Parallel()
	d := &deployment{t: t, cluster: natstest.Start(t, 1), works: map[string]string{}}
	a := d.start("a", 1)
	d.await(map[string]int{"a": 12})
	b := d.start("b", 1)
	d.await(map[string]int{"a": 6, "b": 6})
	d.start("c", 1)
	d.await(map[string]int{"a": 4, "b": 4, "c": 4})
	a.stop()
	d.await(map[string]int{"b": 6, "c": 6})
	for key, why := range a.sees {
		if !errors.Is(why, ErrMoved) {
			t.Errorf("a, which stopped, ended %s with %v", key, why)
		}
	}
	d.mu.Lock()
	if moves := d.moves; moves > 12+6+4+4+2*accounts {
		t.Errorf("keys moved %d times", moves)
	}
	d.mu.Unlock()
	b.stop()
	d.await(map[string]int{"c": 12})
	if len(d.twice) > 0 {
		t.Error(d.twice)
	}
}

// TestUpgrade: a newer program has nothing until the last older one is gone.
func TestUpgrade(t *testing.T) {
	t.Parallel()
	d := &deployment{t: t, cluster: natstest.Start(t, 1), works: map[string]string{}}
	a := d.start("a", 1)
	b := d.start("b", 1)
	d.await(map[string]int{"a": 6, "b": 6})
	d.start("newer", 2)
	a.stop()
	d.await(map[string]int{"b": 12})
	back := d.start("back", 1) // the way back is open
	d.await(map[string]int{"b": 6, "back": 6})
	b.stop()
	back.stop()
	d.await(map[string]int{"newer": 12})
	if len(d.twice) > 0 {
		t.Error(d.twice)
	}
}
