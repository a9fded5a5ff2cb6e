package community

import (
	"strings"

	"familiar/internal/splitmix"
	"familiar/messages"
)

// topics is how many things people talk about.
const topics = 6

// things are what the topics are about, one of which stands in a sentence for
// each "%".
var things = [topics][]string{
	{"kernel", "driver", "install", "partition", "package", "laptop", "graphics", "update", "terminal", "backup"},
	{"tomatoes", "seedlings", "compost", "beans", "allotment", "frost", "greenhouse", "slugs", "watering", "harvest"},
	{"dragon", "campaign", "wizard", "session", "dungeon", "character", "dice", "initiative", "spells", "tavern"},
	{"album", "guitar", "chorus", "recording", "concert", "headphones", "playlist", "drummer", "vinyl", "melody"},
	{"bread", "sourdough", "recipe", "oven", "noodles", "curry", "butter", "pickles", "dumplings", "coffee"},
	{"match", "league", "keeper", "penalty", "season", "referee", "stadium", "transfer", "striker", "fixture"},
}

// sentences are what lines of a kind say.
var sentences = [kinds][]string{
	Question: {
		"how do I get the % to work with the %?", "does anybody know why the % keeps failing?", "what is the best % for a small %?",
		"anyone here tried the new %?", "is there a way to fix the % without touching the %?", "where do you get your % from?",
		"why would the % be slower than the % after the last change?", "can somebody help me with the % please",
	},
	Remark: {
		"I finally finished the % today", "the new % is out and it looks good", "somebody broke the % again, it took me all morning to see it was the %",
		"so the % arrived, twice the size I expected", "they are changing the % next week", "I spent the whole weekend on the % and the %",
		"just found an old % in the cellar", "that % from yesterday was the best one this year",
	},
	Chat: {
		"morning all", "lol", "back from lunch", "what a day", "haha yes", "it is raining again", "good night everybody", "hi", "same here", "too much coffee",
		"heh", "well, that was quick", "yeah", "weekend at last", "how is everyone?",
	},
	Answer: {
		"you need to change the % first", "I had that with my %, it went away after a while", "try the % instead", "no, the % is fine, look at the %",
		"yes", "mine does the same", "it depends on the %", "they fixed that in the last %", "not that I know", "I would leave the % alone and start with the %",
		"ok so the % is the problem then", "that is what I did", "right, but only if the % is new enough to take it",
	},
	AskBack: {
		"which % do you have?", "did you try without the %?", "what does it say about the %?", "how old is the %?", "really?", "since when?", "and the %?",
	},
	More: {
		"and the % too", "or maybe it was the %", "never mind the %", "anyway", "it says something about the %", "with the old % it was fine", "I mean the %, not the %", "any ideas?",
	},
	Thanks: {"thanks", "thank you, that was it", "thanks a lot, the % works now", "ah, thanks, I will try the %", "great, thanks"},
	Call: {
		"what do you think about the %?", "can you explain the % to me?", "how do I set up the %?", "which % would you take?", "tell us about the %", "are you there?", "do you know the %?",
	},
	GoOn: {
		"and what about the %?", "why is that?", "ok, and the %?", "that makes sense, I will try the %", "hm, I am not sure about the %", "so what should I do with the %?", "I was thinking about the % again",
	},
}

// sentence returns what a line says, as drawn.
func sentence(kind Kind, topic int, drawn uint64) string {
	all, words := sentences[kind], things[topic]
	text := all[drawn%uint64(len(all))]
	if !strings.Contains(text, "%") {
		return text
	}
	var b strings.Builder
	for k := uint64(1); ; k++ {
		before, after, found := strings.Cut(text, "%")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		b.WriteString(words[splitmix.At(drawn, k)%uint64(len(words))])
		text = after
	}
}

// Who the familiar is.
const (
	ourName = "Aria"
	ourID   = messages.PersonID("aria")
)

// callUs has a line call the familiar: by the network's mention, or by its name.
func callUs(l *messages.Line, network messages.Network, drawn uint64) {
	if network == irc || splitmix.Fraction(drawn) < .4 {
		l.Text = ourName + ", " + l.Text
		return
	}
	l.Text = "@" + ourName + " " + l.Text
	l.Mentions = []messages.PersonID{ourID}
}

// callSomebody has a line say whom it is for. What a client highlights counts
// as a mention, as in recorded chat.
func callSomebody(l *messages.Line, network messages.Network, whom messages.Author) {
	if network == irc {
		l.Text = whom.Name + ": " + l.Text
	} else {
		l.Text = "@" + whom.Name + " " + l.Text
	}
	l.Mentions = []messages.PersonID{whom.ID}
}

// The networks.
const (
	irc     messages.Network = "irc"
	discord messages.Network = "discord"
)

// channelOf returns the community's one channel.
func channelOf(network messages.Network) messages.ChannelID {
	return messages.Channel{Network: network, Workspace: "community", Chat: "room"}.ID()
}
