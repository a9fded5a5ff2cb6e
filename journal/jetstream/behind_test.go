package jetstream

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"familiar/journal/journaltest"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// A behind answers the direct reads of a stream as a server of a cluster does that
// hasn't got the newest messages yet. With each read it gets one more, or none if it
// stands still.
type behind struct {
	stream string
	conn   *nats.Conn
	stands bool

	mu    sync.Mutex
	all   []*jetstream.RawStreamMsg
	until uint64 // it has these
	short int    // reads that it answered without something that is there
}

// newBehind has all direct reads of a stream answered by a server that has none of its
// messages after a sequence.
func newBehind(t *testing.T, j *Journal, stream string, until uint64) *behind {
	t.Helper()
	ctx, js := t.Context(), j.store.JetStream()
	b := &behind{stream: stream, conn: js.Conn(), until: until}
	of, err := js.Stream(ctx, stream)
	if err != nil {
		t.Fatal(err)
	}
	config := of.CachedInfo().Config
	config.AllowDirect = false // else the server answers, too
	if of, err = js.UpdateStream(ctx, config); err != nil {
		t.Fatal(err)
	}
	for seq := of.CachedInfo().State.FirstSeq; seq <= of.CachedInfo().State.LastSeq; seq++ {
		m, err := of.GetMsg(ctx, seq)
		if err != nil {
			t.Fatal(err)
		}
		b.all = append(b.all, m)
	}
	for _, subject := range []string{"$JS.API.DIRECT.GET." + stream, "$JS.API.DIRECT.GET." + stream + ".>"} {
		sub, err := b.conn.Subscribe(subject, b.answer)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = sub.Unsubscribe() }) // fails if the connection is closed: then it has ended
	}
	if err := b.conn.Flush(); err != nil {
		t.Fatal(err)
	}
	return b
}

// answer finds what is asked for among what it has.
func (b *behind) answer(asked *nats.Msg) {
	b.mu.Lock()
	defer b.mu.Unlock()
	var r struct {
		Seq     uint64   `json:"seq"`
		Next    string   `json:"next_by_subj"`
		Newest  []string `json:"multi_last"`
		Batch   int      `json:"batch"`
		Subject string   `json:"-"`
	}
	if subject, is := strings.CutPrefix(asked.Subject, "$JS.API.DIRECT.GET."+b.stream+"."); is {
		r.Subject = subject
	} else if err := json.Unmarshal(asked.Data, &r); err != nil {
		panic(err)
	}
	var found, missed []*jetstream.RawStreamMsg
	for _, m := range b.all {
		var wanted bool
		switch {
		case r.Subject != "":
			wanted = m.Subject == r.Subject
		case r.Newest != nil:
			wanted = slices.Contains(r.Newest, m.Subject)
		case r.Batch == 0 && r.Next == "":
			wanted = m.Sequence == r.Seq
		default:
			wanted = m.Sequence >= r.Seq && (r.Next == "" || m.Subject == r.Next)
		}
		switch {
		case wanted && m.Sequence > b.until:
			missed = append(missed, m)
		case wanted:
			found = append(found, m)
		}
	}
	if len(missed) > 0 {
		b.short++
	}
	if r.Subject != "" || r.Newest != nil { // of one subject, wherever this is tried
		found = found[max(0, len(found)-1):]
	}
	if r.Batch > 0 {
		found = found[:min(r.Batch, len(found))]
	}
	if !b.stands && b.until < b.all[len(b.all)-1].Sequence {
		b.until++
	}
	b.send(asked.Reply, found, r.Batch > 0)
}

// send gives the answer as the server does.
func (b *behind) send(to string, found []*jetstream.RawStreamMsg, batch bool) {
	for _, m := range found {
		answer := nats.NewMsg(to)
		for key, values := range m.Header {
			answer.Header[key] = values
		}
		answer.Header.Set(jetstream.SubjectHeader, m.Subject)
		answer.Header.Set(jetstream.SequenceHeader, fmt.Sprint(m.Sequence))
		answer.Header.Set(jetstream.TimeStampHeaer, m.Time.Format(time.RFC3339Nano))
		answer.Data = m.Data
		_ = b.conn.PublishMsg(answer) // if it is lost the reader waits in vain, and the test fails
	}
	switch {
	case len(found) == 0:
		b.status(to, "404", "Message Not Found")
	case batch:
		b.status(to, "204", "EOB")
	}
}

func (b *behind) status(to, code, description string) {
	answer := nats.NewMsg(to)
	answer.Header.Set("Status", code)
	answer.Header.Set("Description", description)
	_ = b.conn.PublishMsg(answer)
}

// TestReadFromOneBehind: in a cluster any server may answer a read, and one may not have
// the newest records yet: what was acknowledged is read all the same.
func TestReadFromOneBehind(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		story  string
		until  uint64
		stands bool
	}{
		{"it has nothing", 0, true},
		{"it has some", 4, true},
		{"it has some, and gets the others meanwhile", 4, false},
		{"it lacks the newest", 8, false},
	} {
		t.Run(tt.story, func(t *testing.T) {
			t.Parallel()
			s := outside(t, t.TempDir(), -1)
			c := Config{URL: s.ClientURL(), Partitions: 1, Log: quiet}
			j := openTest(t, c)
			var want []string
			for n := range 8 { // after one record that says whose they are
				id := fmt.Sprint(n)
				if _, err := j.Append(t.Context(), j.Epoch(0), here, byAna(id)); err != nil {
					t.Fatal(err)
				}
				want = append(want, id)
			}
			visitor := openBy(t, Visit, c)
			b := newBehind(t, j, j.store.Names.Lines(0), tt.until)
			b.stands = tt.stands
			for who, j := range map[string]*Journal{"the owner": j, "a visitor": visitor} {
				for what, got := range journaltest.Read(t, j, here) {
					if !slices.Equal(got, want[max(0, len(want)-len(got)):]) || what != "consume from the last but one" && len(got) != len(want) {
						t.Errorf("%s, %s: got %v, want %v", who, what, got, want)
					}
				}
			}
			if b.short == 0 {
				t.Error("it had all that was asked for: the test shows nothing")
			}
		})
	}
}

// TestClaimFromOneBehind: whoever takes a partition over doesn't take posts for lost
// because the server that answers hasn't got the records after them yet.
func TestClaimFromOneBehind(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	c := Config{URL: outside(t, t.TempDir(), -1).ClientURL(), Partitions: 1, Shared: true, Log: quiet}
	a, b := openTest(t, c), openTest(t, c)
	if err := a.Claim(ctx, 0, nil); err != nil {
		t.Fatal(err)
	}
	before, err := a.Append(ctx, a.Epoch(0), here, byAna("before"))
	if err != nil {
		t.Fatal(err)
	}
	enqueued(t, a, part(here, 0))
	if _, err := a.Append(ctx, a.Epoch(0), here, byAna("after")); err != nil {
		t.Fatal(err)
	}
	newBehind(t, a, a.store.Names.Lines(0), before.Seq).stands = true
	if err := b.Claim(ctx, 0, nil); err != nil {
		t.Fatal(err)
	}
	for post, err := range b.Astray(ctx, 0) {
		t.Errorf("it is told of %v as lost, %v", post, err)
	}
}
