package conformance

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"familiar/messages"
	"familiar/policy/conversation"
)

// A field is one thing that is compared after every step.
type field string

const (
	decisions    field = "decisions"
	notices      field = "notices"
	recent       field = "recent"
	current      field = "current"
	outbound     field = "outbound"
	results      field = "results"
	participants field = "participants"
	crowd        field = "crowd"
	guarding     field = "guard"
	queue        field = "queue"
	buffer       field = "buffer"
	wait         field = "wait"
	sticky       field = "sticky"
)

var allFields = []field{decisions, notices, recent, current, outbound, results, participants, crowd, guarding, queue, buffer, wait, sticky}

// A view is what was seen, written out so that equal means the same.
type view map[field]string

// list writes items out in a fixed form.
func list[T any](items []T, write func(*T) string) string {
	var b strings.Builder
	for i := range items {
		if line := write(&items[i]); line != "" {
			b.WriteString(line + "\n")
		}
	}
	return b.String()
}

// expected is the step as the source showed it.
func expected(s *channelScenario, step *channelStep) view {
	e := &step.Expect
	v := view{}
	for i := range e.Decisions {
		v[decisions] += fmt.Sprintln(e.Decisions[i].ID, e.Decisions[i].Decision)
	}
	for _, p := range e.Prompts {
		v[notices] += fmt.Sprintln(p.GuardNotice, p.GroupNudge)
		v[recent] += list(p.Recent, recordedQuote) + "--\n"
		v[current] += list(p.Current, recordedQuote) + "--\n"
	}
	for _, o := range e.Outbound {
		reply := messages.LineID("")
		if o.ReplyTo != nil {
			reply = *o.ReplyTo
		}
		v[outbound] += fmt.Sprintf("%q to %q\n", o.Text, reply)
	}
	for _, r := range e.Results {
		var text string
		if json.Unmarshal(r, &text) == nil {
			v[results] += text + "\n"
		}
	}
	key := stickyKey(s, step.Op.place()) // a step changes its own channel's credits only
	for _, c := range e.Sticky {
		if c.Key == key {
			v[sticky] += fmt.Sprintln(c.Author, c.Until)
		}
	}
	if e.Live != nil {
		expectedLive(step, v)
	}
	return v
}

func expectedLive(step *channelStep, v view) {
	live := step.Expect.Live
	people := make([]string, 0, len(live.Participants))
	for _, p := range live.Participants {
		people = append(people, fmt.Sprintln(p.ID, p.Name, p.IsBot, p.Count, p.Last))
	}
	v[participants] = sorted(people)
	v[crowd] = fmt.Sprint(live.MultiHumanGroup)
	v[guarding] = fmt.Sprint(live.Guard.Active, live.Guard.Consecutive, live.Guard.Window)
	v[queue] = fmt.Sprint(live.Queue)
	for _, b := range live.Buffer {
		if b.Author == program {
			continue
		}
		v[buffer] += fmt.Sprintf("%s %d: %s\n", b.Author, b.At, b.Text)
	}
	engaged := len(step.Expect.Decisions) > 0 && step.Expect.Decisions[0].Decision == "engage"
	if step.Op.Op == "route" && engaged && len(live.Waits) > 0 {
		v[wait] = fmt.Sprint(firstShort(live.Waits))
	}
}

// firstShort returns the last of a session's waits as it is here. The source
// takes the start of its session for an addressed line shortly before; our
// channel's first addressed line has none before it, and waits no longer than
// any other.
func firstShort(waits []int64) int64 {
	d := conversation.Default().Debounce
	if len(waits) == 1 && waits[0] == d.Hot.Milliseconds() {
		return d.Quiet.Milliseconds()
	}
	return waits[len(waits)-1]
}

// What the source adds to the lines it shows its model: a person that stands
// for the program, who says how much of a history is left out, and a mark
// behind a text that was cut. How ours says so is its agent's matter.
const (
	program = "__typeclaw_system__"
	cutMark = " […truncated]"
)

var quoteForm = regexp.MustCompile(`(?s)^.*? <@([^>]*)>( \[bot\])?: (.*)$`)

// recordedQuote takes a line of a recorded prompt apart: who, a bot or not,
// what.
func recordedQuote(line *string) string {
	m := quoteForm.FindStringSubmatch(*line)
	if m == nil || m[1] == program {
		return ""
	}
	return fmt.Sprintf("%s %v: %s", m[1], m[2] != "", firstLine(strings.TrimSuffix(m[3], cutMark)))
}

func quoted(q *messages.Quoted) string {
	return fmt.Sprintf("%s %v: %s", q.Author.ID, q.Author.Bot, firstLine(q.Text))
}

// firstLine: of a text with several the recorded prompts hold the first.
func firstLine(text string) string {
	first, _, _ := strings.Cut(text, "\n")
	return first
}

func stickyKey(s *channelScenario, p place) string {
	return strings.Join([]string{s.Adapter, p.workspace, p.chat, p.thread}, ":")
}

func sorted(lines []string) string {
	slices.Sort(lines)
	return strings.Join(lines, "")
}
