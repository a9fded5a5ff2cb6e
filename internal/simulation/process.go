package simulation

import (
	"context"
	"errors"
	"log/slog"

	"familiar/actors/channel"
	"familiar/actors/host"
	"familiar/messages"
	"familiar/policy/conversation"
)

// attemptsOfActor is how often the host gives an actor a message that it panics at.
const attemptsOfActor = 3

// A process is everything in memory: it plays the host and the app.
type process struct {
	w      *world
	epoch  uint64
	began  messages.Instant
	actors []*actor // by channel; nil: not in memory
	timers []*timer

	readers [partitions]reader
	due     []messages.Instant // by channel: when it is to be woken; 0: never

	composes []messages.Compose  // with the agents
	judges   []messages.Judge    // with the judge
	erases   []messages.Erase    // with the eraser
	lessons  []messages.Memorize // with the learner
	tries    map[*entry]*try     // what the adapters know
}

// An actor is one channel's place in the host.
type actor struct {
	p       *process
	room    *room
	inbox   []any
	handler host.Handler // nil: made for the next message
	life    int          // handlers that were dropped after a panic
	holds   int          // of this life
}

func newProcess(w *world) *process {
	w.disk.epoch++
	p := &process{
		w: w, epoch: w.disk.epoch, began: w.now, tries: map[*entry]*try{},
		actors: make([]*actor, len(w.rooms)), due: make([]messages.Instant, len(w.rooms)),
	}
	w.process = p
	if w.taking {
		w.disk.takeOver()
	}
	if w.cutting {
		w.disk.tellAstray()
	}
	p.startReading()
	w.tracef("process %d starts", p.epoch)
	return p
}

// hand puts a message into an actor's inbox, and the actor into memory.
func (p *process) hand(room int, msg any) {
	if p.actors[room] == nil {
		p.actors[room] = &actor{p: p, room: p.w.rooms[room]}
	}
	a := p.actors[room]
	a.inbox = append(a.inbox, msg)
}

// handle has an actor take its next message, as a host does.
func (p *process) handle(room int) bool {
	a := p.actors[room]
	if a == nil || len(a.inbox) == 0 {
		return false
	}
	msg := a.inbox[0]
	if p.w.tracing {
		p.w.tracef("room %d: handles %s", room, handled(msg))
	}
	a.inbox = a.inbox[1:]
	var failure any
	for range attemptsOfActor {
		if failure = a.try(msg); failure == nil {
			return true
		}
		p.w.tracef("room %d: actor gives up: %v", room, failure)
	}
	if err, ok := failure.(error); !ok || !errors.Is(err, channel.ErrJournal) {
		p.w.broke("room %d: panic: %v", room, failure)
	}
	return true // a record is left for the next handler, which reads it again
}

// try passes msg to the handler; what it panics with is returned, and the
// handler dropped. Crashes and broken promises go on upwards.
func (a *actor) try(msg any) (failure any) {
	defer func() {
		failure = recover()
		switch failure.(type) {
		case nil:
		case crash, broken:
			panic(failure)
		default:
			a.life++
			a.holds = 0
			h := a.handler
			a.handler = nil
			if h != nil {
				h.Stopped()
			}
		}
	}()
	if a.handler == nil {
		a.handler = channel.New(a.p.options(), a)
	}
	a.handler.Receive(msg)
	return nil
}

func (p *process) options() channel.Options {
	w := p.w
	return channel.Options{
		Journal: w.disk, Orders: p,
		Config:   func(id messages.ChannelID) *conversation.Config { return w.rooms[w.index[id]].config },
		Draining: func(messages.ChannelID) bool { return false },
		Under:    func(int) {},
		Fail:     func(_ messages.ChannelID, err error) { w.broke("the process stops itself: %v", err) },
		Log:      slog.New(slog.DiscardHandler),
		Clock:    func() messages.Instant { return w.now },
		CatchUp:  p.catchUp,
	}
}

// putAway lets an idle actor leave memory.
func (p *process) putAway(room int) bool {
	a := p.actors[room]
	if a == nil || a.handler == nil || len(a.inbox) > 0 || a.holds > 0 {
		return false
	}
	if err := a.handler.Save(context.Background()); err != nil {
		p.w.tracef("room %d: not put away: %v", room, err)
		return true
	}
	a.handler.Stopped()
	p.actors[room] = nil
	p.w.Putaways++
	p.w.tracef("room %d: put away", room)
	return true
}

// saveAll saves everybody at the end of a run, when nothing fails any more.
func (p *process) saveAll() {
	for room, a := range p.actors {
		if a == nil || a.handler == nil {
			continue
		}
		if !p.putAway(room) || p.actors[room] != nil {
			p.w.broke("room %d: at the end the actor can't leave: %d messages, %d holds", room, len(a.inbox), a.holds)
		}
	}
	for part := range partitions {
		p.setCheckpoint(part)
	}
}

// restartSometimes ends the process between two actions.
func (p *process) restartSometimes() bool {
	if p.w.bad(p.w.weather.crash / 4) {
		p.w.restart()
		return true
	}
	return false
}
