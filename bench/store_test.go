//go:build unix

package bench

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"familiar/journal"
	"familiar/journal/jetstream"
	"familiar/messages"
	"familiar/policy/conversation"
)

// A store is what a process before this one left in a folder.
type store struct {
	Folder     string
	Partitions int  // 0: as many as a new store has
	Known      int  // channels with one line and its snapshot
	Deadlines  int  // of these with a deadline pending
	Unsaved    int  // lines after that, which no snapshot covers
	Clean      bool // it was closed, not killed
}

// asked is the variable that has this binary make a store in place of testing.
const asked = "FAMILIAR_BENCH_STORE"

func TestMain(m *testing.M) {
	if text := os.Getenv(asked); text != "" {
		if err := fill(text); err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// left makes the store in a process of its own, so that this one's memory is
// only what reading it takes, and kills the process unless it may close.
func left(b *testing.B, s store) {
	b.Helper()
	text, err := json.Marshal(s)
	if err != nil {
		b.Fatal(err)
	}
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), asked+"="+string(text))
	child.Stderr = os.Stderr
	hold, err := child.StdinPipe()
	if err != nil {
		b.Fatal(err)
	}
	says, err := child.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := child.Start(); err != nil {
		b.Fatal(err)
	}
	if said, err := bufio.NewReader(says).ReadString('\n'); said != "ready\n" {
		b.Fatalf("store not made: %q, %v", said, err)
	}
	if s.Clean {
		if err := hold.Close(); err != nil {
			b.Fatal(err)
		}
		if err := child.Wait(); err != nil {
			b.Fatal(err)
		}
		return
	}
	if err := child.Process.Kill(); err != nil {
		b.Fatal(err)
	}
	_ = child.Wait() // says that it was killed
}

// fill is the other process: it makes the store, says so and waits.
func fill(text string) error {
	var s store
	if err := json.Unmarshal([]byte(text), &s); err != nil {
		return err
	}
	j, err := jetstream.Open(context.Background(), jetstream.Config{Folder: s.Folder, Partitions: s.Partitions})
	if err != nil {
		return err
	}
	ids := places(s.Known)
	if err := each(s.Known, func(i int) error { return know(j, ids[i], i, i < s.Deadlines) }); err != nil {
		return err
	}
	for p := range j.Partitions() {
		last, err := j.Last(context.Background(), p)
		if err != nil {
			return err
		}
		if err := j.SetCheckpoint(context.Background(), j.Epoch(0), p, last); err != nil {
			return err
		}
	}
	err = each(s.Unsaved, func(i int) error {
		id := ids[i*7919%len(ids)]
		_, err := j.Append(context.Background(), 0, id, said(id, s.Known+i, i%len(people)))
		return err
	})
	if err != nil {
		return err
	}
	fmt.Println("ready")
	_, _ = bufio.NewReader(os.Stdin).ReadByte() // until the other side closes or kills
	return j.Close()
}

// know has a channel's first line in the journal, and its snapshot. Only some
// have a deadline: what a familiar would think of by itself is left out.
func know(j *jetstream.Journal, id messages.ChannelID, i int, deadline bool) error {
	e := said(id, i, i%len(people))
	r, err := j.Append(context.Background(), 0, id, e)
	if err != nil {
		return err
	}
	state := conversation.New(id, household(false))
	rest(state, state.Step(r.At, e, nil))
	body, err := state.Encode()
	if err != nil {
		return err
	}
	s := journal.Snapshot{Channel: id, Seq: r.Seq, Body: body}
	if deadline {
		s.Due = messages.InstantOf(time.Now().Add(time.Hour))
	}
	_, err = j.Save(context.Background(), j.Epoch(0), s)
	return err
}

// rest goes on until nothing is open: the familiar answers who talks in an empty
// room, and has nothing to say.
func rest(state *conversation.Channel, effects []conversation.Effect) {
	for {
		var answer messages.Event
		at := state.Now
		for _, effect := range effects {
			if order, ok := effect.(messages.Compose); ok {
				answer = messages.Composed{N: order.N, Skip: true}
			}
		}
		if answer == nil {
			due, ok := state.Due()
			if !ok {
				return
			}
			answer, at = messages.TimerFired{N: due.N}, due.At
		}
		effects = state.Step(at, answer, nil)
	}
}

// each does n things with all writers.
func each(n int, do func(i int) error) error {
	var next atomic.Int64
	var failed atomic.Pointer[error]
	var writing sync.WaitGroup
	for range writers {
		writing.Go(func() {
			for i := int(next.Add(1)) - 1; i < n && failed.Load() == nil; i = int(next.Add(1)) - 1 {
				if err := do(i); err != nil {
					failed.Store(&err)
				}
			}
		})
	}
	writing.Wait()
	if err := failed.Load(); err != nil {
		return *err
	}
	return nil
}

// forever is after every deadline.
const forever = messages.Instant(math.MaxInt64)
