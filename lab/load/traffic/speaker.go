package traffic

import "math"

// A kind is how a speaker finds the time of its next line.
type kind uint8

const (
	steady   kind = iota // at random, always at the same rate
	sessions             // in sessions, by day and night
	endless              // one session that only pauses
	lobbying             // by lobbyGaps
	raiding              // so many lines in a row, then silence
	flood                // as fast as its rate, without end
)

// A speaker is what is said in one channel for one reason.
type speaker struct {
	profile *profile
	next    float64 // when its next line is due, seconds
	rate    float64 // mean lines a second
	luck    chance
	said    int32
	left    int32 // lines of the session, or raid, still to come
	channel int32
	people  int32 // of the channel
	last    int32 // who spoke last; -1: nobody yet
	here    [6]int32
	kind    kind
	present uint8 // of here: who is in this session
}

func newEven(p Plan, c int) speaker {
	return speaker{profile: &even, kind: steady, channel: int32(c), people: 20, rate: p.Rate / float64(p.Channels), luck: newChance(p.Seed, c, 1)}
}

// newMember casts one channel of a fleet.
func newMember(p Plan, c int) speaker {
	s := speaker{channel: int32(c), kind: sessions, luck: newChance(p.Seed, c, 1)}
	switch u := s.luck.part(); {
	case u < busyShare:
		s.profile, s.kind = &ircBusy, endless
		s.people = int32(80 + s.luck.below(91))
		gap := (1-ircBusy.same)*ircBusy.gap.mean() + ircBusy.same*ircBusy.sameGap.mean() + ircBusy.pause*(60+900)/2
		s.rate = 1 / gap
	case u < busyShare+teamShare:
		s.profile = &slackTeam
		s.people = int32(80 + s.luck.below(521))
		s.rate = (teamLeast + (teamMost-teamLeast)*s.luck.part()) / teamTime
	default:
		s.profile = &discordServer
		all := s.luck.of(logNormal{mu: serverMu, sigma: serverSigma})
		s.people = int32(max(2, 0.74*math.Pow(all, 0.57)))
		s.rate = all / serverTime
	}
	return s
}

func newLobby(p Plan, c int) speaker {
	return speaker{profile: &gameLobby, kind: lobbying, channel: int32(c), people: 8, rate: 1 / lobbyMean(), luck: newChance(p.Seed, c, 2)}
}

// newRaid has a channel raided now and then, in our time and not in the
// channel's: compressed, it would be no raid but a flash.
func newRaid(p Plan, c int, compress float64) speaker {
	return speaker{profile: &raid, kind: raiding, channel: int32(c), people: 1000, rate: raidRate / compress, luck: newChance(p.Seed, c, 3)}
}

// begin finds when the first line is due.
func (s *speaker) begin() {
	s.last = -1
	switch s.kind {
	case endless:
		s.next = 900 * s.luck.part()
	case raiding:
		s.left = raidFor * raidRate
		s.next = s.luck.part() * raidFor / 2 * raidRate / s.rate // in the first half minute of ours
	case sessions:
		s.open()
	case steady, lobbying, flood:
		s.next = s.luck.wait(s.rate)
	}
}

// open finds the next session: of a Poisson process, thinned by the time of
// the day.
func (s *speaker) open() {
	const most = 1.6 // over the mean, more than the day's peak
	for rate := s.rate / s.profile.mean * most; ; {
		s.next += s.luck.wait(rate)
		if s.luck.happens(diurnal(s.next) / most) {
			break
		}
	}
	s.left = 1
	if !s.luck.happens(s.profile.single) {
		s.left = int32(max(2, math.Round(s.luck.of(s.profile.session))))
	}
	s.present = uint8(min(len(s.here), int(s.people), 1+int(s.luck.wait(1/2.5))))
	for i := range s.present {
		s.here[i] = int32(s.luck.zipf(int(s.people)))
	}
}

// say returns the line that is due, and finds when the next one is.
func (s *speaker) say() Line {
	p := s.profile
	same := s.last >= 0 && s.luck.happens(p.same)
	if !same {
		s.last = s.author()
	}
	l := Line{
		Channel: int(s.channel), Author: int(s.last), Mentions: -1,
		Length: max(1, int(s.luck.of(p.length))), Question: s.luck.happens(p.question),
	}
	if s.said > 0 && s.luck.happens(p.reply) {
		l.Reply = s.back()
	}
	if s.luck.happens(p.mention) {
		l.Mentions = s.luck.zipf(int(s.people))
	}
	s.said++
	s.advance(same)
	return l
}

// author draws who speaks: usually somebody of this session.
func (s *speaker) author() int32 {
	if s.present > 0 && s.luck.happens(0.8) {
		return s.here[s.luck.below(int(s.present))]
	}
	return int32(s.luck.zipf(int(s.people)))
}

// back draws how far before it the line is that a reply answers.
func (s *speaker) back() int {
	if s.luck.happens(0.446) {
		return 1
	}
	return min(int(s.said), 80, 1+int(s.luck.of(logNormal{mu: 1.1, sigma: 1})))
}

// advance finds when the next line is due.
func (s *speaker) advance(same bool) {
	p := s.profile
	s.left--
	switch {
	case s.kind == steady || s.kind == flood:
		s.next += s.luck.wait(s.rate)
	case s.kind == lobbying:
		s.next += s.luck.lobby()
	case s.kind == raiding && s.left > 0:
		s.next += 1 / s.rate
	case s.kind == raiding:
		s.left = raidFor * raidRate
		s.next += (raidEvery - raidFor) * raidRate / s.rate
	case s.kind == sessions && s.left <= 0:
		s.open()
	case same:
		s.next += s.luck.of(p.sameGap)
	default:
		s.next += s.luck.of(p.gap)
		if s.luck.happens(p.pause) {
			s.next += 60 + 840*s.luck.part()
		}
	}
}

// before orders speakers by time, and by channel in one moment.
func (s *speaker) before(other *speaker) bool {
	if s.next != other.next {
		return s.next < other.next
	}
	return s.channel < other.channel
}
