package process

import (
	"fmt"
	"log/slog"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"familiar/cmd/familiar/command"
	"familiar/internal/await"
	"familiar/internal/long"
	"familiar/journal"
	"familiar/journal/jetstream"
	"familiar/lab/load/vitals"
	"familiar/messages"
	"familiar/policy/conversation"
)

// know makes every channel of the town one that was heard of before any process is
// there: each has a line and its snapshot.
func (t *town) know() {
	t.t.Helper()
	ctx := t.t.Context()
	j, err := jetstream.Open(ctx, command.Stored(t.configuration(), slog.New(slog.DiscardHandler)))
	if err != nil {
		t.t.Fatal(err)
	}
	var next atomic.Int64
	var writing sync.WaitGroup
	for range 64 {
		writing.Go(func() {
			for n := int(next.Add(1)) - 1; n < *townChannels; n = int(next.Add(1)) - 1 {
				id := roomOf(n)
				e := messages.Heard{Line: &messages.Line{ID: messages.LineID(fmt.Sprint("k", n)), Channel: id, Author: messages.Author{ID: "bob", Name: "Bob"}, Text: "the lamp is on"}}
				r, err := j.Append(ctx, 0, id, e)
				if err != nil {
					t.t.Error(err)
					return
				}
				state := conversation.New(id, &conversation.Config{Room: conversation.DefaultRoom()})
				state.Step(r.At, e, nil)
				body, err := state.Encode()
				if err == nil {
					_, err = j.Save(ctx, j.Epoch(j.Partition(id)), journal.Snapshot{Channel: id, Seq: r.Seq, Body: body})
				}
				if err != nil {
					t.t.Error(err)
					return
				}
			}
		})
	}
	writing.Wait()
	for p := range j.Partitions() {
		last, err := j.Last(ctx, p)
		if err == nil {
			err = j.SetCheckpoint(ctx, j.Epoch(p), p, last)
		}
		if err != nil {
			t.t.Fatal(err)
		}
	}
	if err := j.Close(); err != nil {
		t.t.Fatal(err)
	}
}

// TestKnownTown: three processes begin over channels that all were heard of before, and
// are asleep: they divide them, wake each in which a line is said, and what one of them
// had is the others' once it leaves, while people talk. With -town.channels 1000000 it
// is the measure of docs/cluster.md.
func TestKnownTown(t *testing.T) {
	long.Test(t)
	if *townChannels < 10_000 {
		t.Parallel()
	}
	town, who := newTown(t), &owners{had: map[epochOf]string{}}
	began := time.Now()
	town.know()
	t.Logf("%d channels made in %v", *townChannels, time.Since(began).Round(time.Millisecond))
	began = time.Now()
	for _, name := range []string{"first", "second", "third"} {
		who.here = append(who.here, town.settle(name))
	}
	await.Until(t, "that the three have their shares", who.balanced)
	runtime.GC()
	t.Logf("three processes have theirs, live, after %v; RSS %d MiB, of three processes and %d NATS servers", time.Since(began).Round(time.Millisecond), vitals.Of(os.Getpid()).Look().RSS>>20, *townServers)
	n := 0
	talk := func(lines int) {
		for upto := n + lines; n < upto; n++ {
			town.say(n)
			time.Sleep(10 * time.Millisecond) // lines come at most a hundred a second
		}
	}
	talk(*townWakings / 2) // they fill what is filled once
	from := n
	talk(*townWakings)
	await.Until(t, "that every line is decided on", func() bool { _, open := town.waits(0); return open == 0 })
	waited, _ := town.waits(from)
	t.Logf("%d channels woken: decided after %v in the middle, %v at the 99th of 100", len(waited), waited[len(waited)/2].Round(10*time.Microsecond), waited[len(waited)*99/100].Round(10*time.Microsecond))
	from = n
	leaving := who.here[2]
	who.here = who.here[:2]
	divided := make(chan time.Duration, 1)
	left := time.Now()
	go leaving.stop()
	go func() {
		for tick := time.NewTicker(5 * time.Millisecond); t.Context().Err() == nil; <-tick.C {
			if who.balanced() {
				divided <- time.Since(left)
				return
			}
		}
	}()
	talk(*townWakings)
	await.Until(t, "that two have what three had", who.balanced)
	after := <-divided
	await.Until(t, "that every line is decided on", func() bool { _, open := town.waits(0); return open == 0 })
	waited, _ = town.waits(from)
	t.Logf("a third handed over within %v; %d lines meanwhile and after: decided after %v in the middle, %v at the 99th of 100, %v at most",
		after.Round(time.Millisecond), len(waited), waited[len(waited)/2].Round(10*time.Microsecond), waited[len(waited)*99/100].Round(time.Millisecond), waited[len(waited)-1].Round(time.Millisecond))
	if town.twice > 0 {
		t.Errorf("%d times two processes listened at once", town.twice)
	}
}
