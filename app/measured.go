package app

import (
	"strconv"
	"time"

	"familiar/app/models"
	"familiar/journal/measured"
	"familiar/telemetry"
)

// measure shows readers of metrics what changes by itself.
func (a *App) measure(journal *measured.Journal) {
	to := a.Telemetry
	to.Gauge(telemetry.MetricUnderWay, "Records not yet stepped, and busy channels.", a.activity.Count)
	to.Gauge(telemetry.MetricActors, "Actors in memory.", func() int64 { return int64(a.host.Len()) })
	type show = func(value float64, attrs ...telemetry.Attr)
	to.Gauges(telemetry.MetricOutbox, "Posts that wait for their network.", "{post}", func(show show) {
		count, _ := journal.Outbox()
		for _, id := range a.accounts.All() {
			show(float64(count[id]), telemetry.Account.String(string(id)))
		}
	})
	to.Gauges(telemetry.MetricOutboxAge, "Since the oldest post that waits was ordered.", "s", func(show show) {
		_, oldest := journal.Outbox()
		for _, id := range a.accounts.All() {
			age := time.Duration(0)
			if since, waits := oldest[id]; waits {
				age = max(time.Since(since.Time()), 0)
			}
			show(age.Seconds(), telemetry.Account.String(string(id)))
		}
	})
	to.Gauges(telemetry.MetricListening, "Whether the account has its network.", "", func(show show) {
		for _, id := range a.accounts.All() {
			show(oneIf(a.listens(id)), telemetry.Account.String(string(id)))
		}
	})
	to.Gauges(telemetry.MetricLag, "Records that a start would read again.", "{record}", func(show show) {
		for p := range a.Journal.Partitions() {
			show(float64(a.reader.Lag(p)), telemetry.Partition.String(strconv.Itoa(p)))
		}
	})
	if a.Sharing != nil {
		to.Gauges(telemetry.MetricBehind, "Records still to be read of a partition that is taken over.", "{record}", func(show show) {
			for p := range a.Journal.Partitions() {
				show(float64(a.reader.Behind(p)), telemetry.Partition.String(strconv.Itoa(p)))
			}
		})
	}
	to.Gauge(telemetry.MetricStale, "Records of former owners that were read since the start, and have no effect.", func() int64 { return int64(journal.Stale()) })
	a.measureModels()
}

// measureModels shows how the gates of the models stand.
func (a *App) measureModels() {
	each := func(name, what, unit string, value func(*models.Models, string) float64) {
		a.Telemetry.Gauges(name, what, unit, func(show func(float64, ...telemetry.Attr)) {
			all := a.inForce.Now().Clients
			for model := range all.Gates {
				show(value(all, model), telemetry.Model.String(model))
			}
		})
	}
	each(telemetry.MetricModelCalls, "Calls of a model that are under way.", "{call}", func(all *models.Models, name string) float64 {
		return float64(all.Gates[name].Stats().InFlight)
	})
	each(telemetry.MetricModelQueue, "Calls that wait for a model.", "{call}", func(all *models.Models, name string) float64 {
		return float64(all.Gates[name].Stats().Waiting)
	})
	each(telemetry.MetricModelAway, "Whether a model is left alone, because it fails.", "", func(all *models.Models, name string) float64 {
		return oneIf(all.Gates[name].Health().Err != nil)
	})
}

func oneIf(is bool) float64 {
	if is {
		return 1
	}
	return 0
}
