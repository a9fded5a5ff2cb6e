package community

import "time"

// The habits of communities. A talk drawn by them has base rates near those of
// [Recorded]; the Discord is livelier than the recorded one, where a lull is
// nothing special.
var (
	onIRC = Habits{
		Network: irc, Fewest: 12, Most: 40, Hourly: 32, Pace: 40 * time.Second,
		Questions: .45, Chats: .15, Calls: .02, Answers: .66, Names: .62,
	}
	onDiscord = Habits{
		Network: discord, Fewest: 8, Most: 25, Hourly: 13, Pace: 75 * time.Second,
		Questions: .28, Chats: .25, Calls: .03, Answers: .66, Names: .05, Replies: .55,
	}
	amongTwo = Habits{
		Network: discord, Fewest: 2, Most: 2, Hourly: 30, Pace: 40 * time.Second,
		Questions: .15, Chats: .15, Calls: .15, Privately: .40, Answers: .25, Names: .05, Replies: .3,
	}
)

// The wishes. A line that goes on with the familiar is for it, whatever else a
// community likes.
var (
	company = Wants{
		Kinds: [kinds]float64{Question: .95, Remark: .92, Chat: .88, Answer: .86, AskBack: .86, More: .82, Thanks: .6, GoOn: .97},
		Aside: .97, Answered: .98, Often: .985, Needed: .2, Calls: .2,
	}
	help = Wants{
		Kinds: [kinds]float64{Question: .92, Remark: .08, Chat: .03, Answer: .05, AskBack: .5, More: .1, Thanks: .02, GoOn: .95},
		Aside: .5, Answered: .5, Often: .95, Needed: .6, Calls: .3,
	}
	quiet = Wants{
		Kinds: [kinds]float64{Question: .12, Remark: .04, Chat: .04, Answer: .02, AskBack: .04, More: .02, Thanks: .01, GoOn: .9},
		Aside: .5, Answered: .5, Often: .9, Needed: .1, Calls: .3,
	}
	lulls = Wants{
		Kinds: [kinds]float64{Question: .3, Remark: .15, Chat: .12, Answer: .1, AskBack: .1, More: .1, Thanks: .05, GoOn: .95},
		Aside: .6, Answered: .8, Often: .93, Lull: .85, Needed: .2, Calls: .25,
	}
	two = Wants{
		Kinds: [kinds]float64{Question: .9, Remark: .85, Chat: .6, Answer: .3, AskBack: .3, More: .5, Thanks: .3, GoOn: .97},
		Aside: .5, Answered: .8, Often: 1, Needed: .7, Calls: .5,
	}
)

var tastes = []Taste{
	{Name: "company", Says: "a small server that is glad of company, in talk big and small", Habits: onDiscord, Wants: company},
	{Name: "help", Says: "a help channel that wants questions answered and nothing else", Habits: onIRC, Wants: help},
	{Name: "quiet", Says: "a quiet crowd that wants it when it is called, and else not", Habits: onDiscord, Wants: quiet, Quiets: true},
	{Name: "lulls", Says: "a server that wants no interruptions, and likes it to break a silence", Habits: onDiscord, Wants: lulls},
	{Name: "two", Says: "two people who talk with it all the time, mostly without its name", Habits: amongTwo, Wants: two},
	{Name: "tires", Says: "company, until in the middle of the talk it wants quiet", Habits: onDiscord, Wants: company, Turns: &quiet},
	{Name: "warms", Says: "quiet, until in the middle of the talk it is glad of company", Habits: onDiscord, Wants: quiet, Turns: &company},
	{Name: "silenced", Says: "company, with one moderator who wants it silent", Habits: onDiscord, Wants: company, Drives: ForLess},
	{Name: "grumbled at", Says: "company, with one person who dislikes whatever it says", Habits: onDiscord, Wants: company, Drives: Grumble},
	{Name: "egged on", Says: "quiet, with one person who wants it to talk", Habits: onDiscord, Wants: quiet, Quiets: true, Drives: ForMore},
}
