package reference

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"familiar/messages"
)

// A line of the talk, as the network has it for us and as an adapter of a
// reference classifies it.
type line struct {
	channel int
	at      messages.Instant
	ours    *messages.Line
	theirs  Said
}

// A talk is what people say in channels, made from a seed.
type talk struct {
	ids   []messages.ChannelID
	lines []line // in the order of time
}

const (
	self       = messages.PersonID("us")
	mostPeople = 6 // in a channel
)

// inThread reports whether the channel is a thread, of the room before it.
func inThread(channel int) bool { return channel%5 == 4 }

// newTalk has so many lines in each channel, from start on. Some channels have one
// human and most several, one in three has another bot; people mostly speak every
// some seconds and sometimes pause for minutes or longer. Of so many lines one
// mentions us, and each of five other kinds that matter is about as frequent.
func newTalk(channels, each, mentioned int, start messages.Instant) *talk {
	t := &talk{}
	for c := range channels {
		id := messages.Channel{Network: "discord", Workspace: "w", Chat: fmt.Sprint("c", c)}
		if inThread(c) {
			id.Chat, id.Thread = fmt.Sprint("c", c-1), fmt.Sprint("t", c)
		}
		t.ids = append(t.ids, id.ID())
		t.lines = append(t.lines, speak(c, id.ID(), each, mentioned, start)...)
	}
	slices.SortStableFunc(t.lines, func(a, b line) int { return int(a.at - b.at) })
	return t
}

// speak is the talk of one channel.
func speak(channel int, id messages.ChannelID, each, mentioned int, start messages.Instant) []line {
	draw := rand.New(rand.NewPCG(1, uint64(channel)))
	var people []messages.Author
	for i := range 1 + draw.IntN(mostPeople) {
		people = append(people, messages.Author{ID: messages.PersonID(fmt.Sprintf("u%d", i)), Name: fmt.Sprint("Person ", i)})
	}
	if draw.IntN(3) == 0 {
		people = append(people, messages.Author{ID: "pip", Name: "Pip", Bot: true})
	}
	lines, at := make([]line, 0, each), start.Add(time.Duration(draw.IntN(60_000))*time.Millisecond)
	for i := range each {
		at = at.Add(gap(draw))
		l := &messages.Line{
			ID: messages.LineID(fmt.Sprintf("%d-%d", channel, i)), Channel: id, Account: "us", At: at,
			Author: people[draw.IntN(len(people))], Text: words(draw),
		}
		switch draw.IntN(mentioned) {
		case 0:
			l.Mentions = []messages.PersonID{self}
		case 1:
			l.ReplyTo = messages.Reply{ID: "before", Author: self}
		case 2:
			l.Mentions = []messages.PersonID{"u9"}
		case 3:
			l.ReplyTo = messages.Reply{ID: "before", Author: "u9"}
		case 4:
			l.Text += " Aria"
		case 5:
			l.Text += " PIP"
		}
		lines = append(lines, line{channel: channel, at: at, ours: l, theirs: classify(l, inThread(channel))})
	}
	return lines
}

// gap is the time until the next line.
func gap(draw *rand.Rand) time.Duration {
	switch draw.IntN(40) {
	case 0:
		return 5*time.Minute + time.Duration(draw.IntN(40*60_000))*time.Millisecond
	case 1, 2, 3:
		return time.Duration(11_000+draw.IntN(240_000)) * time.Millisecond
	}
	return time.Duration(1+draw.IntN(9_000)) * time.Millisecond
}

// vocabulary are the words of the talk; none means anything to anybody.
var vocabulary = strings.Fields("so then we went over to the shop and they had none of it left again which is fine I think but who knows what comes next week")

func words(draw *rand.Rand) string {
	n := 3 + draw.IntN(15)
	text := make([]string, n)
	for i := range text {
		text[i] = vocabulary[draw.IntN(len(vocabulary))]
	}
	return strings.Join(text, " ")
}

// classify is what an adapter of a reference does with a line.
func classify(l *messages.Line, thread bool) Said {
	ours := slices.Contains(l.Mentions, self)
	return Said{
		ID: l.ID, Author: l.Author.ID, Name: l.Author.Name, Bot: l.Author.Bot, Text: l.Text, Thread: thread,
		Mention: ours, MentionsOthers: !ours && len(l.Mentions) > 0,
		Reply: l.ReplyTo.Author == self, RepliesToOther: l.ReplyTo.Set() && l.ReplyTo.Author != self,
	}
}
