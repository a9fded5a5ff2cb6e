//go:build unix

package crash

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"

	"familiar/cluster/membership"
	"familiar/internal/await"
	"familiar/internal/long"
	"familiar/internal/natstest"
	"familiar/journal"
	"familiar/journal/jetstream"

	"github.com/nats-io/nats.go"
)

// together is how many processes share a journal, and how many NATS servers keep it.
const together = 3

// A deployment is several processes with one journal, each with a folder and an
// address of its own.
type deployment struct {
	*run
	t        *testing.T
	nats     *natstest.Cluster
	programs []*program
	frozen   int // processes that were frozen
	killed   int
	shards   int        // of Aria's account, without the first
	led      int        // NATS servers that were stopped as they led
	conn     *nats.Conn // asks who has what
}

// deploy starts all of them. over is where people talk with them besides the web.
func deploy(t *testing.T, binary, model string, all []*script, over network) *deployment {
	t.Helper()
	d := &deployment{t: t, nats: natstest.Start(t, together)}
	url := d.nats.URL()
	more := fmt.Sprintf("\n[journal]\nurl = %q\nreplicas = %d\n", url, together)
	if over != nil {
		more += over.configuration()
	}
	var listen []string
	for n := range together {
		p := furnishIn(t, filepath.Join(t.ArtifactDir(), fmt.Sprint(n)), binary, model, more)
		d.programs = append(d.programs, p)
		listen = append(listen, p.listen)
	}
	d.run = newRun(d.programs[0], all)
	d.network, d.said = over, map[string]time.Time{}
	if on, is := over.(*discord); is {
		d.shards = len(on.guilds) - 1
	}
	d.client = newClient(listen...)
	d.kept = jetstream.Config{URL: url, StandBy: func(string) {}} // the lease of those that stop here lasts a while
	var err error
	if d.conn, err = membership.Dial(url, "", slog.New(slog.DiscardHandler)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.conn.Close)
	t.Cleanup(func() {
		if !t.Failed() {
			return
		}
		for n, p := range d.programs {
			t.Logf("process %d said at last\n%s", n, p.log())
		}
	})
	for _, p := range d.programs {
		p.start()
	}
	d.await()
	return d
}

// await waits until every partition and account is one's of those that work, and one
// hears somebody, and keeps how long that took.
func (d *deployment) await() {
	d.t.Helper()
	began := time.Now()
	await.Until(d.t, "that all is somebody's who works", d.divided)
	probe := d.probe()
	d.program.ready(d.client, probe)
	d.starts = append(d.starts, time.Since(began))
	d.probes.steps = append(d.probes.steps, probe)
	if d.network != nil {
		await.Until(d.t, "that all are connected", d.network.present)
	}
}

// divided reports whether all there is belongs to processes that are neither killed
// nor frozen.
func (d *deployment) divided() bool {
	ctx, cancel := context.WithTimeout(d.t.Context(), answersWithin)
	defer cancel()
	now, err := membership.Read(ctx, d.conn, "familiar")
	if err != nil { // a server is gone
		return false
	}
	partitions, accounts, shards, onDiscord := 0, 0, 0, false
	for _, m := range now.Members {
		if !slices.ContainsFunc(d.programs, func(p *program) bool { return p.up && !p.stopped && p.command.Process.Pid == m.PID }) {
			continue
		}
		p, a := now.Has(m.ID)
		partitions, accounts, shards = partitions+len(p), accounts+len(a), shards+len(now.Shards(m.ID))
		onDiscord = onDiscord || slices.Contains(a, discordAccount)
	}
	return partitions == journal.DefaultPartitions && accounts > 0 && shards == d.shards && (d.shards == 0 || onDiscord)
}

// The kinds of trouble, in their turn.
const (
	killsOne = iota
	freezesOne
	stopsLeader
	stopsBoth // a process is killed, too
	troubles
)

// kind returns which trouble is the nth, as -trouble says.
func kind(t *testing.T, n int) int {
	t.Helper()
	switch *trouble {
	case "":
		return n % troubles
	case "kill":
		return killsOne
	case "freeze":
		return freezesOne
	}
	t.Fatalf("-trouble is %q: want kill or freeze", *trouble)
	return 0
}

// trouble makes so much of it, of each kind in turn: a process is killed, one is
// frozen, the NATS server that leads is stopped, and both at once.
func (d *deployment) trouble(ctx context.Context, times int) {
	for n := range times {
		if pause(ctx, time.Second+d.within(2*time.Second)) != nil {
			return
		}
		p, is := d.programs[d.rng.IntN(together)], kind(d.t, n)
		leader := -1
		if is >= stopsLeader {
			if leader = d.nats.Leader(); leader >= 0 {
				d.led++
				d.nats.Stop(leader)
			}
		}
		began := time.Now()
		switch is {
		case killsOne, stopsBoth:
			d.killed++
			p.kill()
		case freezesOne:
			d.freeze(p)
		}
		d.await()
		if leader >= 0 {
			d.nats.Restart(leader)
		}
		if is != stopsLeader {
			p.revive(ctx, d, began)
		}
	}
}

// gather stops all processes but the first, and that once it has everything, has read it
// and is on its network.
func (d *deployment) gather() {
	d.t.Helper()
	first := d.programs[0]
	for _, p := range d.programs[1:] {
		p.stop()
	}
	await.Until(d.t, "that the last process is ready, with all there is", func() bool {
		answer, err := d.client.http.Get("http://" + first.listen + "/readyz")
		if err != nil {
			return false
		}
		answer.Body.Close()
		return answer.StatusCode == http.StatusOK && d.divided()
	})
	first.stop()
}

// freeze stops a process where it is.
func (d *deployment) freeze(p *program) {
	d.t.Helper()
	d.frozen++
	if err := p.command.Process.Signal(syscall.SIGSTOP); err != nil {
		d.t.Fatalf("freeze: %v\n%s", err, p.log())
	}
	p.stopped = true
}

// revive starts a process again that was killed, and has one go on that was frozen at
// that time, once others have what it had and it was long enough.
func (p *program) revive(ctx context.Context, d *deployment, since time.Time) {
	p.t.Helper()
	if !p.stopped {
		p.start()
		return
	}
	if *frozen > 0 {
		_ = pause(ctx, time.Until(since.Add(*frozen)))
	} else {
		_ = pause(ctx, d.within(4*time.Second))
	}
	p.stopped = false
	if err := p.command.Process.Signal(syscall.SIGCONT); err != nil {
		p.t.Fatal(err)
	}
}

// TestSeveralProcesses kills and freezes processes that share one journal, and stops
// the NATS servers that keep it, while everybody talks. The same must be true of it
// afterwards as of one that a single process had.
func TestSeveralProcesses(t *testing.T) {
	long.Test(t)
	times, channels := size(t, "web", 8, 60)
	t.Parallel()
	all := scripts(*seed, channels, stepsEach(times))
	for _, s := range all {
		s.held = false // several processes erase
	}
	d := deploy(t, build(t), startModel(t), all, nil)
	d.talkDuring(t, time.Duration(times)*max(15*time.Second, *frozen+3*time.Second), func(ctx context.Context) { d.trouble(ctx, times) })
	d.hear(t)
	for _, p := range d.programs {
		p.stop()
	}
	a := audit(t, d.run)
	if d.killed == 0 && d.led == 0 && a.missing > 0 {
		t.Errorf("%d decisions are not in the ledger, though nothing was killed", a.missing)
	}
	took := slices.Sorted(slices.Values(d.starts[1:]))
	t.Logf("%d killed, %d frozen, %d leaders of NATS stopped; all was somebody's again after %v in the middle and %v at most: %s",
		d.killed, d.frozen, d.led, round(took[len(took)/2]), round(took[len(took)-1]), a)
}
