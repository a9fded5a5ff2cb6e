package reference

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"familiar/journal"
	"familiar/lab/virtual"
	"familiar/messages"
	"familiar/policy/conversation"
)

// A trace is a talk with all that happened around it when ours took part: the same
// lines, turns and deliveries for whoever is given it.
type trace struct {
	*talk
	records []journal.Record // for ours, by channel in the order of its journal
	calls   []call           // for a port
	diaries []diary          // what ours did, by channel
}

// A call is what a port is told: a line, or what happened.
type call struct {
	channel int
	at      messages.Instant
	said    *Said // nil: what happened
	what    happening
}

// record has ours take part in a talk.
func (m *match) record(tb testing.TB, t *talk) *trace {
	tb.Helper()
	made := &trace{talk: t, diaries: make([]diary, len(t.ids))}
	byChannel := make([][]*line, len(t.ids))
	for i := range t.lines {
		l := &t.lines[i]
		byChannel[l.channel] = append(byChannel[l.channel], l)
	}
	for c, lines := range byChannel {
		w := &world{match: m, trace: made, channel: c, diary: &made.diaries[c]}
		w.drive.Begin(conversation.New(t.ids[c], m.house(c)), w)
		w.drive.Journal = w.journal
		for _, l := range lines {
			if err := w.drive.Until(l.at); err != nil {
				tb.Fatalf("%s: channel %d: %v", m.name, c, err)
			}
			made.calls = append(made.calls, call{channel: c, at: l.at, said: &l.theirs})
			w.to, w.by = "", ""
			if err := w.drive.Step(l.at, messages.Heard{Line: l.ours}); err != nil {
				tb.Fatalf("%s: channel %d: %v", m.name, c, err)
			}
			if m.preset == "assigned" {
				w.diary.write(l.at, l.ours.ID, "to %q", w.to)
				w.diary.entries[len(w.diary.entries)-1].by = w.by
			}
		}
	}
	slices.SortStableFunc(made.records, func(a, b journal.Record) int { return int(a.At - b.At) })
	slices.SortStableFunc(made.calls, func(a, b call) int { return int(a.at - b.at) })
	for i := range made.records {
		made.records[i].Seq = uint64(i + 1)
	}
	return made
}

// A world is judge, model and network of one channel of ours.
type world struct {
	match   *match
	trace   *trace
	channel int
	diary   *diary
	drive   virtual.Drive

	ready  messages.Composed // the reply that is being written; N 0: none
	at     messages.Instant  // when it is ready
	passes bool              // it passes the turn on
	turns  int
	ours   int                 // lines of ours
	to     messages.FamiliarID // who is to answer the line just heard
	by     messages.Rung       // why nobody is
}

func (w *world) journal(at messages.Instant, e messages.Event) {
	w.trace.records = append(w.trace.records, journal.Record{Channel: w.trace.ids[w.channel], At: at, Event: e})
}

func (w *world) happens(what happening, at messages.Instant) {
	w.trace.calls = append(w.trace.calls, call{channel: w.channel, at: at, what: what})
}

// Next gives the reply once it is written.
func (w *world) Next(until messages.Instant) (messages.Instant, messages.Event, bool) {
	if w.ready.N == 0 || w.at > until {
		return 0, nil, false
	}
	return w.at, w.answer(w.at), true
}

// answer is the reply, with what it comes to for a port.
func (w *world) answer(at messages.Instant) messages.Event {
	c := w.ready
	w.ready = messages.Composed{}
	if c.Disengage {
		w.happens(stepsBack, at)
	}
	if w.passes {
		w.happens(passesTurn, at)
	}
	if c.Skip {
		w.happens(turnEnds, at)
	}
	return c
}

// Take carries out an order: the judge and the network answer at once.
func (w *world) Take(now messages.Instant, effect messages.Effect) (messages.Event, error) {
	switch o := effect.(type) {
	case *messages.Note:
		w.noted(o)
	case messages.Judge:
		if w.match.preset == "chatty" {
			w.diary.write(now, "question", "by %s after %d about %v", sourceTrigger[o.Trigger], o.Count, quotedIDs(o.Waiting))
		}
		return messages.Judged{N: o.N, Yes: agrees(o.Waiting[len(o.Waiting)-1].ID)}, nil
	case messages.Compose:
		return w.compose(now, &o), nil
	case messages.Post:
		w.ours++
		w.happens(textPosted, now)
		w.happens(turnEnds, now)
		return messages.Delivered{Post: o.ID, Line: messages.LineID(fmt.Sprintf("%d-us-%d", w.channel, w.ours))}, nil
	}
	return nil, nil
}

func (w *world) compose(now messages.Instant, o *messages.Compose) messages.Event {
	w.turns++
	about := fmt.Sprint(w.channel, " ", w.turns)
	switch w.match.preset {
	case "ladder":
		w.diary.write(now, "turn", "for %d lines after %d, guard %v, nudge %v", len(o.Addressed), len(o.Recent), o.Notice == messages.GuardNotice, o.Notice == messages.GroupNudge)
	case "chatty":
		w.diary.write(now, "turn", "about %v", quotedIDs(o.Addressed))
	}
	w.happens(turnBegins, now)
	w.ready = messages.Composed{N: o.N, Parts: []string{fmt.Sprint("as you say, ", about)}, Final: true}
	if w.match.preset == "ladder" || w.match.preset == "window" {
		switch chance(12, about) {
		case 0, 1:
			w.ready = messages.Composed{N: o.N, Skip: true}
		case 2:
			w.ready.Disengage = true
		}
	}
	if w.passes = w.match.preset == "assigned" && chance(2, about) == 0; w.passes {
		w.ready.Parts[0] += " TURN_COMPLETE"
	}
	w.at = now.Add(w.match.writing)
	if w.match.writing == 0 {
		return w.answer(now)
	}
	return nil
}

// noted writes a decision on a line into the diary, in the words of the port's.
func (w *world) noted(n *messages.Note) {
	d, at := w.diary, n.At
	if n.Act.IsOutcome() || n.Line == "" {
		return
	}
	switch w.match.preset {
	case "ladder":
		d.write(at, n.Line, "%s by %s", n.Act, n.Rung)
	case "window":
		d.write(at, n.Line, "fires %v", n.Act == messages.Engage)
	case "relevance":
		words := map[messages.Act]Relevance{messages.Engage: Process, messages.Ask: CheckRelevance, messages.Observe: SkipPolicy}
		d.write(at, n.Line, "%s", words[n.Act])
	case "assigned":
		if n.Act == messages.Engage {
			w.to = n.Familiar
		} else if w.by == "" || w.by == messages.ByMode {
			w.by = n.Rung // the holder's, if it isn't its turn but something else
		}
		return
	default:
		return
	}
	d.entries[len(d.entries)-1].by = n.Rung
}

var sourceTrigger = map[messages.Trigger]MonitorTrigger{
	messages.Address: DirectAddress, messages.Interjection: Interjection, messages.Lull: LullTrigger,
}

func quotedIDs(all []messages.Quoted) (ids []messages.LineID) {
	for i := range all {
		ids = append(ids, all[i].ID)
	}
	return ids
}

var traceStart = messages.InstantOf(time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC))

// tell lets a port have the call.
func (c *call) tell(p port) {
	if c.said != nil {
		p.hear(c.said, c.at)
	} else {
		p.happen(c.what, c.at)
	}
}
