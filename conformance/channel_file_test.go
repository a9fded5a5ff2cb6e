package conformance

import (
	"encoding/json"
	"testing"

	"familiar/messages"
)

// A channelScenario is one recorded story: a configuration and what happened,
// step by step, in one or more channels.
type channelScenario struct {
	ID, Name string
	Adapter  string
	Config   struct {
		Trigger  []string
		Window   *int64 `json:"sticky_window_ms"` // nil: no credits
		Aliases  []string
		Quote    *bool
		Prefetch struct {
			Thread  struct{ Head, Tail int }
			Channel struct{ Tail int }
		}
	}
	Claim      string // the code of the open claim; "": none
	Denied     []messages.PersonID
	Membership *membership // nil: the network doesn't say
	History    []struct {
		Author messages.PersonID `json:"author_id"`
		Name   string            `json:"author_name"`
		Text   string
		IsBot  bool `json:"is_bot"`
	}
	Steps []channelStep
}

// A channelStep is one thing that happened and everything that could be seen
// of the source afterwards.
type channelStep struct {
	Op     channelOp
	Now    messages.Instant
	Expect channelExpect
}

// A channelOp is what happened: route (a line), drain (the debounce fires and
// the turn's acts run), wait, send and disengage outside a turn, or gc.
type channelOp struct {
	Op              string
	Event           *recordedLine
	Turn            []turnAct
	Workspace, Chat string
	Thread          *string
	Text            string
}

// place says where the op happens.
func (o *channelOp) place() place {
	if o.Event != nil {
		return placeOf(o.Event.Workspace, o.Event.Chat, o.Event.Thread)
	}
	return placeOf(o.Workspace, o.Chat, o.Thread)
}

// A turnAct is one thing the source's model or its surroundings do in a turn.
type turnAct struct {
	Act    string // send, say, skip, disengage, route, wait, fail
	Text   string
	System bool // of a send: by the program, not the model
	MS     int64
	On     bool // of a fail: the network is down from here
	Event  *recordedLine
}

type recordedLine struct {
	Workspace, Chat string
	Thread          *string
	ID              messages.LineID   `json:"message_id"`
	Author          messages.PersonID `json:"author_id"`
	Name            string            `json:"author_name"`
	IsBot           bool              `json:"author_is_bot"`
	Text            string
	IsDM            bool    `json:"is_dm"`
	IsBotMention    bool    `json:"is_bot_mention"`
	MentionsOthers  bool    `json:"mentions_others"`
	ExplicitOnly    bool    `json:"explicit_only"`
	ReplyToBot      *string `json:"reply_to_bot_message_id"` // "" counts as set
	ReplyToOther    *string `json:"reply_to_other_message_id"`
}

// A place is a conversation inside one network.
type place struct{ workspace, chat, thread string }

func placeOf(workspace, chat string, thread *string) place {
	p := place{"g1", "c1", ""}
	if workspace != "" {
		p.workspace = workspace
	}
	if chat != "" {
		p.chat = chat
	}
	if thread != nil {
		p.thread = *thread
	}
	return p
}

// channelExpect is what the source showed after a step.
//
// Left out are: typing, which is not recorded with its order to posts;
// live_sessions, turn_seq and sends, which count inside a session, a thing we
// don't have; last_engaged_at, which only the debounce reads; has_session and
// ret, which are other fields once more; a prompt's order and headers, since
// what a model is shown is not the policy's.
type channelExpect struct {
	Decisions []struct {
		ID       messages.LineID
		Decision string
	}
	Prompts []struct {
		GuardNotice     bool `json:"loop_guard_notice"`
		GroupNudge      bool `json:"group_nudge"`
		Recent, Current []string
	}
	Outbound []struct {
		Text    string
		ReplyTo *messages.LineID `json:"reply_to"`
	}
	Results []json.RawMessage // of each send; what skip and disengage returned stands between as objects
	Live    *struct {
		Participants []struct {
			participant
			Count int              `json:"message_count"`
			Last  messages.Instant `json:"last_at"`
		}
		MultiHumanGroup bool `json:"multi_human_group"`
		Guard           struct {
			Active      bool
			Consecutive int
			Window      []messages.Instant
		}
		Queue  []messages.LineID
		Buffer []struct {
			Author messages.PersonID `json:"author_id"`
			Text   string
			At     messages.Instant `json:"received_at"`
		}
		Waits   []int64          `json:"debounce_waits"` // ms, all of the session
		Engaged messages.Instant `json:"last_engaged_at"`
		TurnSeq int              `json:"turn_seq"`
	}
	Sticky []credited
}

// channelFile reads a file of scenarios and the names of the people in them.
func channelFile(t testing.TB, name string) ([]channelScenario, map[messages.PersonID]string) {
	t.Helper()
	var file struct {
		Names     map[messages.PersonID]string `json:"author_names"`
		Scenarios []channelScenario
	}
	load(t, name, &file)
	return file.Scenarios, file.Names
}
