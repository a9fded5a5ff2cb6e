// Package wire has the forms of Matrix's client-server API that an account reads,
// and of each only the fields it looks at (https://spec.matrix.org/v1.13). What is
// unknown or of another form than here is left out: an event is not lost for one
// field. It knows no HTTP and decides nothing.
package wire

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"familiar/actors/adapter"
)

// A Sync is what happened since a token, in all rooms of an account.
type Sync struct {
	Next  string `json:"next_batch"` // the token to ask from, once all this is taken
	Rooms struct {
		Joined  map[string]Joined  `json:"join"`
		Invited map[string]Invited `json:"invite"`
	} `json:"rooms"`
	Account struct {
		Events []Stripped `json:"events"`
	} `json:"account_data"`
}

// A Joined is what happened in a room that the account is in.
type Joined struct {
	Timeline Timeline `json:"timeline"`
	State    struct {
		Events []json.RawMessage `json:"events"`
	} `json:"state"` // before the timeline's first event
}

// A Timeline is the newest events of a room, oldest first.
type Timeline struct {
	Events  []json.RawMessage `json:"events"`
	Limited bool              `json:"limited"`    // there are others between these and the token asked from
	Before  string            `json:"prev_batch"` // the token from which those are to be had
}

// An Invited is a room that the account was asked into.
type Invited struct {
	State struct {
		Events []Stripped `json:"events"`
	} `json:"invite_state"`
}

// A Page is some events of a room, or of a thread, in the direction that was asked for.
type Page struct {
	Events []json.RawMessage `json:"chunk"`
	End    string            `json:"end"`        // of a room, the token from which the next are to be had; "": there are none
	Next   string            `json:"next_batch"` // the same of a thread
}

// A Stripped is state or account data that has no id.
type Stripped struct {
	Type     string          `json:"type"`
	Sender   string          `json:"sender"`    // "" of account data
	StateKey string          `json:"state_key"` // "" of account data
	Content  json.RawMessage `json:"content"`
}

// DecodeSync reads an answer to /sync. An error is [adapter.ErrRefused]: it has no
// token, so nobody could ask for what comes after it.
func DecodeSync(data []byte) (Sync, error) {
	var s Sync
	if err := adapter.DecodeLenient(data, &s); err != nil {
		return Sync{}, fmt.Errorf("%w: %w", adapter.ErrRefused, err)
	}
	if s.Next == "" {
		return Sync{}, fmt.Errorf("%w: a sync without next_batch", adapter.ErrRefused)
	}
	return s, nil
}

// idMost is how long an id may be, in bytes; it is the specification's.
const idMost = 255

// isID reports whether an id has the form of those that begin with a sign.
func isID(id, sign string) bool {
	return len(id) > len(sign) && len(id) <= idMost && strings.HasPrefix(id, sign)
}

// IsUser reports whether an id has the form of a user's.
func IsUser(id string) bool { return isID(id, "@") }

// An Event is one thing that happened in a room.
type Event struct {
	ID       string          `json:"event_id"`
	Type     string          `json:"type"`
	Sender   string          `json:"sender"`
	At       int64           `json:"origin_server_ts"` // ms since 1970, by the sender's server
	StateKey *string         `json:"state_key"`        // nil: it is no state
	Content  json.RawMessage `json:"content"`
	Redacts  string          `json:"redacts"` // of rooms before version 11; see [Event.Erases]
	Unsigned struct {
		Redaction json.RawMessage `json:"redacted_because"` // nil: its content has not been erased
		Relations struct {
			Edit json.RawMessage `json:"m.replace"` // the newest edit, where the homeserver says; nil: none
		} `json:"m.relations"`
	} `json:"unsigned"`
}

// The types of events that are looked at.
const (
	TypeMessage   = "m.room.message"
	TypeEncrypted = "m.room.encrypted"
	TypeReaction  = "m.reaction"
	TypeRedaction = "m.room.redaction"

	TypeMember     = "m.room.member"
	TypeEncryption = "m.room.encryption"
	TypeName       = "m.room.name"
	TypeTopic      = "m.room.topic"
	TypeJoinRules  = "m.room.join_rules"
	TypeVisibility = "m.room.history_visibility"
	TypePower      = "m.room.power_levels"
	TypeTombstone  = "m.room.tombstone"
	TypeDirect     = "m.direct" // of an account's data
)

// DecodeEvent reads an event. An error is [adapter.ErrRefused]: it can't be told
// which event it is, or whose.
func DecodeEvent(data []byte) (Event, error) {
	var e Event
	if err := adapter.DecodeLenient(data, &e); err != nil {
		return Event{}, fmt.Errorf("%w: %w", adapter.ErrRefused, err)
	}
	var err error
	switch {
	case !isID(e.ID, "$"):
		err = errors.New("an event without an id")
	case !isID(e.Sender, "@"):
		err = errors.New("an event without a sender")
	case e.Type == "":
		err = errors.New("an event without a type")
	default:
		return e, nil
	}
	return Event{}, fmt.Errorf("%w: %w", adapter.ErrRefused, err)
}

// StateOf returns what the content of a state of a type says that says one thing: a room's
// name or topic, who may join it, or who may read what is said; "": nothing.
func StateOf(kind string, content json.RawMessage) string {
	var of struct {
		Name    string `json:"name"`
		Topic   string `json:"topic"`
		Joins   string `json:"join_rule"`
		Readers string `json:"history_visibility"`
	}
	_ = adapter.DecodeLenient(content, &of) // what can't be read says nothing
	switch kind {
	case TypeName:
		return of.Name
	case TypeTopic:
		return of.Topic
	case TypeJoinRules:
		return of.Joins
	case TypeVisibility:
		return of.Readers
	}
	return ""
}

// IsRedacted reports whether the event's content has been erased.
func (e *Event) IsRedacted() bool {
	return len(e.Unsigned.Redaction) > 0 && string(e.Unsigned.Redaction) != "null"
}

// Erases returns the event whose content a redaction erases; "" of any other. Which
// field has it depends on the room's version; a server may fill both.
func (e *Event) Erases() string {
	if e.Type != TypeRedaction {
		return ""
	}
	var content struct {
		Redacts string `json:"redacts"`
	}
	if adapter.DecodeLenient(e.Content, &content) == nil && isID(content.Redacts, "$") {
		return content.Redacts
	}
	if isID(e.Redacts, "$") {
		return e.Redacts
	}
	return ""
}

// Replacement returns the room that takes a room's place, if the event says so; "" of any
// other.
func (e *Event) Replacement() string {
	var content struct {
		Room string `json:"replacement_room"`
	}
	if e.Type != TypeTombstone || e.StateKey == nil || *e.StateKey != "" || adapter.DecodeLenient(e.Content, &content) != nil || !isID(content.Room, "!") {
		return ""
	}
	return content.Room
}
