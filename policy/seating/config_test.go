package seating

import (
	"slices"
	"strings"
	"testing"
	"time"

	"familiar/messages"
	"familiar/policy/admission"
	"familiar/policy/credit"
	"familiar/policy/ladder"
	"familiar/policy/odds"
	"familiar/policy/split"
)

func TestEveryPresetIsValid(t *testing.T) {
	for _, name := range ladder.Presets() {
		policy, known := Preset(name)
		room, also := PresetRoom(name)
		c := Config{Seats: []SeatConfig{{Familiar: "Aria", Policy: policy}}, Room: room}
		if err := c.Validate(); !known || !also || err != nil {
			t.Errorf("preset %s: known %v and %v: %v", name, known, also, err)
		}
	}
	_, known := Preset("nobody's")
	if _, also := PresetRoom("nobody's"); known || also {
		t.Error("a preset that isn't there is given")
	}
}

func TestValidateNamesWhatIsWrong(t *testing.T) {
	for _, tt := range []struct {
		story string
		spoil func(*Config)
		want  string
	}{
		{"more familiars than a line has bits for", func(c *Config) { c.Seats = make([]SeatConfig, MaxSeats+1) }, "33 familiars in one channel"},
		{"a way of being busy nobody knows", func(c *Config) { c.Seats[0].Policy.Busy = "hide" }, `familiar "Aria": busy = "hide"`},
		{"a verdict nobody knows", func(c *Config) { c.Seats[0].Policy.Verdict = "essay" }, `verdict = "essay"`},
		{"a judge's failure without a meaning", func(c *Config) { c.Seats[0].Policy.OnJudgeError = "" }, `on_judge_error = ""`},
		{"a mode nobody knows", func(c *Config) { c.Seats[0].Policy.Mode = "dim" }, `mode = "dim"`},
		{"a debounce that ends before it begins", func(c *Config) { c.Seats[0].Policy.Debounce.Gap = -1 }, "debounce: no duration can be negative"},
		{"a room that never lets a line be answered", func(c *Config) { c.Room.AnswerWithin = 0 }, "answer_within = 0s"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			c := Config{Seats: []SeatConfig{{Familiar: "Aria", Policy: Default()}}, Room: DefaultRoom()}
			tt.spoil(&c)
			if err := c.Validate(); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %s", err, tt.want)
			}
		})
	}
}

func TestDebounceWaits(t *testing.T) {
	const now = messages.Instant(1_000_000)
	d := Default().Debounce
	for _, tt := range []struct {
		story       string
		last, first messages.Instant
		want        time.Duration
	}{
		{"for a first line the quiet time", 0, now, d.Quiet},
		{"longer when the one before came shortly before", now - 1000, now, d.Hot},
		{"but not when it came long before", now - 60_000, now, d.Quiet},
		{"never past the cap after the first that waits", now - 1000, now - 3500, 500 * time.Millisecond},
		{"nor into the past", now - 1000, now - 60_000, 0},
	} {
		if got := d.Wait(now, tt.last, tt.first).Sub(now); got != tt.want {
			t.Errorf("it waits %s: got %v, want %v", tt.story, got, tt.want)
		}
	}
}

// TestWhatTheOddsMaySettle: whether a call was meant they leave to the judge.
func TestWhatTheOddsMaySettle(t *testing.T) {
	talks, quiet := SeatConfig{Policy: Default()}, SeatConfig{Policy: Default()}
	quiet.Policy.Chattiness.On = false
	for _, tt := range []struct {
		story string
		seat  *SeatConfig
		d     ladder.Decision
		facts messages.Facts
		want  bool
	}{
		{"a talk that goes on", &talks, ladder.Decision{Act: messages.Ask, Rung: ladder.Sticky}, 0, true},
		{"a name that is spoken of", &talks, ladder.Decision{Act: messages.Ask, Rung: ladder.Alias}, 0, true},
		{"a name that is called", &talks, ladder.Decision{Act: messages.Ask, Rung: ladder.Alias}, messages.CallsUs, false},
		{"a mention", &talks, ladder.Decision{Act: messages.Ask, Rung: ladder.Mention}, 0, false},
		{"a line it may think about", &talks, ladder.Decision{Act: messages.Wait}, 0, true},
		{"one that it never speaks up for", &quiet, ladder.Decision{Act: messages.Wait}, 0, false},
		{"one that it answers anyway", &talks, ladder.Decision{Act: messages.Engage}, 0, false},
	} {
		if got := tt.seat.Settles(&tt.d, tt.facts); got != tt.want {
			t.Errorf("%s: the odds settle it: %v, want %v", tt.story, got, tt.want)
		}
	}
}

func TestWhoKeepsTheWindow(t *testing.T) {
	c := Config{Seats: []SeatConfig{{Familiar: "Aria"}, {Familiar: "Vesper"}}}
	c.Seats[0].Policy.Credit = credit.Config{On: true, Scope: credit.Author}
	c.Seats[1].Policy.Credit = credit.Config{On: true, Scope: credit.Channel}
	for who, want := range map[messages.FamiliarID]bool{"Aria": false, "Vesper": true, "Nox": false} {
		if got := c.KeepsWindow(who); got != want {
			t.Errorf("%s keeps the channel's window: %v, want %v", who, got, want)
		}
	}
	c.Seats[1].Policy.Credit.On = false
	if c.KeepsWindow("Vesper") {
		t.Error("a window is kept with credit off")
	}
}

// shared has Aria and Vesper share an account, Vesper listed first, with Nox
// beside them on an account of its own.
func shared() *Config {
	c := &Config{Seats: []SeatConfig{
		{Familiar: "Aria", Name: "Aria", Persona: true, Rank: 1, Account: "house"},
		{Familiar: "Vesper", Name: "Vesper", Persona: true, Account: "house"},
		{Familiar: "Nox", Name: "Nox", Account: "nox"},
	}}
	for i, me := range []messages.PersonID{"us", "us", "night"} {
		c.Seats[i].Calls = []string{c.Seats[i].Name}
		c.Seats[i].Names = ladder.CompileNames(ladder.Auto, c.Seats[i].Name)
		c.Seats[i].Meet(messages.Author{ID: me})
	}
	c.Listen()
	return c
}

func TestPersonasOfOneAccount(t *testing.T) {
	c := shared()
	aria, vesper, nox := &c.Seats[0], &c.Seats[1], &c.Seats[2]
	if aria.Self == vesper.Self || aria.Person() != "us" || vesper.Person() != "us" || nox.Self != "night" || nox.Person() != "night" {
		t.Errorf("they are %q, %q and %q", aria.Self, vesper.Self, nox.Self)
	}
	if !aria.SharesAccount("us") || aria.SharesAccount("night") || nox.SharesAccount("night") || aria.SharesAccount("") {
		t.Error("who shares an account isn't told")
	}
	if front := c.Front("us"); front != vesper {
		t.Errorf("a line that names nobody is for %v, want the one listed first", front)
	}
	if front := c.Front("night"); front != nil {
		t.Errorf("an account that nobody shares has %s in front", front.Familiar)
	}
	if aria.ShownAs() != "Aria" || nox.ShownAs() != "" {
		t.Errorf("posts are shown as %q and %q", aria.ShownAs(), nox.ShownAs())
	}
	for _, seat := range []*SeatConfig{aria, nox} {
		seat.Limit = split.Limit{Max: 100}
	}
	if long, all := aria.TextLimit(), nox.TextLimit(); long.Max != 100-len("<Aria> ") || all.Max != 100 {
		t.Errorf("texts may be %d long, and %d without a name before them", long.Max, all.Max)
	}
	commands := admission.Default()
	if order, is := commands.Read(&messages.Line{Author: messages.Author{ID: "ana"}, Text: "/quiet@us"}, c.Ears); !is || order.To != 1<<1 {
		t.Errorf("a command to the account is for %b, want the one listed first", order.To)
	}
}

func TestWhoseLineItIs(t *testing.T) {
	c := shared()
	for _, tt := range []struct {
		story string
		line  messages.Line
		want  messages.FamiliarID
		sure  bool
		text  string
	}{
		{"the post's id tells", messages.Line{Nonce: "test//room~Aria~7~0", Text: "so"}, "Aria", true, "so"},
		{"the name before its text", messages.Line{Text: "Aria: so"}, "Aria", true, "so"},
		{"the name as IRC has it", messages.Line{Text: "<Aria> so"}, "Aria", true, "so"},
		{"the name it is shown under", messages.Line{Author: messages.Author{Name: "Aria"}, Text: "so"}, "Aria", false, "so"},
		{"nothing tells: the first listed", messages.Line{Text: "so"}, "Vesper", false, "so"},
	} {
		tt.line.Author.ID = "us"
		i, sure := c.SaidBy(&tt.line)
		seat, text, is := c.Sayer(&tt.line)
		if i < 0 || !is || seat.Familiar != tt.want || c.Seats[i].Familiar != tt.want || sure != tt.sure || text != tt.text {
			t.Errorf("%s: got %d, sure %v, %q; want %s, %v, %q", tt.story, i, sure, text, tt.want, tt.sure, tt.text)
		}
	}
	if _, _, is := c.Sayer(&messages.Line{Author: messages.Author{ID: "night"}, Text: "so"}); is {
		t.Error("a line of an account that nobody shares has a sayer among several")
	}
}

// TestSeatsInShadow: they see the live ones beside them, who don't see them,
// and the network is asked once.
func TestSeatsInShadow(t *testing.T) {
	c := shared()
	if c.HasShadow() {
		t.Error("somebody is in shadow")
	}
	c.Seats[0].Policy.Mode = InShadow
	c.Seats[0].Members, c.Seats[1].Members = true, true
	if !c.HasShadow() {
		t.Error("nobody is in shadow")
	}
	live, shadow := c.Split()
	if live.Unseen() || !shadow.Unseen() || len(live.Seats) != 2 || len(shadow.Seats) != 1 || len(live.Live()) != 0 || len(shadow.Live()) != 2 {
		t.Fatalf("got %+v and %+v", live, shadow)
	}
	if len(live.Ears) != 2 || len(shadow.Ears) != 1 {
		t.Errorf("%d and %d ears", len(live.Ears), len(shadow.Ears))
	}
	if !live.Seats[0].Members || shadow.Seats[0].Members {
		t.Error("the network is not asked for the live ones alone")
	}
	if !shadow.NamesLive("ask vesper") || shadow.NamesLive("ask aria") || live.NamesLive("ask vesper") {
		t.Error("whom a text names of the live ones isn't told")
	}
	if front := shadow.Front("us"); front == nil || front.Familiar != "Vesper" {
		t.Errorf("the shadow takes %v for the account's first", front)
	}
	all := []messages.FamiliarID{"Aria", "Vesper", "Nox"}
	if got := shadow.Familiars(); !slices.Equal(got, all) || !slices.Equal(c.Familiars(), all) || !slices.Equal(live.Familiars(), all[1:]) {
		t.Errorf("the familiars are %v, %v and %v", c.Familiars(), live.Familiars(), got)
	}
}

func TestWhoLooksAtTheOdds(t *testing.T) {
	c := shared()
	if c.LooksAtOdds() {
		t.Error("somebody looks, and nobody is to")
	}
	if c.Seats[2].Policy.Odds.On = true; !c.LooksAtOdds() {
		t.Error("nobody looks")
	}
	want := odds.KeyOf(c.Seats[2].Self)
	for _, when := range []string{"before it listens", "since then"} {
		if got := c.Seats[2].OddsKey(); got != want || got == c.Seats[0].OddsKey() {
			t.Errorf("%s a seat goes by %v, want %v, its own", when, got, want)
		}
		c.Listen()
	}
}

// TestWhoSharesTheFloor: several do, unless each line is a question of its own for one.
func TestWhoSharesTheFloor(t *testing.T) {
	c := shared()
	if c.Room.Floor.On = true; !c.Floor().On {
		t.Error("three don't share it")
	}
	c.Seats[0].Policy.JudgeEach = true
	c.Seats[0].Judged = true
	if c.JudgesEach() && c.Floor().On {
		t.Error("they share it though each line is a question of its own")
	}
	c.Seats = c.Seats[1:2]
	if c.Floor().On {
		t.Error("one shares it with nobody")
	}
}

// TestOneQuestion: two seats share one only with the same judge, by names that it can tell apart.
func TestOneQuestion(t *testing.T) {
	for _, tt := range []struct {
		story  string
		change func(*SeatConfig)
		want   bool
	}{
		{"the same judge", func(*SeatConfig) {}, true},
		{"another judge", func(c *SeatConfig) { c.Judge = "other" }, false},
		{"no judge", func(c *SeatConfig) { c.Judged = false }, false},
		{"the same name", func(c *SeatConfig) { c.Name = "Aria" }, false},
		{"questions of its own", func(c *SeatConfig) { c.Policy.JudgeTogether = false }, false},
		{"another way with errors", func(c *SeatConfig) { c.Policy.OnJudgeError = Decline }, false},
		{"nothing unasked", func(c *SeatConfig) { c.Policy.Chattiness.On = false }, false},
	} {
		a := SeatConfig{Name: "Aria", Judged: true, Judge: "small", Policy: Default()}
		a.Policy.JudgeTogether, a.Policy.OnJudgeError = true, Retry
		b := a
		b.Name = "Vesper"
		tt.change(&b)
		if got := a.SharesJudge(&b); got != tt.want {
			t.Errorf("%s: got %v, want %v", tt.story, got, tt.want)
		}
	}
}

// TestIsCalled: somebody who would have been answered calls a seat, but no bot, and nobody
// whose line it was only asked about.
func TestIsCalled(t *testing.T) {
	c := SeatConfig{Policy: Default()}
	for _, tt := range []struct {
		d    ladder.Decision
		bot  bool
		want bool
	}{
		{ladder.Decision{Act: messages.Engage, Rung: ladder.Mention}, false, true},
		{ladder.Decision{Act: messages.Engage, Rung: ladder.Mention}, true, false},
		{ladder.Decision{Act: messages.Ask, Rung: ladder.Alias}, false, true},
		{ladder.Decision{Act: messages.Ask, Rung: ladder.Sticky}, false, false},
		{ladder.Decision{Act: messages.Wait, Rung: ladder.Rest}, false, false},
	} {
		if got := c.IsCalled(&messages.Line{Author: messages.Author{Bot: tt.bot}}, &tt.d); got != tt.want {
			t.Errorf("%+v, by a bot %v: got %v, want %v", tt.d, tt.bot, got, tt.want)
		}
	}
	if c.Policy.Alone(7) != 0 {
		t.Error("a turn is about one line, and each isn't judged by itself")
	}
	if c.Policy.JudgeEach = true; c.Policy.Alone(7) != 7 {
		t.Error("each line is judged by itself, and a turn is about all")
	}
}

// TestTooLate: of what a seat hears late, what its moment has passed for comes to nothing.
func TestTooLate(t *testing.T) {
	c := RoomConfig{AnswerWithin: 15 * time.Minute, OverdueAfter: 2 * time.Minute}
	for _, tt := range []struct {
		act  messages.Act
		age  time.Duration
		want messages.Act
		rung messages.Rung
	}{
		{messages.Engage, 15 * time.Minute, messages.Engage, "mention"},
		{messages.Engage, 16 * time.Minute, messages.Observe, messages.ByStale},
		{messages.Wait, 2 * time.Minute, messages.Wait, "mention"},
		{messages.Wait, 3 * time.Minute, messages.Observe, "mention"},
		{messages.Drop, time.Hour, messages.Drop, "mention"},
	} {
		n := messages.Note{Act: tt.act, Rung: "mention"}
		if c.TooLate(tt.age, &n); n.Act != tt.want || n.Rung != tt.rung {
			t.Errorf("%s after %v: got %s by %s, want %s by %s", tt.act, tt.age, n.Act, n.Rung, tt.want, tt.rung)
		}
	}
}

// TestKinAndMoved: whoever has the same account is kin, and whoever has another one than
// before has moved.
func TestKinAndMoved(t *testing.T) {
	c := shared()
	if got, want := c.Kin([]messages.FamiliarID{"Aria", "Nox", "Gone"}), []uint32{0b01, 0b01, 0b10}; !slices.Equal(got, want) {
		t.Errorf("kin %b, want %b", got, want)
	}
	was := shared()
	was.Seats[2].Account = "other"
	if got := c.Moved(was); got != 0b100 {
		t.Errorf("moved %b, want the third", got)
	}
	if got := c.Moved(nil); got != 0 {
		t.Errorf("moved %b, and nobody was here", got)
	}
}

// TestWhomToEngage: of several the holder of the window, else whose the channel is.
func TestWhomToEngage(t *testing.T) {
	c := shared()
	if got := c.ToEngage("Nox"); got != "Nox" {
		t.Errorf("got %q, want who holds the window", got)
	}
	if got := c.ToEngage(""); got != "" {
		t.Errorf("got %q, and nobody keeps a window", got)
	}
	c.Seats[1].Policy.Credit = credit.Config{On: true, Scope: credit.Channel}
	c.Seats[2].Policy.Credit = c.Seats[1].Policy.Credit
	if got := c.ToEngage(""); got != "Vesper" {
		t.Errorf("got %q, want the first that keeps one", got)
	}
	if c.Room.Default = "Nox"; c.ToEngage("") != "Nox" || c.Self(2) != "night" {
		t.Error("want whose the channel is by default")
	}
}
