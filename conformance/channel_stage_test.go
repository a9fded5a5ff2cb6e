package conformance

import (
	"slices"
	"strings"
	"time"

	"familiar/messages"
	"familiar/policy/admission"
	"familiar/policy/conversation"
	"familiar/policy/credit"
	"familiar/policy/guard"
	"familiar/policy/ladder"
)

// Who we are in the recorded channels.
const (
	us      messages.PersonID = "999"
	another messages.PersonID = "another" // whom a line mentions or answers when the recording doesn't say
)

// A variant is a way the recorded system ran.
type variant struct {
	what   string
	file   string // without its ending
	credit credit.Mode
	reset  guard.Reset
}

var variants = []variant{
	{"credit slides, and only an answered human resets the guard", "channel_sliding", credit.Slide, guard.Engaged},
	{"credit is spent once, and any human resets the guard", "channel_oneshot", credit.Once, guard.Any},
}

// A stage plays one scenario: a state for each channel, and one clock.
type stage struct {
	scenario *channelScenario
	names    map[messages.PersonID]string
	config   *conversation.Config
	now      messages.Instant
	rooms    map[place]*room
	seen     *sighting // of the step that is being played
}

// A sighting is what one step let us see.
type sighting struct {
	decisions []string
	prompts   []messages.Compose
	outbound  []messages.Post
	results   []string
	refused   []string // rules that kept back a part of the turn, in their order
	wait      int64    // ms until the debounce of the line just heard; -1: none
}

func newStage(s *channelScenario, names map[messages.PersonID]string, v variant) *stage {
	policy, _ := conversation.Preset("ladder")
	policy.Ladder = *ladderFor(s.Config.Trigger)
	policy.Credit = creditFor(s.Config.Window, v.credit)
	policy.Quote = s.Config.Quote == nil || *s.Config.Quote
	all, _ := conversation.PresetRoom("ladder")
	all.Guard.Reset = v.reset
	all.Admission = s.admission()
	// Two limits of ours that the source hasn't, out of reach here.
	all.Guard.Stop = 1 << 20
	all.AnswerWithin = 1000 * time.Hour
	seat := conversation.SeatConfig{
		Familiar: "nabi", Self: us, Name: "Nabi",
		Names:  ladder.CompileNames(policy.Ladder.Alias, s.Config.Aliases...),
		Policy: policy,
	}
	config := &conversation.Config{Generation: 1, Room: all, Seats: []conversation.SeatConfig{seat}}
	if s.Claim != "" {
		config.Claims = &admission.Claims{}
		if err := config.Claims.Open(s.Steps[0].Now, s.Claim, admission.Owner, admission.Rule{}, &all.Admission); err != nil {
			panic(err) // the file says so
		}
	}
	return &stage{scenario: s, names: names, rooms: map[place]*room{}, config: config}
}

// admission lets in everybody who speaks but those who are denied.
func (s *channelScenario) admission() admission.Config {
	c := admission.Default()
	if len(s.Denied) == 0 {
		return c
	}
	c.Unlisted = admission.Guest
	var members admission.Holders
	for i := range s.Steps {
		if l := s.Steps[i].Op.Event; l != nil && !slices.Contains(s.Denied, l.Author) {
			rule, err := admission.ParseRule(string(s.network()) + ":* author:" + string(l.Author))
			if err != nil {
				panic(err)
			}
			members.Match = append(members.Match, rule)
		}
	}
	c.Roles[string(admission.Member)] = members
	return c
}

// room returns the channel of that place, made when it is first wanted.
func (s *stage) room(p place) *room {
	r := s.rooms[p]
	if r == nil {
		id := messages.Channel{Network: s.network(), Workspace: p.workspace, Chat: p.chat, Thread: p.thread}.ID()
		r = &room{stage: s, place: p, state: conversation.New(id, s.config)}
		s.rooms[p] = r
	}
	return r
}

func (s *channelScenario) network() messages.Network {
	return messages.Network(strings.TrimSuffix(s.Adapter, "-bot"))
}

func (s *stage) network() messages.Network { return s.scenario.network() }

// play lets one step happen. The recorded now is the one at its end.
func (s *stage) play(step *channelStep) *sighting {
	s.seen = &sighting{wait: -1}
	o := &step.Op
	s.now = step.Now
	for i := range o.Turn { // those of a drain pass in it, if it has a turn
		s.now = s.now.Add(-time.Duration(o.Turn[i].MS) * time.Millisecond)
	}
	r := s.room(o.place())
	switch o.Op {
	case "route":
		r.route(o.Event)
		if seat := r.seat(); seat.Debounce.N != 0 && len(seat.Pending) > 0 && seat.Pending[len(seat.Pending)-1].ID == o.Event.ID {
			s.seen.wait = seat.Debounce.At.Sub(s.now).Milliseconds()
		}
	case "drain":
		r.drain(o.Turn)
	case "disengage":
		r.step(messages.Commanded{Command: messages.Disengage})
	case "send":
		r.byHand(o.Text)
	case "wait", "gc":
	default:
		panic("unknown op " + o.Op)
	}
	return s.seen
}
