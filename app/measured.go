package app

import (
	"context"
	"errors"
	"strconv"
	"sync"
	"time"

	"familiar/journal"
	"familiar/messages"
	"familiar/telemetry"
)

// A measured journal tells how long it takes, what waits in its outbox and what
// is given up.
type measured struct {
	journal.Journal
	to     *telemetry.Telemetry
	outbox *waiting
}

func (j measured) Append(ctx context.Context, epoch uint64, id messages.ChannelID, events ...messages.Event) (journal.Record, error) {
	asked := time.Now()
	r, err := j.Journal.Append(ctx, epoch, id, events...)
	if err == nil {
		j.to.Appended(asked)
	}
	return r, err
}

func (j measured) Enqueue(ctx context.Context, epoch uint64, p messages.Post) error {
	added := j.outbox.add(&p) // first: it may be posted and removed before this returns
	err := j.Journal.Enqueue(ctx, epoch, p)
	if isThere := errors.Is(err, journal.ErrExists) && !errors.Is(err, journal.ErrSettled); err != nil && added && !isThere {
		j.outbox.remove(p.ID)
	}
	return err
}

func (j measured) Deliver(ctx context.Context, account messages.AccountID, deliver func(messages.Post)) error {
	return j.Journal.Deliver(ctx, account, func(p messages.Post) {
		j.outbox.add(&p) // an earlier process may have enqueued it
		deliver(p)
	})
}

func (j measured) Remove(ctx context.Context, id messages.ChannelID, post messages.PostID) error {
	err := j.Journal.Remove(ctx, id, post)
	if err == nil {
		j.outbox.remove(post)
	}
	return err
}

func (j measured) Bury(ctx context.Context, l journal.Letter) error {
	err := j.Journal.Bury(ctx, l)
	switch {
	case err != nil:
	case l.Seq != 0:
		j.to.Buried("skipped")
	case l.Unknown:
		j.to.Buried("unknown")
	default:
		j.to.Buried("failed")
	}
	return err
}

// waiting are the posts in the outbox, as far as this process has seen any.
// Channels add and remove, each in its goroutine, and a reader of metrics looks.
type waiting struct {
	mu    sync.Mutex
	posts map[messages.PostID]waits
}

// A waits is one of them.
type waits struct {
	account messages.AccountID
	since   messages.Instant
}

func newWaiting() *waiting {
	return &waiting{posts: make(map[messages.PostID]waits)}
}

// add counts a post, unless it is counted already.
func (w *waiting) add(p *messages.Post) (added bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if _, known := w.posts[p.ID]; known {
		return false
	}
	w.posts[p.ID] = waits{p.Account, p.Meta.At}
	return true
}

func (w *waiting) remove(id messages.PostID) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.posts, id)
}

// look gives, for each account that has any, how many wait and since when the
// first does.
func (w *waiting) look() (count map[messages.AccountID]int, oldest map[messages.AccountID]messages.Instant) {
	count, oldest = make(map[messages.AccountID]int), make(map[messages.AccountID]messages.Instant)
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, p := range w.posts {
		count[p.account]++
		if first, known := oldest[p.account]; !known || p.since < first {
			oldest[p.account] = p.since
		}
	}
	return count, oldest
}

// measure shows what changes by itself to whoever reads metrics.
func (a *App) measure(outbox *waiting) {
	to := a.Telemetry
	if to == nil {
		return
	}
	to.Gauge(telemetry.MetricUnderWay, "Records not yet stepped, and busy channels.", a.quiet.under.Load)
	to.Gauge(telemetry.MetricActors, "Actors in memory.", func() int64 { return int64(a.host.Len()) })
	type show = func(value float64, attrs ...telemetry.Attr)
	to.Gauges(telemetry.MetricOutbox, "Posts that wait for their network.", "{post}", func(show show) {
		count, _ := outbox.look()
		for _, id := range a.accounts.all() {
			show(float64(count[id]), telemetry.Account.String(string(id)))
		}
	})
	to.Gauges(telemetry.MetricOutboxAge, "Since the oldest post that waits was ordered.", "s", func(show show) {
		_, oldest := outbox.look()
		for _, id := range a.accounts.all() {
			age := time.Duration(0)
			if since, waits := oldest[id]; waits {
				age = max(time.Since(since.Time()), 0)
			}
			show(age.Seconds(), telemetry.Account.String(string(id)))
		}
	})
	to.Gauges(telemetry.MetricListening, "Whether the account has its network.", "", func(show show) {
		for _, id := range a.accounts.all() {
			show(oneIf(a.presence.listens(id)), telemetry.Account.String(string(id)))
		}
	})
	to.Gauges(telemetry.MetricLag, "Records that a start would read again.", "{record}", func(show show) {
		for p := range a.readings {
			show(float64(a.lag(p)), telemetry.Partition.String(strconv.Itoa(p)))
		}
	})
	a.measureModels()
}

// measureModels shows how the gates of the models stand.
func (a *App) measureModels() {
	each := func(name, what, unit string, value func(*models, string) float64) {
		a.Telemetry.Gauges(name, what, unit, func(show func(float64, ...telemetry.Attr)) {
			all := a.now.Load().models
			for model := range all.gates {
				show(value(all, model), telemetry.Model.String(model))
			}
		})
	}
	each(telemetry.MetricModelCalls, "Calls of a model that are under way.", "{call}", func(all *models, name string) float64 {
		return float64(all.gates[name].Stats().InFlight)
	})
	each(telemetry.MetricModelQueue, "Calls that wait for a model.", "{call}", func(all *models, name string) float64 {
		return float64(all.gates[name].Stats().Waiting)
	})
	each(telemetry.MetricModelAway, "Whether a model is left alone, because it fails.", "", func(all *models, name string) float64 {
		return oneIf(all.gates[name].Health().Err != nil)
	})
}

// lag gives how many records of a partition a start would read again.
func (a *App) lag(p int) uint64 {
	newest := max(a.quiet.appended[p].Load(), a.quiet.read[p].Load(), a.readings[p].until.Load())
	return newest - min(a.checkpoints.set[p].Load(), newest)
}

func oneIf(is bool) float64 {
	if is {
		return 1
	}
	return 0
}
