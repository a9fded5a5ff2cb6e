package jetstream

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"familiar/internal/long"
	"familiar/journal"
	"familiar/messages"
)

// undivided is what a store has, in words that don't say into how many partitions it is
// divided.
func undivided(t *testing.T, j *Journal) map[string]string {
	t.Helper()
	all := make(map[string]string)
	for words, is := range contents(t, j) {
		if strings.HasPrefix(words, "partition ") {
			continue
		}
		if fields := strings.Fields(words); fields[0] == "record" {
			words = "record " + fields[2] + " " + strings.Fields(is)[0]
		}
		all[words] = is
	}
	for _, channel := range places {
		for r, err := range j.Replay(t.Context(), channel, 0) {
			if err != nil {
				t.Fatal(err)
			}
			all["replayed "+string(channel)] += fmt.Sprint(" ", r.Seq, r.At)
		}
		s, err := j.Load(t.Context(), channel)
		if err != nil {
			t.Fatal(err)
		}
		all["loaded "+string(channel)] = fmt.Sprintf("%d %x", s.Seq, s.Body)
		checkpoint, err := j.Checkpoint(t.Context(), j.Partition(channel))
		if err != nil {
			t.Fatal(err)
		}
		all["checkpoint "+string(channel)] = fmt.Sprint(checkpoint)
	}
	return all
}

// whole fails unless verify finds nothing wrong.
func whole(t *testing.T, j *Journal) {
	t.Helper()
	if problems, err := j.Verify(t.Context(), nil, nil); err != nil || len(problems) > 0 {
		t.Errorf("verify: %v, %v", problems, err)
	}
}

// streams returns how many streams of partitions there are.
func streams(t *testing.T, j *Journal) (n int) {
	t.Helper()
	list := j.store.JetStream().StreamNames(t.Context())
	for name := range list.Name() {
		if _, is := j.config.names().GenerationOf(name); is {
			n++
		}
	}
	if list.Err() != nil {
		t.Fatal(list.Err())
	}
	return n
}

// TestRepartition: all that a store has is there afterwards, under the sequences it
// had, twice in a row; what comes then follows, and a backup has all of it.
func TestRepartition(t *testing.T) {
	long.Test(t)
	t.Parallel()
	for _, tt := range []struct {
		story string
		c     func(t *testing.T) Config
	}{
		{"embedded", func(t *testing.T) Config { return Config{Folder: t.TempDir()} }},
		{"one outside server", func(t *testing.T) Config {
			return Config{URL: outside(t, t.TempDir(), -1).ClientURL()}
		}},
		{"three of them", func(t *testing.T) Config { return Config{URL: urls(cluster(t)), Replicas: 3, Within: time.Minute} }},
	} {
		t.Run(tt.story, func(t *testing.T) {
			c := tt.c(t)
			c.Log, c.Partitions = quiet, 2
			j, err := Open(t.Context(), c)
			if err != nil {
				t.Fatal(err)
			}
			fill(t, j)
			want := undivided(t, j)
			if err := j.Close(); err != nil {
				t.Fatal(err)
			}
			c.Partitions, c.Replicas = 0, 0
			for _, to := range []int{6, 12, 12} {
				if err := Repartition(t.Context(), c, to, nil); err != nil {
					t.Fatal(err)
				}
				visitor := visited(t, c)
				whole(t, visitor)
				if got := undivided(t, visitor); !maps.Equal(got, want) {
					t.Errorf("%d partitions: got %v, want %v", to, got, want)
				}
				if err := visitor.Close(); err != nil {
					t.Fatal(err)
				}
			}
			j = opened(t, c)
			if got := j.Partitions(); got != 12 {
				t.Errorf("got %d partitions, want 12", got)
			}
			if got, now := streams(t, j), 2*12; c.URL == "" && got != now {
				t.Errorf("%d streams are there, want %d", got, now)
			}
			restored(t, j, want)
			goesOn(t, j)
			if tt.story == "three of them" {
				for word, got := range replicasOf(t.Context(), t, j) {
					if got != 3 {
						t.Errorf("stream %s has %d replicas, want 3", word, got)
					}
				}
			}
		})
	}
}

// restored compares a backup of j, restored elsewhere, with what is wanted.
func restored(t *testing.T, j *Journal, want map[string]string) {
	t.Helper()
	var file bytes.Buffer
	if err := j.Dump(t.Context(), &file, nil); err != nil {
		t.Fatal(err)
	}
	c := Config{Folder: filepath.Join(t.TempDir(), "journal"), Log: quiet}
	if err := Restore(t.Context(), c, &file, nil); err != nil {
		t.Fatal(err)
	}
	again := opened(t, c)
	whole(t, again)
	if got := undivided(t, again); !maps.Equal(got, want) {
		t.Errorf("restored: got %v, want %v", got, want)
	}
}

// goesOn checks that what is said next follows what was said.
func goesOn(t *testing.T, j *Journal) {
	t.Helper()
	for _, channel := range places {
		before, err := j.Last(t.Context(), j.Partition(channel))
		if err != nil {
			t.Fatal(err)
		}
		r, err := j.Append(t.Context(), j.Epoch(j.Partition(channel)), channel, said(channel, 99))
		if err != nil || r.Seq <= before {
			t.Errorf("%s: the next record is %d, %v; want it after %d", channel, r.Seq, err, before)
		}
		s, err := j.Load(t.Context(), channel)
		if err != nil {
			t.Fatal(err)
		}
		s.Seq = r.Seq
		if _, err := j.Save(t.Context(), j.Epoch(j.Partition(channel)), s); err != nil {
			t.Error(err)
		}
	}
	whole(t, j)
}

// TestRepartitionRefused: what can't be, or is somebody's, stays as it is.
func TestRepartitionRefused(t *testing.T) {
	t.Parallel()
	c := Config{Folder: t.TempDir(), Partitions: 4, Log: quiet}
	j, err := Open(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	fill(t, j)
	want := undivided(t, j)
	if err := Repartition(t.Context(), c, 8, nil); !errors.Is(err, ErrInUse) {
		t.Errorf("in use: got %v, want %v", err, ErrInUse)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	for to, want := range map[int]error{6: ErrPartitions, 2: ErrPartitions, 0: ErrPartitions, 2 * journal.MaxPartitions: ErrPartitions, 4: nil} {
		if err := Repartition(t.Context(), c, to, nil); !errors.Is(err, want) {
			t.Errorf("%d: got %v, want %v", to, err, want)
		}
	}
	full := c
	full.Reserve = 1 << 60
	if err := Repartition(t.Context(), full, 8, nil); !errors.Is(err, ErrNoRoom) {
		t.Errorf("a full disk: got %v, want %v", err, ErrNoRoom)
	}
	ctx, stop := context.WithCancel(t.Context())
	if err := Repartition(ctx, c, 8, func(done, _ uint64) {
		if done == 10 {
			stop()
		}
	}); !errors.Is(err, context.Canceled) {
		t.Errorf("called off: got %v, want %v", err, context.Canceled)
	}
	j = opened(t, c)
	if got := streams(t, j); got != 2*4 {
		t.Errorf("%d streams are there, want %d", got, 2*4)
	}
	if got := undivided(t, j); !maps.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestRepartitionOvertaken: who opens the store while it is being divided, as once that
// process was frozen for longer than its lease, keeps it as it was.
func TestRepartitionOvertaken(t *testing.T) {
	t.Parallel()
	c := Config{URL: outside(t, t.TempDir(), -1).ClientURL(), Partitions: 2, Log: quiet}
	j, err := Open(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	fill(t, j)
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	frozen, err := takeStore(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = frozen.Close() })
	var want map[string]string
	err = frozen.repartition(t.Context(), 4, func(done, _ uint64) {
		if done != 10 {
			return
		}
		if _, err := frozen.store.Publish(t.Context(), frozen.store.Names.Subject("meta", "owner"), []byte("{}"), nil); err != nil { // its lease is over
			t.Error(err)
		}
		j = opened(t, c)
		want = undivided(t, j)
	})
	if err == nil {
		t.Error("the store is switched over under who has it")
	}
	if got := undivided(t, j); j.Partitions() != 2 || !maps.Equal(got, want) {
		t.Errorf("got %d partitions with %v, want 2 with %v", j.Partitions(), got, want)
	}
	whole(t, j)
}

// dividedFolder names the store of the process that is killed.
const dividedFolder = "FAMILIAR_TEST_DIVIDED"

// repartitionKills is how often the division of a store is killed.
var repartitionKills = flag.Int("repartition-kills", 3, "how often a process that divides a store is killed")

// TestKilledWhileRepartitioning kills the command at random moments. Each time the
// store is whole, with as many partitions as before or as wanted; in the end it has as
// many as wanted, and nothing else is left.
func TestKilledWhileRepartitioning(t *testing.T) {
	long.Test(t)
	t.Parallel()
	if folder := os.Getenv(dividedFolder); folder != "" {
		fmt.Println("begun")
		if err := Repartition(t.Context(), Config{Folder: folder, Log: quiet}, 8, nil); err != nil {
			t.Fatal(err)
		}
		return
	}
	kills := *repartitionKills
	random := rand.New(rand.NewPCG(3, uint64(kills)))
	c := Config{Folder: t.TempDir(), Partitions: 2, Log: quiet}
	j, err := Open(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	fill(t, j)
	for n := range 20_000 {
		channel := messages.ChannelID(fmt.Sprint("test/w/more", n%50))
		if _, err := j.Append(t.Context(), 0, channel, said(channel, n)); err != nil {
			t.Fatal(err)
		}
	}
	if err := j.Erase(t.Context(), messages.Erase{Channel: places[0], Line: "l7"}); err != nil {
		t.Fatal(err)
	}
	if err := j.ledger.Flush(t.Context()); err != nil {
		t.Fatal(err)
	}
	want := undivided(t, j)
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	c.Partitions = 0
	switched := 0
	for n := range kills {
		killAfter(t, c.Folder, time.Duration(random.Int64N(int64(4*time.Second))))
		visitor, err := Visit(t.Context(), c)
		if damaged, is := errors.AsType[*DamagedError](err); is {
			t.Fatalf("kill %d: %v", n, damaged.Problems())
		}
		if err != nil {
			t.Fatal(err)
		}
		whole(t, visitor)
		if got := visitor.Partitions(); got == 8 {
			switched++
		} else if got != 2 {
			t.Fatalf("kill %d: %d partitions, want 2 or 8", n, got)
		}
		if got := undivided(t, visitor); !maps.Equal(got, want) {
			t.Fatalf("kill %d: the store with %d partitions has something else than before", n, visitor.Partitions())
		}
		if err := visitor.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if err := Repartition(t.Context(), c, 8, nil); err != nil {
		t.Fatal(err)
	}
	j = opened(t, c)
	if got := streams(t, j); got != 2*8 {
		t.Errorf("%d streams are there, want %d", got, 2*8)
	}
	if got := undivided(t, j); !maps.Equal(got, want) {
		t.Error("the store has something else than before")
	}
	t.Logf("%d of %d kills came after the switch", switched, kills)
}

// killAfter has another process repartition the store and kills it a while after it began.
func killAfter(t *testing.T, folder string, wait time.Duration) {
	t.Helper()
	again := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestKilledWhileRepartitioning$", "-test.v")
	again.Env = append(os.Environ(), dividedFolder+"="+folder)
	out, err := again.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := again.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if lines.Text() == "begun" {
			time.AfterFunc(wait, func() { _ = again.Process.Kill() })
		}
	}
	_ = again.Wait() // it was killed, or was done before
}
