package matrix

import (
	"cmp"
	"context"
	"encoding/json"
	"sync"

	"familiar/actors/adapter"
	"familiar/actors/adapter/matrix/rest"
	"familiar/actors/adapter/matrix/wire"
	"familiar/messages"
)

const (
	roomsMost  = 512  // rooms of which is known who is there, at least
	eventsMost = 8192 // events whose place is remembered, at least
)

// rooms is what is known of the rooms that something was heard or posted in.
type rooms struct {
	known   *adapter.Recent[string, *room]
	refused *adapter.Recent[string, bool] // invitations of which the operator knows

	upgraded *adapter.Recent[string, bool] // rooms, and which took their place, that were followed or told of

	mu     sync.Mutex // rooms are heard side by side
	direct map[string]bool
}

func newRooms() *rooms {
	return &rooms{known: adapter.NewRecent[string, *room](roomsMost), refused: adapter.NewRecent[string, bool](roomsMost), upgraded: adapter.NewRecent[string, bool](roomsMost)}
}

// A room is who is in it, who else may be, and whether it can be read.
type room struct {
	mu        sync.Mutex        // it is heard, and posted in, at the same time
	members   map[string]string // names by their ids; "": they have none
	joins     string            // who may join, as "invite" or "public"; "": who is invited
	readers   string            // who may read what is said, as "shared" or "world_readable"; "": who is in it
	encrypted bool
	told      bool // the operator knows that it is encrypted
}

// name returns what somebody is called in the room.
func (r *room) name(user string) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return cmp.Or(r.members[user], localpart(user))
}

func (r *room) isEncrypted() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.encrypted
}

func (r *room) count() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.members)
}

// isOpen reports whether others may come in, or read, whom nobody has invited.
func (r *room) isOpen() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch r.joins {
	case "", "invite", "knock", "private":
		return r.readers == "world_readable"
	}
	return true
}

// look returns what is known of a room, and asks the homeserver the first time.
func (a *Account) look(ctx context.Context, id string) (*room, error) {
	if r, known := a.rooms.known.Get(id); known {
		return r, nil
	}
	return a.lookAgain(ctx, id)
}

// joinedIn asks the homeserver who is in a room: names by their ids.
func (a *Account) joinedIn(ctx context.Context, id string) (map[string]string, error) {
	var joined struct {
		Members map[string]struct {
			Name string `json:"display_name"`
		} `json:"joined"`
	}
	if err := a.api.Call(ctx, get("rooms", id, "joined_members"), &joined); err != nil {
		return nil, err
	}
	members := make(map[string]string, len(joined.Members))
	for user, m := range joined.Members {
		members[user] = m.Name
	}
	return members, nil
}

// lookAgain asks the homeserver about a room.
func (a *Account) lookAgain(ctx context.Context, id string) (*room, error) {
	members, err := a.joinedIn(ctx, id)
	if err != nil {
		return nil, err
	}
	var encryption struct{}
	err = a.api.Call(ctx, get("rooms", id, "state", wire.TypeEncryption), &encryption)
	if err != nil && !rest.IsMissing(err) {
		return nil, err
	}
	r := &room{members: members, encrypted: err == nil}
	for kind, of := range map[string]*string{wire.TypeJoinRules: &r.joins, wire.TypeVisibility: &r.readers} {
		if *of, err = a.state(ctx, id, kind); err != nil {
			return nil, err
		}
	}
	if was, known := a.rooms.known.Get(id); known {
		r.told = !was.tellOnce()
	}
	a.rooms.known.Put(id, r)
	return r, nil
}

// see takes a room's state into what is known of it.
func (r *room) see(e *wire.Event) {
	if e.StateKey == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	switch e.Type {
	case wire.TypeEncryption:
		r.encrypted = true // there is no way back
	case wire.TypeJoinRules:
		r.joins = wire.StateOf(e.Type, e.Content)
	case wire.TypeVisibility:
		r.readers = wire.StateOf(e.Type, e.Content)
	case wire.TypeMember:
		var m struct {
			Membership string `json:"membership"`
			Name       string `json:"displayname"`
		}
		_ = adapter.DecodeLenient(e.Content, &m)
		if m.Membership == "join" {
			r.members[*e.StateKey] = m.Name
		} else {
			delete(r.members, *e.StateKey)
		}
	}
}

// tellOnce reports whether the operator is to be told now that a room is encrypted.
func (r *room) tellOnce() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	first := !r.told
	r.told = true
	return first
}

// setDirect takes which rooms the account has marked as direct chats.
func (r *rooms) setDirect(content json.RawMessage) {
	var of map[string][]string
	_ = adapter.DecodeLenient(content, &of)
	direct := map[string]bool{}
	for _, ids := range of {
		for _, id := range ids {
			direct[id] = true
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.direct = direct
}

// isDirect reports whether a room is a direct chat: it is marked as one, or has one
// other in it, and is open to nobody else.
func (r *rooms) isDirect(id string, known *room) bool {
	r.mu.Lock()
	marked := r.direct[id]
	r.mu.Unlock()
	return (marked || known.count() <= 2) && !known.isOpen()
}

// past remembers of events what later ones need that speak of them.
type past struct {
	lines     *adapter.Recent[string, stand]    // by their events
	edits     *adapter.Recent[string, string]   // the events of the lines that they changed, by their own
	reactions *adapter.Recent[string, reaction] // by theirs
}

// A stand is where a line stands, and whose it is.
type stand struct {
	place
	author string
}

// A reaction is one that somebody may take away.
type reaction struct {
	place
	line, emoji string
	by          messages.Author
}

func newPast() *past {
	return &past{adapter.NewRecent[string, stand](eventsMost), adapter.NewRecent[string, string](eventsMost), adapter.NewRecent[string, reaction](eventsMost)}
}

// standOf returns where a line stands that an event speaks of. It is asked for if
// it isn't remembered; false: there is none any more.
func (a *Account) standOf(ctx context.Context, id, event string) (stand, bool, error) {
	if s, known := a.past.lines.Get(event); known {
		return s, s.room == id, nil
	}
	var raw json.RawMessage
	if err := a.api.Call(ctx, get("rooms", id, "event", event), &raw); err != nil {
		if rest.IsMissing(err) || rest.IsForbidden(err) {
			return stand{}, false, nil
		}
		return stand{}, false, err
	}
	e, err := wire.DecodeEvent(raw)
	if err != nil || e.Type != wire.TypeMessage {
		return stand{}, false, nil
	}
	m, _ := wire.DecodeMessage(e.Content)
	s := stand{place{id, m.Thread()}, e.Sender}
	if !e.IsRedacted() { // of what is erased nobody knows the thread any more
		a.past.lines.Put(event, s)
	}
	return s, true, nil
}
