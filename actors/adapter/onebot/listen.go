package onebot

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"familiar/actors/adapter"
	"familiar/actors/adapter/onebot/wire"
	"familiar/messages"
)

const (
	pauseMost   = 5 * time.Second // the longest before an event is handed over again
	waitingMost = 10_000          // events read and not yet taken; then nothing more is read
)

// Listen implements adapter.Adapter. When the connection is lost, what was read of it is
// still handed over before Listen returns.
func (a *Account) Listen(ctx context.Context, hear adapter.Hear) error {
	return a.listening.Run(ctx, hear, a.listen)
}

func (a *Account) listen(ctx context.Context, hear adapter.Hear) error {
	on, err := a.connect(ctx)
	if err != nil {
		return a.failed("listen", err)
	}
	connected, stop := context.WithCancel(ctx)
	defer context.AfterFunc(ctx, on.deafen)()
	var introducing sync.WaitGroup
	defer func() {
		on.deafen()
		stop()
		a.leave(on)
		introducing.Wait()
	}()
	greeted := make(chan self, 1)
	introducing.Go(func() { // beside what comes meanwhile, since the answer comes among that
		defer close(greeted)
		me, err := a.introduce(connected, on)
		if err != nil {
			if ctx.Err() == nil { // else it may be posted over, yet
				_ = on.end(err)
				on.close()
			}
			return
		}
		a.learn(connected, on)
		greeted <- me
	})
	me, early, err := a.greet(ctx, on, greeted)
	if err != nil {
		a.unheard.keep(early)
		return a.failed("listen", err)
	}
	a.log.Info("onebot connected", "as", string(me.id))
	a.use(on)
	defer a.use(nil)
	l := listener{Account: a, me: me, hear: hear, on: on, queues: adapter.NewQueues[messages.ChannelID](ctx, waitingMost)}
	defer l.queues.Wait()
	l.catchUp(ctx)
	for _, e := range early {
		l.sort(e)
	}
	l.follow(ctx)
	return a.failed("listen", on.why())
}

// greet waits until the implementation has said who the account is, and returns what was
// said until then, over connections before this one, too.
func (a *Account) greet(ctx context.Context, on *link, greeted <-chan self) (me self, early []*wire.Event, err error) {
	early = a.unheard.take()
	for _, e := range early {
		on.came.note(e)
	}
	for {
		select {
		case <-ctx.Done():
			return self{}, early, ctx.Err()
		case e, more := <-on.events:
			if !more {
				return self{}, early, on.why()
			}
			if early = append(early, e); len(early) > waitingMost {
				return self{}, early, errors.New("it says much, and not who it is")
			}
		case me, ok := <-greeted:
			switch {
			case ok:
				others := func(e *wire.Event) bool { return e.Self != "" && e.Self != me.id }
				return me, slices.DeleteFunc(early, others), nil
			case ctx.Err() != nil:
				return self{}, early, ctx.Err()
			}
			return self{}, append(early, on.rest()...), on.why()
		}
	}
}

// follow takes what comes over the connection until that or ctx ends.
func (l *listener) follow(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case e, more := <-l.on.events:
			if !more {
				return
			}
			l.sort(e)
		}
	}
}

// use has calls go over a connection; nil: over one of their own.
func (a *Account) use(on *link) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.link = on
}

// A listener is one run of Listen.
type listener struct {
	*Account
	me     self
	hear   adapter.Hear
	on     *link
	queues *adapter.Queues[messages.ChannelID]
}

// arrivals are the messages of groups that came over the connection: they are no part of
// the gap before, though a group's history may have them, too.
type arrivals struct {
	messages *adapter.Recent[arrival, bool]
}

type arrival struct{ group, message wire.ID }

func newArrivals() arrivals { return arrivals{adapter.NewRecent[arrival, bool](linesMost)} }

func (a arrivals) note(e *wire.Event) {
	if e.Post == "message" || e.Post == "message_sent" {
		a.messages.Put(arrival{e.Group, e.ID}, true)
	}
}

func (a arrivals) has(group, message wire.ID) bool {
	return a.messages.Has(arrival{group, message})
}

// sort puts what an event says into its channel's lane.
func (l *listener) sort(e *wire.Event) {
	switch {
	case e.Post == "message" || e.Post == "message_sent":
		if channel, ok := l.channelOf(&e.Message); ok && e.ID != "" {
			l.queues.Add(channel, func(ctx context.Context) { l.say(ctx, channel, &e.Message, false) })
		}
	case e.Post == "notice" && e.Notice == "group_recall" && e.Group != "":
		l.recalled(l.me.groupChannel(e.Group), e.ID)
	case e.Post == "notice" && e.Notice == "friend_recall" && e.User != "":
		l.recalled(l.me.privateChannel(e.User), e.ID)
	case e.Post == "notice" && e.Group != "" && e.ID != "":
		l.reacted(l.me.groupChannel(e.Group), e)
	case e.Meta == "heartbeat" && e.Status.Online != nil && !*e.Status.Online:
		l.log.Warn("onebot account is offline", "help", "log in to QQ again where the OneBot implementation runs")
	}
}

// channelOf returns where a message was said.
func (l *listener) channelOf(m *wire.Message) (messages.ChannelID, bool) {
	switch {
	case m.Kind == "group" && m.Group != "":
		return l.me.groupChannel(m.Group), true
	case m.Kind == "private" && m.User == l.me.id && m.Target != "": // the account's own
		return l.me.privateChannel(m.Target), true
	case m.Kind == "private" && m.User != "":
		return l.me.privateChannel(m.User), true
	}
	return "", false
}

// say hands a line over, unless it was before.
func (l *listener) say(ctx context.Context, channel messages.ChannelID, m *wire.Message, backfilled bool) {
	at := stand{channel, m.ID}
	if m.User == l.me.id {
		l.posting.Await(ctx, string(channel), func() bool { return l.past.posts.Has(at) })
	}
	if l.past.taken.Has(at) {
		return
	}
	l.meet(channel, m)
	line := l.line(channel, m, l.me)
	line.Backfilled = line.Backfilled || backfilled
	if l.handOver(ctx, channel, messages.Heard{Line: line}) {
		l.past.taken.Put(at, line.Author.ID)
	}
}

// meet remembers who wrote a message.
func (l *listener) meet(channel messages.ChannelID, m *wire.Message) {
	if m.Anonymous != nil {
		return
	}
	if name := adapter.CleanName(m.Sender.Name(), adapter.NameMost); name != "" {
		l.past.names.Put(member{channel, m.User}, name)
	}
	if m.Kind == "private" && m.Sub == "group" && m.Group != "" {
		l.past.sessions.Put(m.User, m.Group)
	}
}

// recalled hands over that a message was taken back.
func (l *listener) recalled(channel messages.ChannelID, message wire.ID) {
	if message != "" {
		l.queues.Add(channel, func(ctx context.Context) {
			l.handOver(ctx, channel, messages.Deleted{ID: messages.LineID(message)})
		})
	}
}

// handOver hands an event over until it is taken or refused, and reports whether that
// was before ctx ended.
func (l *listener) handOver(ctx context.Context, channel messages.ChannelID, e messages.Event) bool {
	return l.hear.UntilTaken(ctx, channel, e, adapter.Backoff{First: l.config.Pause, Most: pauseMost}) == nil
}
