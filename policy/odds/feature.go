package odds

import (
	"math"

	"familiar/messages"
)

// A Feature is one number an estimate is made of, between 0 and 1. Its name is
// the word in weights files and notes. 0 is none.
type Feature uint8

// The features. What decays is 1 when it has just happened, 1/2 after the
// given lines or time, and 0 when it never did.
const (
	CalledHead        Feature = iota + 1 // the line begins with a part of our name
	Named                                // our name is in it
	AimedAway                            // it mentions or replies to somebody else
	CallsOther                           // it calls somebody else who has spoken here
	CallsUnknown                         // it begins like a call of somebody unknown
	NamesBot                             // it holds another bot's name
	FromBot                              // a bot wrote it
	Question                             // it holds a question mark, or ends as only a question does: 吗, ですか
	Asks                                 // it begins like a question, or without spaces holds the word of one
	Thanks                               // it thanks
	Ack                                  // it begins with a yes, no, ok, laugh or greeting
	Short                                // one word is 1/2, four are 1/5: 1/(1+words)
	Long                                 // log(1+words)/log(64), at most 1
	Credit                               // the author holds a credit
	Answered                             // we have answered the author, who has said nothing to us since: decays by 3 lines
	AnsweredTime                         // the same: decays by 60 s
	TheyAddressed                        // the author's newest line for us: decays by 6 lines
	TheyAddressedTime                    // the same: decays by 120 s
	Talking                              // we said something to the author: decays by 10 min
	Often                                // lines between the two: log(1+n)/log(32), at most 1
	Next                                 // the line before is ours
	Run                                  // the line before is the author's own
	RunUs                                // the author goes on, within two lines, from a line for us
	Away                                 // the author's newest aimed line was for somebody else: decays by 4 lines
	AwayTime                             // the same: decays by 120 s
	GotElse                              // somebody else has answered the author since we did: decays by 4 lines
	GotElseTime                          // the same: decays by 120 s
	SpokeLines                           // we spoke: decays by 8 lines
	SpokeTime                            // the same: decays by 120 s
	Silent                               // the author was silent for long or is new: 1 - decays by 10 min
	ColdQuestion                         // a question, while we have had no word with the author for 10 min
	Takes                                // such a question: 1/2 when we have taken one in ten of such, 1/4 one in thirty
	Crowded                              // log(humans)/log(64), at most 1; with one human 0
	Share                                // our share of the talk
	Pace                                 // how quickly lines follow: 1 when at once, 1/2 at 15 s
	Overlap                              // longer words shared with our lines and card: 1 - 1/(1+n)
	TakesAny                             // as takes_cold, for every line
	SpokeLong                            // we spoke: decays by 30 lines
	SpokeLongTime                        // the same: decays by 15 min
	JustAddressed                        // the author's newest line for us: decays by 20 s
	ToUsTime                             // the author's newest aimed line was for us: decays by 120 s
	Called                               // anybody's newest line for us: decays by 6 lines
	CalledTime                           // the same: decays by 120 s
	Gap                                  // how soon it follows the line before: 1 at once, 1/2 after 10 s
	RunGap                               // the same, if that was the author's own
	Alone                                // only one person has been seen here: decays by 2 lines since ours, or since the first
	Replying                             // the part of the channel's newest lines that are the network's replies: a running mean over 64
	Presses                              // the same of the author's own: over 8

	features // how many there are, and the zero Feature
)

var names = [features]string{
	CalledHead: "called_head", Named: "named", AimedAway: "aimed_away", CallsOther: "calls_other",
	CallsUnknown: "calls_unknown", NamesBot: "names_bot", FromBot: "bot", Question: "question", Asks: "asks",
	Thanks: "thanks", Ack: "ack", Short: "short", Long: "long", Credit: "credit", Answered: "answered",
	AnsweredTime: "answered_time", TheyAddressed: "they_addressed", TheyAddressedTime: "they_addressed_time",
	Talking: "talking", Often: "often", Next: "spoke_last", Run: "run", RunUs: "run_to_us", Away: "away",
	AwayTime: "away_time", GotElse: "got_answer", GotElseTime: "got_answer_time", SpokeLines: "spoke",
	SpokeTime: "spoke_time", Silent: "silent", ColdQuestion: "cold_question", Takes: "takes_cold",
	Crowded: "crowd", Share: "share", Pace: "pace", Overlap: "overlap",
	TakesAny: "takes", SpokeLong: "spoke_long", SpokeLongTime: "spoke_long_time", JustAddressed: "just_addressed",
	ToUsTime: "to_us_time", Called: "called", CalledTime: "called_time", Gap: "gap", RunGap: "run_gap", Alone: "alone",
	Replying: "replies", Presses: "author_replies",
}

func (f Feature) String() string {
	if f == 0 || f >= features {
		return "none"
	}
	return names[f]
}

// Features gives them all, in the order of a weights file.
func Features() []Feature {
	all := make([]Feature, features-1)
	for i := range all {
		all[i] = Feature(i + 1)
	}
	return all
}

func featureOf(name string) (Feature, bool) {
	for f := Feature(1); f < features; f++ {
		if names[f] == name {
			return f, true
		}
	}
	return 0, false
}

// measure fills in every feature.
func (f *Facts) measure(v *[features]float64) {
	f.measureLine(v)
	f.measureSeat(v)
}

// measureLine fills in those that are the same for all seats that are told of a line.
func (f *Facts) measureLine(v *[features]float64) {
	s := &f.Signs
	v[Asks] = one(s.Asks)
	v[Thanks] = one(s.Thanks)
	v[Ack] = one(s.Ack)
	v[Short] = 1 / (1 + float64(max(0, s.Length)))
	v[Long] = logs(s.Length, 64)
	v[Silent] = 1 - f.Author.byTime(600)
	v[Run] = one(f.Run)
	v[Gap] = 10 / (10 + max(0, f.Gap).Seconds())
	if f.Run {
		v[RunGap] = v[Gap]
	}
	v[Pace] = 15 / (15 + max(0, f.Pace))
	v[Replying], v[Presses] = part(f.Replies), part(f.OwnReplies)
}

// measureSeat fills in the others, whatever v has of another seat.
func (f *Facts) measureSeat(v *[features]float64) {
	f.measureText(v)
	f.measureTalk(v)
	v[Talking] = f.Us.byTime(600)
	cold := part(f.Cold)
	v[TakesAny] = cold / (cold + .1)
	v[ColdQuestion], v[Takes] = 0, 0
	if (v[Question] > 0 || f.Signs.Asks) && v[Talking] < .5 {
		v[ColdQuestion], v[Takes] = 1, v[TakesAny]
	}
	v[SpokeLines], v[SpokeTime] = f.Spoke.byLines(8), f.Spoke.byTime(120)
	v[SpokeLong], v[SpokeLongTime] = f.Spoke.byLines(30), f.Spoke.byTime(900)
	v[Called], v[CalledTime] = f.Called.byLines(6), f.Called.byTime(120)
	v[Alone] = f.alone()
	v[Crowded] = logs(f.Crowd-1, 64)
	v[Share] = part(f.Share)
	v[Overlap] = 1 - 1/(1+float64(max(0, f.Overlap)))
}

// alone: who is alone with us goes on with us, and whoever goes on without us
// has somebody else.
func (f *Facts) alone() float64 {
	if f.Crowd > 1 || f.Bits.Has(messages.FromBot) {
		return 0
	}
	return Age{Lines: f.Since}.byLines(2)
}

// measureText fills in what the line says to us.
func (f *Facts) measureText(v *[features]float64) {
	v[CalledHead] = one(f.CalledHead)
	v[Named] = one(f.Bits.Has(messages.NamesUs))
	v[AimedAway] = one(f.Bits&(messages.MentionsOthers|messages.RepliesToOther) != 0)
	v[CallsOther] = one(f.CalledOther)
	v[CallsUnknown] = one(f.Signs.Calls && !f.CalledHead && !f.CalledOther)
	v[NamesBot] = one(f.Bits.Has(messages.NamesPeer))
	v[FromBot] = one(f.Bits.Has(messages.FromBot))
	v[Question] = one(f.Bits.Has(messages.IsQuestion))
}

// measureTalk fills in what passed between the author, us and others.
func (f *Facts) measureTalk(v *[features]float64) {
	v[Credit] = one(f.Bits.Has(messages.HasCredit))
	v[Answered], v[AnsweredTime] = 0, 0
	if f.Ours {
		v[Answered], v[AnsweredTime] = f.Us.byLines(3), f.Us.byTime(60)
	}
	v[TheyAddressed], v[TheyAddressedTime] = f.Them.byLines(6), f.Them.byTime(120)
	v[JustAddressed], v[ToUsTime] = f.Them.byTime(20), f.PrevUs.byTime(120)
	v[Often] = logs(int(f.Talked), 32)
	v[Next] = one(f.Last)
	v[RunUs] = one(f.Run && f.PrevUs.Lines < 2)
	v[Away], v[AwayTime] = f.PrevTo.byLines(4), f.PrevTo.byTime(120)
	v[GotElse], v[GotElseTime] = 0, 0
	if f.GotElse.Lines < f.Us.Lines { // what never happened was longer ago than anything
		v[GotElse], v[GotElseTime] = f.GotElse.byLines(4), f.GotElse.byTime(120)
	}
}

func (a Age) byLines(half float64) float64 {
	if !a.Happened() {
		return 0
	}
	return half / (half + float64(a.Lines))
}

// byTime decays with half seconds.
func (a Age) byTime(half float64) float64 {
	if !a.Happened() {
		return 0
	}
	return half / (half + max(0, a.Time).Seconds())
}

// log gives log(1+n), for the n up to 63 that are asked for.
var log = func() (table [64]float64) {
	for n := range table {
		table[n] = math.Log1p(float64(n))
	}
	return table
}()

// logs is a count on a scale that reaches 1, and stays there, at most-1; most
// is a constant up to 64.
func logs(n, most int) float64 {
	return log[min(max(n, 0), most-1)] / log[most-1]
}

// part is a part of something, within 0 to 1.
func part(of float64) float64 {
	switch {
	case of < 0:
		return 0
	case of > 1:
		return 1
	}
	return of
}

func one(is bool) float64 {
	if is {
		return 1
	}
	return 0
}
