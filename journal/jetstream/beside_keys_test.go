package jetstream

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"familiar/internal/await"
	"familiar/internal/long"
	"familiar/internal/natstest"
	"familiar/journal/jetstream/layout"
	"familiar/journal/seal"
	"familiar/messages"
)

// side opens so many journals beside one another over one NATS server, each as a
// process of its own.
func side(t *testing.T, n int) (all []*Journal) {
	t.Helper()
	return sideAt(t, n, Config{URL: natstest.Start(t, 1).URL(), Partitions: 1})
}

func sideAt(t *testing.T, n int, c Config) (all []*Journal) {
	t.Helper()
	c.Shared = true
	for i := range n {
		j := openTest(t, c)
		if i == 0 {
			for k := range j.Partitions() {
				if err := j.Claim(t.Context(), k, nil); err != nil {
					t.Fatal(err)
				}
			}
		}
		all = append(all, j)
	}
	return all
}

// A sealedText is one that a process has sealed.
type sealedText struct {
	channel messages.ChannelID
	kept    []byte
}

func sealsText(t *testing.T, j *Journal, channel messages.ChannelID) sealedText {
	t.Helper()
	kept, err := j.vault.texts.Seal(channel, seal.Note, []byte("a text"))
	if err != nil {
		t.Fatal(err)
	}
	return sealedText{channel, kept}
}

func (s sealedText) opensIn(t *testing.T, j *Journal) bool {
	t.Helper()
	text, err := j.vault.texts.Open(s.channel, s.kept)
	if err != nil && !errors.Is(err, seal.ErrForgotten) || err == nil && string(text) != "a text" {
		t.Fatalf("opened %q, %v", text, err)
	}
	return err == nil
}

func (s sealedText) forget(ctx context.Context, j *Journal) error {
	at, err := seal.PositionOf(s.kept[1:])
	if err != nil {
		return err
	}
	return j.vault.forgetTexts(ctx, s.channel, seal.Only(at))
}

func (s sealedText) forgetBy(t *testing.T, j *Journal) {
	t.Helper()
	if err := s.forget(t.Context(), j); err != nil {
		t.Fatal(err)
	}
}

// keptKeys are the keys as the store has them, in both places.
func keptKeys(t *testing.T, j *Journal) (both []*seal.Keys) {
	t.Helper()
	for n := range layout.Slots {
		_, keys, err := j.vault.readSlot(t.Context(), n)
		if err != nil || keys == nil {
			t.Fatalf("place %d of the keys: %v", n, err)
		}
		both = append(both, keys)
	}
	return both
}

func (s sealedText) wantGone(t *testing.T, all []*Journal) {
	t.Helper()
	for i, j := range all {
		await.Until(t, fmt.Sprint("that process ", i, " has forgotten it"), func() bool { return !s.opensIn(t, j) })
	}
	for n, keys := range keptKeys(t, all[0]) {
		if _, err := keys.Open(nil, s.channel, s.kept[1:], nil); !errors.Is(err, seal.ErrForgotten) {
			t.Errorf("the keys in place %d still open it: %v", n, err)
		}
	}
}

// TestForgottenBySeveral: what one process forgets no process opens any more, and no
// other brings it back by what it forgets itself, in the same part or in another.
func TestForgottenBySeveral(t *testing.T) {
	t.Parallel()
	all := side(t, 3)
	texts := make([]sealedText, 12)
	for i := range texts {
		channel := messages.ChannelID("test/w/c")
		if i >= 8 {
			channel = messages.ChannelID(fmt.Sprint("test/w/", i))
		}
		texts[i] = sealsText(t, all[i%3], channel)
	}
	for i, s := range texts[:10] {
		s.forgetBy(t, all[(i+1)%3]) // another than has sealed it
	}
	for _, s := range texts[:10] {
		s.wantGone(t, all)
	}
	for i, s := range texts[10:] {
		for k, j := range all {
			if !s.opensIn(t, j) {
				t.Errorf("text %d, which nobody forgot, doesn't open in process %d", 10+i, k)
			}
		}
	}
	var again sync.WaitGroup
	for _, j := range all { // each closes and finds the keys whole
		again.Go(func() { _ = j.Close() })
	}
	again.Wait()
	c := all[0].config
	later := openTest(t, c)
	for i, s := range texts {
		if got, want := s.opensIn(t, later), i >= 10; got != want {
			t.Errorf("later: text %d opens: %v, want %v", i, got, want)
		}
	}
}

// TestForgottenAtOnce: several processes forget at the same time, again and again;
// each of them succeeds, and nothing comes back.
func TestForgottenAtOnce(t *testing.T) {
	t.Parallel()
	for _, servers := range []int{1, 3} {
		t.Run(fmt.Sprint(servers), func(t *testing.T) {
			t.Parallel()
			forgetAtOnce(t, sideAt(t, 3, Config{URL: natstest.Start(t, servers).URL(), Partitions: 1, Replicas: servers}))
		})
	}
}

func forgetAtOnce(t *testing.T, all []*Journal) {
	const rounds = 12
	texts := make([][]sealedText, len(all))
	for i, j := range all {
		for n := range rounds {
			texts[i] = append(texts[i], sealsText(t, j, messages.ChannelID(fmt.Sprint("test/w/", n%5))))
		}
	}
	stays := sealsText(t, all[0], "test/w/0")
	var at sync.WaitGroup
	for i, j := range all {
		at.Go(func() {
			for _, s := range texts[i] {
				if err := s.forget(t.Context(), j); err != nil {
					t.Errorf("process %d: %v", i, err)
				}
				if _, err := j.vault.texts.Open(s.channel, s.kept); !errors.Is(err, seal.ErrForgotten) {
					t.Errorf("process %d opens what it has just forgotten: %v", i, err)
				}
			}
		})
	}
	at.Wait()
	for i := range all {
		for _, s := range texts[i] {
			s.wantGone(t, all)
		}
	}
	for _, j := range all {
		if !stays.opensIn(t, j) {
			t.Error("what nobody forgot is gone")
		}
	}
}

// TestForgottenWhileAway: a process that doesn't reach the server forgets what the
// others did as soon as it does.
func TestForgottenWhileAway(t *testing.T) {
	long.Test(t)
	t.Parallel()
	w := newWire(t, outside(t, t.TempDir(), -1).Addr().String())
	all := sideAt(t, 1, Config{URL: "nats://" + w.to, Partitions: 1})
	all = append(all, openTest(t, Config{URL: w.url(), Shared: true, Within: time.Second}))
	text := sealsText(t, all[1], "test/w/c")
	other := sealsText(t, all[1], "test/w/c")
	w.lose()
	text.forgetBy(t, all[0])
	began := time.Now()
	text.wantGone(t, all)
	t.Logf("it had forgotten it %s after it was cut off", time.Since(began).Round(time.Millisecond))
	other.forgetBy(t, all[1])
	other.wantGone(t, all)
	text.wantGone(t, all)
}

// TestForgottenAndKilled: one process is gone after it has written one of the two
// places: the others go on from there.
func TestForgottenAndKilled(t *testing.T) {
	long.Test(t)
	t.Parallel()
	for n := range layout.Slots {
		all := side(t, 3)
		text, other, stays := sealsText(t, all[0], "test/w/c"), sealsText(t, all[1], "test/w/c"), sealsText(t, all[2], "test/w/c")
		at, err := seal.PositionOf(text.kept[1:])
		if err != nil {
			t.Fatal(err)
		}
		v := all[0].vault
		v.turn <- struct{}{}
		part, _ := v.texts.Keys.Forget(text.channel, seal.Only(at))
		v.version++
		err = v.writeSlot(t.Context(), n, map[int]bool{part: true})
		<-v.turn
		if err != nil {
			t.Fatal(err)
		}
		if err := all[0].Close(); err != nil {
			t.Fatal(err)
		}
		other.forgetBy(t, all[1])
		for _, s := range []sealedText{text, other} {
			s.wantGone(t, all[1:])
		}
		if !stays.opensIn(t, all[1]) || !stays.opensIn(t, all[2]) {
			t.Error("what nobody forgot is gone")
		}
	}
}

// TestBackupWhileOthersForget: a backup that is made meanwhile has keys that can be
// read, in both places, and none of what was forgotten before.
func TestBackupWhileOthersForget(t *testing.T) {
	t.Parallel()
	all := side(t, 3)
	before := sealsText(t, all[0], "test/w/c")
	stays := sealsText(t, all[0], "test/w/c")
	before.forgetBy(t, all[0])
	stop := make(chan struct{})
	var forgetting sync.WaitGroup
	for i, j := range all[1:] {
		forgetting.Go(func() {
			for n := 0; ; n++ {
				channel := messages.ChannelID(fmt.Sprint("test/w/", i, n%9))
				kept, err := j.vault.texts.Seal(channel, seal.Note, []byte("a text"))
				if err == nil {
					err = sealedText{channel, kept}.forget(t.Context(), j)
				}
				if err != nil {
					t.Errorf("process %d: %v", i+1, err)
				}
				select {
				case <-stop:
					return
				default:
				}
			}
		})
	}
	for range 5 {
		var backup bytes.Buffer
		if err := all[0].Dump(t.Context(), &backup, nil); err != nil {
			t.Fatal(err)
		}
		c := Config{Folder: t.TempDir(), Log: quiet}
		if err := Restore(t.Context(), c, &backup, nil); err != nil {
			t.Fatal(err)
		}
		restored := visited(t, c)
		keptKeys(t, restored)
		if before.opensIn(t, restored) || !stays.opensIn(t, restored) {
			t.Error("the backup has what was forgotten, or not what stays")
		}
	}
	close(stop)
	forgetting.Wait()
}

// TestKeysMadeAtOnce: processes that open a new store at the same time have the same
// keys.
func TestKeysMadeAtOnce(t *testing.T) {
	long.Test(t)
	t.Parallel()
	servers := natstest.Start(t, 1)
	for n := range 6 {
		c := Config{URL: servers.URL(), Prefix: fmt.Sprint("store", n), Partitions: 1, Shared: true, StandBy: func(string) {}, Log: quiet}
		all, errs := make([]*Journal, 4), make([]error, 4)
		var opening sync.WaitGroup
		for i := range all {
			opening.Go(func() { all[i], errs[i] = Open(t.Context(), c) })
		}
		opening.Wait()
		for i, err := range errs {
			if err != nil {
				t.Fatalf("process %d: %v", i, err)
			}
			t.Cleanup(func() { _ = all[i].Close() })
		}
		for i, j := range all {
			text := sealsText(t, j, "test/w/c")
			for k, other := range all {
				if !text.opensIn(t, other) {
					t.Errorf("process %d can't open what %d has sealed", k, i)
				}
			}
			for _, keys := range keptKeys(t, j) {
				if _, err := keys.Open(nil, text.channel, text.kept[1:], nil); err != nil {
					t.Errorf("the keys that are kept: %v", err)
				}
			}
		}
	}
}
