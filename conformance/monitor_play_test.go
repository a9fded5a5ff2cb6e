package conformance

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"familiar/messages"
	"familiar/policy/chattiness"
	"familiar/policy/conversation"
	"familiar/policy/deadline"
	"familiar/policy/ladder"
)

// A play runs one scenario of the monitor in virtual time: a state for each
// channel, and answers that come when they are due.
type play struct {
	scenario *monitorScenario
	config   *conversation.Config
	now      messages.Instant
	channels map[int]*listener
	coming   []arrival // sorted by time; of the same time, in order of their making
	draws    int
	replies  int
	trace    []string
	again    int      // turns composed again after a failure
	failed   int      // turns whose agent failed
	broken   []string // invariants that did not hold
}

// An arrival is an event of the future.
type arrival struct {
	at    messages.Instant
	ch    int
	event messages.Event
}

func newPlay(s *monitorScenario) *play {
	p := &play{scenario: s, channels: map[int]*listener{}}
	policy, _ := conversation.Preset("chatty")
	policy.Chattiness.Tier = chattiness.Tier(s.Config.Tier)
	policy.Chattiness.Lull = time.Duration(s.Config.LullMS) * time.Millisecond
	policy.Chattiness.VoiceLull = 0 // the source knows one lull; a voice endpoint needs none
	policy.Chattiness.Draw = p.draw
	policy.OnJudgeError = conversation.Decline
	policy.JudgeWithin, policy.ComposeWithin = 1000*time.Hour, 1000*time.Hour
	room, _ := conversation.PresetRoom("chatty")
	p.config = &conversation.Config{Generation: 1, Room: room, Seats: []conversation.SeatConfig{{
		Familiar: messages.FamiliarID(s.Config.Name), Self: us, Name: s.Config.Name, Judged: true, Policy: policy,
		Names: ladder.CompileNames(policy.Ladder.Alias, append([]string{s.Config.Name}, s.Config.Aliases...)...),
	}}}
	for i := range s.Inputs {
		in := &s.Inputs[i]
		p.arrive(arrival{epoch + messages.Instant(in.T), in.Ch, p.input(in)})
	}
	return p
}

// draw returns the recorded draws in order of use: the source has one row of
// them for all channels.
func (p *play) draw(uint64, int) float64 {
	k := p.draws
	p.draws++
	if k < len(p.scenario.Config.Draws) {
		return p.scenario.Config.Draws[k]
	}
	return p.scenario.Config.Draw
}

func (p *play) input(in *monitorInput) messages.Event {
	if in.Kind == "clear" {
		return messages.Commanded{Command: messages.Clear}
	}
	l := &messages.Line{
		ID: in.ID, Channel: channelOf(in.Ch), Text: in.Text, At: epoch + messages.Instant(in.T),
		Author: messages.Author{ID: in.Author, Name: string(in.Author)}, LullEndpoint: in.Endpoint,
	}
	if in.Mention {
		l.Mentions = []messages.PersonID{us}
	}
	return messages.Heard{Line: l}
}

func channelOf(ch int) messages.ChannelID {
	return messages.Channel{Network: "test", Chat: strconv.Itoa(ch)}.ID()
}

// arrive puts an event behind all that come no later. An answer that takes no
// time comes before any input of the same moment.
func (p *play) arrive(a arrival) {
	at, _ := slices.BinarySearchFunc(p.coming, a, func(x, y arrival) int {
		if c := cmp.Compare(x.at, y.at); c != 0 {
			return c
		}
		return -1
	})
	p.coming = slices.Insert(p.coming, at, a)
}

// run plays until nothing is to come. A deadline comes before the inputs of
// its moment.
func (p *play) run() {
	for range 100_000 {
		who, due := p.due()
		switch {
		case who != nil && (len(p.coming) == 0 || due.At <= p.coming[0].at):
			p.now = max(p.now, due.At)
			p.step(who, messages.TimerFired{N: due.N})
		case len(p.coming) > 0:
			next := p.coming[0]
			p.coming = p.coming[1:]
			p.now = next.at
			p.step(p.listener(next.ch), next.event)
		default:
			return
		}
	}
	p.broken = append(p.broken, "it never ends")
}

// due returns the earliest deadline of all channels.
func (p *play) due() (who *listener, earliest deadline.Deadline) {
	for _, l := range p.channels {
		if d, ok := l.state.Due(); ok && (who == nil || d.At < earliest.At || d.At == earliest.At && l.ch < who.ch) {
			who, earliest = l, d
		}
	}
	return who, earliest
}

func (p *play) listener(ch int) *listener {
	l := p.channels[ch]
	if l == nil {
		l = &listener{ch: ch, state: conversation.New(channelOf(ch), p.config), shown: map[messages.LineID]bool{}}
		p.channels[ch] = l
	}
	return l
}
