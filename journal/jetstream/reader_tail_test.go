package jetstream

import (
	"sync"
	"testing"
	"time"

	"familiar/journal"
	"familiar/journal/jetstream/eventlog"
	"familiar/journal/jetstream/layout"
	"familiar/messages"

	"github.com/nats-io/nats.go"
)

// A solo is a journal of one partition with its consumer.
type solo struct {
	*Journal
	t       *testing.T
	clients int // of the server without the reader
	got     chan uint64
	last    uint64
}

func newSolo(t *testing.T, c Config) *solo {
	t.Helper()
	c.Partitions = 1
	s := &solo{Journal: openTest(t, c), t: t, got: make(chan uint64, 10_000)}
	s.clients = s.store.Server.NumClients()
	consuming(t, s.Journal, 0, 0, func(r journal.Record) { s.got <- r.Seq })
	return s
}

// append appends so many events at once, which must arrive next.
func (s *solo) append(events int) {
	s.t.Helper()
	var some []messages.Event
	for n := range events {
		some = append(some, messages.TimerFired{N: uint64(n)})
	}
	if _, err := s.Append(s.t.Context(), 0, here, some...); err != nil {
		s.t.Fatal(err)
	}
	s.hears(events)
}

// hears waits for the next records.
func (s *solo) hears(records int) {
	s.t.Helper()
	for range records {
		s.last++
		if seq := <-s.got; seq != s.last {
			s.t.Fatalf("got %d, want %d", seq, s.last)
		}
	}
}

// alone appends until the reader takes from the tail and has left the server.
func (s *solo) alone() {
	s.t.Helper()
	for range 10_000 {
		s.append(1)
		if s.store.Server.NumClients() == s.clients {
			return
		}
	}
	s.t.Fatal("the reader does not leave the server")
}

// TestReadFromTail: the reader takes from the tail what only this process can
// have appended, asks the server for anything else, and every record comes
// once and in order.
func TestReadFromTail(t *testing.T) {
	t.Parallel()
	c := Config{Folder: t.TempDir(), Log: quiet}
	s, event := newSolo(t, c), messages.TimerFired{N: 7}
	s.append(3)
	s.alone()
	s.append(1)
	s.append(5)
	if s.store.Server.NumClients() != s.clients {
		t.Error("appends of its own send the reader back to the server")
	}

	c.Partitions = 1
	visitor := visited(t, c)
	if _, err := visitor.Append(t.Context(), 0, here, event); err != nil {
		t.Fatal(err)
	}
	s.hears(1)
	s.append(1)
	if err := visitor.Close(); err != nil {
		t.Fatal(err)
	}
	s.alone()

	// An append whose answer is lost, and one after it.
	s.behindAcks(event)
	if _, err := s.Append(t.Context(), 0, here, event); err != nil {
		t.Fatal(err)
	}
	s.hears(2)
	s.alone()

	// One that nothing tells of: found at a look.
	s.behindAcks(event)
	s.hears(1)
	s.alone()

	// One whose writer gives up.
	under, err := s.store.Expect(t.Context(), t.Context(), lostAnswer{s})
	if err != nil {
		t.Fatal(err)
	}
	s.behindAcks(event)
	under.Forget()
	s.hears(1)
	if err := s.store.PublishMsg(&nats.Msg{Subject: under.Reply, Data: []byte(`{"stream":"x","seq":1}`)}); err != nil { // nobody's by now
		t.Fatal(err)
	}
	s.append(1)
}

// A lostAnswer is an append's whose answer nobody waits for any more.
type lostAnswer struct{ *solo }

func (lostAnswer) Answered(uint64, error) {}
func (l lostAnswer) GivenUp()             { l.log.AnswerLost(0) }

// behindAcks writes a record as an append does whose answer is lost.
func (s *solo) behindAcks(event messages.Event) {
	s.t.Helper()
	encoded, err := messages.EncodeEvent(event)
	if err != nil {
		s.t.Fatal(err)
	}
	name, err := layout.ChannelTokens(here)
	if err != nil {
		s.t.Fatal(err)
	}
	if _, err := s.store.Publish(s.t.Context(), s.store.Names.Line(0, name), plainly(1, encoded), nil); err != nil {
		s.t.Fatal(err)
	}
}

// TestSlowConsumerOfTail: what the tail has no room for comes from the server.
func TestSlowConsumerOfTail(t *testing.T) {
	t.Parallel()
	const lines = 3 * eventlog.TailRecords
	j, ctx := openTest(t, Config{Folder: t.TempDir(), Partitions: 1}), t.Context()
	got, gate := make(chan uint64, lines), make(chan struct{})
	var free sync.Once
	defer free.Do(func() { close(gate) })
	consuming(t, j, 0, 0, func(r journal.Record) {
		if r.Seq > lines/3 {
			<-gate
		}
		got <- r.Seq
	})
	var appending sync.WaitGroup
	for range 8 {
		appending.Go(func() {
			for n := range lines / 8 {
				if _, err := j.Append(ctx, 0, here, messages.TimerFired{N: uint64(n)}); err != nil {
					t.Errorf("append %d: %v", n, err)
					return
				}
			}
		})
	}
	appending.Wait()
	free.Do(func() { close(gate) })
	for want := uint64(1); want <= lines; want++ {
		select {
		case seq := <-got:
			if seq != want {
				t.Fatalf("got %d, want %d", seq, want)
			}
		case <-time.After(time.Minute):
			t.Fatalf("%d does not come", want)
		}
	}
}
