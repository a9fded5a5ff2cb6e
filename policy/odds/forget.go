package odds

import (
	"slices"

	"familiar/messages"
)

// Forget takes somebody out, as if they had never posted here.
func (r *Room) Forget(id messages.PersonID) {
	key := KeyOf(id)
	r.dropPeople(func(p *Person) bool { return p.Key == key })
	for i := range r.People {
		if d := r.People[i].Dealings; d != nil {
			d.forget(key)
		}
	}
	r.drop(func(p *Past) bool { return p.Before.Key == key })
	for i := range r.Kept {
		r.Kept[i].Before.forget(key)
		if r.Kept[i].Speaker == key {
			r.Kept[i].Speaker = 0
		}
	}
	if r.Speaker == key {
		r.Speaker = 0
	}
}

// forget takes somebody out of what is known of another.
func (d *Dealings) forget(key Key) {
	if d.To == key {
		d.To, d.Aim = 0, Moment{}
	}
	if d.By == key {
		d.By, d.Got = 0, Moment{}
	}
}

// ForgetBefore removes people who have posted nothing at t or later.
func (r *Room) ForgetBefore(t messages.Instant) {
	r.dropPeople(func(p *Person) bool { return p.at < t })
	r.drop(func(p *Past) bool { return p.At < t })
}

// dropPeople takes people out.
func (r *Room) dropPeople(gone func(*Person) bool) {
	r.People = slices.DeleteFunc(r.People, func(p Person) bool { return gone(&p) })
	r.rename(nil, "")
}

// Forget drops what passed with somebody, and the words of our own lines,
// which may be theirs.
func (s *Seat) Forget(id messages.PersonID) {
	key := KeyOf(id)
	s.drop(func(x Exchange) bool { return x.Key == key })
	s.Words = nil
}

// ForgetBefore drops every exchange of which nothing was said at t or later.
func (s *Seat) ForgetBefore(t messages.Instant) {
	s.drop(func(x Exchange) bool { return max(x.Us.At, x.Them.At) < t })
}

// drop leaves nil of the last one, so that a Seat that holds nothing is the
// zero Seat again.
func (s *Seat) drop(gone func(Exchange) bool) {
	if s.Talked = slices.DeleteFunc(s.Talked, gone); len(s.Talked) == 0 {
		s.Talked = nil
	}
}
