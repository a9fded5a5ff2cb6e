package community

import (
	"fmt"
	"time"

	"familiar/messages"
	"familiar/policy/chattiness"
	"familiar/policy/conversation"
	"familiar/policy/ladder"
)

// A Setting is a policy that is tried, by a name.
type Setting struct {
	Name   string
	Policy conversation.Policy

	// Moved gives how far learning has moved a familiar's bar so far, in
	// log-odds; nil: the policy doesn't learn.
	Moved func(*conversation.Channel) float64
}

// The settings every community is tried with. MentionOnly never speaks unless
// it is addressed; Standard is the preset social.
const (
	MentionOnly = "mention-only"
	Standard    = "default"
	BestFixed   = "best fixed" // of Grid, as chosen on other talks of the taste
)

// Learning returns the preset social with learning on, and nothing else changed.
func Learning() Setting {
	s := Setting{Name: "learning", Policy: conversation.Default(), Moved: func(ch *conversation.Channel) float64 {
		if learned := ch.Seats[0].Learned; learned != nil {
			return learned.Lift
		}
		return 0
	}}
	s.Policy.Learning.On = true
	return s
}

// usual returns MentionOnly and Standard.
func usual() []Setting {
	silent := conversation.Default()
	silent.Ladder.Rungs = []ladder.Rung{ladder.Self, ladder.DM, ladder.Mention, ladder.Reply, ladder.Alias}
	silent.Ladder.Rest = messages.Observe
	silent.Credit.On, silent.Chattiness.On, silent.Odds.On = false, false, false
	return []Setting{{Name: MentionOnly, Policy: silent}, {Name: Standard, Policy: conversation.Default()}}
}

// Grid returns the fixed settings that the best one is chosen of: bars of the
// odds, and where there is a judge how soon it is asked, too. MentionOnly is
// one of them.
func Grid(judge Judge) []Setting {
	grid := usual()[:1]
	if judge == None {
		for _, bar := range []float64{.02, .04, .06, .09, .13, .18, .25, .32, .45, .6, .8} {
			grid = append(grid, Alone(bar))
		}
		return grid
	}
	for _, hi := range []float64{.1, .3, .65} {
		for _, tier := range []chattiness.Tier{chattiness.Quiet, chattiness.VeryEager} {
			for _, lulls := range []bool{false, true} {
				grid = append(grid, judgedBy(hi, tier, lulls))
			}
		}
	}
	return grid
}

// Alone returns the default with that bar for a familiar without a judge.
func Alone(bar float64) Setting {
	s := Setting{Name: fmt.Sprintf("alone %.2f", bar), Policy: conversation.Default()}
	s.Policy.Odds.Alone = bar
	return s
}

// longLull is one that few conversations leave before they are over.
const longLull = 2 * time.Minute

// judgedBy is the default with that bar and tier. Without lulls a silence has to
// be so long that the familiar breaks only those that last.
func judgedBy(hi float64, tier chattiness.Tier, lulls bool) Setting {
	s := Setting{Name: fmt.Sprintf("hi %.2f, %s", hi, tier), Policy: conversation.Default()}
	s.Policy.Odds.Wait.Hi, s.Policy.Chattiness.Tier = hi, tier
	if !lulls {
		s.Name += ", lull 2m"
		s.Policy.Chattiness.Lull = longLull
	}
	return s
}
