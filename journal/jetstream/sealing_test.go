package jetstream

import (
	"bytes"
	"errors"
	"log/slog"
	"testing"
	"time"

	"familiar/journal/jetstream/sealed"
	"familiar/journal/jetstream/store"
	"familiar/journal/journaltest"
	"familiar/journal/seal"
)

// TestMarkTakenOut: a process that closes the journal isn't asked any more by those
// that go on: its mark is taken out, though other calls are cut short by then.
func TestMarkTakenOut(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer // of Close alone, which is over when it is read
	c := Config{URL: outside(t, t.TempDir(), journaltest.Port(t)).ClientURL(), Partitions: 1, Log: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelWarn}))}
	for n := range 10 {
		if err := opened(t, c).Close(); err != nil {
			t.Fatal(err)
		}
		if log.Len() > 0 {
			t.Fatalf("time %d: %s", n, &log)
		}
	}
	visitor := visited(t, Config{URL: c.URL, Log: quiet})
	if peers, err := visitor.store.Peers(t.Context()); err != nil || len(peers) > 0 {
		t.Errorf("got %v, %v; want no marks", peers, err)
	}
}

// TestMarkWithoutAnswer: a process whose first mark is there, though it never heard so, goes
// on to open the journal.
func TestMarkWithoutAnswer(t *testing.T) {
	t.Parallel()
	c := Config{URL: outside(t, t.TempDir(), journaltest.Port(t)).ClientURL(), Partitions: 1, Log: quiet}
	j := opened(t, c)
	defer j.Close()
	another := besideOwn(j)
	if _, err := j.store.WriteMeta(t.Context(), another.word, 0, store.Peer{}); err != nil {
		t.Fatal(err)
	}
	if err := another.announce(t.Context()); err != nil {
		t.Fatal(err)
	}
	defer another.end()
	if peers, err := j.store.Peers(t.Context()); err != nil || len(peers) != 2 {
		t.Errorf("got %v, %v; want two marks", peers, err)
	}
}

// besideOwn returns one more that seals beside the process that has the journal, with keys
// of its own.
func besideOwn(j *Journal) *sealer {
	return newSealer(j.store, &sealed.Texts{Keys: seal.New()})
}

// TestMarkTakenOutMeanwhile: a process that opens the journal for so long that the mark it
// began with is taken out seals under an epoch that was announced.
func TestMarkTakenOutMeanwhile(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	j := side(t, 1)[0]
	slow := besideOwn(j)
	if err := slow.announce(ctx); err != nil {
		t.Fatal(err)
	}
	slow.end() // as who takes it for over does
	over := raiseEpoch(t, j, 0)
	if err := slow.begin(ctx, over); err != nil {
		t.Fatal(err)
	}
	epoch := slow.texts.Keys.Epoch()
	if epoch <= over {
		t.Errorf("it seals under epoch %d, which others may have taken for over", epoch)
	}
	if x, err := j.epochs(ctx); err != nil || len(x.Others) != 1 || x.Others[0] != epoch {
		t.Errorf("others count with %v, %v; want %d", x.Others, err, epoch)
	}
}

// TestNoEpochIsLeft: a process whose epoch is over and that gets no other seals nothing,
// however often it tries.
func TestNoEpochIsLeft(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	j := side(t, 1)[0]
	still := besideOwn(j)
	if err := still.another(ctx); err != nil {
		t.Fatal(err)
	}
	epoch := still.texts.Keys.Epoch()
	still.texts.Keys.Hold(time.Now()) // it stood still
	still.end()                       // and its mark was taken out
	raiseEpoch(t, j, seal.MostEpochs)
	for n := range 3 {
		if err := still.renew(ctx); err == nil {
			t.Errorf("time %d: it has an epoch", n)
		}
		if err := still.texts.Keys.Holds(epoch); !errors.Is(err, seal.ErrExpired) {
			t.Errorf("time %d: it seals under the one that is over: %v", n, err)
		}
	}
}

// raiseEpoch makes the newest epoch one greater, or as great as that.
func raiseEpoch(t *testing.T, j *Journal, to uint64) uint64 {
	t.Helper()
	var newest uint64
	revision, err := j.store.ReadMeta(t.Context(), "epoch", &newest)
	if err != nil {
		t.Fatal(err)
	}
	to = max(to, newest+1)
	if _, err := j.store.WriteMeta(t.Context(), "epoch", revision, to); err != nil {
		t.Fatal(err)
	}
	return to
}
