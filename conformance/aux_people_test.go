package conformance

import (
	"fmt"
	"slices"
	"strings"

	"familiar/messages"
	"familiar/policy/roster"
)

type seenStep struct {
	ID    messages.PersonID `json:"author_id"`
	Name  string            `json:"author_name"`
	IsBot bool              `json:"is_bot"`
	Now   messages.Instant
	After []struct {
		ID    messages.PersonID `json:"author_id"`
		Name  string            `json:"author_name"`
		IsBot bool              `json:"is_bot"`
		Count int
		Last  messages.Instant `json:"last_at"`
	}
}

// seenPeople are who has posted, after each line or, where the recording is
// long, the last of them. Since when is not kept here: nothing asks for it.
var seenPeople = cases("participants", []string{
	"steps.*.after.*.author_id", "steps.*.after.*.author_name", "steps.*.after.*.is_bot", "steps.*.after.*.count", "steps.*.after.*.last_at",
}, func(c *struct{ Steps []seenStep }) (got, want string) {
	var people roster.State
	for i, step := range c.Steps {
		people.Hear(messages.Author{ID: step.ID, Name: step.Name, Bot: step.IsBot}, step.Now)
		if step.After == nil {
			continue
		}
		var ours, theirs []string
		for _, p := range people.People {
			ours = append(ours, fmt.Sprintf("%s %q %v %d %d", p.ID, p.Name, p.Bot, p.Count, p.Last))
		}
		for _, p := range step.After {
			theirs = append(theirs, fmt.Sprintf("%s %q %v %d %d", p.ID, p.Name, p.IsBot, p.Count, p.Last))
		}
		slices.Sort(ours)
		slices.Sort(theirs)
		got += fmt.Sprintln(i, strings.Join(ours, ", "))
		want += fmt.Sprintln(i, strings.Join(theirs, ", "))
	}
	return got, want
})

type countedAuthors struct {
	Messages [][2]any // author, whether a bot
	Expect   struct {
		Humans, Bots int
		Truncated    bool
	}
}

// countAuthors makes a member list of who has posted, for networks without
// one. Ours needs none: the people seen are counted as they are, and are never
// taken for everybody.
var countAuthors = cases("count_authors", []string{"expect.humans", "expect.bots", "expect.truncated"}, func(c *countedAuthors) (got, want string) {
	var people roster.State
	for _, m := range c.Messages {
		people.Hear(messages.Author{ID: messages.PersonID(fmt.Sprint(m[0])), Bot: m[1] == true}, epoch)
	}
	return fmt.Sprint(people.Humans(), people.Bots(), !people.KnownAlone(epoch)), fmt.Sprint(c.Expect.Humans, c.Expect.Bots, c.Expect.Truncated)
}, departure[countedAuthors]{
	name: "a human who turns out to be a bot", why: "the source goes by an author's first line, ours by any line",
	is:   func(c *countedAuthors) bool { return c.turned() > 0 },
	ours: func(c *countedAuthors) { c.Expect.Humans -= c.turned(); c.Expect.Bots += c.turned() },
})

// turned is how many authors post as a bot after they did so as a human.
func (c *countedAuthors) turned() (n int) {
	human := map[any]bool{}
	for _, m := range c.Messages {
		first, seen := human[m[0]]
		switch {
		case !seen:
			human[m[0]] = m[1] == false
		case first && m[1] == true:
			human[m[0]] = false
			n++
		}
	}
	return n
}
