package discord

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"time"
)

// hello gives how often Discord wants to hear that we live; without a word
// about it, as often as it usually does.
func hello(data json.RawMessage) time.Duration {
	var d struct {
		Interval int64 `json:"heartbeat_interval"` // ms
	}
	if lenient(data, &d) != nil || d.Interval <= 0 {
		d.Interval = 41_250
	}
	return time.Duration(d.Interval) * time.Millisecond
}

// beat sends heartbeats, the first after a random part of the interval, until
// ctx ends or one is not acknowledged before the next is due: then the
// connection is dead, whatever the system thinks of it.
func (s *shard) beat(ctx context.Context, k *socket, every time.Duration) {
	for pause := rand.N(every); wait(ctx, pause); pause = every {
		if !k.acked.Swap(false) && !k.busy.Load() {
			k.quiet.Store(true)
			k.conn.Close()
			return
		}
		if k.send(opHeartbeat, s.cursor.newest()) != nil {
			k.conn.Close()
			return
		}
	}
}
