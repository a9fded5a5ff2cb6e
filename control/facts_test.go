package control

import (
	"fmt"
	"math/bits"
	"testing"

	"familiar/messages"
)

func TestEveryFactHasAWord(t *testing.T) {
	last := bits.Len64(uint64(messages.SharesDay)) // the last fact there is
	if len(factWords) != last {
		t.Errorf("got %d words, want %d", len(factWords), last)
	}
	known := map[string]bool{}
	for i, w := range factWords {
		if w.fact != 1<<i || w.word == "" || known[w.word] {
			t.Errorf("row %d is %d %q", i, w.fact, w.word)
		}
		known[w.word] = true
	}
	if got := fmt.Sprint(words(messages.MentionsUs | messages.HasCredit)); got != "[mentions us has credit]" {
		t.Errorf("got %s", got)
	}
}
