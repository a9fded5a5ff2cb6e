package conversation

import (
	"time"

	"familiar/messages"
	"familiar/policy/chattiness"
	"familiar/policy/credit"
	"familiar/policy/guard"
	"familiar/policy/ladder"
)

// mix makes of some configurations one where up to six familiars sit, each of
// a preset of its own with knobs drawn within what may be configured.
func mix(p pick, c *Config) {
	if p("presets mixed", 3) != 2 {
		return
	}
	c.Room.Guard = drawGuard(p, c.Room.Guard)
	for more := p("seats beside", 1+len(cast)-len(c.Seats)); more > 0; more-- {
		who, seat := cast[len(c.Seats)], c.Seats[0]
		seat.Familiar, seat.Self, seat.Name = who.familiar, who.self, string(who.familiar)
		if c.Seats[0].Account != c.Seats[len(c.Seats)-1].Account {
			seat.Account = who.account
		}
		c.Seats = append(c.Seats, seat)
	}
	for i := range c.Seats {
		seat := &c.Seats[i]
		seat.Policy = drawPolicy(p)
		seat.Judged = p("no judge of its own", 4) != 3
		seat.Names = ladder.CompileNames(seat.Policy.Ladder.Alias, seat.Name)
	}
}

// drawGuard draws a guard that may be configured, of few turns.
func drawGuard(p pick, g guard.Config) guard.Config {
	g.Notice = 1 + p("notice", 6)
	g.Burst = 1 + p("burst", 7)
	g.Stop = g.Notice + 1 + p("stop", 4)
	g.Window = []time.Duration{time.Minute, time.Millisecond, time.Hour}[p("guard window", 3)]
	return g
}

// drawPolicy draws a preset, half of them as they are and half with the knobs
// changed that say who is answered, and when.
func drawPolicy(p pick) Policy {
	names := ladder.Presets()
	c, _ := Preset(names[p("its preset", len(names))])
	if p("its knobs", 2) == 0 {
		return c
	}
	c.Ladder.Address = []messages.Act{messages.Engage, messages.Ask}[p("address", 2)]
	c.Ladder.Crowd = []messages.Act{messages.Engage, messages.Ask}[p("crowd", 2)]
	c.Ladder.Rest = []messages.Act{messages.Observe, messages.Engage, messages.Ask, messages.Wait}[p("rest", 4)]
	c.Ladder.Alias = []ladder.Match{ladder.Auto, ladder.Substring, ladder.Word}[p("alias", 3)]
	switch p("credit", 5) {
	case 1:
		c.Credit.On = false
	case 2:
		c.Credit = credit.Config{On: true, Window: time.Minute, Mode: credit.Once, Scope: credit.Author}
	case 3:
		c.Credit = credit.Config{On: true, Window: time.Hour, Mode: credit.Slide, Scope: credit.Author}
	case 4:
		c.Credit = credit.Config{On: true, Window: 10 * time.Minute, Mode: credit.Kept, Scope: credit.Channel}
	}
	c.Chattiness.On = p("chattiness", 4) != 3
	c.Chattiness.Tier = chattiness.Tiers[p("tier", len(chattiness.Tiers))]
	c.Chattiness.Floor = 1 + p("lines", 3)
	c.Chattiness.Question = []time.Duration{0, 90 * time.Second, time.Second}[p("question", 3)]
	c.Chattiness.Share = []float64{.4, .05, 0}[p("share", 3)]
	c.Chattiness.BackoffAfter = p("back-off", 2)
	c.Chattiness.BackoffBase, c.Chattiness.BackoffMax = time.Minute, 10*time.Minute
	if p("answers at once", 2) == 1 {
		c.Debounce = Debounce{}
	}
	c.Busy = []Busy{Steer, Queue, Inject, Interrupt}[p("when busy", 4)]
	c.OnJudgeError = []OnJudgeError{Retry, Decline}[p("when the judge fails", 2)]
	c.Pings = p("pings", 2) == 1
	c.PeersArm = p("peers arm it", 2) == 1
	c.JudgeEach = p("each line judged", 4) == 3
	return c
}
