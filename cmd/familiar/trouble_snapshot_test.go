package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"reflect"
	"testing"

	"familiar/cmd/familiar/command"
	"familiar/config"
	"familiar/internal/long"
	"familiar/journal"
	"familiar/journal/jetstream"
	"familiar/messages"
	"familiar/policy/conversation"
)

// garden is the channel whose snapshot is in trouble.
const garden messages.ChannelID = "web//garden"

// TestSnapshotDamaged: a snapshot that can't be read costs nothing but an
// error in the log: the state is made of the events again, its credits are
// what they were, and the familiar answers on.
func TestSnapshotDamaged(t *testing.T) {
	long.Test(t)
	t.Parallel()
	h := newTroubled(t, "")
	h.talk("l1", "t1")
	before := h.state()
	h.replace([]byte("nonsense"), messages.TimerFired{N: 1 << 40}) // nobody set it; it loads the channel

	p := launch(t, "run", h.main())
	p.until(`level=ERROR msg="snapshot is damaged, the journal is read again" channel=web//garden`, 1)
	p.quit()
	got, want := h.state().Seats[0].Credit, before.Seats[0].Credit
	if !want.Has("ana", before.Now) || !reflect.DeepEqual(got, want) {
		t.Errorf("the credits are %+v, were %+v; want the same, and some", got, want)
	}
	h.talk("l2", "t2")
	h.wantKept([]string{"l1", "l2"}, []string{"t1", "t2"})
}

// TestSnapshotNewer: a snapshot of a newer program stops this one, which
// writes nothing over it.
func TestSnapshotNewer(t *testing.T) {
	long.Test(t)
	t.Parallel()
	h := newTroubled(t, "")
	h.talk("l1", "t1")
	newer := newerSnapshot(garden)
	written := h.replace(newer)

	p := launch(t, "run", h.main())
	v := visit(p)
	v.say("garden", "l2", "@Aria t2")
	p.until(fmt.Sprintf(`familiar: .*web//garden: version 99, this program knows 1 to %d: written by a newer program`, conversation.Version), 1)
	p.ends(1)
	now := h.snapshot()
	if now.Revision != written || string(now.Body) != string(newer) {
		t.Errorf("the snapshot is %q of revision %d, want the one there was, %d", now.Body, now.Revision, written)
	}
	ask(t, "journal", "verify", "-c", h.main()).wants(1, `the journal has 1 problem`)

	h.replace([]byte("nonsense")) // so that this program can read on
	p = launch(t, "run", h.main())
	v = visit(p)
	v.say("garden", "l3", "@Aria t3")
	answered(v.listen("garden"), "t3")
	p.quit()
	h.wantKept([]string{"l1", "l2", "l3"}, []string{"t1", "t2", "t3"})
}

// TestDemoFails: a demo that can't go on ends and says why, though nobody stops
// it: here a newer program has kept roles in its folder.
func TestDemoFails(t *testing.T) {
	folder := t.TempDir()
	j, err := jetstream.Open(t.Context(), jetstream.Config{Folder: filepath.Join(folder, "data", "journal"), StateVersion: conversation.Version})
	if err != nil {
		t.Fatal(err)
	}
	_, err = j.Save(t.Context(), j.Epoch(0), journal.Snapshot{Channel: messages.Roles, Body: newerSnapshot(messages.Roles)})
	if err := errors.Join(err, j.Close()); err != nil {
		t.Fatal(err)
	}
	p := start(t, "demo", "--model", "offline", "--listen", "127.0.0.1:0", "--keep", folder)
	p.ends(1)
	p.until(`familiar: app: roles: .*written by a newer program`, 1)
}

// newerSnapshot is one that a newer program wrote.
func newerSnapshot(id messages.ChannelID) []byte {
	text := fmt.Sprintf(`{"v":99,"channel":%q}`, id)
	return append(binary.AppendUvarint(nil, uint64(len(text))), text...)
}

// talk has one line answered by a program of its own.
func (h *troubled) talk(id, token string) {
	h.t.Helper()
	p := launch(h.t, "run", h.main())
	v := visit(p)
	v.say("garden", id, "@Aria "+token)
	answered(v.listen("garden"), token)
	p.quit()
}

// open opens the journal of a program that is stopped.
func (h *troubled) open() *jetstream.Journal {
	h.t.Helper()
	loaded, err := config.Load(h.main())
	if err != nil {
		h.t.Fatal(err)
	}
	j, err := jetstream.Open(h.t.Context(), command.Stored(loaded, slog.New(slog.DiscardHandler)))
	if err != nil {
		h.t.Fatal(err)
	}
	return j
}

func (h *troubled) shut(j *jetstream.Journal) {
	h.t.Helper()
	if err := j.Close(); err != nil {
		h.t.Fatal(err)
	}
}

// replace writes another body over the newest snapshot and gives its revision,
// and appends events after it.
func (h *troubled) replace(body []byte, events ...messages.Event) (revision uint64) {
	h.t.Helper()
	j := h.open()
	defer h.shut(j)
	s, err := j.Load(h.t.Context(), garden)
	if err != nil || s.Revision == 0 {
		h.t.Fatalf("the newest snapshot is %+v, %v; want one", s, err)
	}
	s.Body = body
	if revision, err = j.Save(h.t.Context(), j.Epoch(0), s); err != nil {
		h.t.Fatal(err)
	}
	if _, err := j.Append(h.t.Context(), j.Epoch(0), garden, events...); err != nil {
		h.t.Fatal(err)
	}
	return revision
}

func (h *troubled) snapshot() journal.Snapshot {
	h.t.Helper()
	j := h.open()
	defer h.shut(j)
	s, err := j.Load(h.t.Context(), garden)
	if err != nil {
		h.t.Fatal(err)
	}
	return s
}

// state is that of the newest snapshot.
func (h *troubled) state() *conversation.Channel {
	h.t.Helper()
	loaded, err := config.Load(h.main())
	if err != nil {
		h.t.Fatal(err)
	}
	s, err := conversation.Decode(h.snapshot().Body, loaded.Channel(garden))
	if err != nil {
		h.t.Fatal(err)
	}
	return s
}
