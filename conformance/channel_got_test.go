package conformance

import (
	"fmt"

	"familiar/messages"
	"familiar/policy/finish"
	"familiar/policy/transcript"
)

// got is the step as we saw it: of the state only what the source shows.
func (r *room) got(seen *sighting, live bool) view {
	v := view{}
	for _, d := range seen.decisions {
		v[decisions] += d + "\n"
	}
	for i := range seen.prompts {
		p := &seen.prompts[i]
		v[notices] += fmt.Sprintln(p.Notice == messages.GuardNotice, p.Notice == messages.GroupNudge)
		v[recent] += list(p.Recent, quoted) + "--\n"
		v[current] += list(p.Addressed, quoted) + "--\n"
	}
	for i := range seen.outbound {
		v[outbound] += r.written(&seen.outbound[i])
	}
	for _, result := range seen.results {
		v[results] += result + "\n"
	}
	for _, c := range r.seat().Credit.All() {
		v[sticky] += fmt.Sprintln(c.Author, c.Until)
	}
	if live {
		r.gotLive(seen, v)
	}
	return v
}

func (r *room) gotLive(seen *sighting, v view) {
	people := make([]string, 0, len(r.state.Roster.People))
	for _, p := range r.state.Roster.People {
		people = append(people, fmt.Sprintln(p.ID, p.Name, p.Bot, p.Count, p.Last))
	}
	v[participants] = sorted(people)
	v[crowd] = fmt.Sprint(r.state.Crowd)
	v[guarding] = fmt.Sprint(r.state.Guard.Active, r.state.Guard.Consecutive, r.state.Guard.Window)
	pending := []messages.LineID{}
	for _, e := range r.seat().Pending {
		pending = append(pending, e.ID)
	}
	v[queue] = fmt.Sprint(pending)
	for _, e := range r.unturned() {
		v[buffer] += fmt.Sprintf("%s %d: %s\n", e.Author.ID, e.At, e.Text)
	}
	if seen.wait >= 0 {
		v[wait] = fmt.Sprint(seen.wait)
	}
}

// unturned returns the observed lines no turn has been shown, the newest twenty.
func (r *room) unturned() []transcript.Entry {
	const ours = 1 // the bit and number of our only seat
	var lines []transcript.Entry
	for e := range r.state.Lines.All() {
		if e.No > r.seat().Turned && e.By != ours && e.For&ours == 0 {
			lines = append(lines, e)
		}
	}
	return lines[max(0, len(lines)-20):]
}

// written is a post as its network shows it: slack has no replies, there the
// line stands quoted above.
func (r *room) written(p *messages.Post) string {
	text, reply := unspelt(p.Text), p.ReplyTo
	if reply != "" && r.network() == "slack" {
		text, reply = finish.Anchor(finish.Blockquote("slack", p.Quoting.Author, p.Quoting.Text), text), ""
	}
	return fmt.Sprintf("%q to %q\n", text, reply)
}
