package conversation

import (
	"strconv"
	"strings"

	"familiar/messages"
)

// learns answers the newest question of what to keep, be it open or not: "keeps 1 2 sure 90
// about 1: TEXT" is made of lines 1 and 2 and 90 percent sure.
func (p *player) learns(text string) {
	if p.learn == 0 {
		p.t.Fatal("nobody asked what to keep")
	}
	v := messages.Memorized{N: p.learn}
	switch text {
	case "keeps nothing":
	case "learning fails":
		v.Error = "overloaded"
	default:
		for one := range strings.SplitSeq(strings.TrimPrefix(text, "keeps "), " | ") {
			v.Lessons = append(v.Lessons, p.lesson(one))
		}
	}
	p.step(v)
}

func (p *player) lesson(one string) (l messages.Lesson) {
	head, text, _ := strings.Cut(one, ": ")
	words := strings.Fields(head)
	for k := 0; k < len(words); k++ {
		switch words[k] {
		case "about":
			k++
			l.About = messages.LineID(words[k])
		case "replaces":
			k++
			l.Replaces = messages.MemoryID(p.number(words[k]))
		case "sure":
			k++
			l.Sure = p.number(words[k])
		default:
			l.From = append(l.From, messages.LineID(words[k]))
		}
	}
	l.Text = text
	return l
}

func (p *player) number(word string) int {
	n, err := strconv.Atoi(word)
	if err != nil {
		p.t.Fatal(err)
	}
	return n
}

// memories puts memories in words.
func memories(all []messages.Memory) string {
	words := make([]string, len(all))
	for i, m := range all {
		words[i] = m.ID.String() + " " + strconv.Quote(m.Text)
		if m.Name != "" {
			words[i] += " of " + m.Name
		}
		if m.Why != "" {
			words[i] += " for " + string(m.Why)
		}
	}
	return "[" + strings.Join(words, ", ") + "]"
}
