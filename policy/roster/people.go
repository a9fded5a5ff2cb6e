package roster

import (
	"slices"
	"time"

	"familiar/internal/grow"
	"familiar/messages"
	"familiar/policy/ladder"
)

// What a roster keeps; the limits of the system the preset ladder follows.
const (
	Most     = 50                 // people; beyond it the one silent longest goes
	Remember = 7 * 24 * time.Hour // after more silence than this a person goes
)

// A Person has posted a line here.
type Person struct {
	*Face
	Bot   bool             // some line of theirs came from a bot; never taken back
	Count uint32           // lines heard
	Last  messages.Instant // of the newest line
}

// A Face is who a person is on the newest line. It takes as much memory as the author
// alone would.
type Face struct {
	messages.Author         // shared with the line; nobody changes it
	Folded          *string // of a bot: Name as lines are folded, so that no line folds it again; nil: nothing is left of it
}

// Author returns one shared copy of a for as long as a person's name stays, so
// that all their lines hold the same. Somebody not entered, or under another
// name, gets their own.
func (s *State) Author(a messages.Author) *messages.Author {
	at := s.find(a.ID)
	if at >= 0 && s.People[at].Author == a {
		return &s.People[at].Author
	}
	own := &Face{Author: a}
	if at >= 0 && s.People[at].Name == a.Name {
		own.Folded, s.People[at].Face = s.People[at].Folded, own
	}
	return &own.Author
}

// AuthorOf is [State.Author] of who is read somewhere. It keeps nothing of the bytes.
func (s *State) AuthorOf(id, name []byte, bot bool) *messages.Author {
	if at := s.find(messages.PersonID(id)); at >= 0 && s.People[at].Name == string(name) && s.People[at].Author.Bot == bot {
		return &s.People[at].Author // as mostly
	}
	return s.Author(messages.Author{ID: messages.PersonID(id), Name: string(name), Bot: bot})
}

// PlaceOf returns where an author is among the people, just as a state is read again; -1:
// nowhere.
func (s *State) PlaceOf(a *messages.Author) int {
	people := s.People
	for at := range people {
		if p := &people[at]; &p.Author == a && p.Bot == a.Bot { // as of most lines
			return at
		}
	}
	if at := s.find(a.ID); at >= 0 && people[at].Name == a.Name && people[at].Bot == a.Bot {
		return at
	}
	return -1
}

// AuthorAt returns who is at a place; nil: nobody.
func (s *State) AuthorAt(place uint64) *messages.Author {
	if place >= uint64(len(s.People)) {
		return nil
	}
	return &s.People[place].Author
}

// Name returns somebody's name as on their newest line; "" of who isn't entered.
func (s *State) Name(id messages.PersonID) string {
	if at := s.find(id); at >= 0 {
		return s.People[at].Name
	}
	return ""
}

// Hear enters the author of a line and reports whether it is a new face,
// upon which the caller fetches the members again. The list it has stays what
// it is, since who speaks first may have been on it; it is outdone once more
// have spoken than it has. A person known already costs no
// allocation unless a bot changed its name.
func (s *State) Hear(author messages.Author, now messages.Instant) (fresh bool) {
	at := s.find(author.ID)
	if fresh = at < 0; fresh {
		at = len(s.People)
		s.People = append(grow.By(s.People, 2), Person{Face: &Face{Author: author}})
		s.index.of++
	}
	s.index.newest = uint8(at)
	p := &s.People[at]
	if !author.Bot && s.Members.known() && (fresh || !s.Members.counts(p.Last)) {
		s.Members.Spoke++
	}
	p.Count++
	p.Last = now
	if wasBot := p.Bot; author.Name != p.Name || author.Bot && !wasBot {
		if author.Name != p.Name {
			p.Face = &Face{Author: author}
		}
		if p.Bot = wasBot || author.Bot; p.Bot {
			p.Folded = foldedName(p.Name)
		}
	}
	if fresh || p.Bot {
		s.index.enter(at, p)
	}
	s.index.least = min(s.index.least, now)
	if now.Sub(s.index.least) > Remember {
		s.drop(func(p Person) bool { return now.Sub(p.Last) > Remember })
	}
	if len(s.People) > Most {
		s.dropLongestSilent(author.ID)
	}
	return fresh
}

func (s *State) dropLongestSilent(but messages.PersonID) {
	longest := -1
	for i := range s.People {
		if s.People[i].ID != but && (longest < 0 || s.People[i].Last < s.People[longest].Last) {
			longest = i
		}
	}
	s.People, s.index = slices.Delete(s.People, longest, longest+1), index{}
}

func foldedName(name string) *string {
	folded := ladder.FoldLine(name)
	if folded == "" {
		return nil
	}
	return &folded
}

// Forget takes somebody out, as if they had never posted here.
func (s *State) Forget(id messages.PersonID) {
	s.drop(func(p Person) bool { return p.ID == id })
}

// ForgetBefore removes people who have posted nothing at t or later.
func (s *State) ForgetBefore(t messages.Instant) {
	s.drop(func(p Person) bool { return p.Last < t })
}

func (s *State) drop(gone func(Person) bool) {
	s.People, s.index = slices.DeleteFunc(s.People, gone), index{}
}

// Humans returns how many of the people seen are not bots.
func (s *State) Humans() int { return len(s.People) - s.Bots() }

// Bots returns how many of the people seen are bots.
func (s *State) Bots() int {
	n := 0
	for i := range s.People {
		if s.People[i].Bot {
			n++
		}
	}
	return n
}
