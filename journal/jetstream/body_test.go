package jetstream

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"familiar/journal"
	"familiar/journal/jetstream/layout"

	"github.com/nats-io/nats.go"
)

func TestBody(t *testing.T) {
	var room []byte // one for all: what an earlier one left there changes nothing
	text := strings.Repeat("so I went to the shop and they had none of it left. ", 100)
	for _, tt := range []struct {
		story, body string
		form        int
	}{
		{"nothing", "", plainBody},
		{"a small one stays as it is", text[:leastPacked-1], plainBody},
		{"a large one becomes smaller", text, s2Body},
		{"one that can't become smaller stays", "\x00\x8f" + noise(2000), plainBody},
	} {
		written, form := packBody(&room, []byte(tt.body))
		if form != tt.form || form == s2Body && len(written) > len(tt.body)/4 {
			t.Errorf("%s: form %d, %d bytes of %d; want form %d", tt.story, form, len(written), len(tt.body), tt.form)
		}
		if got, err := unpackBody(written, form); err != nil || string(got) != tt.body {
			t.Errorf("%s: unpacked it is another one, %v", tt.story, err)
		}
	}
	for story, err := range map[string]error{
		"cut":                   unpacked([]byte("\x80\x10abc"), s2Body),
		"larger than any":       unpacked(append([]byte("\xff\xff\xff\x7f"), text...), s2Body),
		"not even a length":     unpacked(bytes.Repeat([]byte{0xff}, 20), s2Body),
		"of a form to be known": unpacked([]byte(text), s2Body+1),
	} {
		if err == nil {
			t.Errorf("one that is %s is unpacked", story)
		}
		if damaged := errors.Is(err, errBody); damaged == (story == "of a form to be known") {
			t.Errorf("one that is %s: %v", story, err)
		}
	}
}

func unpacked(written []byte, form int) error {
	_, err := unpackBody(written, form)
	return err
}

// noise is text without a pattern.
func noise(n int) string {
	b, x := make([]byte, n), uint64(88172645463325252)
	for i := range b { // xorshift, Marsaglia 2003
		x ^= x << 13
		x ^= x >> 7
		x ^= x << 17
		b[i] = byte(x)
	}
	return string(b)
}

// TestOldBodies: a snapshot of an older program, whose stamp says nothing of a
// form, is read as it stands; a damaged body is given to whoever can tell.
func TestOldBodies(t *testing.T) {
	j := openTest(t, Config{Folder: t.TempDir()})
	name, err := layout.ChannelTokens(here)
	if err != nil {
		t.Fatal(err)
	}
	p := j.of(here)
	body := strings.Repeat("state ", 100)
	for _, tt := range []struct {
		story, stamp string
	}{
		{"of an older program", "7 0 5 1 0"},
		{"damaged", "7 0 5 1 0 1"},
	} {
		if _, err := j.store.Publish(t.Context(), j.store.Names.Snapshot(p.number, name), []byte(body), nats.Header{headerStamp: {tt.stamp}}); err != nil {
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
	if _, err := j.Save(t.Context(), j.Epoch(), journal.Snapshot{Channel: here, Revision: now.Revision, Seq: 8, Body: []byte(body)}); err != nil {
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
