package community

import (
	"math"
	"strconv"
	"time"

	"familiar/internal/fnv"
	"familiar/internal/splitmix"
	"familiar/lab/virtual"
	"familiar/messages"
	"familiar/policy/conversation"
	"familiar/policy/ladder"
)

// writes is how long a reply is written.
const writes = 3 * time.Second

// A task is something that comes by itself. What it gives happens to the channel;
// nil: nothing does.
type task func(at messages.Instant) messages.Event

// A world is a channel with the familiar in it, and the people around it.
type world struct {
	taste *Taste
	talk  *Talk
	judge Judge
	seed  uint64
	drive virtual.Drive
	count *counter

	agenda  schedule[task]
	turn    messages.Compose // the newest there was
	at      int              // the talk's line that was heard last
	newest  messages.Instant // when people last said something
	heard   int              // lines of the channel so far
	unasked []int            // which of them the familiar said unasked
	posted  int
	extra   []*Said                  // what people said because of the familiar
	covered map[messages.LineID]bool // what its turns were about
	wanted  map[messages.LineID]bool // of its unasked lines those that were welcome; of people's those it was missed for
	alone   map[int]bool             // of the people, who told it to leave them alone
}

// live has a community live through its talk with a familiar of that policy.
func live(taste *Taste, talk *Talk, s *Setting, judge Judge, seed uint64) (*counter, error) {
	w := &world{
		taste: taste, talk: talk, judge: judge, seed: seed, count: newCounter(len(talk.said)),
		covered: make(map[messages.LineID]bool), wanted: make(map[messages.LineID]bool), alone: make(map[int]bool),
	}
	w.drive.Begin(conversation.New(channelOf(taste.Habits.Network), w.config(&s.Policy)), w)
	for i := range talk.said {
		said := &talk.said[i]
		if err := w.drive.Until(said.Line.At); err != nil {
			return w.count, err
		}
		w.at = i
		w.hear(said)
		if err := w.drive.Step(said.Line.At, messages.Heard{Line: said.Line}); err != nil {
			return w.count, err
		}
		if s.Moved != nil && i%movedEvery == 0 {
			w.count.moved = append(w.count.moved, s.Moved(w.drive.Channel))
		}
	}
	return w.count, w.drive.Until(w.drive.Channel.Now.Add(time.Hour))
}

// config is of a channel with the familiar alone, in which the first two people
// are moderators.
func (w *world) config(policy *conversation.Policy) *conversation.Config {
	network := w.taste.Habits.Network
	c := &conversation.Config{
		Listed: true,
		Room:   moderated(network, w.talk.people[:2]),
		Seats: []conversation.SeatConfig{{
			Familiar: "aria", Self: ourID, Name: ourName, Names: ladder.CompileNames(policy.Ladder.Alias, ourName), Calls: []string{ourName},
			Judged: w.judge != None, Policy: *policy, Replies: network == discord, Members: true,
		}},
	}
	c.Listen()
	return c
}

// Next takes what people do by an instant, and the reply that is ready.
func (w *world) Next(until messages.Instant) (messages.Instant, messages.Event, bool) {
	for w.agenda.due(until) {
		at, do := w.agenda.pop()
		e := do(at)
		if e == nil {
			continue
		}
		return at, e, true
	}
	return 0, nil, false
}

// Take answers what the channel orders.
func (w *world) Take(now messages.Instant, effect messages.Effect) (messages.Event, error) {
	switch order := effect.(type) {
	case *messages.Note:
		if order.Act == messages.Followed {
			w.count.at(w.at).see(order.Rung, seen{1, int(one(w.wanted[order.Line]))})
		}
	case messages.Judge:
		w.count.at(w.at).Judged++
		yes := w.ask(&order, now)
		return messages.Judged{N: order.N, Yes: yes, Reason: string(w.judge)}, nil
	case messages.Compose:
		w.turn = order
		w.agenda.push(now.Add(writes), func(messages.Instant) messages.Event {
			if w.turn.N != order.N {
				return nil // it was called off
			}
			return messages.Composed{N: order.N, Parts: []string{w.text(&order)}, Final: true}
		})
	case messages.Cancel:
		if w.turn.N == order.N {
			w.turn = messages.Compose{}
		}
	case messages.Post:
		return w.post(now, &order), nil
	case messages.FetchMembers:
		return messages.MembersKnown{N: order.N, Humans: len(w.talk.people), Bots: 1, FetchedAt: now}, nil
	default: // nobody types or watches
	}
	return nil, nil
}

// text is what the familiar says: something about the topic, in words of its own
// for each turn.
func (w *world) text(order *messages.Compose) string {
	topic := 0
	if s := w.about(order.Addressed); s != nil {
		topic = s.Topic
	}
	return sentence(Answer, topic, splitmix.At(w.seed, order.N)) + " (" + strconv.FormatUint(order.N%1000, 10) + ")"
}

// post has the network accept a message, show it, and people take it.
func (w *world) post(now messages.Instant, order *messages.Post) messages.Event {
	w.posted++
	w.heard++
	id := messages.LineID("y" + strconv.Itoa(w.posted))
	w.agenda.push(now, func(at messages.Instant) messages.Event {
		return messages.Heard{Line: &messages.Line{
			ID: id, Channel: order.Channel, Author: messages.Author{ID: ourID, Name: ourName, Bot: true}, Text: order.Text, At: at, Nonce: string(order.ID),
		}}
	})
	if n, ok := order.ID.Number(); ok && n == w.turn.N {
		w.taken(now, id)
	}
	return messages.Delivered{Post: order.ID, Line: id}
}

// draw gives a number in [0,1) that depends on nothing but the community, the
// line and what it is drawn for.
func (w *world) draw(id messages.LineID, what drawn) float64 {
	return splitmix.Fraction(splitmix.At(fnv.Add(fnv.Sum("")^w.seed, id), uint64(what)))
}

// delay draws how long somebody takes, half of the times less than median.
func (w *world) delay(id messages.LineID, what drawn, median time.Duration) time.Duration {
	return max(time.Second, time.Duration(float64(median)*math.Pow(w.draw(id, what)*2, 1.5)))
}

// A drawn is what a number is drawn for.
type drawn uint64

const (
	wished drawn = iota
	needed
	calling
	shown
	shownAfter
	goingOn
	driven
	judged
)
