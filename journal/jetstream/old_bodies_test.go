package jetstream

import (
	"strings"
	"testing"

	"familiar/journal"
	"familiar/journal/jetstream/layout"

	"github.com/nats-io/nats.go"
)

// TestOldBodies: a snapshot of an older program, whose stamp says nothing of a
// form, is read as it stands; a damaged body is given to whoever can tell.
func TestOldBodies(t *testing.T) {
	t.Parallel()
	j := openTest(t, Config{Folder: t.TempDir()})
	name, err := layout.ChannelTokens(here)
	if err != nil {
		t.Fatal(err)
	}
	p := j.snapshots.of(here)
	p.places.whole = false // as where others write
	body := strings.Repeat("state ", 100)
	for _, tt := range []struct {
		story, stamp string
	}{
		{"of an older program", "7 0 5 1 0"},
		{"damaged", "7 0 5 1 0 1"},
	} {
		if _, err := j.store.Publish(t.Context(), j.store.Names.Snapshot(p.number, name), []byte(body), nats.Header{layout.HeaderSnapshot: {tt.stamp}}); err != nil {
			t.Fatal(err)
		}
		if got, err := j.Load(t.Context(), here); err != nil || string(got.Body) != body || got.Seq != 7 {
			t.Errorf("%s: got %d bytes at %d, %v", tt.story, len(got.Body), got.Seq, err)
		}
	}
	now, err := j.Load(t.Context(), here)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := j.Save(t.Context(), j.Epoch(0), journal.Snapshot{Channel: here, Revision: now.Revision, Seq: 8, Body: []byte(body)}); err != nil {
		t.Fatal(err)
	}
	raw, err := j.store.Newest(t.Context(), j.store.Names.Snapshots(p.number), j.store.Names.Snapshot(p.number, name))
	if err != nil || len(raw.Data) >= len(body)/4 {
		t.Errorf("the server keeps %d bytes of %d, %v", len(raw.Data), len(body), err)
	}
	if got, err := j.Load(t.Context(), here); err != nil || string(got.Body) != body {
		t.Errorf("got %d bytes, %v; want what was saved", len(got.Body), err)
	}
}
