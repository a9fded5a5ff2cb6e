package demo

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"familiar/messages"
)

// A Summary counts what happens, for a sentence at the end. The zero Summary
// has seen nothing. It has a lock because lines and decisions come from many
// channels at once.
type Summary struct {
	mu       sync.Mutex
	lines    int
	channels map[string]bool
	replies  map[messages.FamiliarID]int
	silences int
	mentions mentionsOnly
}

// Said counts a line of the community.
func (s *Summary) Said(l Line) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.channels == nil {
		s.channels = map[string]bool{}
	}
	s.lines++
	s.channels[l.Channel] = true
}

// Decided counts decisions. A turn that was posted is a reply of its
// familiar. Keeping quiet is: to observe a line, to leave it to a lull, or to
// have a turn and say nothing in it.
func (s *Summary) Decided(notes []*messages.Note) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.replies == nil {
		s.replies = map[messages.FamiliarID]int{}
	}
	for _, n := range notes {
		s.mentions.decided(n)
		if n.Act == messages.Settled && n.Rung == messages.BySpoke {
			s.replies[n.Familiar]++
		}
		if n.Act == messages.Observe || n.Act == messages.Wait || n.Act == messages.Settled && n.Rung == messages.BySilence {
			s.silences++
		}
	}
}

// Sentence says what happened in that time: "In 4 m 12 s: 63 lines in 4
// channels, 14 replies (Aria 6, …), kept quiet 171 times." Whoever replied
// most comes first. A nil name shows ids.
func (s *Summary) Sentence(in time.Duration, name func(messages.FamiliarID) string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	who := slices.SortedFunc(maps.Keys(s.replies), func(a, b messages.FamiliarID) int {
		return cmp.Or(cmp.Compare(s.replies[b], s.replies[a]), cmp.Compare(a, b))
	})
	total := 0
	each := make([]string, len(who))
	for i, id := range who {
		shown := string(id)
		if name != nil {
			shown = name(id)
		}
		total += s.replies[id]
		each[i] = fmt.Sprintf("%s %d", shown, s.replies[id])
	}
	by := ""
	if total > 0 {
		by = " (" + strings.Join(each, ", ") + ")"
	}
	return fmt.Sprintf("In %s: %s in %s, %s%s, kept quiet %s.", clock(in),
		count(s.lines, "line", "lines"), count(len(s.channels), "channel", "channels"),
		count(total, "reply", "replies"), by, count(s.silences, "time", "times"))
}

// MentionsOnly says what a bot that answers mentions, and nothing else, would have
// done with the same lines: "A bot that only answers mentions would have replied
// 3 times: not 4 of the 6 replies above (sticky 3, lull 1), but to 1 mention that
// was left alone here."
func (s *Summary) MentionsOnly() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.mentions.sentence()
}

// clock returns d in hours, minutes and seconds: "4 m 12 s".
func clock(d time.Duration) string {
	seconds := int(d.Round(time.Second).Seconds())
	var parts []string
	if h := seconds / 3600; h > 0 {
		parts = append(parts, fmt.Sprintf("%d h", h))
	}
	if m := seconds / 60 % 60; m > 0 || len(parts) > 0 {
		parts = append(parts, fmt.Sprintf("%d m", m))
	}
	return strings.Join(append(parts, fmt.Sprintf("%d s", seconds%60)), " ")
}

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
