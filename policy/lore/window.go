package lore

import (
	"strings"

	"familiar/internal/shorten"
)

// maxSearched is how much of the newest lines is searched, in bytes: chat has a
// hundredth of it.
const maxSearched = 32 << 10

// A haystack is a text as keys are looked for in it.
type haystack struct {
	folded, exact string // exact only if some key wants it
}

func newHaystack(text string, exact bool) haystack {
	h := haystack{folded: spelled(text, false)}
	if exact {
		h.exact = spelled(text, true)
	}
	return h
}

// has reports whether a key is in the text.
func (h *haystack) has(k *key) bool {
	if k.exact {
		return k.in(h.exact)
	}
	return k.in(h.folded)
}

// A window is the newest lines, one below the other, and where each begins.
type window struct {
	whole  haystack
	folded []int // where each line begins in whole, oldest first
	exact  []int
	pairs  pairs // of whole.folded
}

// pairs is which bytes stand side by side in a text. A key with a pair that isn't
// among them isn't in it, which is found out in a fraction of the time.
type pairs [1 << 10]uint64

func (p *pairs) of(text string) {
	for i := 1; i < len(text); i++ {
		n := uint(text[i-1])<<8 | uint(text[i])
		p[n>>6] |= 1 << (n & 63)
	}
}

func (p *pairs) mayHave(k *key) bool {
	for i := 1; i < len(k.text) && !k.exact; i++ {
		n := uint(k.text[i-1])<<8 | uint(k.text[i])
		if p[n>>6]&(1<<(n&63)) == 0 {
			return false
		}
	}
	return true
}

// newWindow puts the newest lines together, at most so many.
func newWindow(lines []string, most int, exact bool) *window {
	lines = lines[max(0, len(lines)-most):]
	first, room := len(lines), maxSearched
	for first > 0 && room > 0 {
		first--
		room -= len(lines[first]) + 1
	}
	w := &window{}
	var folded, written strings.Builder
	for i, line := range lines[first:] {
		if i == 0 && room < 0 { // the oldest has room for its beginning only
			line = shorten.Bytes(line, len(line)+room)
		}
		h := newHaystack(line, exact)
		w.folded, w.exact = append(w.folded, folded.Len()), append(w.exact, written.Len())
		folded.WriteString(h.folded + "\n")
		written.WriteString(h.exact + "\n")
	}
	w.whole = haystack{folded.String(), written.String()}
	w.pairs.of(w.whole.folded)
	return w
}

// newest returns the text of the newest lines, so many or all there are.
func (w *window) newest(lines int) haystack {
	from := max(0, len(w.folded)-lines)
	if from == len(w.folded) {
		return haystack{}
	}
	return haystack{w.whole.folded[w.folded[from]:], w.whole.exact[w.exact[from]:]}
}
