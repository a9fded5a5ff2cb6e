package traffic

import "time"

// A Line is one thing that is said.
type Line struct {
	Channel  int           // from 0
	At       time.Duration // when, from the start
	Author   int           // of the channel's people, from 0
	Length   int           // characters, at least 1
	Reply    int           // it answers the line so many before it; 0: none
	Mentions int           // it mentions this person of the channel; -1: nobody
	Question bool
	Calls    bool // it calls the familiar
}

// Traffic is the lines of all channels in the order of their time, without
// end. It keeps some 130 bytes a channel, however many lines are taken.
type Traffic struct {
	plan     Plan
	compress float64   // seconds of the speakers for one of ours
	speakers []speaker // a heap by next: the first speaks next
}

// New makes the traffic of a plan. The error says what of it can't be.
func New(p Plan) (*Traffic, error) {
	if err := p.validate(); err != nil {
		return nil, err
	}
	t := &Traffic{plan: p, compress: 1}
	if p.Shape == Uniform {
		for c := range p.Channels {
			t.speakers = append(t.speakers, newEven(p, c))
		}
	} else {
		t.fleet()
	}
	for _, c := range p.Raided {
		t.speakers = append(t.speakers, speaker{profile: &raid, kind: flood, channel: int32(c), people: 1000, rate: p.RaidRate / t.compress, luck: newChance(p.Seed, c, 4)})
	}
	for i := range t.speakers {
		t.speakers[i].begin()
	}
	for i := len(t.speakers)/2 - 1; i >= 0; i-- {
		t.sink(i)
	}
	return t, nil
}

// fleet casts the channels, and finds how far time is to be compressed.
func (t *Traffic) fleet() {
	mean := 0.0
	for c := range t.plan.Channels {
		s := newMember(t.plan, c)
		mean += s.rate
		t.speakers = append(t.speakers, s)
		if c%lobbyEach == lobbyEach-1 {
			lobby := newLobby(t.plan, c)
			mean += lobby.rate
			t.speakers = append(t.speakers, lobby)
		}
	}
	t.compress = t.plan.Compress
	if t.plan.Rate > 0 {
		t.compress = t.plan.Rate / mean
	}
	for c := raidEach - 1; c < t.plan.Channels; c += raidEach {
		t.speakers = append(t.speakers, newRaid(t.plan, c, t.compress))
	}
}

// Next returns the next line of all channels.
func (t *Traffic) Next() Line {
	s := &t.speakers[0]
	at := s.next / t.compress
	l := s.say()
	l.At = time.Duration(at * float64(time.Second))
	calls := t.plan.Calls
	if s.kind == flood {
		calls = t.plan.RaidCalls
	}
	l.Calls = s.luck.happens(calls)
	t.sink(0)
	return l
}

// sink moves a speaker down to where its next line has its place.
func (t *Traffic) sink(i int) {
	s := t.speakers
	for {
		first := i
		for _, child := range []int{2*i + 1, 2*i + 2} {
			if child < len(s) && s[child].before(&s[first]) {
				first = child
			}
		}
		if first == i {
			return
		}
		s[i], s[first] = s[first], s[i]
		i = first
	}
}
