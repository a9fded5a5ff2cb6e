package seat

import (
	"testing"
	"time"

	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/chattiness"
	"familiar/policy/credit"
	"familiar/policy/deadline"
	"familiar/policy/duty"
	"familiar/policy/floor"
	"familiar/policy/ladder"
	"familiar/policy/mind"
	"familiar/policy/seating"
	"familiar/policy/transcript"
	"familiar/policy/turn"
)

const minute = messages.Instant(60_000)

func entry(no uint32, at messages.Instant) transcript.Entry {
	return transcript.Entry{Marks: transcript.Marks{No: no, At: at}, ID: messages.LineID('0' + rune(no)), Author: &messages.Author{}}
}

func TestNextToSpeak(t *testing.T) {
	pending := func(no uint32) func(*Seat) {
		return func(s *Seat) { s.Pending = transcript.Entries{entry(no, 1)} }
	}
	wish := func(likely float64) func(*Seat) {
		return func(s *Seat) { s.Wish, s.Likely = messages.Interjection, likely }
	}
	for _, tt := range []struct {
		story       string
		first, next func(*Seat)
		want        int
	}{
		{"nobody has anything to say", func(*Seat) {}, func(*Seat) {}, -1},
		{"the oldest line goes first", pending(5), pending(3), 1},
		{"an address goes before a wish", wish(1), pending(3), 1},
		{"of two wishes the likelier goes first", wish(0.2), wish(0.4), 1},
		{"a line waits for more of the same", pending(5), func(s *Seat) { pending(3)(s); s.Debounce.N = 1 }, 0},
		{"a line waits for its model", pending(5), func(s *Seat) { pending(3)(s); s.AwaitModel(deadline.Deadline{N: 1}, 1, 1) }, 0},
	} {
		all := make(Seats, 2)
		tt.first(&all[0])
		tt.next(&all[1])
		if got := all.NextToSpeak(); got != tt.want {
			t.Errorf("%s: got seat %d, want %d", tt.story, got, tt.want)
		}
	}
}

func TestAQuestionAboutSeveral(t *testing.T) {
	all := Seats{{Familiar: "aria"}, {Familiar: "bram"}, {Familiar: "pip"}}
	all[1].Called = messages.Interjection
	all[0].Ask(mind.Question{Deadline: deadline.Deadline{N: 7}, Upto: 4, Others: []messages.FamiliarID{"bram"}})
	all.JoinQuestion(all[0].Judging.Others, 1)
	if j := all.QuestionAbout(1); j == nil || j.N != 7 || all.QuestionAbout(2) != nil {
		t.Errorf("got %+v of bram and %+v of pip, want question 7 and none", j, all.QuestionAbout(2))
	}
	if got := [3]uint32{all.Passed(0), all.Passed(1), all.Passed(2)}; got != [3]uint32{4, 4, 0} {
		t.Errorf("passed %v, want 4 for both that are asked about", got)
	}
	if all[1].Called != "" {
		t.Error("bram is called while a question is about him")
	}
	if got := all.Candidates(all[0].Judging); len(got) != 1 || got[0].Familiar != "bram" {
		t.Errorf("candidates %v, want bram", got)
	}
	if all.Judging(7) != 0 || all.Judging(8) != -1 || all.Of("pip") != 2 {
		t.Error("a seat isn't found by its question or its familiar")
	}
	for i := range all {
		all[i].Waiting = 9
	}
	c := &seating.Config{Seats: []seating.SeatConfig{{Judged: true}, {Judged: true}, {Judged: true}}}
	bids := all.Bids(1, c, nil)
	if want := (floor.Bid{Familiar: "pip", Listens: true}); len(bids) != 3 || bids[2] != want || bids[1].Listens || bids[0].Listens {
		t.Errorf("bids %+v, want only pip to listen", bids)
	}
}

func TestOutage(t *testing.T) {
	var s Seat
	owed := transcript.Entries{entry(2, minute), entry(3, 2*minute)}
	if s.AwaitsModel() || s.Tried(owed) != 0 {
		t.Error("a model that has not failed is awaited")
	}
	if !s.Fail(2*minute, messages.Passing, time.Hour) {
		t.Fatal("it is not to be tried again")
	}
	s.Outage.Deadline = deadline.Deadline{N: 1}
	if !s.Outage.Include(owed) || s.Outage.Include(owed) {
		t.Error("lines are new to an outage once")
	}
	if s.Tried(owed) != 1 || s.Tried(transcript.Entries{entry(4, 1)}) != 0 {
		t.Error("a turn has failed with lines 2 and 3, and with no other")
	}
	all := Seats{{Familiar: "bram"}, s}
	all[1].Familiar = "aria"
	failed := duty.Errand{Familiar: "aria", Failed: 1}
	if all.IsReady(failed) || !all.IsReady(duty.Errand{Familiar: "aria"}) || !all.IsReady(duty.Errand{Familiar: "gone", Failed: 1}) {
		t.Error("only an errand that failed waits, for a familiar that is here")
	}
	never, always := func(messages.FamiliarID) bool { return false }, func(messages.FamiliarID) bool { return true }
	if all.LetModelsBe(always); !all[1].AwaitsModel() {
		t.Error("its model is let be, and something waits for it")
	}
	all[1].Pending = owed
	if all.LetModelsBe(never); !all[1].AwaitsModel() {
		t.Error("its model is let be, and lines wait for it")
	}
	all[1].Pending = nil
	if all.LetModelsBe(never); all[1].AwaitsModel() {
		t.Error("nothing waits for its model, and it is tried")
	}
	all[1].Outage.Deadline = deadline.Deadline{N: 2}
	if all.TryAgain(); all[1].AwaitsModel() || !all.IsReady(failed) {
		t.Error("it is awaited, though it is tried now")
	}
}

func TestFresh(t *testing.T) {
	var s Seat
	s.Pending = transcript.Entries{entry(1, minute), entry(2, 9*minute)}
	fresh, stale := s.Fresh(12*minute, 10*time.Minute)
	if len(fresh) != 1 || fresh[0].No != 2 || len(stale) != 1 || stale[0].Line != "1" || stale[0].Rung != messages.ByStale {
		t.Errorf("got %v and %+v, want line 2, and line 1 stale", fresh, stale)
	}
	if cap(fresh) != 1 {
		t.Error("who adds to the fresh lines writes into what is behind them")
	}
	s.Fail(2*minute, messages.Passing, time.Hour)
	if _, stale = s.Fresh(12*minute, 10*time.Minute); stale[0].Rung != messages.ByOutage {
		t.Errorf("got %+v, want that the model was away", stale[0])
	}
}

func TestWhatItRefrainsFrom(t *testing.T) {
	all := Seats{{Familiar: "aria"}, {Familiar: "bram"}}
	all[0].Told().LeaveAlone("ana")
	all[1].Told().LeaveAlone("ana")
	all[1].Told().Hushed = true
	f := all.Hushed(1)
	if len(f.Alone) != 1 || len(f.Quiet) != 1 || f.Quiet[0].Familiar != "bram" {
		t.Errorf("got %+v, want ana once, and bram quiet", f)
	}
	fresh := Seats{{Familiar: "pip"}, {Familiar: "aria"}}
	fresh.LeaveAlone(all, 1)
	if !fresh[0].Manners.Leaves("ana") || fresh[1].Manners.Leaves("ana") {
		t.Error("who joins leaves alone whom the others do, and nobody else is told to")
	}
	all[0].Credit.Grant("ana", minute)
	if all.ForgetFavours("ana"); all[0].Manners.Leaves("ana") || all[0].Credit.Has("ana", 1) {
		t.Error("somebody is remembered who was forgotten")
	}
}

func TestLearnAndShare(t *testing.T) {
	c := &seating.SeatConfig{Policy: seating.Default()}
	var s Seat
	if c.Policy.Learning.On = false; s.Learn(messages.ByMissed, "ana", &c.Policy.Learning) != nil || s.Learned != nil {
		t.Error("it learned though it is not to")
	}
	c.Policy.Learning.On = true
	if moved, is := s.Learn(messages.ByMissed, "ana", &c.Policy.Learning).(because.Moved); !is || moved.By >= 0 || s.Lift(c) != s.Learned.LiftOf(&c.Policy.Learning) {
		t.Errorf("got %+v, want a bar that is lower", moved)
	}
	if n, is := s.Press(3); !is || n.Reason != (because.Pressed{Step: 3, Of: 4}) || s.Learns(c) {
		t.Errorf("got %+v, want step 3 noted, and nothing learned under it", n)
	}
	if _, is := s.Press(3); is {
		t.Error("the same pressure is noted twice")
	}
	c.Policy.Chattiness.Share = 0.25
	if s.Stretched(c) != nil {
		t.Error("a thought waits longer for talk that nobody has heard")
	}
	for range 20 {
		s.Mood.Hear(1, &chattiness.Signal{Own: true}, &c.Policy.Chattiness)
	}
	rest := messages.Note{Rung: ladder.Rest, Act: messages.Engage}
	if share, is := s.Stretched(c).(because.Share); !is || share.Percent != 100 || !share.Waits || !s.CrowdsOut(&rest, c) {
		t.Errorf("got %+v, want all of the talk to be its own", share)
	}
	if s.CrowdsOut(&messages.Note{Rung: ladder.Mention, Act: messages.Engage}, c) {
		t.Error("whoever mentions it notices its share")
	}
}

func TestGrantAndSpend(t *testing.T) {
	c := &seating.SeatConfig{Self: "us", Policy: seating.Default()}
	var s Seat
	s.Told().LeaveAlone("ben")
	s.Grant([]messages.PersonID{"ana", "ben", "us"}, 1, c)
	if got := s.Credit.All(); len(got) != 1 || got[0].Author != "ana" {
		t.Errorf("got %v, want ana only: ben is left alone, and it needs none itself", got)
	}
	var window Seat
	c.Policy.Credit.Scope = credit.Channel
	window.Grant([]messages.PersonID{"ana"}, 1, c)
	if len(window.Credit.All()) != 0 {
		t.Error("somebody has a credit where it is the channel's")
	}
	s.Settled, s.Wished = 2, 5
	if got := s.Spent(9, true, c); got != 9 {
		t.Errorf("%d is spent, want all of it", got)
	}
	c.Policy.JudgeEach = true
	if yes, no := s.Spent(9, true, c), s.Spent(9, false, c); yes != 5 || no != 2 {
		t.Errorf("%d and %d are spent, want the line that the judge said yes to, else nothing new", yes, no)
	}
}

// TestPonder: how likely an answer is counts for a second judge where there is one.
func TestPonder(t *testing.T) {
	c := &seating.SeatConfig{Judged: true, Policy: seating.Default()}
	all := make(Seats, 1)
	if all[0].Ponder(3, 0.5, c); all[0].Chance != 0 || all[0].Waiting != 3 || !all.WaitsAlong(0, c) {
		t.Errorf("got %+v, want line 3 to wait, and others along with it", all[0].Mind)
	}
	c.Second = true
	if all[0].Ponder(4, 0.5, c); all[0].Chance != 0.5 {
		t.Errorf("got %v, want the chance of an answer", all[0].Chance)
	}
	if all[0].Settle(4); all.WaitsAlong(0, c) {
		t.Error("a line waits along where nothing waits")
	}
	if _, doubted := Doubts(&mind.Question{Chance: 0.5}, &messages.Judged{Error: "away"}, c); doubted {
		t.Error("an error is doubted")
	}
	if _, doubted := Doubts(&mind.Question{Chance: 0.5, First: mind.Yes}, &messages.Judged{Yes: true}, c); doubted {
		t.Error("the second judge is doubted")
	}
}

// TestSayWhen: who has a line wait says when it will think of it, once.
func TestSayWhen(t *testing.T) {
	c := &seating.Config{Seats: []seating.SeatConfig{{Policy: seating.Default()}}}
	all := Seats{{Familiar: "aria"}}
	all[0].Plan(mind.Thought{Deadline: deadline.Deadline{N: 1, At: 7}, Term: "lull"})
	waits, said := &messages.Note{Familiar: "aria", Act: messages.Wait}, &messages.Note{Familiar: "aria", Act: messages.Wait, Due: 3}
	none := &messages.Note{Familiar: "bram", Act: messages.Wait}
	all.SayWhen([]messages.Effect{waits, said, none}, c)
	if waits.Due != 7 || waits.Term != "lull" || said.Due != 3 || none.Due != 0 {
		t.Errorf("got %+v, %+v and %+v", waits, said, none)
	}
}

// TestDoing: what each seat is doing, the turn in flight before all else.
func TestDoing(t *testing.T) {
	c := &seating.Config{Seats: []seating.SeatConfig{{Policy: seating.Default()}, {Policy: seating.Default()}}}
	pending := transcript.Entries{entry(1, 1)}
	for _, tt := range []struct {
		story  string
		turn   *turn.Turn
		change func(*Seat)
		want   messages.Activity
	}{
		{"it has nothing to do", nil, func(*Seat) {}, messages.Idle},
		{"it writes", &turn.Turn{}, func(*Seat) {}, messages.Composing},
		{"a sibling writes", &turn.Turn{Seat: 1}, func(*Seat) {}, messages.Idle},
		{"what it wrote is posted", &turn.Turn{Composed: true}, func(*Seat) {}, messages.Posting},
		{"its judge is asked", nil, func(s *Seat) { s.Ask(mind.Question{}) }, messages.Judging},
		{"a line waits for more", nil, func(s *Seat) { s.Pending = pending }, messages.Buffering},
		{"it was told to be quiet", nil, func(s *Seat) { s.Told().Hushed = true }, messages.Hushed},
		{"it will think of something", nil, func(s *Seat) { s.Think.N = 1 }, messages.Waiting},
	} {
		all := Seats{{Familiar: "aria"}, {Familiar: "bram"}}
		tt.change(&all[0])
		if got := all.Doing(tt.turn, 1, c); len(got) != 2 || got[0].Act != tt.want || got[0].Familiar != "aria" {
			t.Errorf("%s: got %+v, want %v", tt.story, got, tt.want)
		}
	}
}

// TestOneOf: of several who are told to engage, one is meant.
func TestOneOf(t *testing.T) {
	all := Seats{{Familiar: "aria"}, {Familiar: "bram"}, {Familiar: "pip"}}
	for _, tt := range []struct {
		to   uint32
		who  messages.FamiliarID
		want uint32
	}{{0b111, "bram", 0b010}, {0b101, "bram", 0b101}, {0b001, "bram", 0b001}, {0b111, "", 0b111}} {
		if got := all.OneOf(tt.to, tt.who); got != tt.want {
			t.Errorf("of %b %q: got %b, want %b", tt.to, tt.who, got, tt.want)
		}
	}
}

// TestLetsGoOn: an author's credit counts, or the window where that is the channel's.
func TestLetsGoOn(t *testing.T) {
	c := &seating.SeatConfig{Policy: seating.Default()}
	s := Seat{Familiar: "aria"}
	s.Credit.Grant("ana", minute)
	if !s.LetsGoOn("ana", "bram", 1, c) || s.LetsGoOn("ben", "aria", 1, c) || s.LetsGoOn("ana", "", minute, c) {
		t.Error("want ana to go on, as long as her credit lasts")
	}
	c.Policy.Credit.Scope = credit.Channel
	if s.LetsGoOn("ana", "bram", 1, c) || !s.LetsGoOn("ben", "aria", 1, c) {
		t.Error("want everybody to go on while it holds the window")
	}
}

// TestEngage: a line waits for more of the same, where it is to wait, until its deadline.
func TestEngage(t *testing.T) {
	var numbers deadline.Counter
	var s Seat
	s.Pending = transcript.Entries{entry(1, minute)}
	if s.Engage(minute, &numbers, &seating.Debounce{}); s.Debounce.N != 0 || s.Engaged != minute {
		t.Errorf("got %+v, want its turn at once", s.Debounce)
	}
	s.Engage(minute, &numbers, &seating.Debounce{Quiet: time.Second, Cap: time.Minute})
	if s.Debounce.N == 0 || s.Debounce.At != minute.Add(time.Second) {
		t.Fatalf("got %+v, want it to wait a second", s.Debounce)
	}
	if n := s.Debounce.N; s.Fired(n+1) || !s.Fired(n) || s.Fired(n) || !s.IsReady() {
		t.Error("its deadline is nobody else's, and over once")
	}
}
