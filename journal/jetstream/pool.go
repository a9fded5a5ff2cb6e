package jetstream

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/nats-io/nats.go/jetstream"
)

// mostInWord bounds what a pool's word may unpack to.
const mostInWord = 64 << 20

// A Pool keeps words of the whole store that several processes write at the same time,
// each over the revision it knows. Whether this process has the store doesn't matter.
// Their text is not sealed: it must name nobody. Make it with [Journal.Pool].
type Pool struct {
	journal *Journal
	prefix  string
	former  string
}

// Pool returns the pool of that name, which is letters and digits. former names the
// word that has what an earlier program kept in one word of that name.
func (j *Journal) Pool(name, former string) *Pool {
	return &Pool{journal: j, prefix: "pool-" + name, former: former}
}

// word is the meta word of one of the pool's.
func (p *Pool) word(name string) string {
	if name == p.former {
		return strings.Replace(p.prefix, "pool-", "register-", 1)
	}
	return p.prefix + "." + name
}

// Names returns the names of all words.
func (p *Pool) Names() (names []string, err error) {
	at := p.journal.store
	stream := at.Names.Stream("meta")
	for _, subject := range []string{at.Names.Subject("meta", p.word("*")), at.Names.Subject("meta", p.word(p.former))} {
		var info jetstream.StreamInfo
		request := struct {
			Filter string `json:"subjects_filter"`
		}{subject}
		if err := at.API(at.Patient(), "STREAM.INFO."+stream, request, &info); err != nil {
			return nil, fmt.Errorf("journal: %s: %w", p.prefix, at.Ended(err))
		}
		for found := range info.State.Subjects {
			if name := found[strings.LastIndexByte(found, '.')+1:]; found != at.Names.Subject("meta", p.word(p.former)) {
				names = append(names, name)
			} else {
				names = append(names, p.former)
			}
		}
	}
	slices.Sort(names)
	return names, nil
}

// Read returns a word and its revision; 0 and no error: there is none.
func (p *Pool) Read(name string) (body []byte, revision uint64, err error) {
	at, word := p.journal.store, p.word(name)
	m, err := at.ReadWord(at.Patient(), word)
	if err != nil {
		return nil, 0, fmt.Errorf("journal: %s: %w", word, at.Ended(err))
	}
	if m == nil {
		return nil, 0, nil
	}
	packed, err := gzip.NewReader(bytes.NewReader(m.Data))
	if err == nil {
		body, err = io.ReadAll(io.LimitReader(packed, mostInWord))
	}
	if err != nil {
		return nil, 0, fmt.Errorf("journal: %s: %w", word, err)
	}
	return body, m.Sequence, nil
}

// Write keeps a word in place of the one of that revision, 0 being none. It fails with
// [journal.ErrConflict] if there is another; after any other error nobody knows whether
// it was written. A visitor writes nothing.
func (p *Pool) Write(name string, over uint64, body []byte) (revision uint64, err error) {
	at, word := p.journal.store, p.word(name)
	if p.journal.owner.epoch == 0 {
		return 0, fmt.Errorf("journal: %s: a visitor saves nothing", word)
	}
	packed, err := pack(body)
	if err == nil {
		revision, err = at.WriteWord(at.Patient(), word, over, packed)
	}
	if err != nil {
		return 0, fmt.Errorf("journal: %s: %w", word, at.Ended(err))
	}
	return revision, nil
}

// packers are at rest: to make one costs a megabyte, and networks keep a word of some
// bytes for each post and for each answer of their servers.
var packers = sync.Pool{New: func() any { return gzip.NewWriter(nil) }}

func pack(body []byte) ([]byte, error) {
	w := packers.Get().(*gzip.Writer)
	defer packers.Put(w)
	var packed bytes.Buffer
	w.Reset(&packed)
	if _, err := w.Write(body); err != nil {
		return nil, err
	}
	err := w.Close()
	return packed.Bytes(), err
}

// Remove removes a word; that there is none is no error.
func (p *Pool) Remove(name string) error {
	at, word := p.journal.store, p.word(name)
	if p.journal.owner.epoch == 0 {
		return fmt.Errorf("journal: %s: a visitor removes nothing", word)
	}
	if err := at.PurgeSubject(at.Patient(), at.Names.Stream("meta"), at.Names.Subject("meta", word)); err != nil {
		return fmt.Errorf("journal: %s: %w", word, at.Ended(err))
	}
	return nil
}
