package importer

import (
	"flag"
	"runtime"
	"testing"
	"time"

	"familiar/lab/corpus"
)

// big is how large the exports of TestMemoryIsBounded are, in MiB.
var big = flag.Int64("big", 0, "read generated exports of so many MiB; 0: 50 of Discord's, 8 of others")

// mostHeap is what an import may have in memory, whatever it reads.
const mostHeap = 64 << 20

func TestMemoryIsBounded(t *testing.T) {
	for _, f := range formats {
		t.Run(string(f.kind), func(t *testing.T) {
			mib := *big
			switch {
			case mib > 0:
			case f.kind == Discord:
				mib = 50
			default:
				mib = 8
			}
			s := generate(f.kind, mib<<20)
			var most uint64
			var lines, last int64
			o := Options{Progress: func(done, total int64) {
				var m runtime.MemStats
				if done-last >= 4<<20 || done == total {
					last = done
					runtime.ReadMemStats(&m)
					most = max(most, m.HeapAlloc)
				}
			}}
			runtime.GC()
			began := time.Now()
			if err := read(t.Context(), s, o, func(corpus.Entry) error { lines++; return nil }); err != nil {
				t.Fatal(err)
			}
			took := time.Since(began)
			want := int64(0)
			var bytes int64
			for _, file := range s.files {
				g := s.tree.(generatedTree)[file.name]
				want, bytes = want+int64(g.n), bytes+file.size
			}
			t.Logf("%d MiB, %d lines, %.0f MB/s, heap %.1f MiB", bytes>>20, lines, float64(bytes)/1e6/took.Seconds(), float64(most)/(1<<20))
			if lines != want {
				t.Errorf("got %d lines, want %d", lines, want)
			}
			if most == 0 || most > mostHeap {
				t.Errorf("%d bytes of heap, want at most %d", most, mostHeap)
			}
		})
	}
}

func BenchmarkImport(b *testing.B) {
	for _, f := range formats {
		b.Run(string(f.kind), func(b *testing.B) {
			const size = 4 << 20
			b.ReportAllocs()
			for b.Loop() {
				s := generate(f.kind, size)
				var bytes int64
				for _, file := range s.files {
					bytes += file.size
				}
				b.SetBytes(bytes)
				if err := read(b.Context(), s, Options{}, func(corpus.Entry) error { return nil }); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
