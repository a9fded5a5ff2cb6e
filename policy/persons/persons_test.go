package persons

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"familiar/internal/compact"
	"familiar/messages"
	"familiar/policy/code"

	"pgregory.net/rapid"
)

var limits = Limits{For: 10 * time.Minute, Tries: 3}

// A play is people who say things where links are held.
type play struct {
	links Links
	now   messages.Instant
	n     uint64
}

func who(network, name string) messages.Identity {
	return messages.Identity{Network: messages.Network(network), Person: messages.PersonID(name), Name: strings.ToUpper(name)}
}

var (
	anaHere  = who("discord", "ana")
	anaThere = who("telegram", "4711")
	ben      = who("irc", "ben")
)

func channelOf(of messages.Identity) messages.ChannelID {
	return messages.ChannelID(string(of.Network) + "//dm-" + string(of.Person))
}

// ask has somebody say something, and gives what they are told.
func (p *play) ask(of messages.Identity, change func(*messages.LinkSaid)) messages.LinkAnswered {
	p.n++
	said := messages.LinkSaid{N: p.n, Of: of, Line: "l", Familiar: "aria", Random: []byte{byte(p.n), byte(p.n >> 8), 3, 4, 5}}
	if change != nil {
		change(&said)
	}
	answers, _ := p.links.Ask(p.now, channelOf(of), &said, limits)
	if len(answers) == 0 {
		return messages.LinkAnswered{}
	}
	return answers[0].LinkAnswered
}

func (p *play) offer(of messages.Identity) string { return p.ask(of, nil).Code }

func (p *play) say(of messages.Identity, code string) Outcome {
	return Outcome(p.ask(of, func(s *messages.LinkSaid) { s.Code = code }).Outcome)
}

func (p *play) unlink(of messages.Identity) Outcome {
	return Outcome(p.ask(of, func(s *messages.LinkSaid) { s.Ends = true }).Outcome)
}

func TestAsk(t *testing.T) {
	later := func(p *play) { p.now = p.now.Add(limits.For) }
	for _, tt := range []struct {
		story  string
		do     func(*play) Outcome // the last one's
		want   Outcome
		linked bool // ana's two accounts
	}{
		{"a code said on the other account joins both", func(p *play) Outcome { return p.say(anaThere, p.offer(anaHere)) }, Joined, true},
		{"in letters of either case", func(p *play) Outcome { return p.say(anaThere, strings.ToLower(p.offer(anaHere))) }, Joined, true},
		{"it works once", func(p *play) Outcome { c := p.offer(anaHere); p.say(anaThere, c); return p.say(ben, c) }, Unknown, true},
		{"not on the account it was given to", func(p *play) Outcome { return p.say(anaHere, p.offer(anaHere)) }, Own, false},
		{"and for ten minutes", func(p *play) Outcome { c := p.offer(anaHere); later(p); return p.say(anaThere, c) }, Unknown, false},
		{"a second code voids the first", func(p *play) Outcome { c := p.offer(anaHere); p.offer(anaHere); return p.say(anaThere, c) }, Unknown, false},
		{"one that others could read is void", func(p *play) Outcome {
			c := p.offer(anaHere)
			if got := p.ask(ben, func(s *messages.LinkSaid) { s.Code, s.Public = c, true }); got.Outcome != "" {
				t.Errorf("who says it there is told %q", got.Outcome)
			}
			return p.say(anaThere, c)
		}, Unknown, false},
		{"who guesses too often can't use the right one", func(p *play) Outcome {
			c := p.offer(anaHere)
			for range limits.Tries {
				p.say(anaThere, "0000-0000")
			}
			return p.say(anaThere, c)
		}, Often, false},
		{"until later", func(p *play) Outcome {
			for range limits.Tries {
				p.say(anaThere, "0000-0000")
			}
			later(p)
			return p.say(anaThere, p.offer(anaHere))
		}, Joined, true},
		{"nor when all together have", func(p *play) Outcome {
			c := p.offer(anaHere)
			for i := range MostWrong {
				p.say(who("irc", fmt.Sprint("eve", i)), "0000-0000")
			}
			return p.say(anaThere, c)
		}, Busy, false},
		{"who asks too often is told so", func(p *play) (got Outcome) {
			for range MostAsks + 1 {
				got = Outcome(p.ask(anaHere, nil).Outcome)
			}
			return got
		}, Often, false},
		{"a question from somebody new is refused when there are too many", func(p *play) Outcome {
			for i := range MostAsking {
				p.unlink(who("irc", fmt.Sprint("eve", i)))
			}
			return Outcome(p.ask(anaHere, nil).Outcome)
		}, Busy, false},
		{"so is one more code", func(p *play) Outcome {
			for i := range MostCodes {
				p.offer(who("irc", fmt.Sprint("eve", i)))
			}
			return Outcome(p.ask(anaHere, nil).Outcome)
		}, Busy, false},
		{"unlinking ends it for who says it", func(p *play) Outcome { p.say(anaThere, p.offer(anaHere)); return p.unlink(anaHere) }, Ended, false},
		{"and takes back the code that they were given", func(p *play) Outcome { c := p.offer(anaHere); p.unlink(anaHere); return p.say(anaThere, c) }, Unknown, false},
		{"unlinking what isn't linked is no harm", func(p *play) Outcome { return p.unlink(ben) }, Unlinked, false},
		{"who leaves three leaves two", func(p *play) Outcome {
			p.say(anaThere, p.offer(anaHere))
			p.say(ben, p.offer(anaHere))
			return p.unlink(ben)
		}, Ended, true},
		{"who is linked already stays so", func(p *play) Outcome {
			p.say(anaThere, p.offer(anaHere))
			return p.say(anaHere, p.offer(anaThere))
		}, Joined, true},
		{"no more than eight are one", func(p *play) (got Outcome) {
			p.say(anaThere, p.offer(anaHere))
			for i := range MostAccounts - 2 {
				p.say(who("irc", fmt.Sprint("ana", i)), p.offer(anaHere))
			}
			return p.say(anaHere, p.offer(ben))
		}, Full, true},
		{"nor is anybody of eight given a code", func(p *play) (got Outcome) {
			p.say(anaThere, p.offer(anaHere))
			for i := range MostAccounts - 2 {
				p.say(who("irc", fmt.Sprint("ana", i)), p.offer(anaHere))
			}
			return Outcome(p.ask(anaHere, nil).Outcome)
		}, Full, true},
		{"who is forgotten leaves the other unlinked", func(p *play) Outcome {
			p.say(anaThere, p.offer(anaHere))
			p.links.Forget(anaThere.Person)
			return p.unlink(anaHere)
		}, Unlinked, false},
	} {
		t.Run(tt.story, func(t *testing.T) {
			p := &play{now: 1}
			got := tt.do(p)
			if linked := slices.ContainsFunc(p.links.Others(anaHere), anaThere.Is); got != tt.want || linked != tt.linked {
				t.Errorf("got %s, linked %v; want %s, %v", got, linked, tt.want, tt.linked)
			}
		})
	}
}

// TestTheSameQuestion: what is asked again after a crash is done once, and answered
// again.
func TestTheSameQuestion(t *testing.T) {
	p := &play{now: 1}
	lost := p.offer(anaHere)
	p.n--
	c := p.ask(anaHere, func(s *messages.LinkSaid) { s.Random = []byte{9, 9, 9, 9, 9} }).Code
	if p.links.Askings[0].Asks != 1 || len(p.links.Codes) != 1 {
		t.Errorf("got %d questions and %d codes, want one each", p.links.Askings[0].Asks, len(p.links.Codes))
	}
	if got := p.say(ben, lost); got != Unknown {
		t.Errorf("a code that nobody was told of: got %s", got)
	}
	if got := p.say(anaThere, c); got != Joined {
		t.Fatalf("got %s", got)
	}
	p.n--
	before := p.links.Version
	again := p.ask(anaThere, func(s *messages.LinkSaid) { s.Code = c })
	if again.Outcome != string(Joined) || len(again.With) != 1 || p.links.Version != before {
		t.Errorf("asked again: got %+v, version %d; want the same answer and nothing done", again, p.links.Version)
	}
	overtaken := p.ask(anaThere, func(s *messages.LinkSaid) { s.N, s.Ends = 1, true })
	if overtaken.Outcome != "" || p.links.Version != before {
		t.Errorf("a question that a later one has overtaken: got %+v", overtaken)
	}
}

// TestBothAreTold: who gave the code hears that it was used, where they asked.
func TestBothAreTold(t *testing.T) {
	p := &play{now: 1}
	c := p.offer(anaHere)
	answers, deed := p.links.Ask(p.now, channelOf(anaThere), &messages.LinkSaid{N: 9, Of: anaThere, Code: c}, limits)
	if len(answers) != 2 || answers[0].To != channelOf(anaThere) || answers[1].To != channelOf(anaHere) || answers[1].N != 0 || answers[1].Line != "l" {
		t.Fatalf("got %+v, want one each", answers)
	}
	if names := Names(answers[1].With); names != "4711 (telegram)" {
		t.Errorf("got %q", names)
	}
	if deed.Act != messages.AccountsLinked || !deed.Of.Is(anaThere) || !deed.With.Is(anaHere) {
		t.Errorf("got the deed %+v", deed)
	}
}

// TestForgotten: nothing of somebody is left, not even in what was kept of a question.
func TestForgotten(t *testing.T) {
	p := &play{now: 1}
	p.say(anaThere, p.offer(anaHere))
	p.say(ben, p.offer(anaHere))
	p.offer(anaHere)
	if !p.links.Forget(anaHere.Person) || p.links.Forget(anaHere.Person) {
		t.Error("want her forgotten once")
	}
	w := compact.Writer(nil)
	p.links.Fields(&w)
	kept, err := w.Written()
	if err != nil {
		t.Fatal(err)
	}
	for _, never := range []string{"ana", "ANA"} {
		if strings.Contains(string(kept), never) {
			t.Errorf("%q is left in %q", never, kept)
		}
	}
	if !slices.ContainsFunc(p.links.Others(anaThere), ben.Is) {
		t.Error("want the two others still linked")
	}
}

// TestModel: whatever is joined, ended and forgotten, what is linked is what a simple
// model of sets has, and every bound holds.
func TestModel(t *testing.T) {
	var all []messages.Identity
	for i := range 14 {
		all = append(all, who([]string{"discord", "telegram", "irc"}[i%3], fmt.Sprint("p", i/2)))
	}
	rapid.Check(t, func(t *rapid.T) {
		p, model := &play{now: 1}, map[messages.Identity]int{} // which set everybody is in
		for i, of := range all {
			model[of] = i
		}
		size := func(set int) (n int) {
			for _, in := range model {
				if in == set {
					n++
				}
			}
			return n
		}
		alone := 100
		for range rapid.IntRange(1, 60).Draw(t, "deeds") {
			p.now = p.now.Add(time.Hour)
			of := rapid.SampledFrom(all).Draw(t, "of")
			switch rapid.SampledFrom([]string{"join", "join", "join", "unlink", "forget"}).Draw(t, "deed") {
			case "join":
				with := rapid.SampledFrom(all).Draw(t, "with")
				got, a, b := p.say(with, p.offer(of)), model[of], model[with]
				want := Joined
				switch {
				case size(a) >= MostAccounts: // is given no code
					want = Offered
				case of == with:
					want = Own
				case a != b && size(a)+size(b) > MostAccounts:
					want = Full
				}
				if want == Offered { // saying nothing behind the word asks for one
					if size(b) >= MostAccounts {
						want = Full
					}
				}
				if got != want {
					t.Fatalf("%v with %v: got %s, want %s", of, with, got, want)
				}
				if want == Joined {
					for other, in := range model {
						if in == b {
							model[other] = a
						}
					}
				}
			case "unlink":
				want := Ended
				if size(model[of]) == 1 {
					want = Unlinked
				}
				if got := p.unlink(of); got != want {
					t.Fatalf("%v: got %s, want %s", of, got, want)
				}
				alone++
				model[of] = alone
			case "forget":
				p.links.Forget(of.Person)
				for other := range model {
					if other.Person == of.Person {
						alone++
						model[other] = alone
					}
				}
			}
			for _, of := range all {
				var want []messages.Identity
				for _, other := range all {
					if other != of && model[other] == model[of] {
						want = append(want, other)
					}
				}
				got := p.links.Others(of)
				byName := func(a, b messages.Identity) int {
					return cmp.Or(cmp.Compare(a.Network, b.Network), cmp.Compare(a.Person, b.Person))
				}
				slices.SortFunc(got, byName)
				slices.SortFunc(want, byName)
				if !slices.Equal(got, want) {
					t.Fatalf("%v is linked with %v, want %v", of, got, want)
				}
			}
			w := compact.Writer(nil)
			p.links.Fields(&w)
			b, err := w.Written()
			if err != nil {
				t.Fatal(err)
			}
			var again Links
			r := compact.Reader(b)
			if again.Fields(&r); r.Read() != nil || !reflect.DeepEqual(&again, &p.links) {
				t.Fatalf("read again: got %+v, want %+v", again, p.links)
			}
		}
	})
}

func TestLinkedAreBounded(t *testing.T) {
	p := &play{now: 1}
	for i := range MostLinked / 2 {
		p.now = p.now.Add(time.Hour)
		if got := p.say(who("irc", fmt.Sprint("a", i)), p.offer(who("web", fmt.Sprint("b", i)))); got != Joined {
			t.Fatalf("pair %d: got %s", i, got)
		}
	}
	if got := p.say(anaThere, p.offer(anaHere)); got != Busy {
		t.Errorf("one pair more: got %s, want %s", got, Busy)
	}
}

func TestNamings(t *testing.T) {
	var n Namings
	n.Add("p1", []messages.PersonID{"ana"})
	n.Add("p2", []messages.PersonID{"ben", "ana"})
	n.Add("p3", []messages.PersonID{"ben"})
	if goes := n.Posted("p1", "l1"); goes != "" {
		t.Errorf("%s goes, and nobody is forgotten", goes)
	}
	if got := n.Forget("ana"); !slices.Equal(got, []messages.LineID{"l1"}) || n.Has("ana") || !n.Has("ben") {
		t.Errorf("ana is forgotten: %v go, of %+v", got, n)
	}
	if goes := n.Posted("p2", "l2"); goes != "l2" {
		t.Errorf("what was on its way as she was forgotten: got %q", goes)
	}
	n.Posted("p3", "l3")
	for i := range MostNamings {
		goes := n.Add(messages.PostID(fmt.Sprint("q", i)), []messages.PersonID{"ben"})
		if want := i == MostNamings-1; (goes == "l3") != want {
			t.Errorf("after %d more %q goes", i+1, goes)
		}
	}
}

func FuzzCode(f *testing.F) {
	f.Add("7K9M-2X3R")
	f.Add("link 7k9m-2x3r")
	f.Fuzz(func(t *testing.T, said string) {
		p := &play{now: 1}
		own := p.offer(anaHere)
		if got := p.say(anaThere, said); (got == Joined) != strings.EqualFold(said, own) && said != "" {
			t.Errorf("%q, where %q is open: got %s", said, own, got)
		}
		if code.Fits(said) && len(said) != code.Length {
			t.Errorf("%q has the form of a code", said)
		}
	})
}
