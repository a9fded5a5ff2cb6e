package adapter

import (
	"strings"

	"familiar/messages"
)

// A Slash is a command that a network offers people to choose from a list.
// Whoever chooses it may as well have typed it in the channel.
type Slash struct {
	Word  string // as it is typed behind the slash
	About string // what it does, for the list
	Rest  string // what may be said behind the word; "": nothing
}

// Slashes are the commands to offer, in the order of the list: those that a
// channel carries out when somebody types them. What a person may is judged
// where the line is decided on, as for a typed one.
var Slashes = []Slash{
	{"help", "What you can tell me", ""},
	{"status", "Whether I am quiet here, and what you may tell me", ""},
	{"why", "Why I spoke or kept quiet here", "about how many of the newest lines, 1 to 5"},
	{"quiet", "Stay silent in this channel, for a while or until told otherwise", "how long, such as 30m; or off"},
	{"resume", "End the silence", ""},
	{"engage", "Join in here", ""},
	{"disengage", "Step back from what is being talked about", ""},
	{"stop", "Drop the answer I am working on", ""},
	{"wake", "Think about saying something now", ""},
	{"link", "In a direct message: say that you are somebody on another network, too", "the code that you were given there"},
	{"unlink", "In a direct message: end that", ""},
}

// ReadSlash returns the command of that word, in any case, with what stands
// behind it, as it would be typed: "/quiet 30m". false: there is none.
func ReadSlash(word, rest string) (text string, ok bool) {
	word = strings.ToLower(word)
	for _, s := range Slashes {
		if s.Word == word {
			return strings.TrimSpace("/" + word + " " + strings.TrimSpace(rest)), true
		}
	}
	return "", false
}

// PassedOn is what is shown, to who gave a command alone, once it is taken.
func PassedOn(text string) string { return "Passed on: " + text }

// chosen begins the id of a line that was chosen from a list, not posted.
const chosen messages.LineID = "command:"

// CommandLine returns the id of the line that a chosen command becomes; id is
// the network's own of that choice.
func CommandLine(id string) messages.LineID { return chosen + messages.LineID(id) }

// IsCommandLine reports whether [CommandLine] made the id.
func IsCommandLine(id messages.LineID) bool {
	return len(id) > len(chosen) && strings.HasPrefix(string(id), string(chosen))
}

// Answerable returns p as a network can take it: of a chosen command it knows no
// message, so p answers none.
func Answerable(p messages.Post) messages.Post {
	if strings.HasPrefix(string(p.ReplyTo), string(chosen)) {
		p.ReplyTo, p.Thread, p.Quoting = "", false, messages.Quoted{}
	}
	return p
}
