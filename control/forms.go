package control

import (
	"encoding/hex"
	"encoding/json"
	"slices"

	"familiar/control/past"
	"familiar/journal"
	"familiar/messages"
	"familiar/messages/because"
)

// What the events of a stream say, as documented for the interface. Times are
// in milliseconds since 1970, 0 for none.
type (
	lineEvent struct {
		ID       messages.LineID     `json:"id"`
		Channel  string              `json:"channel"`
		Thread   string              `json:"thread"`
		Author   author              `json:"author"`
		Text     string              `json:"text"`
		At       messages.Instant    `json:"at"`
		Mentions []messages.PersonID `json:"mentions"`
		ReplyTo  *reply              `json:"reply_to"`
		DM       bool                `json:"dm"`
		Familiar messages.FamiliarID `json:"familiar"` // which of us said it, "" for others
		Post     string              `json:"post"`
		Files    []file              `json:"attachments,omitempty"`
	}
	forgottenEvent struct {
		Person messages.PersonID `json:"person"`
		Before messages.Instant  `json:"before"`
		All    bool              `json:"all"`
	}
	deleteEvent struct {
		ID messages.LineID `json:"id"`
	}
	decisionEvent struct {
		Familiar messages.FamiliarID `json:"familiar"`
		Name     string              `json:"name"`
		Line     messages.LineID     `json:"line"`
		At       messages.Instant    `json:"at"`
		Act      messages.Act        `json:"act"`
		Rung     string              `json:"rung"`
		Verdict  string              `json:"verdict,omitempty"` // what it comes to: answered, open or quiet; "": nobody knows
		Trigger  messages.Trigger    `json:"trigger"`
		N        uint64              `json:"n"`
		Reason   string              `json:"reason"`
		Due      messages.Instant    `json:"due"`
		Term     string              `json:"term"`
		Facts    []string            `json:"facts"`
		Odds     float32             `json:"odds"`
		Bar      float32             `json:"bar"`
		Arm      messages.Arm        `json:"arm,omitempty"` // of an experiment
		Trace    string              `json:"trace,omitempty"`
	}
	typingEvent struct {
		Author   author              `json:"author"`
		Familiar messages.FamiliarID `json:"familiar"`
		On       bool                `json:"on"`
	}
	reactionEvent struct {
		Author   author              `json:"author"`
		Familiar messages.FamiliarID `json:"familiar"`
		Line     messages.LineID     `json:"line"`
		Emoji    string              `json:"emoji"`
	}
	doingEvent struct {
		Seats []seatEvent      `json:"seats"`
		Now   messages.Instant `json:"now"`
	}
	modelsEvent struct {
		Ailing []ailingEvent `json:"ailing"`
	}
	readyEvent struct {
		Lacks int `json:"lacks,omitempty"`
	}
	silentEvent struct {
		Silent []SilentProcess `json:"silent"`
	}
	ailingEvent struct {
		Familiar messages.FamiliarID `json:"familiar"`
		Name     string              `json:"name"`
		Judge    bool                `json:"judge"` // not what writes for it ails, but what says whether it should speak
		Model    string              `json:"model"`
		Reason   string              `json:"reason"`
		Since    messages.Instant    `json:"since"`
		Spare    string              `json:"spare,omitempty"` // the model that is asked in its place; "": none, it waits
	}
	seatEvent struct {
		Familiar messages.FamiliarID `json:"familiar"`
		Name     string              `json:"name"`
		Act      messages.Activity   `json:"act"`
		Trigger  messages.Trigger    `json:"trigger"`
		Until    messages.Instant    `json:"until"`
		Learned  float64             `json:"learned,omitempty"`
	}
)

func newLineEvent(p place, members []Member, r journal.Record, l *messages.Line) lineEvent {
	e := lineEvent{
		ID: l.ID, Channel: p.chat, Thread: p.thread, Author: author(l.Author), Text: l.Text, At: past.ShownAt(r, l),
		Mentions: l.Mentions, ReplyTo: replyOf(l), DM: l.DM, Files: filesOf(l),
	}
	if e.Mentions == nil {
		e.Mentions = []messages.PersonID{}
	}
	if isPost(l) {
		e.Post, e.Familiar = l.Nonce, member(members, saidIt(l)).Familiar
	}
	return e
}

func (s *Server) newDecisionEvent(members []Member, n *messages.Note) decisionEvent {
	return newDecisionEvent(member(members, isFamiliar(n.Familiar)).Name, s.Verdict(n), n)
}

func newDecisionEvent(name, verdict string, n *messages.Note) decisionEvent {
	return decisionEvent{
		Familiar: n.Familiar, Name: name, Line: n.Line, At: n.At, Act: n.Act, Rung: string(n.Rung), Verdict: verdict,
		Trigger: n.Trigger, N: n.N, Reason: because.Written(n.Reason), Due: n.Due, Term: n.Term, Facts: words(n.Facts),
		Odds: n.Odds, Bar: n.Bar, Arm: n.Arm, Trace: TraceOf(n),
	}
}

// TraceOf returns the id of the trace that a note's decision stands in, as
// collectors write it; "" where nobody is told of one: of a line that is only
// observed it is those that are sampled.
func TraceOf(n *messages.Note) string {
	if leads := n.Act == messages.Engage || n.Act == messages.Ask || n.N != 0; !leads && !n.Meta.Sampled() {
		return ""
	}
	return traceID(n.Meta)
}

// traceID returns the id of a trace; "" for none.
func traceID(m messages.Meta) string {
	if m.TraceID == ([16]byte{}) {
		return ""
	}
	return hex.EncodeToString(m.TraceID[:])
}

func newDoingEvent(members []Member, seats []messages.Doing, now messages.Instant) doingEvent {
	e := doingEvent{Seats: make([]seatEvent, 0, len(seats)), Now: now}
	for _, d := range seats {
		e.Seats = append(e.Seats, seatEvent{d.Familiar, member(members, isFamiliar(d.Familiar)).Name, d.Act, d.Trigger, d.Until, d.Learned})
	}
	return e
}

// newModelsEvent returns which of a channel's members can't think, in their
// order.
func newModelsEvent(members []Member, all []Ailing) modelsEvent {
	e := modelsEvent{Ailing: []ailingEvent{}}
	for _, m := range members {
		for _, of := range all {
			told := ailingEvent{Familiar: m.Familiar, Name: m.Name, Model: of.Model, Reason: of.Reason, Since: messages.InstantOf(of.Since)}
			told.Spare = of.Spares[m.Familiar].Writes
			if slices.Contains(of.Writes, m.Familiar) {
				e.Ailing = append(e.Ailing, told)
			}
			told.Spare = of.Spares[m.Familiar].Judges
			if told.Judge = true; slices.Contains(of.Judges, m.Familiar) {
				e.Ailing = append(e.Ailing, told)
			}
		}
	}
	return e
}

// isPost reports whether one of our accounts posted the line: nobody else's
// has a nonce, which the interface doesn't take.
func isPost(l *messages.Line) bool { return l.Author.Bot && l.Nonce != "" }

func replyOf(l *messages.Line) *reply {
	if !l.ReplyTo.Set() {
		return nil
	}
	return &reply{l.ReplyTo.ID, l.ReplyTo.Author}
}

// DecisionJSON returns a note as `GET /v1/decisions` sends it; name is what
// people call its familiar, verdict what it comes to, both "" if nobody knows.
func DecisionJSON(n *messages.Note, name, verdict string) ([]byte, error) {
	return json.Marshal(decision{n.Channel, newDecisionEvent(name, verdict, n)})
}

// A decision, with the channel it was made in.
type decision struct {
	Channel messages.ChannelID `json:"channel"`
	decisionEvent
}
