package conformance

import (
	"slices"
	"strings"
	"testing"
	"time"

	"familiar/messages"
	"familiar/policy/conversation"
)

// A recordedWindow is a story the source's own program went through.
type recordedWindow struct {
	Name   string
	TTL    float64 `json:"ttl_s"`
	Routes []struct{ Match, Target string }
	Steps  []recordedWindowStep
}

type recordedWindowStep struct {
	At                      float64
	Op, Chat, Topic, Folder string
	ID, Sender, Verb        string
	ReplyTo                 string `json:"reply_to"`
	NotYet                  bool   `json:"no_process"`
	Agent                   struct {
		Kind, Pre string
		FailSend  bool `json:"fail_send"`
	}
	Expect struct {
		Fired   bool
		Engaged []struct {
			Chat, Folder, Topic string
			Until               float64
		} `json:"engaged_after"`
	}
}

// windowDifferences are where the source's program and its document part, or
// where it has what we don't. From such a step on a story is left.
var windowDifferences = []struct {
	name, why string
	is        func(c *chat, story *recordedWindow, step *recordedWindowStep) bool
}{
	{
		"a table of routes", "the source sends each line to one of several folders; here every familiar of a channel decides for itself",
		func(_ *chat, story *recordedWindow, step *recordedWindowStep) bool {
			usual := len(story.Routes) == 2 && strings.HasSuffix(story.Routes[0].Match, "verb=mention") && story.Routes[0].Target == "demo" && story.Routes[1].Target == "demo#observe"
			return !usual || step.Op == "routes" || step.Op == "sticky_topic" || step.Folder == "other"
		},
	},
	{
		"lines read together", "the source decides on the newest of a batch only; here each line is decided on",
		func(_ *chat, _ *recordedWindow, step *recordedWindowStep) bool {
			return step.NotYet || step.Op == "process"
		},
	},
	{
		"the room's window covers a thread", "by the document a window belongs to its thread",
		func(c *chat, _ *recordedWindow, step *recordedWindowStep) bool {
			return step.Op == "inbound" && step.Topic != "" && c.holds("") && !c.holds(step.Topic)
		},
	},
	{
		"having spoken in a thread counts as being mentioned there", "by the document a closed window needs a fresh mention",
		func(c *chat, _ *recordedWindow, step *recordedWindowStep) bool {
			s := c.states[topic(step.Topic)]
			return step.Op == "inbound" && step.Topic != "" && step.Verb != "mention" && s != nil && s.Seats[0].Joined && !c.holds(step.Topic)
		},
	},
	{
		"a line that answers another goes to that one's thread", "here the network says in which thread a line stands; and a reaction is no line",
		func(_ *chat, _ *recordedWindow, step *recordedWindowStep) bool {
			return step.ReplyTo != "" || step.Verb == "like"
		},
	},
	{
		"a reply after stepping back", "by the document disengage is final: the same turn's reply opens nothing",
		func(_ *chat, _ *recordedWindow, step *recordedWindowStep) bool { return step.Agent.Pre == "disengage" },
	},
	{
		"a reply the network refused", "one of the source's ways out counts it all the same; a window is opened by what was delivered",
		func(_ *chat, _ *recordedWindow, step *recordedWindowStep) bool { return step.Agent.FailSend },
	},
}

func TestRecordedWindows(t *testing.T) {
	var file struct {
		Stories []recordedWindow `json:"code_profile"`
	}
	load(t, windowFile, &file)
	whole := 0
	for i := range file.Stories {
		story := &file.Stories[i]
		t.Run(story.Name, func(t *testing.T) {
			if story.play(t) {
				whole++
			}
		})
	}
	t.Logf("code_profile: %d cases, %d compared whole", len(file.Stories), whole)
	if whole == 0 {
		t.Error("no story was played to its end")
	}
}

// play plays a story until the source and ours part; true: to its end.
func (story *recordedWindow) play(t testing.TB) bool {
	c := newChat(t, 20*time.Minute)
	c.config.Seats[0].Policy.Credit.Window = time.Duration(story.TTL * float64(time.Second))
	for n := range story.Steps {
		step := &story.Steps[n]
		c.now = messages.Instant(1_700_000_000_000 + step.At*1000)
		for _, d := range windowDifferences {
			if d.is(c, story, step) {
				t.Logf("left at step %d: %s: %s", n+1, d.name, d.why)
				return false
			}
		}
		c.record(n, step)
	}
	return true
}

// holds reports whether our window is open in a topic.
func (c *chat) holds(name string) bool {
	s := c.states[topic(name)]
	return s != nil && s.Window.Held(c.now) != ""
}

// record plays a step and compares what is open after it.
func (c *chat) record(n int, step *recordedWindowStep) {
	c.Helper()
	at := topic(step.Topic)
	switch step.Op {
	case "inbound":
		c.inbound(n, step)
	case "engage":
		c.step(at, messages.Commanded{Command: messages.EngageHere})
	case "disengage":
		c.step(at, messages.Commanded{Command: messages.Disengage})
	case "check":
	default:
		c.Fatalf("step %d: unknown op %q", n+1, step.Op)
	}
	var want, got []messages.Instant
	for _, w := range step.Expect.Engaged {
		want = append(want, messages.Instant(1_700_000_000_000+w.Until*1000))
	}
	for _, s := range c.states {
		if s.Window.Held(c.now) != "" {
			got = append(got, s.Window.Until)
		}
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		c.Errorf("step %d, %s at %v s: windows end at %v, want %v", n+1, step.Op, step.At, got, want)
	}
}

func (c *chat) inbound(n int, step *recordedWindowStep) {
	c.Helper()
	at := topic(step.Topic)
	var orders []conversation.Effect
	if timed := strings.HasPrefix(step.Sender, "timed-"); timed {
		orders = c.step(at, messages.Commanded{Command: messages.Wake})
	} else {
		l := &messages.Line{ID: messages.LineID(step.ID), Channel: at, At: c.now, Text: "hi", Author: messages.Author{ID: messages.PersonID(step.Sender)}}
		if step.Verb == "mention" {
			l.Mentions = []messages.PersonID{us}
		}
		orders = c.step(at, messages.Heard{Line: l})
		if fired := c.composes(orders) != nil; fired != step.Expect.Fired {
			c.Errorf("step %d at %v s fires: %v, want %v", n+1, step.At, fired, step.Expect.Fired)
		}
	}
	says := step.Agent.Kind == "reply" || step.Agent.Kind == "send"
	c.answer(at, at, orders, !says)
}
