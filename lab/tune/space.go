package tune

import (
	"time"

	"familiar/policy/chattiness"
	"familiar/policy/conversation"
	"familiar/policy/credit"
)

// SpaceOf returns the knobs worth trying for a policy, judged or without a
// judge. Those of what is switched off are left out, and so are limits that
// are a matter of money or manners: budget, hours, guard.
func SpaceOf(p *conversation.Policy, judged bool) Space {
	var s Space
	if judged && p.Chattiness.On {
		s = append(s, whenToThink(&p.Chattiness)...)
	}
	if c := &p.Credit; c.On {
		if c.Scope == credit.Author { // a channel's window is kept, and nothing else
			s = append(s, axis("credit.mode", c.Mode, []credit.Mode{credit.Slide, credit.Once}, credit.Slide, credit.Once))
		}
		s = append(s, axis("credit.window", c.Window, []time.Duration{time.Minute, 10 * time.Minute},
			30*time.Second, time.Minute, 2*time.Minute, 3*time.Minute, 5*time.Minute, 10*time.Minute, 15*time.Minute, 30*time.Minute))
	}
	if p.Odds.On {
		s = append(s, bars(p, judged)...)
	}
	return s
}

func whenToThink(c *chattiness.Config) Space {
	s := Space{
		axis("chattiness.lull", c.Lull, []time.Duration{5 * time.Second, 20 * time.Second},
			3*time.Second, 5*time.Second, 7*time.Second, 10*time.Second, 15*time.Second, 20*time.Second, 30*time.Second, 45*time.Second, time.Minute),
		axis("chattiness.tier", c.Tier, []chattiness.Tier{chattiness.VeryQuiet, chattiness.Average, chattiness.VeryEager}, chattiness.Tiers...),
		axis("chattiness.floor", c.Floor, nil, 1, 3, 5, 8, 12, 16),
		axis("chattiness.question", c.Question, nil,
			0, 30*time.Second, 45*time.Second, time.Minute, 90*time.Second, 2*time.Minute, 3*time.Minute, 5*time.Minute),
		axis("chattiness.share", c.Share, nil, 0, .2, .3, .4, .5, .7),
	}
	if c.BackoffBase > 0 { // else it can't be switched on by one knob
		s = append(s, axis("chattiness.backoff_after", c.BackoffAfter, nil, 0, 1, 2, 3, 5, 8))
	}
	return s
}

func bars(p *conversation.Policy, judged bool) Space {
	o := &p.Odds
	if !judged {
		return Space{axis("odds.alone", o.Alone, []float64{.08, .14, .3, .5}, .05, .08, .1, .14, .2, .25, .3, .4, .5, .6, .7)}
	}
	sure := []float64{.4, .5, .6, .7, .8, .9, 1}
	return Space{
		axis("odds.at_once", o.AtOnce, nil, 0, .04, .06, .09, .12, .15, .2, .3),
		axis("odds.worth", o.Worth, nil, 0, .05, .1, .25, .5, 1),
		axis("odds.wait.lo", o.Wait.Lo, []float64{0, .015, .04}, 0, .005, .01, .015, .02, .03, .04, .06, .1),
		axis("odds.wait.hi", o.Wait.Hi, nil, sure...),
		axis("odds.ask.lo", o.Ask.Lo, nil, 0, .01, .02, .04, .06, .08, .1, .15, .2),
		axis("odds.ask.hi", o.Ask.Hi, nil, sure...),
	}
}
