package conversation

import (
	"fmt"
	"strings"
	"time"

	"familiar/messages"
)

// A move is something that happens in a world.
type move struct {
	weight int // how often, against the others
	name   string
	do     func(*world)
}

var moves = []move{
	{24, "a person speaks", func(w *world) { w.speak(false) }},
	{8, "a bot speaks", func(w *world) { w.speak(true) }},
	{4, "another account hears a line too", (*world).alsoHear},
	{14, "the next deadline comes", (*world).fire},
	{4, "an old timer fires", func(w *world) { w.step(messages.TimerFired{N: uint64(w.pick("timer", 40))}) }},
	{10, "time passes", (*world).pass},
	{10, "the judge answers", (*world).judge},
	{14, "the agent answers", (*world).compose},
	{12, "the network takes a part", (*world).deliver},
	{4, "the network shows a part", (*world).echo},
	{1, "somebody writes through an account", (*world).byHand},
	{3, "the network refuses a part", (*world).refuse},
	{4, "a line is edited", (*world).edit},
	{4, "a line is deleted", (*world).remove},
	{1, "a line is deleted before it comes", (*world).removeEarly},
	{3, "a line comes again", (*world).repeat},
	{6, "the journal has erased", (*world).erased},
	{3, "something is to be forgotten", (*world).forget},
	{4, "a command", (*world).command},
	{2, "a command about turns", (*world).assign},
	{3, "the channel is put away and woken", (*world).reload},
	{4, "somebody types a command", (*world).typed},
	{2, "the network says who is here", (*world).members},
	{1, "earlier lines are fetched", (*world).history},
	{1, "the budget presses", (*world).press},
	{1, "a thread had a reply", func(w *world) {
		w.step(messages.Told{From: w.s.Channel.Room() + "/thread", Fact: messages.Replied{Familiar: cast[w.pick("whose", len(cast))].familiar, Person: []messages.PersonID{"", "p1"}[w.pick("of a person", 2)]}})
	}},
	{3, "a room and its threads talk", (*world).house},
	{2, "an account comes or goes", (*world).presence},
	{3, "somebody is woken with a prompt or by a clock", (*world).wakeFor},
	{2, "the operator says something through one of them", (*world).tellToSay},
	{16, "a side-fork answers", (*world).answerFork},
	{4, "the ledger answers", (*world).explain},
	{6, "somebody reacts", (*world).reacts},
	{6, "a model says what to keep", (*world).memorize},
	{3, "talk settles", (*world).talkSettles},
	{1, "an event is skipped", func(w *world) { w.step(messages.Skipped{Seq: 7, Reason: "it panicked"}) }},
}

// move makes one thing happen.
func (w *world) move() {
	total := 0
	for _, m := range moves {
		total += m.weight
	}
	at := w.pick("move", total)
	for _, m := range moves {
		if at -= m.weight; at < 0 {
			m.do(w)
			return
		}
	}
}

// line makes a line nobody has heard, with a text that occurs once.
func (w *world) line() *messages.Line {
	w.said++
	l := &messages.Line{
		ID: messages.LineID(fmt.Sprintf("l%d", w.said)), Channel: w.s.Channel,
		Text: fmt.Sprintf("text-%d.", w.said), At: w.now.Add(time.Duration(w.pick("network's clock", 3)-1) * time.Hour),
	}
	return l
}

func (w *world) speak(bot bool) {
	l := w.line()
	who := w.pick("who", 4)
	l.Author = messages.Author{ID: messages.PersonID(fmt.Sprintf("p%d", who)), Name: []string{"ana", "bob", "cy", "dee"}[who]}
	if bot {
		l.Author = messages.Author{ID: messages.PersonID(fmt.Sprintf("b%d", who%2)), Name: []string{"zed", "yak"}[who%2], Bot: true}
	}
	w.aim(l)
	l.Account = w.config.Seats[w.pick("account", len(w.config.Seats))].Account
	if w.pick("heard for all", 3) == 0 {
		l.Account = ""
	}
	kind := w.pick("kind of line", 25)
	l.Audience = []messages.Audience{messages.AudienceAll, messages.AudienceAll, messages.AudienceAll, messages.AudienceSome, messages.AudienceUnknown}[kind%5]
	switch kind {
	case 20:
		l.DM, l.Pane = true, w.pick("in a pane", 2) == 1
	case 21:
		l.Backfilled = true
	case 22:
		l.Crowded = true
	case 23:
		l.LullEndpoint = true
	case 24:
		l.Overdrawn = true
	}
	w.known = append(w.known, l.ID)
	w.step(messages.Heard{Line: l})
}

// aim draws whom a line is for.
func (w *world) aim(l *messages.Line) {
	seat := &w.config.Seats[w.pick("which seat", len(w.config.Seats))]
	switch w.pick("aimed at", 8) {
	case 1:
		l.Mentions = []messages.PersonID{seat.Person()}
	case 2:
		l.Text += " " + seat.Name
	case 3:
		l.Text += " is it?"
	case 4:
		l.ReplyTo = messages.Reply{ID: w.someLine(), Author: seat.Person()}
	case 5:
		l.ReplyTo = messages.Reply{ID: w.someLine()}
	case 6:
		l.Mentions = []messages.PersonID{"p1"}
	case 7:
		l.Everyone = true
	}
}

func (w *world) alsoHear() {
	l := w.line()
	l.ID = w.someLine()
	l.Author = messages.Author{ID: "p0", Name: "ana"}
	w.aim(l)
	l.Account = w.config.Seats[w.pick("account", len(w.config.Seats))].Account
	w.step(messages.AlsoHeard{Line: l})
}

func (w *world) repeat() {
	l := w.line()
	l.ID, l.Author = w.someLine(), messages.Author{ID: "p0", Name: "ana"}
	if w.knows(l.ID) {
		w.step(messages.Heard{Line: l})
	}
}

func (w *world) fire() {
	if due, ok := w.s.Due(); ok {
		w.now = max(w.now, due.At) // an actor is never early
		w.step(messages.TimerFired{N: due.N})
	}
}

func (w *world) pass() {
	times := []time.Duration{
		time.Millisecond, 700 * time.Millisecond, 2 * time.Second, 11 * time.Second, 70 * time.Second,
		3 * time.Minute, 6 * time.Minute, 20 * time.Minute, 26 * time.Hour, 8 * 24 * time.Hour,
	}
	w.now = w.now.Add(times[w.pick("how long", len(times))])
}

// number draws the number of an order: the open one as a rule, else one that
// was, will be or never is.
func (w *world) number(open map[messages.FamiliarID]uint64) uint64 {
	if at := w.pick("which order", 5); at < 4 {
		for _, who := range cast {
			if n := open[who.familiar]; n != 0 {
				return n
			}
		}
	}
	return uint64(w.pick("number", 60))
}

func (w *world) judge() {
	v := messages.Judged{N: w.number(w.asked), Reason: "because"}
	switch w.pick("verdict", 6) {
	case 0, 1:
		v.Yes, v.Who = true, w.chosen(v.N)
	case 4:
		v.Error, v.Reason, v.Fault = "overloaded", "", w.fault()
	case 5:
		v.Error, v.Reason, v.Shed = "too many questions", "", true
	}
	w.step(v)
}

// chosen draws whom a judge has speak: one that the question is about, nobody in
// particular, or anybody.
func (w *world) chosen(n uint64) messages.FamiliarID {
	if i := w.s.Seats.Judging(n); i >= 0 && len(w.s.Seats[i].Judging.Others) > 0 {
		others := w.s.Seats[i].Judging.Others
		if k := w.pick("chosen", len(others)+2); k < len(others) {
			return others[k]
		}
	}
	if w.pick("anybody", 8) == 7 {
		return cast[w.pick("who", len(cast))].familiar
	}
	return ""
}

func (w *world) compose() {
	w.said++
	c := messages.Composed{N: w.number(w.composing), Final: true, Parts: []string{fmt.Sprintf("answer-%d.", w.said)}}
	w.forkOwn(&c)
	switch w.pick("answer", 15) {
	case 12:
		c.Reactions = []messages.Reaction{{Line: w.someLine(), Emoji: "👍"}, {Line: w.someLine(), Emoji: "👍"}}
	case 13:
		w.amends(&c)
	case 14:
		w.attaches(&c)
	case 4:
		c.Error, c.Fault = "model is away", w.fault()
		c.After = []time.Duration{0, 0, 30 * time.Second, time.Hour}[w.pick("left alone", 4)]
	case 5:
		c.Parts[0] = "NO_REPLY"
	case 6:
		c.Parts, c.Skip = nil, true
	case 7:
		c.Parts = append([]string{"first " + c.Parts[0], " \n", "<think>hm</think>", strings.Repeat("a", 60)}, c.Parts...)
	case 8:
		c.Disengage = true
	case 9:
		c.Parts[0] += " @bob <@p2> @zed TURN_COMPLETE"
	case 10:
		c.Parts = append(c.Parts, c.Parts[0], c.Parts[0])
	case 11:
		c.Parts[0] += " Aria, Vesper and Milo?"
	}
	c.Took = w.tookSome()
	w.step(c)
}

// fault draws what is to be done about a failure.
func (w *world) fault() messages.Fault {
	return []messages.Fault{messages.Passing, messages.Passing, messages.Costly, messages.Lasting, messages.Declined}[w.pick("fault", 5)]
}

// post draws a part that was ordered, as a rule the newest.
func (w *world) post() (messages.Post, bool) {
	if len(w.posts) == 0 {
		return messages.Post{}, false
	}
	back := min(w.pick("which part", 4), len(w.posts)-1)
	return w.posts[len(w.posts)-1-back], true
}

func (w *world) deliver() {
	if post, ok := w.post(); ok {
		e := messages.Delivered{Post: post.ID, Line: messages.LineID("own " + post.ID), Audience: messages.AudienceAll}
		if w.pick("where", 6) == 5 {
			e.Thread = w.s.Channel + "/thread"
		}
		w.threaded(post, &e)
		w.step(e)
	}
}

func (w *world) echo() {
	post, ok := w.post()
	if !ok {
		return
	}
	l := &messages.Line{ID: messages.LineID("own " + post.ID), Channel: w.s.Channel, Account: post.Account, Text: post.Text, At: w.now}
	for i := range w.config.Seats {
		if c := &w.config.Seats[i]; c.Familiar == post.Familiar {
			l.Author = messages.Author{ID: c.Person(), Name: c.Name}
		}
	}
	if post.As != "" && w.pick("names are shown", 2) == 0 {
		l.Author.Name, l.Text = "House", post.As+": "+post.Text
	}
	if w.pick("nonce", 2) == 1 {
		l.Nonce = string(post.ID)
	}
	if post.File != nil {
		l.Text, l.Attachments = "", []messages.Attachment{{ID: "f", Name: post.File.Name}}
	}
	w.known = append(w.known, l.ID)
	w.step(messages.Heard{Line: l})
}

func (w *world) byHand() {
	l, seat := w.line(), &w.config.Seats[w.pick("whose account", len(w.config.Seats))]
	l.Author, l.Account = messages.Author{ID: seat.Person(), Name: "House", Bot: true}, seat.Account
	w.aim(l)
	w.known = append(w.known, l.ID)
	w.step(messages.Heard{Line: l})
}

func (w *world) refuse() {
	if post, ok := w.post(); ok {
		w.step(messages.DeliveryFailed{Post: post.ID, Reason: "no permission", Unknown: w.pick("unknown", 2) == 1})
	}
}

func (w *world) edit() {
	l := w.line()
	l.ID, l.Author = w.someLine(), messages.Author{ID: "p0", Name: "ana"}
	w.aim(l)
	l.Backfilled = w.pick("read after a gap", 4) == 0
	w.step(messages.Edited{Line: l})
}

func (w *world) remove() { w.step(messages.Deleted{ID: w.someLine()}) }

func (w *world) removeEarly() {
	id := messages.LineID(fmt.Sprintf("l%d", w.said+1))
	w.step(messages.Deleted{ID: id})
	w.gone[id] = w.s.Seen.IsGone(id)
	if w.pick("it comes next", 2) == 1 {
		w.speak(false)
	}
}

func (w *world) command() {
	all := []messages.Command{messages.Resume, messages.Wake, messages.Stop, messages.Clear, messages.Quiet, messages.Disengage, messages.EngageHere}
	c := messages.Commanded{Command: all[w.pick("command", len(all))]}
	if at := w.pick("whom", 1+len(w.config.Seats)); at > 0 {
		c.Familiar = w.config.Seats[at-1].Familiar
	}
	w.step(c)
}

func (w *world) members() {
	n := uint64(0)
	if a := w.s.Asking.Inquiry; a != nil && w.pick("as ordered", 3) > 0 {
		n = a.Members.N
	}
	w.step(messages.MembersKnown{N: n, Humans: w.pick("humans", 4), Bots: 1, FetchedAt: w.now, Truncated: w.pick("truncated", 2) == 1})
}

func (w *world) history() {
	e := messages.HistoryFetched{}
	if a := w.s.Asking.Inquiry; a != nil && w.pick("as ordered", 3) > 0 {
		if e.N = a.History; len(a.Held) > 0 && w.pick("with a line that waits", 2) == 1 {
			e.Lines = append(e.Lines, a.Held[0].Line)
		}
	}
	for range 1 + w.pick("lines", 3) {
		l := w.line()
		l.Author = messages.Author{ID: "p3", Name: "dee"}
		w.known = append(w.known, l.ID)
		e.Lines = append(e.Lines, l)
	}
	w.step(e)
}
