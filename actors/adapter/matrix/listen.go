package matrix

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/sourcegraph/conc/pool"

	"familiar/actors/adapter"
	"familiar/actors/adapter/matrix/rest"
	"familiar/actors/adapter/matrix/wire"
	"familiar/internal/sleep"
	"familiar/messages"
)

const (
	// timelineMost is how many events of a room come with one answer; what was said
	// besides is fetched.
	timelineMost = 50
	// pagesMost is how many pages of pageMost events are fetched of a room after a gap.
	pagesMost, pageMost = 10, 100
	// roomsBy is of how many rooms at once an answer's events are handed over.
	roomsBy = 64
	// pollLeast is how long the next poll waits after one that brought nothing at once.
	pollLeast = 500 * time.Millisecond
	// pauseMost is the longest pause before an event is handed over again.
	pauseMost = 5 * time.Second
	// joinsMost is how many invitations of one answer are accepted.
	joinsMost = 50
)

// filter leaves out what nobody looks at.
var filter = `{"presence":{"types":[]},"account_data":{"types":["m.direct"]},"room":{"ephemeral":{"types":[]},"account_data":{"types":[]},` +
	`"state":{"types":["m.room.member","m.room.encryption","m.room.join_rules","m.room.history_visibility","m.room.tombstone"],"lazy_load_members":true},"timeline":{"limit":` + strconv.Itoa(timelineMost) + `,"lazy_load_members":true}}}`

// Listen implements adapter.Adapter. What was not taken when ctx ends, the homeserver
// hands out again.
func (a *Account) Listen(ctx context.Context, hear adapter.Hear) error {
	return a.listening.Run(ctx, hear, a.listen)
}

func (a *Account) listen(ctx context.Context, hear adapter.Hear) error {
	me, err := a.who(ctx)
	if err != nil {
		return err
	}
	var direct json.RawMessage
	err = a.api.Call(ctx, get("user", string(me.ID), "account_data", wire.TypeDirect), &direct)
	if err != nil && !rest.IsMissing(err) {
		return a.failed("ask for direct chats", err)
	}
	a.rooms.setDirect(direct)
	l := listener{Account: a, me: me, hear: hear, token: a.tokenOf(me.ID)}
	if kept := l.token.read(a.log); kept != "" {
		a.since = kept
	}
	return l.poll(ctx)
}

// A listener is one run of Listen.
type listener struct {
	*Account
	me    messages.Author
	hear  adapter.Hear
	token *token
}

// poll asks for what happened and hands it over, until ctx ends or the homeserver
// gives an error.
func (l *listener) poll(ctx context.Context) error {
	for {
		began := time.Now()
		answer, err := l.sync(ctx)
		if err != nil {
			return err
		}
		for _, e := range answer.Account.Events {
			if e.Type == wire.TypeDirect {
				l.rooms.setDirect(e.Content)
			}
		}
		l.accept(ctx, answer)
		if err := l.take(ctx, answer); err != nil {
			return err
		}
		moved := l.since != answer.Next
		l.since = answer.Next
		if moved {
			l.token.write(l.log, l.since)
		}
		if len(answer.Rooms.Joined) == 0 && time.Since(began) < pollLeast {
			sleep.For(ctx, pollLeast)
		}
	}
}

// sync asks once. A token that the homeserver doesn't know any more, as after it was
// restored from a backup, is given up.
func (l *listener) sync(ctx context.Context) (wire.Sync, error) {
	query := url.Values{"filter": {filter}, "timeout": {"0"}}
	wait := time.Duration(0)
	if l.since != "" {
		wait = l.config.Poll
		query.Set("since", l.since)
		query.Set("timeout", strconv.FormatInt(wait.Milliseconds(), 10))
	}
	var raw json.RawMessage
	err := l.api.Poll(ctx, wait, rest.Request{Method: http.MethodGet, Path: []string{"v3", "sync"}, Query: query}, &raw)
	if err != nil && l.since != "" && rest.IsMalformed(err) {
		l.log.Warn("matrix sync token is not known any more", "err", err, "help", "it begins with the newest lines of each room; what was said before those may be missing")
		l.since = ""
		l.token.write(l.log, "")
	}
	if err != nil {
		return wire.Sync{}, l.failed("listen", err)
	}
	answer, err := wire.DecodeSync(raw)
	if err != nil {
		return wire.Sync{}, l.failed("listen", err)
	}
	return answer, nil
}

// take hands over what an answer has, and returns once all of it is taken: an error
// says that it isn't.
func (l *listener) take(ctx context.Context, answer wire.Sync) error {
	rooms := pool.New().WithMaxGoroutines(roomsBy).WithErrors()
	for id, joined := range answer.Rooms.Joined {
		rooms.Go(func() error { return l.heardIn(ctx, id, joined) })
	}
	return rooms.Wait()
}

// heardIn hands over what happened in a room.
func (l *listener) heardIn(ctx context.Context, id string, joined wire.Joined) error {
	if len(joined.Timeline.Events) == 0 && len(joined.State.Events) == 0 {
		return nil
	}
	known, err := l.lookPatiently(ctx, id, joined.Timeline.Limited)
	if isOfRoom(err) {
		l.log.Warn("matrix room can't be read", "room", id, "err", err)
		return ctx.Err()
	}
	if err != nil {
		return err
	}
	for _, raw := range joined.State.Events {
		if e, err := wire.DecodeEvent(raw); err == nil {
			known.see(&e)
			l.follow(ctx, id, &e)
		}
	}
	events := joined.Timeline.Events
	if joined.Timeline.Limited && l.since != "" && joined.Timeline.Before != "" {
		missed, err := l.missed(ctx, id, joined.Timeline.Before)
		if err != nil {
			return err
		}
		events = append(missed, events...)
	}
	for _, raw := range events {
		e, err := wire.DecodeEvent(raw)
		if err != nil {
			l.log.Warn("matrix event refused", "room", id, "err", err)
			continue
		}
		if err := l.sort(ctx, id, known, &e); err != nil {
			return err
		}
	}
	return nil
}

// lookPatiently is look that tries again while that may help. After a gap nobody has
// said who came and went in it, so that the homeserver is asked again.
func (l *listener) lookPatiently(ctx context.Context, id string, gap bool) (known *room, err error) {
	look := l.look
	if gap {
		look = l.lookAgain
	}
	err = l.patiently(ctx, "look at a room", func() error {
		known, err = look(ctx, id)
		return err
	})
	return known, err
}

// patiently asks for something of a room until it is known, or known not to be had.
func (l *listener) patiently(ctx context.Context, what string, ask func() error) error {
	again := adapter.Backoff{First: l.config.Pause, Most: pauseMost, Failed: func(err error, pause time.Duration) {
		l.log.Warn("matrix room not read", "err", err, "retry_in", pause)
	}}
	return again.Until(ctx, func() error {
		if err := ask(); err != nil {
			return l.outcome(what, err)
		}
		return nil
	})
}

// isOfRoom reports whether an error says that something in a room is not to be had,
// and of the account nothing.
func isOfRoom(err error) bool { return errors.Is(err, adapter.ErrGone) && !rest.OfAccount(err) }

// missed fetches the events between the last token and those that came, oldest first.
// Some homeservers go on past the token, one event a page: those the journal knows.
func (l *listener) missed(ctx context.Context, id, before string) (all []json.RawMessage, err error) {
	seen, full := map[string]bool{}, false
	for range pagesMost {
		var page wire.Page
		query := url.Values{"dir": {"b"}, "from": {before}, "to": {l.since}, "limit": {strconv.Itoa(pageMost)}}
		request := rest.Request{Method: http.MethodGet, Path: []string{"v3", "rooms", id, "messages"}, Query: query}
		err := l.patiently(ctx, "fetch what was missed", func() error { return l.api.Call(ctx, request, &page) })
		if isOfRoom(err) {
			l.log.Warn("matrix gap not filled", "room", id, "err", err)
			return all, ctx.Err()
		}
		if err != nil {
			return nil, err
		}
		known := len(seen)
		full = len(page.Events) >= pageMost
		for _, raw := range page.Events {
			if e, err := wire.DecodeEvent(raw); err == nil && !seen[e.ID] {
				seen[e.ID] = true
				all = append([]json.RawMessage{raw}, all...)
			}
		}
		if before = page.End; before == "" || before == l.since || len(seen) == known {
			return all, nil
		}
	}
	if full {
		l.log.Warn("matrix gap too long", "room", id, "fetched", len(all))
	}
	return all, nil
}

// accept joins the rooms into which somebody asks it who may; of the others the operator
// is told.
func (l *listener) accept(ctx context.Context, answer wire.Sync) {
	left := joinsMost
	for id, invited := range answer.Rooms.Invited {
		by := ""
		for _, e := range invited.State.Events {
			if e.Type == wire.TypeMember && e.StateKey == string(l.me.ID) {
				by = e.Sender
			}
		}
		if left--; left < 0 || !l.inviters.has(by, string(l.me.ID)) {
			if l.rooms.refused.Has(id) {
				continue
			}
			l.rooms.refused.Put(id, true)
			l.log.Warn("matrix invitation not accepted", "room", id, "by", adapter.CleanName(by, adapter.NameMost), "help", "invites doesn't have who asks, or, without it, they are of another homeserver: if the account is to be there, add them, or join the room as the account with any client")
			continue
		}
		request := rest.Request{Method: http.MethodPost, Path: []string{"v3", "join", id}, Body: struct{}{}}
		if err := l.api.Call(ctx, request, nil); err != nil {
			l.log.Warn("matrix room not joined", "room", id, "err", err)
			continue
		}
		l.log.Info("matrix room joined", "room", id, "by", adapter.CleanName(by, adapter.NameMost))
	}
}

// handOver hands an event over until it is taken or refused. An error says that ctx
// ended before.
func (l *listener) handOver(ctx context.Context, channel messages.ChannelID, e messages.Event) error {
	return l.hear.UntilTaken(ctx, channel, e, adapter.Backoff{First: l.config.Pause, Most: pauseMost})
}
