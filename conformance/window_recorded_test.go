package conformance

import (
	"fmt"
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

type windowDifference struct {
	name, why string
	is        func(c *chat, step *recordedWindowStep) bool
}

// windowDifferences are where the source's program and its document part, or
// where it has what we don't. Such a step may come out otherwise, and those after
// it until the same fires and the same windows are open again.
var windowDifferences = []windowDifference{
	{
		"a table of routes", "the source sends each line to one of several folders; here every familiar decides for itself",
		func(c *chat, step *recordedWindowStep) bool { return c.routed || step.Folder == "other" },
	},
	{
		"lines read together", "the source decides only on the newest line of a batch; here on each",
		func(_ *chat, step *recordedWindowStep) bool {
			return step.NotYet || step.Op == "process"
		},
	},
	{
		"the room's window covers a thread", "according to the document a window belongs to its thread",
		func(c *chat, step *recordedWindowStep) bool {
			return step.Op == "inbound" && step.Topic != "" && c.holds("") && !c.holds(step.Topic)
		},
	},
	{
		"having spoken in a thread counts as being mentioned there", "according to the document a closed window needs a new mention",
		func(c *chat, step *recordedWindowStep) bool {
			s := c.states[topic(step.Topic)]
			return step.Op == "inbound" && step.Topic != "" && step.Verb != "mention" && s != nil && s.Seats[0].Joined && !c.holds(step.Topic)
		},
	},
	{
		"a reply goes to the thread of the line it answers", "here the network says which thread a line is in, and a reaction is not a line",
		func(_ *chat, step *recordedWindowStep) bool {
			return step.ReplyTo != "" || step.Verb == "like"
		},
	},
	{
		"a reply after stepping back", "according to the document disengage is final: a reply of the same turn opens nothing",
		func(_ *chat, step *recordedWindowStep) bool { return step.Agent.Pre == "disengage" },
	},
	{
		"a reply the network refused", "on one path the source counts it anyway; here only a delivered reply opens a window",
		func(_ *chat, step *recordedWindowStep) bool { return step.Agent.FailSend },
	},
}

func TestRecordedWindows(t *testing.T) {
	answers, excused := playWindows(t)
	t.Logf("code_profile: %d answers", answers)
	for i, d := range windowDifferences {
		t.Logf("%4d differ: %s", excused[i], d.name)
		if excused[i] == 0 && !elsewhere() {
			t.Errorf("%q excuses nothing: it is a difference no more", d.name)
		}
	}
}

// playWindows plays all stories and gives how many answers they have, two to a
// step, and how many came out otherwise, by difference.
func playWindows(t *testing.T) (answers int, excused []int) {
	t.Helper()
	var file struct {
		Stories []recordedWindow `json:"code_profile"`
	}
	load(t, windowFile, &file)
	excused = make([]int, len(windowDifferences))
	for _, story := range file.Stories {
		t.Run(story.Name, func(t *testing.T) {
			answers += 2 * len(story.Steps)
			for i, n := range story.play(t) {
				excused[i] += n
			}
		})
	}
	return answers, excused
}

// usual reports whether the story has the routes that come to what the preset
// does: who is mentioned answers, the rest is observed.
func (story *recordedWindow) usual() bool {
	r := story.Routes
	return len(r) == 2 && strings.HasSuffix(r[0].Match, "verb=mention") && r[0].Target == "demo" && r[1].Target == "demo#observe"
}

// play plays a story and gives how many answers came out otherwise, by the
// difference that excuses them. One without an excuse is an error.
func (story *recordedWindow) play(t testing.TB) (excused []int) {
	c := newChat(t, 20*time.Minute)
	c.config.Seats[0].Policy.Credit.Window = time.Duration(story.TTL * float64(time.Second))
	excused = make([]int, len(windowDifferences))
	c.routed = !story.usual()
	since := -1 // which difference shows
	for n := range story.Steps {
		step := &story.Steps[n]
		c.now = messages.Instant(1_700_000_000_000 + step.At*1000)
		c.routed = c.routed || step.Op == "routes" || step.Op == "sticky_topic"
		if i := slices.IndexFunc(windowDifferences, func(d windowDifference) bool { return d.is(c, step) }); i >= 0 {
			since = i
		}
		wrong := c.record(n, step)
		switch {
		case wrong == nil:
			since = -1
		case since < 0:
			t.Errorf("step %d, %s at %v s: %q", n+1, step.Op, step.At, wrong)
		default:
			excused[since] += len(wrong)
			t.Logf("step %d, %s at %v s: %q: %s", n+1, step.Op, step.At, wrong, windowDifferences[since].name)
		}
	}
	return excused
}

// holds reports whether our window is open in a topic.
func (c *chat) holds(name string) bool {
	s := c.states[topic(name)]
	return s != nil && s.Window.Held(c.now) != ""
}

// record plays a step and says what came out otherwise: whether the line was
// answered, which windows are open.
func (c *chat) record(n int, step *recordedWindowStep) (wrong []string) {
	c.Helper()
	at := topic(step.Topic)
	fired := step.Expect.Fired
	switch step.Op {
	case "inbound":
		fired = c.inbound(step)
	case "engage":
		c.step(at, messages.Commanded{Command: messages.EngageHere})
	case "disengage":
		c.step(at, messages.Commanded{Command: messages.Disengage})
	case "check", "process":
	case "routes", "sticky_topic": // settings of the source, after which nothing was looked at
		return nil
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
	if fired != step.Expect.Fired {
		wrong = append(wrong, fmt.Sprintf("fires: %v, want %v", fired, step.Expect.Fired))
	}
	if !slices.Equal(got, want) {
		wrong = append(wrong, fmt.Sprintf("windows end at %v, want %v", got, want))
	}
	return wrong
}

// inbound hears a line and reports whether it was answered.
func (c *chat) inbound(step *recordedWindowStep) (fired bool) {
	at := topic(step.Topic)
	var orders []conversation.Effect
	timed := strings.HasPrefix(step.Sender, "timed-")
	if timed {
		orders = c.step(at, messages.Commanded{Command: messages.Wake})
	} else {
		l := &messages.Line{ID: messages.LineID(step.ID), Channel: at, At: c.now, Text: "hi", Author: messages.Author{ID: messages.PersonID(step.Sender)}, DM: strings.Contains(step.Chat, "/dm/")}
		if step.Verb == "mention" {
			l.Mentions = []messages.PersonID{us}
		}
		orders = c.step(at, messages.Heard{Line: l})
	}
	says := step.Agent.Kind == "reply" || step.Agent.Kind == "send"
	fired = c.composes(orders) != nil
	c.answer(at, at, orders, manner{silent: !says, stepsBack: step.Agent.Pre == "disengage", refused: step.Agent.FailSend})
	return timed && step.Expect.Fired || fired
}
