package conformance

import (
	"fmt"
	"slices"
	"strings"

	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/conversation"
)

// A room is one channel with what it waits for from outside.
type room struct {
	*stage
	place place
	state *conversation.Channel
	order *messages.Compose // not answered yet
	posts []messages.Post   // neither delivered nor failed yet
	lines int               // lines of ours so far
}

func (r *room) seat() *conversation.Seat { return &r.state.Seats[0] }

// route hears a line. The adapter keeps commands to itself, and what the
// network has to be asked is known before the line.
func (r *room) route(l *recordedLine) {
	if strings.HasPrefix(l.Text, "/") && !strings.HasPrefix(l.Text, "//") {
		return
	}
	if r.state.Lines.Last() == 0 {
		r.fetchHistory(l)
	}
	line := r.line(l)
	_, known := r.state.Roster.With(line.Author)
	if !line.DM && r.asksMembers(line) {
		r.fetchMembers()
	}
	r.step(messages.Heard{Line: line})
	if !line.DM && !known { // the source looks again for the line after a new face
		r.fetchMembers()
	}
}

// fetchMembers gives what the network answers when it is asked who is here.
func (r *room) fetchMembers() {
	if m := r.scenario.Membership; m != nil {
		r.step(messages.MembersKnown{Humans: m.Humans, Bots: m.Bots, Truncated: m.Truncated, FetchedAt: r.now})
	}
}

// asksMembers reports whether a line waits for the members: what is known of
// them is old, and nobody else has been seen besides its author. With two there
// is nothing to find out.
func (r *room) asksMembers(before *messages.Line) bool {
	if r.state.Roster.Fresh(r.now) {
		return false
	}
	humans := 0
	for _, p := range r.state.Roster.People {
		if !p.Bot && p.ID != before.Author.ID {
			humans++
		}
	}
	if !before.Author.Bot {
		humans++
	}
	return humans <= 1
}

// fetchHistory gives what a network answers when it is asked for the recorded
// head and tail of what came before the line.
func (r *room) fetchHistory(before *recordedLine) {
	prefetch := r.scenario.Config.Prefetch
	head, tail := 0, prefetch.Channel.Tail
	if r.place.thread != "" {
		head, tail = prefetch.Thread.Head, prefetch.Thread.Tail
	}
	all := r.scenario.History
	if n := len(all); n > 0 && all[n-1].Author == before.Author && all[n-1].Text == before.Text {
		all = all[:n-1]
	}
	if len(all) == 0 || head+tail == 0 {
		return
	}
	if len(all) > head+tail {
		all = slices.Concat(all[:head], all[len(all)-tail:])
	}
	var lines []*messages.Line
	for i, h := range all {
		lines = append(lines, &messages.Line{
			ID: messages.LineID(fmt.Sprint("old ", i)), Channel: r.state.Channel,
			Author: messages.Author{ID: h.Author, Name: h.Name, Bot: h.IsBot}, Text: h.Text,
		})
	}
	r.step(messages.HistoryFetched{Lines: lines})
}

func (r *room) line(l *recordedLine) *messages.Line {
	name := l.Name
	if name == "" {
		name = r.names[l.Author]
	}
	line := &messages.Line{
		ID: l.ID, Channel: r.state.Channel, Text: l.Text, At: r.now,
		Author: messages.Author{ID: l.Author, Name: name, Bot: l.IsBot},
		DM:     l.IsDM, ExplicitOnly: l.ExplicitOnly,
	}
	if l.IsBotMention {
		line.Mentions = append(line.Mentions, us)
	}
	if l.MentionsOthers {
		line.Mentions = append(line.Mentions, another)
	}
	switch {
	case l.ReplyToBot != nil:
		line.ReplyTo = messages.Reply{ID: messages.LineID(*l.ReplyToBot), Author: us}
	case l.ReplyToOther != nil:
		line.ReplyTo = messages.Reply{ID: messages.LineID(*l.ReplyToOther), Author: another}
	}
	return line
}

// byHand posts from our account outside a turn. No familiar does that; a
// person may.
func (r *room) byHand(text string) {
	r.lines++
	r.step(messages.Heard{Line: &messages.Line{
		ID: messages.LineID(fmt.Sprint("hand ", r.lines)), Channel: r.state.Channel, Text: text, At: r.now,
		Author: messages.Author{ID: us, Name: "Nabi", Bot: true},
	}})
}

// step gives the state an event and notes what it orders.
func (r *room) step(e messages.Event) {
	for _, effect := range r.state.Step(r.now, e, nil) {
		switch o := effect.(type) {
		case *messages.Note:
			r.noted(o)
		case messages.Compose:
			r.order = &o
			r.seen.prompts = append(r.seen.prompts, o)
		case messages.Post:
			r.posts = append(r.posts, o)
		}
	}
}

func (r *room) noted(n *messages.Note) {
	switch n.Act {
	case messages.Observe, messages.Engage, messages.Denied, messages.Claim:
		r.seen.decisions = append(r.seen.decisions, fmt.Sprint(n.Line, " ", n.Act))
	case messages.Settled:
		if strings.HasSuffix(because.Written(n.Reason), "is not posted") {
			r.seen.refused = append(r.seen.refused, string(n.Rung))
		}
	}
}
