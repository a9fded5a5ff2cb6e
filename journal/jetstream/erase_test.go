package jetstream

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"familiar/journal"
	"familiar/journal/jetstream/layout"
	"familiar/journal/jetstream/ledger"
	"familiar/journal/jetstream/sealed"
	"familiar/journal/jetstream/store"
	"familiar/messages"
	"familiar/messages/because"

	"github.com/nats-io/nats.go/jetstream"
)

// secret is a text that no compression shortens and nothing else holds.
func secret(t testing.TB) string {
	t.Helper()
	b := make([]byte, 24)
	if _, err := rand.Read(b); err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%x", b)
}

// inFiles returns the files below a folder that hold the text.
func inFiles(t *testing.T, folder, text string) (found []string) {
	t.Helper()
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		b, err := os.ReadFile(path)
		if err == nil && bytes.Contains(b, []byte(text)) {
			found = append(found, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// inStreams returns the subjects of the messages that hold the text, for whoever
// has all that the journal keeps.
func inStreams(t *testing.T, j *Journal, text string) (found []string) {
	t.Helper()
	for _, s := range j.config.plan().Streams() {
		err := j.store.Each(t.Context(), s.Name, "", 0, func(m *jetstream.RawStreamMsg) error {
			if bytes.Contains(readable(j, m), []byte(text)) {
				found = append(found, m.Subject)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return found
}

// readable returns a message's data with what can be opened of it.
func readable(j *Journal, m *jetstream.RawStreamMsg) []byte {
	tokens := strings.Split(m.Subject, ".")
	for from := range tokens { // whatever the stream: some of the tokens are the channel
		for to := from + 3; to <= min(from+4, len(tokens)); to++ {
			channel, err := layout.ChannelOf(tokens[from:to])
			if err != nil {
				continue
			}
			if text, err := j.vault.texts.Open(channel, m.Data); err == nil && sealed.Is(m.Data) {
				return text
			}
			name, err := layout.ChannelTokens(channel)
			if err != nil {
				continue
			}
			as := store.Message{Subject: j.store.Names.Line(0, name), Seq: 1, Data: m.Data}
			if r, err := j.log.Decoder().Record(as); err == nil {
				return fmt.Append(nil, textsIn(r.Event))
			}
			if st, err := layout.ReadStamp(m.Header); err == nil {
				if body, err := sealed.OpenBody(j.vault.texts.Keys, channel, m.Data, st.Form); err == nil {
					return body
				}
			}
		}
	}
	return m.Data
}

// textsIn returns an event as it is written.
func textsIn(event messages.Event) string {
	b, err := messages.EncodeEvent(event)
	if err != nil {
		return err.Error()
	}
	return string(b)
}

// rootKeys returns the keys that lead to all others now.
func rootKeys(t *testing.T, j *Journal) (keys []string) {
	t.Helper()
	for n := range layout.Slots {
		m, err := j.store.NewestWithin(t.Context(), j.store.Names.KeySlot(n), j.store.Names.KeyRoot(n))
		if err != nil || m == nil {
			t.Fatalf("slot %d has no root: %v", n, err)
		}
		r, err := cutRoot(m.Data)
		if err != nil {
			t.Fatal(err)
		}
		keys = append(keys, string(r.key[:]))
	}
	return keys
}

// talkAbout writes the text wherever a line's text can be, the last state
// without it.
func talkAbout(t *testing.T, j *Journal, channel messages.ChannelID, text string) {
	t.Helper()
	ctx, epoch := t.Context(), j.Epoch(0)
	line := &messages.Line{ID: "m1", Channel: channel, Author: messages.Author{ID: "ana"}, Text: text}
	var last journal.Record
	was, err := j.Load(ctx, channel)
	if err != nil {
		t.Fatal(err)
	}
	revision := was.Revision
	for _, event := range []messages.Event{
		messages.Heard{Line: line},
		messages.AlsoHeard{Line: line},
		messages.Edited{Line: line},
		messages.Judged{N: 1, Reason: "it said " + text},
		messages.Memorized{N: 3, Lessons: []messages.Lesson{{Text: "somebody said " + text, From: []messages.LineID{"another"}, Sure: 9}}},
		messages.HistoryFetched{N: 2, Lines: []*messages.Line{line}},
		messages.Deleted{ID: "m1"},
	} {
		var err error
		if last, err = j.Append(ctx, 0, channel, event); err != nil {
			t.Fatal(err)
		}
		body := []byte("state with " + text)
		if _, deleted := event.(messages.Deleted); deleted {
			body = []byte("state")
		}
		if revision, err = j.Save(ctx, epoch, journal.Snapshot{Channel: channel, Revision: revision, Seq: last.Seq, Body: body}); err != nil {
			t.Fatal(err)
		}
	}
	for n := range ledger.PackOf + 2 { // one is alone, then a full pack, and what is held
		judged := messages.Note{Channel: channel, At: last.At, Act: messages.Wait, Rung: "judge", N: uint64(n), Reason: because.Read("judge", "no: "+text)}
		if n == 0 {
			judged.Act = messages.Settled
		}
		noted(t, j, &judged)
	}
	quoting := part(channel, 1)
	quoting.Quoting = messages.Quoted{ID: "m1", Author: messages.Author{ID: "ana"}, Text: text}
	if err := j.Bury(ctx, journal.Letter{At: 1, Channel: channel, Post: &quoting, Reason: "forbidden"}); err != nil {
		t.Fatal(err)
	}
}

// TestErasedFromTheFiles: no text is in a file as it is, and once it is erased
// no key is that would open it.
func TestErasedFromTheFiles(t *testing.T) {
	t.Parallel()
	const channel = "test/w/c"
	for _, tt := range []struct {
		story string
		erase messages.Erase
	}{
		{"a line", messages.Erase{Channel: channel, Line: "m1"}},
		{"a person", messages.Erase{Channel: channel, Person: "ana"}},
		{"what is old", messages.Erase{Channel: channel, Before: messages.InstantOf(time.Now().Add(time.Hour))}},
		{"a channel", messages.Erase{Channel: channel, All: true}},
	} {
		t.Run(tt.story, func(t *testing.T) {
			folder, text := t.TempDir(), secret(t)
			j := opened(t, Config{Folder: folder, Partitions: 1})
			talkAbout(t, j, channel, text)
			delivered := part(channel, 7)
			delivered.Quoting = messages.Quoted{ID: "m1", Author: messages.Author{ID: "ana"}, Text: text}
			if err := errors.Join(j.Enqueue(t.Context(), 0, delivered), j.Remove(t.Context(), channel, delivered.ID)); err != nil {
				t.Fatal(err)
			}
			if found := inStreams(t, j, text); len(found) < 8 {
				t.Fatalf("the text is only in %v", found)
			}
			if err := j.Close(); err != nil {
				t.Fatal(err)
			}
			if found := inFiles(t, folder, text); len(found) > 0 {
				t.Fatalf("the text is as it was said in %v", found)
			}
			j = opened(t, Config{Folder: folder})
			before := rootKeys(t, j)
			if err := j.Erase(t.Context(), tt.erase); err != nil {
				t.Fatal(err)
			}
			if found := inStreams(t, j, text); len(found) > 0 {
				t.Errorf("still in %v", found)
			}
			for range 2 { // as it runs, and stopped
				for _, key := range before {
					if found := inFiles(t, folder, key); len(found) > 0 {
						t.Errorf("a key to what was erased is still in %v", found)
					}
				}
				if err := j.Close(); err != nil {
					t.Fatal(err)
				}
			}
			j = opened(t, Config{Folder: folder})
			if s, err := j.Load(t.Context(), channel); err != nil || string(s.Body) != "state" {
				t.Errorf("the state is %q, %v", s.Body, err)
			}
			if found := inStreams(t, j, text); len(found) > 0 {
				t.Errorf("after a restart still in %v", found)
			}
		})
	}
}

// TestEraseGoesOn: an Erase that was cut short is finished by the next.
func TestEraseGoesOn(t *testing.T) {
	const channel = "test/w/c"
	text := secret(t)
	j := opened(t, Config{Folder: t.TempDir(), Partitions: 1})
	talkAbout(t, j, channel, text)
	ended, end := context.WithCancel(t.Context())
	end()
	if err := j.Erase(ended, messages.Erase{Channel: channel, Line: "m1"}); err == nil {
		t.Fatal("an erase nobody waits for succeeded")
	}
	// The records are gone, the rest is not: the line's time is unknown now.
	order := messages.Erase{Channel: channel, Line: "m1"}
	e := &sealed.Erasure{Gone: journal.NewErasure(order)}
	covered, err := j.snapshots.CoveredBy(t.Context(), channel)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(j.log.Erase(t.Context(), channel, covered, e), j.vault.forgetTexts(t.Context(), channel, e.Ranges...)); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := j.Erase(t.Context(), messages.Erase{Channel: channel, Line: "m1"}); err != nil {
			t.Fatal(err)
		}
	}
	if found := inStreams(t, j, text); len(found) > 0 {
		t.Errorf("still in %v", found)
	}
}

// BenchmarkErase is a line erased from a file that is nearly full.
func BenchmarkErase(b *testing.B) {
	j := benchOpen(b)
	channel := messages.ChannelID("discord/99182736/1182736455")
	ctx := b.Context()
	var last journal.Record
	for n := range 10_000 {
		var err error
		if last, err = j.Append(ctx, 0, channel, someLine(channel, n)); err != nil {
			b.Fatal(err)
		}
	}
	if _, err := j.Save(ctx, 0, journal.Snapshot{Channel: channel, Seq: last.Seq}); err != nil {
		b.Fatal(err)
	}
	for n := 0; b.Loop(); n++ {
		if err := j.Erase(ctx, messages.Erase{Channel: channel, Line: messages.LineID(fmt.Sprint(n))}); err != nil {
			b.Fatal(err)
		}
	}
}
