package telemetry

import (
	"context"
	"sync/atomic"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/sdk/instrumentation"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
)

// shortBounds are for what usually takes less than a millisecond, and must not
// take seconds; the last bucket is what took longer.
var shortBounds = [...]time.Duration{
	100 * time.Microsecond, 200 * time.Microsecond, 500 * time.Microsecond, time.Millisecond, 2 * time.Millisecond, 5 * time.Millisecond,
	10 * time.Millisecond, 20 * time.Millisecond, 50 * time.Millisecond, 100 * time.Millisecond, 200 * time.Millisecond, 500 * time.Millisecond,
	time.Second, 2 * time.Second, 5 * time.Second, 10 * time.Second, 30 * time.Second, time.Minute,
}

// durations are how long something took that happens with every line: adding
// is two additions, where an instrument of the SDK's looks for its attributes
// and takes a lock. They have none.
type durations struct {
	name, what string
	buckets    [len(shortBounds) + 1]atomic.Uint64
	sum        atomic.Int64 // nanoseconds
}

func (d *durations) add(took time.Duration) {
	took = max(took, 0) // clocks are set
	i := 0
	for i < len(shortBounds) && took > shortBounds[i] {
		i++
	}
	d.buckets[i].Add(1)
	d.sum.Add(int64(took))
}

// A producer gives durations to readers of metrics. It implements
// sdkmetric.Producer.
type producer struct {
	since time.Time
	all   []*durations
}

// Produce implements sdkmetric.Producer.
func (p *producer) Produce(context.Context) ([]metricdata.ScopeMetrics, error) {
	bounds := make([]float64, len(shortBounds))
	for i, b := range shortBounds {
		bounds[i] = b.Seconds()
	}
	now := time.Now()
	var told []metricdata.Metrics
	for _, d := range p.all {
		point := metricdata.HistogramDataPoint[float64]{
			Attributes: *attribute.EmptySet(), StartTime: p.since, Time: now,
			Bounds: bounds, BucketCounts: make([]uint64, len(d.buckets)), Sum: time.Duration(d.sum.Load()).Seconds(),
		}
		for i := range d.buckets {
			point.BucketCounts[i] = d.buckets[i].Load()
			point.Count += point.BucketCounts[i]
		}
		told = append(told, metricdata.Metrics{
			Name: d.name, Description: d.what, Unit: "s",
			Data: metricdata.Histogram[float64]{Temporality: metricdata.CumulativeTemporality, DataPoints: []metricdata.HistogramDataPoint[float64]{point}},
		})
	}
	return []metricdata.ScopeMetrics{{Scope: instrumentation.Scope{Name: service}, Metrics: told}}, nil
}
