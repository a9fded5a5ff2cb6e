package host

import (
	"context"
	"math/rand/v2"
	"runtime"
	"strconv"
	"sync/atomic"
	"testing"
	"time"
)

// settle waits until the actor has nothing left to do.
func settle(h *Host, key Key) {
	for h.Backlog(key) > 0 {
		runtime.Gosched()
	}
}

func BenchmarkSendToALiveActor(b *testing.B) {
	h := start(b, Config{}, Kind{Idle: time.Minute, Make: always(part{})})
	key, msg := id("x"), any("hi")
	b.ReportAllocs()
	for b.Loop() {
		if n, _ := h.Send(key, msg); n > 1000 {
			settle(h, key)
		}
	}
	settle(h, key)
}

func BenchmarkSpawn(b *testing.B) {
	h := start(b, Config{}, Kind{Idle: time.Hour, Make: always(part{})})
	b.ReportAllocs()
	for n := 0; b.Loop(); n++ {
		if _, err := h.Send(id(strconv.Itoa(n)), "hi"); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkMemory measures what an actor costs while it waits: table, shell
// and inbox, its handler being empty, with its entry for idleness.
func BenchmarkMemory(b *testing.B) {
	const actors = 50_000
	keys := make([]Key, actors)
	for i := range keys {
		keys[i] = id("guild-1/chat-" + strconv.Itoa(i))
	}
	for b.Loop() {
		h := start(b, Config{}, Kind{Idle: time.Hour, Make: always(part{})})
		before := heapBytes()
		for _, key := range keys {
			if _, err := h.Send(key, "hi"); err != nil {
				b.Fatal(err)
			}
			settle(h, key)
		}
		b.ReportMetric(float64(heapBytes()-before)/actors, "B/actor")
		if err := h.Drain(context.Background()); err != nil {
			b.Fatal(err)
		}
	}
}

func heapBytes() uint64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// BenchmarkTenThousandChannels has every core send to channels at random and
// counts a message as done when its channel has handled it.
func BenchmarkTenThousandChannels(b *testing.B) {
	const channels = 10_000
	var handled atomic.Int64
	h := start(b, Config{}, Kind{Idle: time.Minute, Make: always(part{receive: func(any) { handled.Add(1) }})})
	keys := make([]Key, channels)
	for i := range keys {
		keys[i] = id("guild-1/chat-" + strconv.Itoa(i))
		send(b, h, keys[i], "hi")
	}
	msg := any("hi")
	var sent atomic.Int64
	b.ReportAllocs()
	b.ResetTimer()
	b.RunParallel(func(pb *testing.PB) {
		random := rand.New(rand.NewPCG(1, uint64(sent.Add(1))))
		n := int64(0)
		for pb.Next() {
			key := keys[random.IntN(channels)]
			for backlog, _ := h.Send(key, msg); backlog > 100; backlog = h.Backlog(key) {
				runtime.Gosched()
			}
			n++
		}
		sent.Add(n - 1)
	})
	for handled.Load() < sent.Load()+channels {
		runtime.Gosched()
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "msg/s")
}
