package admission

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"familiar/messages"
	"familiar/policy/ladder"
)

// Commands is every command that can be typed in any channel: [Memory] is one only
// where a familiar keeps something.
var Commands = []messages.Command{
	Help, Status, Why, messages.Wake, Link, Unlink,
	messages.Quiet, messages.Resume, Engage, messages.Disengage, messages.Stop,
	Alone, Again,
	Say, Reload, Claim, Forget,
}

// An Order is a command somebody typed. Whether they may is for
// [Rights.May] to say.
type Order struct {
	Command messages.Command
	To      uint32        // the seats meant, a bit each in the order of their ears
	For     time.Duration // of quiet; 0: not said
	Rest    string        // what else stood behind the word, as it was typed
	Unclear bool          // the rest makes no sense for this command; it is answered with how to say it
}

// Read returns the command a line is, for the seats whose ears these are, at
// most 32. false: it is talk. It is called for lines just heard, never for
// edited ones, and finds none in those of bots and those fetched later.
//
// With a slash: "/quiet 30m" tells everybody, "/quiet@aria 30m" and "/quiet
// Aria 30m" only Aria. A slash with another word, or with "@" and somebody who
// isn't here, is talk. With a mention the whole line has to be one of the phrases:
// "@Aria be quiet for an hour" is a command, "@Aria quiet people are nice"
// isn't. Phrases to be left alone need no mention in a direct message or reply.
//
// A line that begins with neither and addresses nobody costs no allocation.
func (c *Config) Read(l *messages.Line, ears []Ear) (Order, bool) {
	if !heeded(l) {
		return Order{}, false
	}
	text := strings.TrimSpace(l.Text)
	switch {
	case text == "" || len(ears) == 0:
		return Order{}, false
	case text[0] == '/':
		return readSlash(text, ears)
	case text[0] == '@' || text[0] == '<':
		return c.readMention(text, ears)
	}
	if to := answered(l, ears); to != 0 && len(text) <= longestPhrase {
		return c.readAlone(text, to)
	}
	return Order{}, false
}

// Slash takes a text that begins with a slash apart: a word of ASCII letters,
// digits, - and _ that begins with a letter, given in lower case, whom it is
// for if "@" and a name follow, and what stands behind it.
func Slash(text string) (word, at, rest string, ok bool) {
	text = strings.TrimSpace(text)
	if len(text) < 2 || text[0] != '/' || !isLetter(text[1]) {
		return "", "", "", false
	}
	end := 1
	for end < len(text) && (isLetter(text[end]) || '0' <= text[end] && text[end] <= '9' || text[end] == '-' || text[end] == '_') {
		end++
	}
	word, rest = strings.ToLower(text[1:end]), text[end:]
	if name, named := strings.CutPrefix(rest, "@"); named {
		end = strings.IndexAny(name, " \t\r\n")
		if end < 0 {
			end = len(name)
		}
		if at, rest = name[:end], name[end:]; at == "" {
			return "", "", "", false
		}
	}
	if rest != "" && !strings.ContainsAny(rest[:1], " \t\r\n") {
		return "", "", "", false
	}
	return word, at, strings.TrimSpace(rest), true
}

func isLetter(b byte) bool { return 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z' }

func readSlash(text string, ears []Ear) (Order, bool) {
	word, at, rest, ok := Slash(text)
	o := Order{Command: known(word), To: everybody(ears), Rest: rest}
	if !ok || o.Command == "" {
		return Order{}, false
	}
	if at != "" {
		if o.To = called(ladder.Fold(at), ears); o.To == 0 {
			return Order{}, false
		}
	} else if to, left := leading(rest, ears); to != 0 {
		o.To, o.Rest = to, left
	}
	if o.Command == Memory {
		if o.To &= earsThat(ears, func(e *Ear) bool { return e.keeps }); o.To == 0 { // as any word that nobody knows
			return Order{}, false
		}
		if sharing := earsThat(ears, func(e *Ear) bool { return e.shares }); o.Share() != "" && o.To&sharing != 0 {
			o.To &= sharing
			return o, true
		}
	}
	o.settle()
	return o, true
}

// known returns the command of that word, "" for none.
func known(word string) messages.Command {
	if c := messages.Command(word); c == Memory || slices.Contains(Commands, c) {
		return c
	}
	return ""
}

// settle reads what stands behind the word of a slash.
func (o *Order) settle() {
	rest := ladder.Fold(o.Rest)
	switch {
	case o.Command == messages.Quiet && rest == "off":
		o.Command = messages.Resume
	case o.Command == messages.Quiet && rest != "":
		d, ok := duration(rest)
		o.For, o.Unclear = d, !ok
	case o.Command == Memory && rest != "" && rest != string(Forget):
		_, _, ok := o.Correction()
		o.Unclear = !ok
	case o.Command == Say && rest == "", o.Command == Forget && rest == "":
		o.Unclear = true
	}
}

// Share returns what somebody says of having what is kept about them recalled elsewhere;
// "": nothing.
func (o *Order) Share() messages.Share {
	word, rest, _ := strings.Cut(o.Rest, " ")
	if o.Command != Memory || !strings.EqualFold(word, "share") {
		return ""
	}
	switch share := messages.Share(strings.ToLower(strings.TrimSpace(rest))); share {
	case messages.ShareOn, messages.ShareOff:
		return share
	default:
		return ""
	}
}

// correct is what stands before the number of what is wrong.
const correct = "correct"

// Correction returns what somebody puts right of what is kept about them: the n-th, from
// 1, of what [Memory] tells, and what is true. Not ok: it is no correction.
func (o *Order) Correction() (n int, text string, ok bool) {
	word, rest, _ := strings.Cut(o.Rest, " ")
	number, text, _ := strings.Cut(strings.TrimSpace(rest), " ")
	n, err := strconv.Atoi(number)
	text = strings.TrimSpace(text)
	return n, text, o.Command == Memory && strings.EqualFold(word, correct) && err == nil && n > 0 && text != ""
}
