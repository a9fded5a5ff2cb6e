package messages

import (
	"encoding/json"
	"fmt"
	"time"
)

// Each kind's fields as they are written. A conversion between an event and its
// written form compiles only while both have the same fields, so a field added to
// one can't be forgotten here.
type (
	writtenDeleted struct {
		ID LineID `json:"id"`
	}
	writtenReacted struct {
		Line    LineID        `json:"line"`
		By      writtenAuthor `json:"by,omitzero"`
		Emoji   string        `json:"emoji,omitempty"`
		Removed bool          `json:"removed,omitempty"`
	}
	writtenTimerFired struct {
		N uint64 `json:"n"`
	}
	writtenJudged struct {
		N      uint64 `json:"n"`
		Yes    bool   `json:"yes,omitempty"`
		Reason string `json:"reason,omitempty"`
		Error  string `json:"error,omitempty"`
		Shed   bool   `json:"shed,omitempty"`

		Fault Fault `json:"fault,omitempty"`

		Who FamiliarID `json:"who,omitempty"`
	}
	writtenComposed struct {
		N         uint64   `json:"n"`
		Parts     []string `json:"parts,omitempty"`
		Final     bool     `json:"final,omitempty"`
		Skip      bool     `json:"skip,omitempty"`
		SkipAfter int      `json:"skip_after,omitempty"`
		Disengage bool     `json:"disengage,omitempty"`
		Error     string   `json:"error,omitempty"`

		Took      []LineID   `json:"took,omitempty"`
		Reactions []Reaction `json:"reactions,omitempty"`
		Fork      Fork       `json:"fork,omitzero"`

		Edits []Revision   `json:"edits,omitempty"`
		Files map[int]File `json:"files,omitempty"`

		Cut string `json:"cut,omitempty"`

		Model  string       `json:"model,omitempty"`
		Passed []PassedOver `json:"passed,omitempty"`
		Checks []Check      `json:"checks,omitempty"`
		Lore   []string     `json:"lore,omitempty"`

		Memories []Recollection `json:"memories,omitempty"`

		Fault Fault         `json:"fault,omitempty"`
		After time.Duration `json:"after,omitempty"` // in nanoseconds

		Form uint64 `json:"form,omitempty"`
	}
	writtenMemorized struct {
		N       uint64   `json:"n"`
		Lessons []Lesson `json:"lessons,omitempty"`
		Error   string   `json:"error,omitempty"`
		Fault   Fault    `json:"fault,omitempty"`
	}
	writtenDelivered struct {
		Post PostID `json:"post"`
		Line LineID `json:"line,omitempty"`

		Thread ChannelID `json:"thread,omitempty"`

		Audience Audience `json:"audience,omitempty"`
	}
	writtenDeliveryFailed struct {
		Post    PostID `json:"post"`
		Reason  string `json:"reason,omitempty"`
		Unknown bool   `json:"unknown,omitempty"`
		Lost    bool   `json:"lost,omitempty"`
	}
	writtenPresence struct {
		Account AccountID `json:"account"`
		Online  bool      `json:"online,omitempty"`
	}
	writtenCommanded struct {
		By       writtenAuthor `json:"by,omitzero"`
		Familiar FamiliarID    `json:"familiar,omitempty"`
		Command  Command       `json:"command"`
		Text     string        `json:"text,omitempty"`

		Timed bool          `json:"timed,omitempty"`
		N     uint64        `json:"n,omitempty"`
		For   time.Duration `json:"for,omitempty"` // in nanoseconds
	}
	writtenMembersKnown struct {
		N         uint64  `json:"n"`
		Humans    int     `json:"humans,omitempty"`
		Bots      int     `json:"bots,omitempty"`
		FetchedAt Instant `json:"fetched_at,omitempty"`
		Truncated bool    `json:"truncated,omitempty"`
	}
	writtenHistory struct {
		N     uint64         `json:"n"`
		Lines []*writtenLine `json:"lines,omitempty"`
	}
	writtenPressure struct {
		Familiar FamiliarID `json:"familiar,omitempty"`
		Step     int        `json:"step"`
	}
	writtenReconfigured struct {
		Generation int `json:"generation"`
	}
	writtenForgotten struct {
		Person PersonID `json:"person,omitempty"`
		Before Instant  `json:"before,omitempty"`
		All    bool     `json:"all,omitempty"`
		Erase  bool     `json:"erase,omitempty"`
	}
	writtenErased struct {
		N uint64 `json:"n"`
	}
	writtenClaimOpened struct {
		Sum   []byte `json:"sum"`
		Role  string `json:"role"`
		Scope string `json:"scope,omitempty"`
	}
	writtenRoleRevoked struct {
		Role   string   `json:"role"`
		Person PersonID `json:"person"`
	}
	writtenLinkEnded struct {
		Network Network  `json:"network"`
		Person  PersonID `json:"person"`
	}
	writtenExplained struct {
		N     uint64         `json:"n"`
		Notes []*writtenNote `json:"notes,omitempty"`
	}
	writtenSkipped struct {
		Seq    uint64 `json:"seq"`
		Reason string `json:"reason,omitempty"`
	}
)

// written returns e's word and its written form; a line is its own.
func written(e Event) (word string, body any, err error) {
	switch e := e.(type) {
	case Heard:
		return "heard", e.Line, present(e.Line)
	case AlsoHeard:
		return "also-heard", e.Line, present(e.Line)
	case Edited:
		return "edited", e.Line, present(e.Line)
	case Deleted:
		return "deleted", writtenDeleted(e), nil
	case Reacted:
		return "reacted", writtenReacted{e.Line, writtenAuthor(e.By), e.Emoji, e.Removed}, nil
	case TimerFired:
		return "timer-fired", writtenTimerFired(e), nil
	case Judged:
		return "judged", writtenJudged(e), nil
	case Composed:
		return "composed", writtenComposed(e), nil
	case Memorized:
		return "memorized", writtenMemorized(e), nil
	case Delivered:
		return "delivered", writtenDelivered(e), nil
	case DeliveryFailed:
		return "delivery-failed", writtenDeliveryFailed(e), nil
	case PresenceChanged:
		return "presence-changed", writtenPresence(e), nil
	case Commanded:
		return "commanded", writtenCommanded{writtenAuthor(e.By), e.Familiar, e.Command, e.Text, e.Timed, e.N, e.For}, nil
	case MembersKnown:
		return "members-known", writtenMembersKnown(e), nil
	case HistoryFetched:
		body, err = writeHistory(e)
		return "history-fetched", body, err
	case PressureChanged:
		return "pressure-changed", writtenPressure(e), nil
	case Told:
		body, err = writeTold(e)
		return "told", body, err
	case Reconfigured:
		return "reconfigured", writtenReconfigured(e), nil
	case Forgotten:
		return "forgotten", writtenForgotten(e), nil
	case Erased:
		return "erased", writtenErased(e), nil
	case Skipped:
		return "skipped", writtenSkipped(e), nil
	case ClaimOpened:
		return "claim-opened", writtenClaimOpened(e), nil
	case RoleRevoked:
		return "role-revoked", writtenRoleRevoked(e), nil
	case LinkEnded:
		return "link-ended", writtenLinkEnded(e), nil
	case Explained:
		return "explained", writeExplained(e), nil
	}
	return "", nil, fmt.Errorf("no kind for %T", e)
}

// read is the inverse of written.
func read(word, b []byte, repeats *Repeats) (Event, error) {
	switch string(word) {
	case "heard":
		return asLine(b, repeats, func(l *Line) Event { return Heard{l} })
	case "also-heard":
		return asLine(b, repeats, func(l *Line) Event { return AlsoHeard{l} })
	case "edited":
		return asLine(b, repeats, func(l *Line) Event { return Edited{l} })
	case "deleted":
		return as(b, func(w writtenDeleted) Event { return Deleted(w) })
	case "reacted":
		return as(b, func(w writtenReacted) Event { return Reacted{w.Line, Author(w.By), w.Emoji, w.Removed} })
	case "timer-fired":
		return as(b, func(w writtenTimerFired) Event { return TimerFired(w) })
	case "judged":
		return as(b, func(w writtenJudged) Event { return Judged(w) })
	case "composed":
		return as(b, func(w writtenComposed) Event { return Composed(w) })
	case "memorized":
		return as(b, func(w writtenMemorized) Event { return Memorized(w) })
	case "delivered":
		return as(b, func(w writtenDelivered) Event { return Delivered(w) })
	case "delivery-failed":
		return as(b, func(w writtenDeliveryFailed) Event { return DeliveryFailed(w) })
	case "presence-changed":
		return as(b, func(w writtenPresence) Event { return PresenceChanged(w) })
	case "commanded":
		return as(b, func(w writtenCommanded) Event {
			return Commanded{Author(w.By), w.Familiar, w.Command, w.Text, w.Timed, w.N, w.For}
		})
	case "members-known":
		return as(b, func(w writtenMembersKnown) Event { return MembersKnown(w) })
	case "history-fetched":
		return as(b, func(w writtenHistory) Event { return w.event() })
	case "pressure-changed":
		return as(b, func(w writtenPressure) Event { return PressureChanged(w) })
	case "told":
		return as(b, writtenTold.told)
	case "reconfigured":
		return as(b, func(w writtenReconfigured) Event { return Reconfigured(w) })
	case "forgotten":
		return as(b, func(w writtenForgotten) Event { return Forgotten(w) })
	case "erased":
		return as(b, func(w writtenErased) Event { return Erased(w) })
	case "skipped":
		return as(b, func(w writtenSkipped) Event { return Skipped(w) })
	case "claim-opened":
		return as(b, func(w writtenClaimOpened) Event { return ClaimOpened(w) })
	case "role-revoked":
		return as(b, func(w writtenRoleRevoked) Event { return RoleRevoked(w) })
	case "link-ended":
		return as(b, func(w writtenLinkEnded) Event { return LinkEnded(w) })
	case "explained":
		return as(b, func(w writtenExplained) Event { return w.event() })
	}
	return nil, errKind
}

func as[W any](b []byte, event func(W) Event) (Event, error) {
	var w *W
	if err := json.Unmarshal(b, &w); err != nil {
		return nil, err
	}
	if w == nil { // the body was null
		return nil, errForm
	}
	return event(*w), nil
}

// asLine is as for a line, whose body is nearly always in the form that this
// program writes.
func asLine(b []byte, repeats *Repeats, event func(*Line) Event) (Event, error) {
	if l := scanLine(b, repeats); l != nil {
		return event(l), nil
	}
	return as(b, func(w writtenLine) Event { return event(w.line()) })
}
