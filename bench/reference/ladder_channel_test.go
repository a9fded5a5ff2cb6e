package reference

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"familiar/messages"
)

// A ladderStory is a recorded channel over time.
type ladderStory struct {
	ID, Name, Adapter string
	Config            struct {
		Trigger  []string
		Window   *int64 `json:"sticky_window_ms"`
		Aliases  []string
		Prefetch struct {
			Thread  struct{ Head, Tail int }
			Channel struct{ Tail int }
		}
	}
	Membership *recordedMembers
	History    []struct {
		Author messages.PersonID `json:"author_id"`
		Name   string            `json:"author_name"`
		Text   string
		IsBot  bool `json:"is_bot"`
	}
	Steps []ladderStep
}

type ladderStep struct {
	Op struct {
		Op              string
		Event           *recordedSaid
		Turn            []ladderAct
		Workspace, Chat string
		Thread          *string
		Text            string
	}
	Now    messages.Instant
	Expect struct {
		Decisions []struct {
			ID       messages.LineID
			Decision string
		}
		Prompts []struct {
			GuardNotice     bool `json:"loop_guard_notice"`
			GroupNudge      bool `json:"group_nudge"`
			Recent, Current []string
		}
		Outbound []struct{ Text string }
		Results  []json.RawMessage
		Live     *struct {
			Participants []struct {
				recordedParticipant
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
			}
			Sends   int
			Waits   []int64          `json:"debounce_waits"`
			Engaged messages.Instant `json:"last_engaged_at"`
		}
		Sticky []credited
	}
}

// A ladderAct is one thing the source's model or its surroundings do in a turn.
type ladderAct struct {
	Act    string
	Text   string
	System bool
	MS     int64
	Event  *recordedSaid
}

// A ladderStage plays a story on the port, a channel for each place. What the
// network did with a text is taken from the recording: delivery isn't routing.
type ladderStage struct {
	story    *ladderStory
	names    map[messages.PersonID]string
	config   *LadderConfig
	channels map[string]*LadderChannel
	now      messages.Instant
	seen     []string // decisions and prompts of the step
	gate     map[messages.LineID]string
}

const program = "__typeclaw_system__" // whom the source has say how much of a history is left out

func (s *ladderStage) key(workspace, chat string, thread *string) string {
	in := ""
	if thread != nil {
		in = *thread
	}
	if workspace == "" {
		workspace = "g1"
	}
	if chat == "" {
		chat = "c1"
	}
	return strings.Join([]string{s.story.Adapter, workspace, chat, in}, ":")
}

func (s *ladderStage) channel(key string) *LadderChannel {
	c := s.channels[key]
	if c == nil {
		c = &LadderChannel{Config: s.config}
		s.channels[key] = c
	}
	return c
}

// play lets one step happen, and returns the channel it was in.
func (s *ladderStage) play(step *ladderStep) *LadderChannel {
	s.seen, s.gate = nil, map[messages.LineID]string{}
	for _, d := range step.Expect.Decisions {
		s.gate[d.ID] = d.Decision
	}
	s.now = step.Now
	o := &step.Op
	for i := range o.Turn { // those of a drain pass in it, if it has a turn
		s.now = s.now.Add(-time.Duration(o.Turn[i].MS) * time.Millisecond)
	}
	if o.Event != nil {
		c := s.channel(s.key(o.Event.Workspace, o.Event.Chat, o.Event.Thread))
		s.route(o.Event)
		if strings.HasPrefix(o.Event.Text, "/") && len(step.Expect.Outbound) > 0 {
			c.Sent(s.now) // the answer to a command, by the program
		}
		return c
	}
	c := s.channel(s.key(o.Workspace, o.Chat, o.Thread))
	switch o.Op {
	case "drain":
		s.drain(c, step)
	case "disengage":
		c.Disengage()
	case "send":
		c.Sent(s.now)
	case "gc":
		c.Collect(s.now)
	}
	return c
}

func (s *ladderStage) drain(c *LadderChannel, step *ladderStep) {
	if !s.turn(c) {
		return
	}
	posted := step.Expect.Outbound
	var results []string
	for _, r := range step.Expect.Results {
		var text string
		if json.Unmarshal(r, &text) == nil {
			results = append(results, text)
		}
	}
	for i := range step.Op.Turn {
		switch a := &step.Op.Turn[i]; a.Act {
		case "route":
			s.route(a.Event)
		case "wait":
			s.now = s.now.Add(time.Duration(a.MS) * time.Millisecond)
		case "disengage":
			c.Disengage()
		case "send":
			if len(results) == 0 || len(posted) == 0 && results[0] == "ok" {
				return // there was no such turn, which shows
			}
			ok := results[0] == "ok"
			if results = results[1:]; ok {
				posted = posted[1:]
				c.Sent(s.now, s.mentioned(a.Text)...)
			}
		case "say":
			if len(posted) > 0 {
				posted = posted[1:]
				c.Sent(s.now, s.mentioned(a.Text)...)
			}
		}
	}
	for s.turn(c) { // whatever came meanwhile
	}
	c.Done()
}

// mention is how the recorded networks write one; of their ids only one has the
// recorded people's form.
var mention = regexp.MustCompile(`<@!?([0-9]+)>`)

func (s *ladderStage) mentioned(text string) (ids []messages.PersonID) {
	if s.story.Adapter != "discord-bot" {
		return nil
	}
	for _, m := range mention.FindAllStringSubmatch(text, -1) {
		ids = append(ids, messages.PersonID(m[1]))
	}
	return ids
}

// turn begins a turn if anything is to be answered, and notes its prompt.
func (s *ladderStage) turn(c *LadderChannel) bool {
	t, ok := c.Drain()
	if ok {
		s.seen = append(s.seen, fmt.Sprint("prompt ", t.GuardNotice, t.GroupNudge, len(t.Recent), len(t.Current)))
	}
	return ok
}

func (s *ladderStage) route(r *recordedSaid) {
	if strings.HasPrefix(r.Text, "/") && !strings.HasPrefix(r.Text, "//") {
		return // a command, which the adapter keeps
	}
	if gate := s.gate[r.ID]; gate == "denied" || gate == "claim" {
		s.seen = append(s.seen, fmt.Sprint(r.ID, " ", gate)) // before any routing
		return
	}
	said := r.said()
	if said.Name == "" {
		said.Name = s.names[r.Author]
	}
	c := s.channel(s.key(r.Workspace, r.Chat, r.Thread))
	if c.expired(s.now) {
		c.end()
	}
	if !c.Live {
		c.Live, c.Engaged = true, s.now
		s.prefetch(c, r)
	}
	known := slices.ContainsFunc(c.People, func(p Participant) bool { return p.ID == said.Author })
	if !said.DM && s.asksMembers(c, said) {
		s.fetchMembers(c)
	}
	rule := c.Hear(said, s.now)
	s.seen = append(s.seen, fmt.Sprint(r.ID, " ", decision(rule)))
	if !said.DM && !known {
		s.fetchMembers(c)
	}
}

// prefetch seeds a new session with the recorded history's head and tail.
func (s *ladderStage) prefetch(c *LadderChannel, before *recordedSaid) {
	head, tail := 0, s.story.Config.Prefetch.Channel.Tail
	if before.Thread != nil && *before.Thread != "" {
		head, tail = s.story.Config.Prefetch.Thread.Head, s.story.Config.Prefetch.Thread.Tail
	}
	all := s.story.History
	if n := len(all); n > 0 && all[n-1].Author == before.Author && all[n-1].Text == before.Text {
		all = all[:n-1]
	}
	if head+tail == 0 {
		return
	}
	if len(all) > head+tail {
		all = slices.Concat(all[:head], all[len(all)-tail:])
	}
	for _, h := range all {
		c.Buffer = append(c.Buffer, Said{Author: h.Author, Name: h.Name, Text: h.Text, Bot: h.IsBot})
	}
}

func (s *ladderStage) fetchMembers(c *LadderChannel) {
	if m := s.story.Membership.members(); m != nil {
		m.FetchedAt = s.now
		c.Members = m
	}
}

// asksMembers reports whether a line waits for the members: what is known of them
// is old, and nobody else has been seen.
func (s *ladderStage) asksMembers(c *LadderChannel, said *Said) bool {
	if c.Members != nil && s.now.Sub(c.Members.FetchedAt) < ladderFresh {
		return false
	}
	humans := 0
	for _, p := range c.People {
		if !p.Bot && p.ID != said.Author {
			humans++
		}
	}
	return humans == 0 || humans == 1 && said.Bot
}

// views are what the port and the source show after a step.
func (s *ladderStage) views(step *ladderStep, c *LadderChannel) (got, want string) {
	e := &step.Expect
	var seen []string
	for _, d := range e.Decisions {
		seen = append(seen, fmt.Sprint(d.ID, " ", d.Decision))
	}
	for _, p := range e.Prompts {
		seen = append(seen, fmt.Sprint("prompt ", p.GuardNotice, p.GroupNudge, count(p.Recent), count(p.Current)))
	}
	slices.Sort(seen)
	slices.Sort(s.seen)
	key := s.key(step.Op.Workspace, step.Op.Chat, step.Op.Thread)
	if ev := step.Op.Event; ev != nil {
		key = s.key(ev.Workspace, ev.Chat, ev.Thread)
	}
	credits := slices.DeleteFunc(slices.Clone(e.Sticky), func(c credited) bool { return c.Key != key })
	got = fmt.Sprint(s.seen, ledgers{key: c.Credits}.all())
	want = fmt.Sprint(seen, credits)
	if e.Live == nil {
		return got + fmt.Sprint(" live ", c.Live), want + " live false"
	}
	var queue []messages.LineID
	for _, q := range c.Queue {
		queue = append(queue, q.ID)
	}
	var buffer, wantBuffer []messages.PersonID
	for _, b := range c.Buffer {
		buffer = append(buffer, b.Author)
	}
	for _, b := range e.Live.Buffer {
		if b.Author != program {
			wantBuffer = append(wantBuffer, b.Author)
		}
	}
	people, wantPeople := slices.Clone(c.People), []Participant(nil)
	for _, p := range e.Live.Participants {
		wantPeople = append(wantPeople, Participant{p.ID, p.Name, p.IsBot, p.Count, p.Last})
	}
	for _, all := range [][]Participant{people, wantPeople} {
		slices.SortFunc(all, func(a, b Participant) int { return strings.Compare(string(a.ID), string(b.ID)) })
	}
	g, w := &c.Guard, &e.Live.Guard
	got += fmt.Sprint(people, c.Crowd, g.Active, g.Consecutive, g.Window, queue, buffer, c.Engaged)
	want += fmt.Sprint(wantPeople, e.Live.MultiHumanGroup, w.Active, w.Consecutive, w.Window, e.Live.Queue, wantBuffer, e.Live.Engaged)
	if step.Op.Event != nil && len(c.Queue) > 0 && c.Queue[len(c.Queue)-1].ID == step.Op.Event.ID {
		got += fmt.Sprint(" waits ", c.Waits.Milliseconds())
		want += fmt.Sprint(" waits ", e.Live.Waits[len(e.Live.Waits)-1])
	}
	return got, want
}

// count is how many lines of people a recorded prompt shows: one of several rows
// is recorded as several.
func count(shown []string) (lines int) {
	for _, line := range shown {
		if at := strings.Index(line, " <@"); at >= 0 && !strings.Contains(line, "<@"+program+">") {
			lines++
		}
	}
	return lines
}

// TestLadderChannels plays every recorded channel to the port, in both of the
// source's versions, and compares all that routing shows after each step.
func TestLadderChannels(t *testing.T) {
	for _, version := range []struct {
		file string
		once bool
	}{{"channel_sliding.json.gz", false}, {"channel_oneshot.json.gz", true}} {
		t.Run(version.file, func(t *testing.T) {
			var file struct {
				Names     map[messages.PersonID]string `json:"author_names"`
				Scenarios []ladderStory
			}
			load(t, version.file, &file)
			steps := 0
			for i := range file.Scenarios {
				story := &file.Scenarios[i]
				config := ladderConfig(story.Config.Trigger, story.Config.Window, version.once)
				config.Aliases = story.Config.Aliases
				s := ladderStage{story: story, names: file.Names, config: config, channels: map[string]*LadderChannel{}}
				for k := range story.Steps {
					step := &story.Steps[k]
					c := s.play(step)
					steps++
					if got, want := s.views(step, c); got != want {
						t.Errorf("%s (%s), step %d, %s:\n got %s\nwant %s", story.ID, story.Name, k, step.Op.Op, got, want)
						break
					}
				}
			}
			t.Logf("%d channels, %d steps", len(file.Scenarios), steps)
			if steps == 0 {
				t.Error("nothing was played")
			}
		})
	}
}
