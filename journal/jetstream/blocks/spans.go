package blocks

import (
	"fmt"
	"slices"
	"strings"
)

// A Span is sequences, the last one included.
type Span [2]uint64

// Spans are sequences in ascending order, no span touching another.
type Spans []Span

// count is how many sequences they are.
func (s Spans) count() (n uint64) {
	for _, span := range s {
		n += span[1] - span[0] + 1
	}
	return n
}

// String returns them as 3–5, 9; of many the first ones.
func (s Spans) String() string {
	const most = 8
	var b strings.Builder
	for i, span := range s {
		if i == most {
			fmt.Fprintf(&b, " and %d more", s[i:].count())
			break
		}
		if i > 0 {
			b.WriteString(", ")
		}
		if fmt.Fprint(&b, span[0]); span[1] > span[0] {
			fmt.Fprintf(&b, "–%d", span[1])
		}
	}
	return b.String()
}

// add returns them with a sequence after the last.
func (s Spans) add(seq uint64) Spans {
	if n := len(s); n > 0 && s[n-1][1]+1 == seq {
		s[n-1][1] = seq
		return s
	}
	return append(s, Span{seq, seq})
}

// spansOf returns sequences, in any order, as spans.
func spansOf(seqs []uint64) (s Spans) {
	slices.Sort(seqs)
	for _, seq := range slices.Compact(seqs) {
		s = s.add(seq)
	}
	return s
}

// and returns what is in either.
func (s Spans) and(other Spans) (all Spans) {
	both := slices.SortedFunc(slices.Values(slices.Concat(s, other)), func(a, b Span) int { return slices.Compare(a[:], b[:]) })
	for _, span := range both {
		if n := len(all); n > 0 && span[0] <= all[n-1][1]+1 {
			all[n-1][1] = max(all[n-1][1], span[1])
		} else {
			all = append(all, span)
		}
	}
	return all
}

// without returns what is in s and not in other.
func (s Spans) without(other Spans) (left Spans) {
	for _, span := range s {
		for len(other) > 0 && other[0][1] < span[0] {
			other = other[1:]
		}
		from := span[0]
		for _, cut := range other {
			if cut[0] > span[1] {
				break
			}
			if cut[0] > from {
				left = append(left, Span{from, cut[0] - 1})
			}
			from = cut[1] + 1
		}
		if from <= span[1] {
			left = append(left, Span{from, span[1]})
		}
	}
	return left
}

// within returns what is in s from first to last.
func (s Spans) within(first, last uint64) (in Spans) {
	for _, span := range s {
		if from, to := max(span[0], first), min(span[1], last); from <= to {
			in = append(in, Span{from, to})
		}
	}
	return in
}

func (s Spans) last() uint64 {
	if len(s) == 0 {
		return 0
	}
	return s[len(s)-1][1]
}
