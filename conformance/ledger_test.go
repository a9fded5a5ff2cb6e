package conformance

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"testing"
	"time"

	"familiar/messages"
	"familiar/policy/credit"
)

// ledgers are the ledgers of several channels, which the recorded system
// keeps in one.
type ledgers map[string]*credit.Ledger

func ledgersOf(entries []credited) ledgers {
	l := ledgers{}
	for _, e := range entries {
		l.of(e.Key).Grant(e.Author, e.Until)
	}
	return l
}

func (l ledgers) of(key string) *credit.Ledger {
	if l[key] == nil {
		l[key] = &credit.Ledger{}
	}
	return l[key]
}

// all returns every credit, sorted by key and author.
func (l ledgers) all() []credited {
	var all []credited
	for _, key := range slices.SortedFunc(maps.Keys(l), cmp.Compare[string]) {
		for _, e := range l[key].All() {
			all = append(all, credited{Key: key, Author: e.Author, Until: e.Until})
		}
	}
	return all
}

// A ledgerOp is one step of a ledger's recorded life.
type ledgerOp struct {
	Op      string
	Key     string
	Author  messages.PersonID   `json:"author_id"`
	Authors []messages.PersonID `json:"author_ids"`
	Until   messages.Instant    `json:"expires_at"`
	Now     messages.Instant
	Window  *int64 `json:"window_ms"`
	Result  any    // true, false, a count or nothing
	After   []credited
}

var ledgerSequences = played("ledger_sequences", []string{"ops.*.after"}, func(t testing.TB, c *struct {
	ID  string
	Ops []ledgerOp
},
) {
	l := ledgers{}
	for i, op := range c.Ops {
		got := op.do(t, l.of(op.Key))
		if want := fmt.Sprint(op.Result); op.Result != nil && got != want {
			t.Errorf("%s, step %d, %s: got %s, want %s", c.ID, i, op.Op, got, want)
		}
		if after := l.all(); !slices.Equal(after, op.After) {
			t.Fatalf("%s, step %d, %s: the ledger holds %v, want %v", c.ID, i, op.Op, after, op.After)
		}
	}
})

// do takes the step and gives its answer.
func (op ledgerOp) do(t testing.TB, l *credit.Ledger) string {
	t.Helper()
	switch op.Op {
	case "grant":
		l.Grant(op.Author, op.Until)
	case "grant_targets":
		l.GrantAll(op.Authors, op.Now, creditFor(op.Window, credit.Slide))
	case "has":
		return strconv.FormatBool(l.Has(op.Author, op.Now))
	case "clear":
		return strconv.Itoa(l.Clear())
	case "consume":
		c := credit.Config{On: true, Window: time.Duration(*op.Window) * time.Millisecond, Mode: credit.Slide}
		return strconv.FormatBool(l.Spend(op.Author, op.Now, &c))
	default:
		t.Fatalf("unknown step %q", op.Op)
	}
	return ""
}
