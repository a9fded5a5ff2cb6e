package host

import (
	"cmp"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"
)

// A Standing is how one actor in memory stands.
type Standing struct {
	Process string // whose it is; "": this one's, as [Host.Actors] always says
	Key     Key
	State   string        // as it reports itself, else "at work" or "at rest"
	Backlog int           // messages it has not finished, and holds
	Last    string        // kind of the last message it took, such as "messages.Heard"; "": none yet
	Rests   time.Duration // since it last came to rest; 0: it is at work
	Panics  int           // in this incarnation
}

// Actors returns how the actors in memory stand: those of the kinds with the
// fewest first, and of a kind the busiest first. It stops nobody, so it is no
// picture of one moment. Of each kind it returns at most so many, and in all how
// many there are.
func (h *Host) Actors(most int) (actors []Standing, all map[string]int) {
	all = make(map[string]int)
	for _, s := range h.table.all() {
		all[s.kind.name]++
		actors = append(actors, s.standing())
	}
	return Ranked(actors, all, most), all
}

// Ranked returns the first of these actors in the order of [Host.Actors], of which there
// are all of each kind: at most so many of each.
func Ranked(actors []Standing, all map[string]int, most int) (first []Standing) {
	kinds := make(map[string][]Standing)
	for _, s := range actors {
		kinds[s.Key.Kind] = append(kinds[s.Key.Kind], s)
	}
	names := slices.Collect(maps.Keys(kinds))
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(cmp.Compare(all[a], all[b]), strings.Compare(a, b)) })
	for _, name := range names {
		of := kinds[name]
		slices.SortFunc(of, func(a, b Standing) int {
			return cmp.Or(
				cmp.Compare(b.Panics, a.Panics), cmp.Compare(b.Backlog, a.Backlog), cmp.Compare(a.Rests, b.Rests),
				strings.Compare(a.Key.ID, b.Key.ID), strings.Compare(a.Process, b.Process),
			)
		})
		first = append(first, of[:min(len(of), most)]...)
	}
	return first
}

// Standing returns how one actor stands; false: it isn't in memory.
func (h *Host) Standing(key Key) (Standing, bool) {
	s := h.table.get(key)
	if s == nil {
		return Standing{}, false
	}
	return s.standing(), true
}

// standing reads what others may read of an actor.
func (s *Self) standing() Standing {
	now := Standing{Key: s.Key(), Backlog: s.lease.count(), Panics: int(s.panics.Load()), State: "at work"}
	if now.Backlog == 0 {
		now.State, now.Rests = "at rest", max(s.core.now()-time.Duration(s.last.Load()), 0)
	}
	if state := s.state.Load(); state != nil {
		now.State = *state
	}
	if last, ok := s.latest.Load().(reflect.Type); ok {
		now.Last = last.String()
	}
	return now
}

// remember notes of what kind the message is that the actor takes now.
func (s *Self) remember(msg any) {
	if s.kind.Event != nil {
		msg = s.kind.Event(msg)
	}
	if kind := reflect.TypeOf(msg); kind != nil {
		s.latest.Store(kind)
	}
}
