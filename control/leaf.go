package control

import (
	"fmt"
	"strconv"
	"strings"

	"familiar/messages"
)

// maxLeaf is how many decisions of one moment may be turned over.
const maxLeaf = 10_000

var badCursor = bad("cursor: want the value of next from an earlier answer")

// A leaf says where in the decisions, newest first, an answer ended. It goes
// out as "ms.n". The zero leaf is before the newest.
type leaf struct {
	at messages.Instant // of the last decision told
	n  int              // how many of that moment were told
}

func parseLeaf(text string) (l leaf, err error) {
	if text == "" {
		return leaf{}, nil
	}
	ms, count, _ := strings.Cut(text, ".")
	at, err1 := strconv.ParseUint(ms, 10, 63)
	n, err2 := strconv.ParseUint(count, 10, 31)
	if err1 != nil || err2 != nil || at == 0 || n == 0 || n > maxLeaf {
		return leaf{}, badCursor
	}
	return leaf{messages.Instant(at), int(n)}, nil
}

// pageOfNotes returns the decisions behind the leaf, at most so many, and the
// cursor of the rest; "" where there is none. Those given begin with what was
// told of the leaf's own moment.
func (l leaf) pageOfNotes(notes []*messages.Note, limit int) (page []*messages.Note, next string) {
	told := 0
	for told < len(notes) && told < l.n && notes[told].At == l.at {
		told++
	}
	page = notes[told:]
	if len(page) <= limit {
		return page, ""
	}
	page = page[:limit]
	to := leaf{at: page[limit-1].At}
	for _, n := range notes[:told+limit] {
		if n.At == to.at {
			to.n++
		}
	}
	return page, fmt.Sprintf("%d.%d", int64(to.at), to.n)
}
