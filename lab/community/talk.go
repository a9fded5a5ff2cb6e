package community

import (
	"math"
	"math/rand/v2"
	"strconv"
	"time"

	"familiar/messages"
)

// A Kind is what a line is for, as its author means it.
type Kind uint8

// The kinds.
const (
	Question Kind = iota // begins something by asking the room
	Remark               // begins something by telling it
	Chat                 // begins or goes on with small talk
	Answer               // answers somebody
	AskBack              // answers somebody with a question
	More                 // its author goes on
	Thanks               // thanks somebody for an answer
	Call                 // calls the familiar
	GoOn                 // goes on talking with the familiar, without a sign of it

	kinds = iota
)

// Habits are how the people of a community talk to each other.
type Habits struct {
	Network      messages.Network // discord has replies, reactions and deletions; irc has none of them
	Fewest, Most int              // people
	Hourly       float64          // how often something is begun, in a busy hour
	Pace         time.Duration    // half of the answers come sooner
	Questions    float64          // share of what is begun that is a question to the room
	Chats        float64          // share that is small talk
	Calls        float64          // share that calls the familiar
	Answers      float64          // how many answers a remark gets, on average; a question gets nearly twice as many
	Names        float64          // share of answers that say a name, or mention it
	Replies      float64          // share of answers that are the network's replies
	Privately    float64          // share of what is begun that is meant for the familiar without saying so
}

// A Said is a line of a talk, with what its author knows of it.
type Said struct {
	Line   *messages.Line
	Kind   Kind
	Author int // of the people
	Topic  int
	To     int // the line it answers; -1: none

	AnsweredAt messages.Instant // when another person answered it first; 0: nobody did
	depth      int
}

// ForUs reports whether the line says that it is for the familiar.
func (s *Said) ForUs() bool { return s.Kind == Call }

// A Talk is what people would say to each other if the familiar never spoke.
// Its lines are shared by every setting and never changed.
type Talk struct {
	people []person
	said   []Said
}

// began is when every talk begins: the morning of a Monday.
var began = messages.InstantOf(time.Date(2026, time.March, 2, 8, 0, 0, 0, time.UTC))

// A coming line is one that somebody is about to say.
type coming struct {
	author int
	kind   Kind
	topic  int
	to     int
	depth  int
}

// A talker draws a talk.
type talker struct {
	Talk

	rng    *rand.Rand
	habits *Habits
	queue  schedule[coming]
	begins messages.Instant // when the next conversation does
}

// drawTalk draws the people of a community and so many of their lines.
func drawTalk(h *Habits, seed uint64, lines int) *Talk {
	rng := rand.New(rand.NewPCG(seed, 0x7461_6c6b))
	t := &talker{rng: rng, habits: h, begins: began}
	t.people = drawPeople(rng, h)
	t.said = make([]Said, 0, lines)
	t.begins = t.after(t.begins)
	for len(t.said) < lines {
		if t.queue.due(t.begins) {
			t.say(t.queue.pop())
			continue
		}
		t.say(t.begins, t.open())
		t.begins = t.after(t.begins)
	}
	return &t.Talk
}

// after draws when the next conversation begins: a Poisson process that is slow
// at night, by thinning.
func (t *talker) after(at messages.Instant) messages.Instant {
	for {
		at = at.Add(time.Duration(t.rng.ExpFloat64() / t.habits.Hourly * float64(time.Hour)))
		if t.rng.Float64() < busy(at) {
			return at
		}
	}
}

// busy is how much goes on at that time of day, against the busiest: at four in
// the morning a tenth.
func busy(at messages.Instant) float64 {
	clock := at.Time()
	hour := float64(clock.Hour()) + float64(clock.Minute())/60
	return .55 - .45*math.Cos((hour-4)/24*2*math.Pi)
}

// open begins a conversation.
func (t *talker) open() coming {
	author := pick(t.rng, t.people, -1, func(p *person) float64 { return p.activity })
	c := coming{author: author, kind: Remark, topic: t.topicOf(author), to: -1}
	drawn := t.rng.Float64()
	for _, kind := range [...]struct {
		kind  Kind
		share float64
	}{{Call, t.habits.Calls}, {GoOn, t.habits.Privately}, {Question, t.habits.Questions}, {Chat, t.habits.Chats}} {
		if drawn < kind.share {
			c.kind = kind.kind
			break
		}
		drawn -= kind.share
	}
	return c
}

func (t *talker) topicOf(author int) int {
	drawn := t.rng.Float64()
	for k, share := range t.people[author].interest {
		if drawn -= share; drawn < 0 {
			return k
		}
	}
	return topics - 1
}

// say puts a line into the talk, and thinks of what follows it.
func (t *talker) say(at messages.Instant, c coming) {
	i := len(t.said)
	s := Said{Kind: c.kind, Author: c.author, Topic: c.topic, To: c.to, depth: c.depth}
	if c.to >= 0 {
		to := &t.said[c.to]
		if to.Author != c.author && to.AnsweredAt == 0 {
			to.AnsweredAt = at
		}
	}
	s.Line = &messages.Line{ID: messages.LineID(strconv.Itoa(i + 1)), Channel: channelOf(t.habits.Network), Author: t.people[c.author].author, At: at}
	t.word(&s)
	t.said = append(t.said, s)
	t.follow(i)
}
