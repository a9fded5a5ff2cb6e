package ties

import (
	"slices"

	"familiar/messages"
)

// welcome takes a thread among those that the room tells, the last to go, and
// tells it the facts. room is the channel's own id, as everywhere here.
func (t *Ties) welcome(room messages.ChannelID, name string, out []messages.Effect) []messages.Effect {
	if k := t.find(name); k >= 0 {
		t.Threads = slices.Delete(t.Threads, k, k+1)
	}
	staying := 0
	for k := len(t.Threads) - 1; k >= 0; k-- {
		if t.Threads[k].Leaves {
			continue
		}
		if staying++; staying >= Most {
			t.Threads[k].Leaves = true
			out = append(out, t.tell(room, &t.Threads[k]))
		}
	}
	t.Threads = append(t.Threads, Tie{Thread: name, Knows: t.Version})
	return append(out, t.tell(room, &t.Threads[len(t.Threads)-1]))
}

// share tells the threads what holds in the room now, if that is news.
func (t *Ties) share(room messages.ChannelID, facts messages.RoomFacts, now messages.Instant, out []messages.Effect) []messages.Effect {
	if SameFacts(&t.Facts, &facts, now) {
		return out
	}
	t.Facts = facts
	t.Version++
	for k := range t.Threads {
		if !t.Threads[k].Leaves {
			out = append(out, t.tell(room, &t.Threads[k]))
		}
	}
	return out
}

// known takes a thread's word that it knows a version of the facts.
func (t *Ties) known(name string, version uint64) {
	if k := t.find(name); k >= 0 {
		t.Threads[k].Knows = max(t.Threads[k].Knows, min(version, t.Version))
	}
}

// left takes a thread's word that it knows that it is told no more.
func (t *Ties) left(name string) {
	if k := t.find(name); k >= 0 && t.Threads[k].Leaves {
		t.Threads = slices.Delete(t.Threads, k, k+1)
	}
}

// find returns where the thread of that name is among those that are told; -1
// for nowhere.
func (t *Ties) find(name string) int {
	if t == nil {
		return -1
	}
	return slices.IndexFunc(t.Threads, func(t Tie) bool { return t.Thread == name })
}

// tell returns the order to tell a thread the facts, or that it is told no more.
func (t *Ties) tell(room messages.ChannelID, to *Tie) messages.Tell {
	if to.Leaves {
		return tellThread(room, to.Thread, messages.RoomLeaves{})
	}
	facts := t.Facts
	return tellThread(room, to.Thread, messages.RoomHolds{Version: t.Version, Facts: &facts})
}

// ThreadOff returns the name of the thread that hangs off a line of the room; ""
// when none is known.
func (t *Ties) ThreadOff(line messages.LineID) string {
	if t == nil {
		return ""
	}
	for k := len(t.Roots) - 1; k >= 0; k-- {
		if r := &t.Roots[k]; r.Line == line && !r.Gone {
			return r.Thread
		}
	}
	return ""
}

// plant keeps which line of the room a thread hangs off. gone says that the line
// is deleted or forgotten already.
func (t *Ties) plant(room messages.ChannelID, thread string, line messages.LineID, gone bool, out []messages.Effect) []messages.Effect {
	if line == "" || slices.ContainsFunc(t.Roots, func(r Rooted) bool { return r.Thread == thread && r.Line == line && !r.Gone }) {
		return out
	}
	t.Roots = append(t.Roots, Rooted{Line: line, Thread: thread})
	if gone {
		return t.uproot(room, func(of messages.LineID) bool { return of == line }, out)
	}
	standing := 0
	for k := len(t.Roots) - 1; k >= 0; k-- {
		if t.Roots[k].Gone {
			continue
		}
		if standing++; standing > RootsMost {
			t.Roots[k].Gone = true
			out = append(out, tellGone(room, &t.Roots[k]))
		}
	}
	return out
}

// uproot has the threads that hang off such lines forget them.
func (t *Ties) uproot(room messages.ChannelID, these func(messages.LineID) bool, out []messages.Effect) []messages.Effect {
	for k := range t.Roots {
		if r := &t.Roots[k]; !r.Gone && these(r.Line) {
			r.Gone = true
			out = append(out, tellGone(room, r))
		}
	}
	return out
}

// rootWent takes a thread's word that the line is gone there, too.
func (t *Ties) rootWent(thread string, line messages.LineID) {
	if t != nil {
		t.Roots = slices.DeleteFunc(t.Roots, func(r Rooted) bool { return r.Gone && r.Thread == thread && r.Line == line })
	}
}

func tellGone(room messages.ChannelID, r *Rooted) messages.Tell {
	return tellThread(room, r.Thread, messages.RootGone{Line: r.Line})
}

// Pending appends what was told and has no answer yet, as it was told.
func (t *Ties) Pending(channel messages.ChannelID, out []messages.Effect) []messages.Effect {
	if t == nil {
		return out
	}
	if t.Asking {
		out = append(out, Tell(channel, channel.Room(), t.here()))
	}
	for k := range t.Roots {
		if r := &t.Roots[k]; r.Gone {
			out = append(out, tellGone(channel, r))
		}
	}
	for k := range t.Threads {
		if to := &t.Threads[k]; to.Leaves || to.Knows < t.Version {
			out = append(out, t.tell(channel, to))
		}
	}
	return out
}
