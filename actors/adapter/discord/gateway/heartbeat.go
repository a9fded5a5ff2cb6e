package gateway

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"time"

	"familiar/actors/adapter"
	"familiar/internal/sleep"
)

// hello returns how often Discord wants to hear that we live; without a word
// about it, as often as it usually does.
func hello(data json.RawMessage) time.Duration {
	var d struct {
		Interval int64 `json:"heartbeat_interval"` // ms
	}
	if adapter.DecodeLenient(data, &d) != nil || d.Interval <= 0 {
		d.Interval = 41_250
	}
	return time.Duration(d.Interval) * time.Millisecond
}

// beat sends heartbeats, the first after a random part of the interval, until
// ctx ends or nothing comes between one and the next, not even its
// acknowledgement: then the connection is dead, whatever the system thinks of
// it. While nobody reads, nobody can tell.
func (s *shard) beat(ctx context.Context, k *socket, every time.Duration) {
	for pause := rand.N(every); sleep.For(ctx, pause); pause = every {
		if !k.alive.Swap(false) && !k.busy.Load() {
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
