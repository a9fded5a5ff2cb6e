package conversation

import (
	"slices"

	"familiar/messages"
	"familiar/policy/posts"
	"familiar/policy/surface"
	"familiar/policy/ties"
)

// surface is the kind of place people read the channel in.
func (s *State) surface() surface.Surface {
	return surface.Of(surface.Place{Network: s.Channel.Network(), Thread: s.Channel.IsThread(), DM: s.DM, Pane: s.Pane})
}

// opensThread reports whether the composed parts go to a thread off a line
// they answer.
func (s *State) opensThread() bool {
	t, here := s.Turn, s.surface()
	return here.Hard() && s.cfg(t.Seat).Policy.Surface.OpensThread(here, t.Reply())
}

// creditThere has the people of a part that stands in a thread credited there.
func (s *State) creditThere(p *posts.Post, thread messages.ChannelID, out []Effect) []Effect {
	c := s.cfg(p.Seat)
	if !c.Policy.Credit.On || c.KeepsWindow() {
		return out
	}
	people := s.creditable(p)
	for k, id := range people {
		if id != c.Self && !slices.Contains(people[:k], id) {
			out = append(out, ties.Tell(s.Channel, thread, messages.Replied{Familiar: c.Familiar, Person: id}))
		}
	}
	return out
}

// replyThere tells a thread that a reply of ours stands in it, or is on its way
// there: whoever it answers may go on there.
func (s *State) replyThere(p *posts.Post, thread messages.ChannelID, out []Effect) []Effect {
	return s.replied(p.Seat, thread, s.creditThere(p, thread, out))
}
