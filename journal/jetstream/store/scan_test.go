package store

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// testStore returns a connected store with one stream, "x".
func testStore(t *testing.T) *Store {
	t.Helper()
	s := connected(t)
	stream := jetstream.StreamConfig{Name: "x", Subjects: []string{"t.>"}, AllowDirect: true}
	if _, err := s.js.CreateStream(t.Context(), stream); err != nil {
		t.Fatal(err)
	}
	return s
}

// lossy is a connection on which batches end early: of some of them only a few
// messages arrive.
type lossy struct {
	jetstream.JetStream
	losses int // of that many batches
	keeps  int // so many messages
}

func (l *lossy) CreateConsumer(ctx context.Context, stream string, c jetstream.ConsumerConfig) (jetstream.Consumer, error) {
	made, err := l.JetStream.CreateConsumer(ctx, stream, c)
	return &lossyConsumer{made, l}, err
}

type lossyConsumer struct {
	jetstream.Consumer
	by *lossy
}

func (c *lossyConsumer) FetchNoWait(batch int) (jetstream.MessageBatch, error) {
	whole, err := c.Consumer.FetchNoWait(batch)
	if err != nil || c.by.losses == 0 {
		return whole, err
	}
	c.by.losses--
	var all []jetstream.Msg
	for m := range whole.Messages() {
		all = append(all, m)
	}
	part := make(chan jetstream.Msg, len(all))
	for _, m := range all[:min(c.by.keeps, len(all))] {
		part <- m
	}
	close(part)
	return lossyBatch{part}, nil
}

type lossyBatch struct{ messages chan jetstream.Msg }

func (b lossyBatch) Messages() <-chan jetstream.Msg { return b.messages }
func (lossyBatch) Error() error                     { return nil }

// TestScanGoesOn: where the client gives up part of a batch the scan goes on,
// and each message is handed over once.
func TestScanGoesOn(t *testing.T) {
	const messages = scanBatch + 100
	s := testStore(t)
	var all, newest []uint64
	for n := range uint64(messages) {
		subject := fmt.Sprintf("t.%d", n%400)
		if _, err := s.Publish(t.Context(), subject, []byte("x"), nats.Header{}); err != nil {
			t.Fatal(err)
		}
		if all = append(all, n+1); n >= messages-400 {
			newest = append(newest, n+1)
		}
	}
	js := s.js
	for _, tt := range []struct {
		story         string
		reading       Reading
		losses, keeps int
		want          []uint64
		fails         bool
	}{
		{"nothing is lost", Reading{Stream: "x"}, 0, 0, all, false},
		{"of two batches a few arrive", Reading{Stream: "x"}, 2, 3, all, false},
		{"of some nothing does", Reading{Stream: "x", After: 10}, scanTries - 1, 0, all[10:], false},
		{"of too many in a row", Reading{Stream: "x"}, scanTries, 0, nil, true},
		{"of many, each some", Reading{Stream: "x"}, 3 * scanTries, 5, all, false},
		{"up to a sequence", Reading{Stream: "x", Until: 20}, 2, 3, all[:20], false},
		{"from a moment on", Reading{Stream: "x", Since: time.Now().Add(-time.Hour)}, 2, 3, all, false},
		{"only the newest of each subject", Reading{Stream: "x", Newest: true}, 2, 3, newest, false},
	} {
		s.js = &lossy{js, tt.losses, tt.keeps}
		var got []uint64
		err := s.Scan(t.Context(), tt.reading, func(m Message) error {
			got = append(got, m.Seq)
			return nil
		})
		if (err != nil) != tt.fails || !slices.Equal(got, tt.want) {
			t.Errorf("%s: got %d messages, %v; want %d, failing: %v", tt.story, len(got), err, len(tt.want), tt.fails)
		}
	}
	s.js = js
}

// late is a connection to a cluster in which scans are read by a server that hasn't got
// the newest messages yet: so many scans, and none after a sequence.
type late struct {
	jetstream.JetStream
	scans int
	until uint64
}

func (l *late) CreateConsumer(ctx context.Context, stream string, c jetstream.ConsumerConfig) (jetstream.Consumer, error) {
	made, err := l.JetStream.CreateConsumer(ctx, stream, c)
	if l.scans == 0 {
		return made, err
	}
	l.scans--
	return &lateConsumer{Consumer: made, until: l.until}, err
}

type lateConsumer struct {
	jetstream.Consumer
	until, delivered uint64
}

func (c *lateConsumer) FetchNoWait(batch int) (jetstream.MessageBatch, error) {
	whole, err := c.Consumer.FetchNoWait(batch)
	if err != nil {
		return nil, err
	}
	part := make(chan jetstream.Msg, batch)
	for m := range whole.Messages() {
		if meta, err := m.Metadata(); err == nil && meta.Sequence.Stream <= c.until {
			part <- m
			c.delivered++
		}
	}
	close(part)
	return lossyBatch{part}, whole.Error()
}

// Info says that all was delivered that it has.
func (c *lateConsumer) Info(context.Context) (*jetstream.ConsumerInfo, error) {
	return &jetstream.ConsumerInfo{Delivered: jetstream.SequenceInfo{Consumer: c.delivered}}, nil
}

// TestScanOfOneBehind: in a cluster any server may read for a scan, and one may not have
// the newest messages yet: all come that were acknowledged.
func TestScanOfOneBehind(t *testing.T) {
	s := testStore(t)
	var all []uint64
	for n := range uint64(20) {
		if _, err := s.Publish(t.Context(), fmt.Sprintf("t.%d", n%2), []byte("x"), nil); err != nil {
			t.Fatal(err)
		}
		all = append(all, n+1)
	}
	s.URL = "nats://others" // not this process's server
	js := s.js
	for _, tt := range []struct {
		story   string
		reading Reading
		scans   int
		until   uint64
		want    []uint64
		fails   bool
	}{
		{"it has everything", Reading{Stream: "x"}, 1, 20, all, false},
		{"it has nothing", Reading{Stream: "x"}, 1, 0, all, false},
		{"it has some", Reading{Stream: "x"}, 3, 12, all, false},
		{"of one subject it has some", Reading{Stream: "x", Filters: []string{"t.7", "t.1"}}, 1, 18, []uint64{2, 4, 6, 8, 10, 12, 14, 16, 18, 20}, false},
		{"of one subject it has all", Reading{Stream: "x", Filters: []string{"t.0"}}, 1, 19, []uint64{1, 3, 5, 7, 9, 11, 13, 15, 17, 19}, false},
		{"up to a sequence that it has", Reading{Stream: "x", Until: 12}, 1, 12, all[:12], false},
		{"up to a sequence that it hasn't", Reading{Stream: "x", Until: 14}, 1, 12, all[:14], false},
		{"after one that is its newest", Reading{Stream: "x", After: 12}, 1, 12, all[12:], false},
		{"from a moment on it has nothing", Reading{Stream: "x", Since: time.Now().Add(-time.Hour)}, 1, 0, all, false},
		{"from a moment on there is nothing", Reading{Stream: "x", Since: time.Now().Add(time.Hour)}, 1, 0, nil, false},
		{"only the newest of each subject", Reading{Stream: "x", Newest: true}, 1, 19, all[18:], false},
		{"it never gets the rest", Reading{Stream: "x"}, scanTries + 1, 12, all[:12], true},
	} {
		s.js = &late{js, tt.scans, tt.until}
		var got []uint64
		err := s.Scan(t.Context(), tt.reading, func(m Message) error {
			got = append(got, m.Seq)
			return nil
		})
		if (err != nil) != tt.fails || !slices.Equal(got, tt.want) {
			t.Errorf("%s: got %v, %v; want %v, failing: %v", tt.story, got, err, tt.want, tt.fails)
		}
	}
	s.js = js
}

// TestNewestOf: the newest message of each subject that has one, however many
// are asked for.
func TestNewestOf(t *testing.T) {
	s := testStore(t)
	var subjects []string
	for n := range 3 * newestAtOnce {
		subject := fmt.Sprintf("t.%d", n)
		subjects = append(subjects, subject)
		if n%5 == 0 {
			continue
		}
		for _, text := range []string{"old", "new"} {
			if _, err := s.Publish(t.Context(), subject, []byte(text), nil); err != nil {
				t.Fatal(err)
			}
		}
	}
	found, err := s.NewestOf(t.Context(), "x", subjects)
	if err != nil {
		t.Fatal(err)
	}
	for n, subject := range subjects {
		if m := found[subject]; n%5 == 0 && m != nil || n%5 != 0 && (m == nil || string(m.Data) != "new") {
			t.Errorf("%s: got %+v", subject, m)
		}
	}
	if _, err := s.NewestOf(t.Context(), "no-such-stream", subjects); err == nil {
		t.Error("a stream that is not there is read")
	}
}
