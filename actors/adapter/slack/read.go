package slack

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/slack-go/slack"
	"github.com/slack-go/slack/socketmode"

	"familiar/messages"
)

// oldStays is how long a connection that Slack is about to close is read on
// after its successor is there.
const oldStays = 30 * time.Second

// read reads a connection to its end. One that announced its end is given up
// in silence.
func (l *listener) read(ctx context.Context, s *socket) {
	defer s.conn.Close()
	defer context.AfterFunc(ctx, s.closePolitely)()
	left := false
	for {
		r, err := s.read()
		switch {
		case errors.Is(err, errFrame):
			l.log.Warn("slack frame skipped", "err", err)
			continue
		case err != nil && left:
			return
		case err != nil:
			tell(ctx, l.lost, fmt.Errorf("slack: account %s: connection lost: %w", l.id, err))
			return
		case r.Type != socketmode.RequestTypeDisconnect:
			l.receive(ctx, s, r)
			continue
		}
		switch err := refused(r.Reason); {
		case r.Reason == "link_disabled" || r.Reason == "too_many_websockets":
			tell(ctx, l.lost, l.failed("listen", err))
			return
		case !left:
			left = true
			defer time.AfterFunc(oldStays, s.closePolitely).Stop()
			tell(ctx, l.leaving, r.Reason)
		}
	}
}

// tell gives Listen the news, unless it has ended.
func tell[T any](ctx context.Context, to chan<- T, news T) {
	select {
	case to <- news:
	case <-ctx.Done():
	}
}

// refused returns what Slack says when it ends a connection as the error of a
// call.
func refused(reason string) error { return slack.SlackErrorResponse{Err: reason} }

// receive puts what an envelope says into its channel's lane, or acknowledges
// at once what says nothing to us.
func (l *listener) receive(ctx context.Context, s *socket, r socketmode.Request) {
	if r.EnvelopeID == "" {
		return
	}
	came := arrival{at: time.Now()}
	var n notice
	var err error
	switch r.Type {
	case socketmode.RequestTypeEventsAPI:
		n, err = decodeEvent(r.Payload, l.me)
	case socketmode.RequestTypeSlashCommands:
		n, err = decodeCommand(r.Payload, l.me)
	}
	if err != nil {
		l.log.Warn("slack envelope refused", "type", r.Type, "err", err)
	}
	switch n.kind {
	case nothing:
		s.acknowledge(r.EnvelopeID, nil)
	case opened:
		l.panes.Put(string(n.channel), struct{}{})
		s.acknowledge(r.EnvelopeID, nil)
	case ended:
		s.acknowledge(r.EnvelopeID, nil)
		tell(ctx, l.lost, l.failed("listen", refused("app_uninstalled")))
	case commanded:
		text, answer, known := n.command.typed()
		came.ack = func() { s.acknowledge(r.EnvelopeID, answer) }
		if !known {
			came.ack()
			return
		}
		n.came = messages.InstantOf(came.at)
		l.lanes.add(&job{n.channel, n.key, func(ctx context.Context) error {
			if l.isAbsent(ctx, n.command.Channel) {
				answer = reply{"ephemeral", notHere}
				return nil
			}
			return l.hear(ctx, n.channel, messages.Heard{Line: l.commandLine(ctx, n, text)})
		}, []arrival{came}})
	case reacted:
		came.ack = func() { s.acknowledge(r.EnvelopeID, nil) }
		l.lanes.add(&job{l.lane(n), n.key, func(ctx context.Context) error { return l.takeReaction(ctx, n) }, []arrival{came}})
	case heard, changed, deleted, removed:
		if n.kind == heard {
			l.heardIn.rememberStand(n.message)
		}
		came.ack = func() { s.acknowledge(r.EnvelopeID, nil) }
		l.lanes.add(&job{n.channel, n.key, func(ctx context.Context) error { return l.handOverNotice(ctx, n) }, []arrival{came}})
	}
}

// handOverNotice hands over what a notice says.
func (l *listener) handOverNotice(ctx context.Context, n notice) error {
	var e messages.Event
	switch n.kind {
	case removed:
		return l.takeRemoval(ctx, n)
	case deleted:
		e = messages.Deleted{ID: n.line}
	case changed:
		e = messages.Edited{Line: l.line(ctx, n.channel, n.message, l.me)}
	default:
		e = messages.Heard{Line: l.line(ctx, n.channel, n.message, l.me)}
	}
	if err := l.hear(ctx, n.channel, e); err != nil {
		return err
	}
	if n.kind == heard {
		l.marks.set(n.channel, n.message.TS)
	}
	return nil
}

// takeRemoval hands over that a channel is gone with all that was said there, once Slack
// knows it no more: one that was made private is said to be deleted, too.
func (l *listener) takeRemoval(ctx context.Context, n notice) error {
	_, err := l.api.GetConversationInfoContext(ctx, &slack.GetConversationInfoInput{ChannelID: n.message.Channel})
	switch refusal(err) {
	case "channel_not_found":
		return l.hear(ctx, n.channel, messages.Forgotten{All: true})
	case "":
		return err // nobody said anything
	}
	return nil
}
