package conformance

import (
	"strings"

	"familiar/messages"
)

// A difference is something we do otherwise than the source, on purpose.
type difference struct {
	name   string
	why    string
	begins func(*moment) bool // it shows from this step on, in its channel
	fields []field            // what it shows in
	ends   func(*moment) bool // after this step it shows no more; nil: after the step it began with
}

// A moment is a step as the differences look at it.
type moment struct {
	scenario *channelScenario
	step     *channelStep
	room     *room
	heard    bool             // the room had lines before the step
	joined   bool             // and we had spoken there
	pending  bool             // and lines waited for an answer
	session  bool             // the source had a session there
	engaged  messages.Instant // when that last heard an addressed line
	want     view             // what the source showed
	wrong    map[field]bool   // where we differ
}

// sessionIdle is how long a session of the source lives after its last
// addressed line; the next line begins a new one.
const sessionIdle = 300_000

// differences are all of them. Nothing else may differ.
var differences = []difference{
	{
		name:   "the source forgets what was said before",
		why:    "its sessions end 5 min after the last addressed line and take unanswered lines with them; ours has no sessions",
		begins: (*moment).forgets,
		fields: []field{buffer, recent},
		ends:   agreeAgain(buffer, recent),
	},
	{
		name:   "the source forgets lines it was to answer",
		why:    "a new session drops waiting lines of the old one; ours never loses an addressed line",
		begins: func(m *moment) bool { return m.forgets() && m.pending },
		fields: []field{queue, wait, current, recent, notices, outbound, sticky},
		ends:   (*moment).turnAgrees,
	},
	{
		name:   "the source forgets its guard",
		why:    "a new session counts from zero, so bots that pause 5 min are never stopped; only a human resets ours",
		begins: (*moment).forgets,
		fields: []field{guarding, notices},
		ends:   agreeAgain(guarding),
	},
	{
		name:   "the source forgets that it spoke in the thread",
		why:    "a new session considers the thread cold; ours remembers having spoken there",
		begins: func(m *moment) bool { return m.forgets() && m.joined && m.room.place.thread != "" },
		fields: without(allFields, participants, crowd, guarding),
		ends:   func(m *moment) bool { return len(m.step.Expect.Outbound) > 0 && len(m.wrong) == 0 },
	},
	{
		name:   "a line after the last part",
		why:    "the source's turn lasts until its model stops and includes the line; ours ends with the last delivery, and the line is debounced for the next turn",
		begins: (*moment).engagedAfterTurn,
		fields: []field{wait},
		ends:   (*moment).waited,
	},
	{
		name:   "a text sent outside a turn",
		why:    "the source's program may post by itself and gives credit to the last turn's authors; here every text belongs to a turn or was written by hand",
		begins: func(m *moment) bool { return m.step.Op.Op == "send" },
		fields: without(allFields, participants, crowd, guarding, results),
		ends:   (*moment).agrees,
	},
	{
		name:   "a notice of the program inside a turn",
		why:    "the source's program may exceed the limits of a turn; ours posts nothing there",
		begins: func(m *moment) bool { return m.acts(func(a *turnAct) bool { return a.System }) },
		fields: []field{outbound, results},
	},
	{
		name:   "a text repeated after its delivery failed",
		why:    "the source's model sees the failure and repeats the text, which counts as new; here the turn is composed by then, and the outbox retries",
		begins: func(m *moment) bool { return m.acts(func(a *turnAct) bool { return a.Act == "fail" && a.On }) },
		fields: []field{outbound, results, sticky},
		ends:   (*moment).agrees,
	},
	{
		name:   "a text repeated after it was posted with a quote",
		why:    "on networks without replies the source includes the quote in its comparison and misses the repeat; ours leaves the quote out",
		begins: (*moment).repeatsQuoted,
		fields: []field{outbound, results, sticky},
		ends:   (*moment).agrees,
	},
	{
		name:   "a claim code",
		why:    "the source answers at once; ours answers once the role is stored, in its own words",
		begins: func(m *moment) bool { return strings.Contains(m.want[decisions], " claim\n") },
		fields: []field{outbound},
	},
	{
		name:   "an answer to a command",
		why:    "ours are answered by the program outside any turn and give no credit",
		begins: func(m *moment) bool { return m.step.Op.Op == "route" && strings.HasPrefix(m.step.Op.Event.Text, "/") },
		fields: []field{outbound, sticky},
		ends:   (*moment).agrees,
	},
	{
		name:   "our own lines in a fetched history",
		why:    "the source shows them among unanswered lines, ours among earlier ones",
		begins: func(m *moment) bool { return !m.heard && m.fetchedOwn() },
		fields: []field{buffer, recent},
		ends:   agreeAgain(buffer, recent),
	},
}

// forgets reports whether the source begins a new session with this line.
func (m *moment) forgets() bool {
	return m.step.Op.Op == "route" && m.heard && (!m.session || m.step.Now-m.engaged > sessionIdle)
}

// agrees reports whether nothing differs.
func (m *moment) agrees() bool { return len(m.wrong) == 0 }

// turnAgrees reports whether a turn was taken and nothing differs.
func (m *moment) turnAgrees() bool { return len(m.step.Expect.Prompts) > 0 && m.agrees() }

// agreeAgain reports whether these fields are alike.
func agreeAgain(fields ...field) func(*moment) bool {
	return func(m *moment) bool {
		for _, f := range fields {
			if m.wrong[f] {
				return false
			}
		}
		return m.step.Expect.Live != nil
	}
}

// waited reports whether the step had a debounce.
func (m *moment) waited() bool { return m.want[wait] != "" }

func (m *moment) acts(is func(*turnAct) bool) bool {
	for i := range m.step.Op.Turn {
		if is(&m.step.Op.Turn[i]) {
			return len(m.step.Expect.Prompts) > 0
		}
	}
	return false
}

// engagedAfterTurn reports whether a line was addressed to us when we had
// said everything and the source's model was still at it.
func (m *moment) engagedAfterTurn() bool {
	over := false
	return m.acts(func(a *turnAct) bool {
		over = over || a.Act == "send" || a.Act == "skip" || a.Act == "disengage"
		return over && a.Act == "route" && strings.Contains(m.want[decisions], string(a.Event.ID)+" engage\n")
	})
}

// repeatsQuoted reports whether the turn says its first text, which stands
// under a quote, again.
func (m *moment) repeatsQuoted() bool {
	first := ""
	return m.room.network() == "slack" && strings.HasPrefix(m.want[outbound], `"> `) && m.acts(func(a *turnAct) bool {
		again := a.Act == "send" && a.Text == first
		if a.Act == "send" {
			first = a.Text
		}
		return again
	})
}

func (m *moment) fetchedOwn() bool {
	for _, h := range m.scenario.History {
		if h.Author == us {
			return true
		}
	}
	return false
}
