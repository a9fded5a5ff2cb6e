package jetstream

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"familiar/internal/long"
	"familiar/internal/natstest"
	"familiar/journal"
	"familiar/journal/jetstream/store"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

// cluster runs three NATS servers as one, as an operator would.
func cluster(t *testing.T) []*server.Server { return natstest.Start(t, 3).Servers() }

// urls returns where all of them are reached.
func urls(servers []*server.Server) string {
	var all []string
	for _, s := range servers {
		all = append(all, s.ClientURL())
	}
	return strings.Join(all, ",")
}

// replicasOf returns how many servers keep each stream of a journal, by its word.
func replicasOf(ctx context.Context, t *testing.T, j *Journal) map[string]int {
	t.Helper()
	all := map[string]int{}
	for _, s := range j.config.plan().All() {
		stream, err := j.store.JetStream().Stream(ctx, s.Name)
		if err != nil {
			t.Fatal(err)
		}
		all[j.store.Names.Word(s.Name)] = stream.CachedInfo().Config.Replicas
	}
	return all
}

// TestReplicas: a store is made with as many replicas as are asked for; opening it
// raises them and never lowers them.
func TestReplicas(t *testing.T) {
	long.Test(t)
	t.Parallel()
	at := urls(cluster(t))
	for _, step := range []struct {
		story       string
		asked, want int
	}{
		{"a new store has one", 0, 1},
		{"which is what stays", 0, 1},
		{"three are asked for", 3, 3},
		{"nobody says how many", 0, 3},
		{"one is asked for", 1, 3},
	} {
		j := openTest(t, Config{URL: at, Partitions: 1, Replicas: step.asked})
		for word, got := range replicasOf(t.Context(), t, j) {
			if got != step.want {
				t.Errorf("%s: stream %s has %d replicas, want %d", step.story, word, got, step.want)
			}
		}
		if s, err := j.Status(t.Context()); err != nil || s.Replicas != step.want {
			t.Errorf("%s: the status says %d, %v; want %d", step.story, s.Replicas, err, step.want)
		}
		if _, err := j.Append(t.Context(), j.Epoch(0), here, said(here, 1)); err != nil {
			t.Errorf("%s: %v", step.story, err)
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestTwoCreatesAtOnce: of two who enter the same post at once, who is told that
// there is one already finds it. Before the first is committed nobody knows
// whether it will be: the server that leads may die.
func TestTwoCreatesAtOnce(t *testing.T) {
	t.Parallel()
	at := urls(cluster(t))
	one, ctx := openTest(t, Config{URL: at, Partitions: 1, Replicas: 3}), t.Context()
	other, err := Visit(ctx, Config{URL: at, Log: quiet}) // a connection of its own
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = other.Close() })
	pending := 0
	for n := range 100 {
		subject := one.store.Names.Subject("out", "test.w.c", fmt.Sprint("p", n)) + "."
		var create [2]error
		var both sync.WaitGroup
		for i, j := range []*Journal{one, other} {
			both.Go(func() {
				under, err := j.store.Send(ctx, nats.Msg{Subject: subject + fmt.Sprint("a", i), Data: []byte("post"), Header: store.OnlyOne(subject + "*")})
				if err == nil {
					_, err = under.Wait(ctx)
				}
				if create[i] = err; !errors.Is(err, journal.ErrConflict) {
					return
				}
				if there, err := j.store.FirstOf(ctx, j.store.Names.Stream("outbox"), subject+"*"); err != nil || there == nil {
					t.Errorf("post %d is said to be there, and is not: %v", n, err)
				}
			})
		}
		both.Wait()
		for i, err := range create {
			switch {
			case err == nil || errors.Is(err, journal.ErrConflict):
			case errors.Is(err, journal.ErrPending):
				pending++
			default:
				t.Errorf("create %d of post %d: %v", i, n, err)
			}
		}
		if create[0] == nil && create[1] == nil {
			t.Errorf("post %d was created twice", n)
		}
		_, err := other.store.Publish(ctx, subject+"again", []byte("post"), store.OnlyOne(subject+"*"))
		if !errors.Is(err, journal.ErrConflict) {
			t.Errorf("post %d created again: got %v, want ErrConflict", n, err)
		}
	}
	if pending == 0 {
		t.Error("no create met another under way: the test shows nothing")
	}
	t.Logf("%d of 100 met another under way", pending)
}

// TestEnteredAtOnce: a post that is entered twice at once is entered once.
func TestEnteredAtOnce(t *testing.T) {
	t.Parallel()
	j, ctx := openTest(t, Config{URL: urls(cluster(t)), Partitions: 1, Replicas: 3}), t.Context()
	for n := range 50 {
		p := part(here, n)
		var entered [2]error
		var both sync.WaitGroup
		for i := range entered {
			both.Go(func() { entered[i] = j.Enqueue(ctx, 0, p) })
		}
		both.Wait()
		slices.SortFunc(entered[:], func(a, b error) int { return cmp.Compare(told(a), told(b)) })
		if entered[0] != nil || !errors.Is(entered[1], journal.ErrExists) {
			t.Errorf("post %d: got %v, want one to be taken and ErrExists", n, entered)
		}
	}
}

func told(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
