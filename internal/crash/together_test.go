//go:build unix

package crash

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"

	"familiar/internal/natstest"
	"familiar/journal/jetstream"
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
	led      int // NATS servers that were stopped as they led
	deposed  int // of the frozen, those that ended when they found another in their place
}

// deploy starts all of them.
func deploy(t *testing.T, binary, model string, all []*script) *deployment {
	t.Helper()
	d := &deployment{t: t, nats: natstest.Start(t, together)}
	url := d.nats.URL()
	var listen []string
	for n := range together {
		p := furnishIn(t, filepath.Join(t.ArtifactDir(), fmt.Sprint(n)), binary, model, fmt.Sprintf("\n[journal]\nurl = %q\nreplicas = %d\n", url, together))
		d.programs = append(d.programs, p)
		listen = append(listen, p.listen)
	}
	d.run = newRun(d.programs[0], all)
	d.client = newClient(listen...)
	d.kept = jetstream.Config{URL: url}
	for _, p := range d.programs {
		p.start()
	}
	d.await()
	return d
}

// await waits until one of them hears somebody, and keeps how long that took.
func (d *deployment) await() {
	d.t.Helper()
	probe := d.probe()
	d.starts = append(d.starts, d.program.ready(d.client, probe))
	d.probes.steps = append(d.probes.steps, probe)
}

// trouble makes so much of it, of each kind in turn: a process is killed, one is
// frozen, the NATS server that leads is stopped, and both at once.
func (d *deployment) trouble(ctx context.Context, times int) {
	for n := range times {
		if pause(ctx, time.Second+d.within(2*time.Second)) != nil {
			return
		}
		p := d.programs[d.client.at.Load()] // it runs
		if d.rng.IntN(4) == 0 {
			p = d.programs[d.rng.IntN(together)]
		}
		leader := -1
		if n%4 >= 2 {
			if leader = d.nats.Leader(); leader >= 0 {
				d.led++
				d.nats.Stop(leader)
			}
		}
		switch n % 4 {
		case 0, 3:
			d.killed++
			p.kill()
		case 1:
			d.freeze(p)
		}
		d.await()
		if leader >= 0 {
			d.nats.Restart(leader)
		}
		if n%4 != 2 {
			p.revive(ctx, d)
		}
	}
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

// revive starts a process again that was killed, and has one go on that was frozen,
// some time after another took over, if it was the one that ran.
func (p *program) revive(ctx context.Context, d *deployment) {
	p.t.Helper()
	if !p.stopped {
		p.start()
		return
	}
	_ = pause(ctx, d.within(4*time.Second))
	p.stopped = false
	if err := p.command.Process.Signal(syscall.SIGCONT); err != nil {
		p.t.Fatal(err)
	}
	select {
	case err := <-p.ended:
		if err == nil {
			p.t.Errorf("frozen while another took over, it ended without an error; its log:\n%s", p.log())
		}
		d.deposed++
		p.start()
	case <-time.After(noticed): // it only stood by
	}
}

// noticed is how long a process that was frozen may take to find another in its
// place.
const noticed = 10 * time.Second

// TestSeveralProcesses kills and freezes processes that share one journal, and stops
// the NATS servers that keep it, while everybody talks. The same must be true of it
// afterwards as of one that a single process had.
func TestSeveralProcesses(t *testing.T) {
	if testing.Short() {
		t.Skip("takes more than a minute")
	}
	times, channels := size(t, "web", 8, 60)
	t.Parallel()
	all := scripts(*seed, channels, stepsEach(times))
	d := deploy(t, build(t), startModel(t), all)
	d.talkDuring(t, time.Duration(times)*15*time.Second, func(ctx context.Context) { d.trouble(ctx, times) })
	d.hear(t)
	for _, p := range d.programs {
		p.stop()
	}
	a := audit(t, d.run)
	took := slices.Sorted(slices.Values(d.starts[1:]))
	t.Logf("%d killed, %d frozen, of which %d found another in their place, %d leaders of NATS stopped; heard again after %v in the middle and %v at most: %s",
		d.killed, d.frozen, d.deposed, d.led, round(took[len(took)/2]), round(took[len(took)-1]), a)
}
