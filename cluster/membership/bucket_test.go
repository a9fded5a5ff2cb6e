package membership

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"log/slog"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"familiar/internal/await"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// TestReplicas: who opens the bucket gives it the replicas it lacks, and takes none
// away.
func TestReplicas(t *testing.T) {
	t.Parallel()
	f := servers(t, 3)
	conn, _ := connect(t, f, 0)
	js, err := jetstream.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ asked, want int }{{1, 1}, {3, 3}, {1, 3}, {0, 3}} {
		m, err := Join(t.Context(), conn, Config{Replicas: tt.asked, Log: slog.New(slog.DiscardHandler)})
		if err != nil {
			t.Fatalf("asked for %d: %v", tt.asked, err)
		}
		m.Close()
		stream, err := js.Stream(t.Context(), m.bucket.stream())
		if err != nil {
			t.Fatal(err)
		}
		if got := stream.CachedInfo().Config.Replicas; got != tt.want {
			t.Errorf("asked for %d it has %d replicas, want %d", tt.asked, got, tt.want)
		}
	}
}

// TestForeignBucket: what isn't such a bucket is left alone.
func TestForeignBucket(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		story string
		is    jetstream.StreamConfig
	}{
		{"keys of it don't expire", jetstream.StreamConfig{Name: "KV_familiar-members", Subjects: []string{"$KV.familiar-members.>"}, MaxMsgsPerSubject: 1, AllowDirect: true, AllowRollup: true}},
		{"it is no bucket", jetstream.StreamConfig{Name: "KV_familiar-members", Subjects: []string{"x.>"}}},
	} {
		f := servers(t, 1)
		conn, _ := connect(t, f, 0)
		js, err := jetstream.New(conn)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := js.CreateStream(t.Context(), tt.is); err != nil {
			t.Fatal(err)
		}
		if _, err := Join(t.Context(), conn, Config{}); !errors.Is(err, ErrUnsupported) {
			t.Errorf("%s: %v", tt.story, err)
		}
	}
}

// TestRead: somebody who is no member reads the list.
func TestRead(t *testing.T) {
	t.Parallel()
	f := servers(t, 1)
	conn, _ := connect(t, f, 0)
	if _, err := Read(t.Context(), conn, "familiar"); !errors.Is(err, ErrNobody) {
		t.Errorf("before anybody entered: %v", err)
	}
	a, b := join(t, f, 0, 0), join(t, f, 1, 0)
	a.claim(t, Partition(10))
	a.claim(t, Partition(9))
	a.claim(t, Account("aria/web"))
	v, err := Read(t.Context(), conn, "familiar")
	if err != nil || len(v.Members) != 2 || v.Members[0].ID > v.Members[1].ID {
		t.Fatalf("%+v, %v", v, err)
	}
	partitions, accounts := v.Has(a.ID())
	if !slices.Equal(partitions, []int{9, 10}) || !slices.Equal(accounts, []string{"aria/web"}) {
		t.Errorf("it has %v and %v", partitions, accounts)
	}
	if partitions, accounts := v.Has(b.ID()); len(partitions)+len(accounts) != 0 {
		t.Errorf("the other has %v and %v", partitions, accounts)
	}
	a.Close()
	if v, err = Read(t.Context(), conn, "familiar"); err != nil || len(v.Members) != 1 || v.Members[0].ID != b.ID() {
		t.Errorf("after one left: %+v, %v", v, err)
	}
	b.Close()
	if v, err = Read(t.Context(), conn, "familiar"); err != nil || len(v.Members) != 0 {
		t.Errorf("after all left: %+v, %v", v, err)
	}
}

// TestNothingRunsAfterClose: neither of a membership that was in order, nor of one
// whose server is away.
func TestNothingRunsAfterClose(t *testing.T) { // not beside others: it looks at all goroutines
	s := servers(t, 1)
	for _, away := range []bool{false, true} {
		conn, err := nats.Connect(s.urls(0), options("", slog.New(slog.DiscardHandler))...)
		if err != nil {
			t.Fatal(err)
		}
		m, err := Join(t.Context(), conn, Config{TTL: 3 * time.Second, Log: slog.New(slog.DiscardHandler)})
		if err != nil {
			t.Fatal(err)
		}
		for k := range 20 {
			if _, err := m.Claim(t.Context(), Partition(k)); err != nil {
				t.Fatal(err)
			}
		}
		if away {
			shut(s[0])
		}
		m.Close()
		m.Close()
		conn.Close()
		left := ""
		await.Until(t, "an end of all that ran", func() bool {
			stacks := make([]byte, 1<<20)
			left = ""
			for stack := range strings.SplitSeq(string(stacks[:runtime.Stack(stacks, true)]), "\n\n") {
				ours := strings.Contains(stack, "familiar/cluster/membership.(*") || strings.Contains(stack, "nats-io/nats.go")
				if ours && !strings.Contains(stack, "testing.tRunner") {
					left = stack
				}
			}
			return left == ""
		})
	}
}

// TestNoWallClock: nothing here reads what a clock on the wall says. What time.Now
// returns is compared with other such times of this process, and then Go takes the
// clock that never jumps.
func TestNoWallClock(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	wall := map[string]bool{
		"Round": true, "Truncate": true, "UTC": true, "In": true, "Local": true, "Unix": true, "UnixNano": true, "UnixMilli": true, "UnixMicro": true,
		"Format": true, "AppendFormat": true, "Parse": true, "Date": true, "Clock": true, "Hour": true, "Minute": true, "Second": true, "Created": true,
		"AddDate": true, "MarshalText": true, "GobEncode": true,
	}
	read := 0
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			s, is := n.(*ast.SelectorExpr)
			if !is {
				return true
			}
			if x, pkg := s.X.(*ast.Ident); pkg && x.Name == "time" && (s.Sel.Name == "Second" || s.Sel.Name == "Minute" || s.Sel.Name == "Hour") {
				return true // a duration
			}
			if wall[s.Sel.Name] {
				t.Errorf("%s uses %s", file, s.Sel.Name)
			}
			if s.Sel.Name == "Now" {
				read++
			}
			return true
		})
	}
	if read == 0 {
		t.Error("nobody reads a clock: the test looks at nothing")
	}
}

// TestMadeAtOnce: processes that start at once on the servers of a cluster all enter,
// whoever of them makes the bucket.
func TestMadeAtOnce(t *testing.T) {
	t.Parallel()
	f := servers(t, 3)
	for round := range 5 {
		failed := make(chan error, 6)
		for n := range cap(failed) {
			conn, _ := connect(t, f, n%len(f))
			go func() {
				m, err := Join(t.Context(), conn, Config{Prefix: fmt.Sprint("round", round), Replicas: 3, Log: slog.New(slog.DiscardHandler)})
				if err == nil {
					m.Close()
				}
				failed <- err
			}()
		}
		for range cap(failed) {
			if err := <-failed; err != nil {
				t.Error(err)
			}
		}
	}
}
