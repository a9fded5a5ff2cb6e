package adapter

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"familiar/internal/shorten"
	"familiar/messages"
)

// How much of a line is taken; the rest is cut off.
const (
	TextMost = 16 << 10 // bytes of text, cut before a rune it would split
	NameMost = 64       // runes of a name
	listMost = 100      // mentions, roles, attachments, each
	typeMost = 160      // runes of an attachment's media type, more than any has that is in use
)

// Clean makes e safe to keep and to show, whatever a network sent: text is
// UTF-8 without control characters and at most [TextMost] long; names are one line
// without control or bidi characters, and so are media types; a line without a channel
// or account is given those it was heard in. Ids stay as they are. What can't be
// identified is [ErrRefused]. Lines are copied when they change.
func Clean(channel messages.ChannelID, account messages.AccountID, e messages.Event) (messages.Event, error) {
	c := cleaner{channel, account}
	if channel == "" {
		return nil, fmt.Errorf("%w: no channel", ErrRefused)
	}
	if l, is := messages.LineOf(e); is {
		line, err := c.line(l)
		return messages.WithLine(e, line), err
	}
	switch e := e.(type) {
	case messages.HistoryFetched:
		lines := make([]*messages.Line, 0, len(e.Lines))
		for _, line := range e.Lines {
			line, err := c.line(line)
			if err != nil {
				return nil, err
			}
			lines = append(lines, line)
		}
		return messages.HistoryFetched{N: e.N, Lines: lines}, nil
	case messages.Deleted:
		switch {
		case e.ID == "":
			return nil, fmt.Errorf("%w: nothing says which line was deleted", ErrRefused)
		case !utf8.ValidString(string(e.ID)):
			return nil, errNotUTF8
		}
	case messages.Forgotten:
		if e != (messages.Forgotten{All: true}) {
			return nil, fmt.Errorf("%w: a network forgets no part of a channel", ErrRefused)
		}
	case messages.Reacted:
		return c.reacted(e)
	case messages.Commanded: // nobody asks whether its author may
		return nil, fmt.Errorf("%w: a command that is no line", ErrRefused)
	case nil:
		return nil, fmt.Errorf("%w: no event", ErrRefused)
	default: // the rest carries nothing that people wrote
	}
	return e, nil
}

// CleanCommand makes what somebody told a channel safe in the same way.
func CleanCommand(c messages.Commanded) messages.Commanded {
	c.Text, c.By.Name = CleanText(c.Text, TextMost), CleanName(c.By.Name, NameMost)
	return c
}

// errNotUTF8 refuses an id that no journal can write.
var errNotUTF8 = fmt.Errorf("%w: an id that is not UTF-8", ErrRefused)

// errOurs refuses an id that only the program itself gives.
var errOurs = fmt.Errorf("%w: an author's id that is no network's", ErrRefused)

// isOurs reports whether an id is that of one of several familiars of an account, or
// of somebody whose lines come by a relay.
func isOurs(id messages.PersonID) bool {
	_, relayed := id.Relay()
	return relayed || strings.Contains(string(id), messages.PersonaMark)
}

type cleaner struct {
	channel messages.ChannelID
	account messages.AccountID
}

func (c cleaner) line(l *messages.Line) (*messages.Line, error) {
	switch {
	case l == nil:
		return nil, fmt.Errorf("%w: no line", ErrRefused)
	case l.ID == "":
		return nil, fmt.Errorf("%w: a line without id", ErrRefused)
	case !utf8.ValidString(string(l.ID)) || !utf8.ValidString(string(l.Author.ID)):
		return nil, errNotUTF8
	case isOurs(l.Author.ID):
		return nil, errOurs
	case l.Channel != "" && l.Channel != c.channel:
		return nil, fmt.Errorf("%w: a line of %s in %s", ErrRefused, l.Channel, c.channel)
	}
	cleaned := *l
	cleaned.Channel = c.channel
	cleaned.Root = messages.LineID(strings.ToValidUTF8(string(l.Root), ""))
	if cleaned.Account == "" {
		cleaned.Account = c.account
	}
	cleaned.Text = CleanText(l.Text, TextMost)
	cleaned.Author.Name = CleanName(l.Author.Name, NameMost)
	cleaned.Mentions = first(l.Mentions, listMost)
	cleaned.Roles = first(l.Roles, listMost)
	cleaned.Attachments = first(l.Attachments, listMost)
	own := false // the list is a copy
	for i, a := range cleaned.Attachments {
		name, media := CleanName(a.Name, NameMost), CleanName(a.Type, typeMost)
		if name != a.Name || media != a.Type {
			if !own {
				cleaned.Attachments, own = append([]messages.Attachment(nil), cleaned.Attachments...), true
			}
			cleaned.Attachments[i].Name, cleaned.Attachments[i].Type = name, media
		}
	}
	return &cleaned, nil
}

func (c cleaner) reacted(r messages.Reacted) (messages.Event, error) {
	r.Emoji = CleanName(r.Emoji, NameMost)
	r.By.Name = CleanName(r.By.Name, NameMost)
	switch {
	case r.Line == "":
		return nil, fmt.Errorf("%w: nothing says which line has a reaction", ErrRefused)
	case !r.Removed && (r.By.ID == "" || r.Emoji == ""):
		return nil, fmt.Errorf("%w: a reaction of nobody, or of no kind", ErrRefused)
	case !utf8.ValidString(string(r.Line)) || !utf8.ValidString(string(r.By.ID)):
		return nil, errNotUTF8
	case isOurs(r.By.ID):
		return nil, errOurs
	}
	return r, nil
}

func first[T any](s []T, n int) []T {
	if len(s) <= n {
		return s
	}
	return s[:n:n]
}

// CleanText returns text as UTF-8 of at most limit bytes: each run of other bytes
// is replaced by U+FFFD, line breaks are "\n", and control characters but the
// tab are left out. They could part a name in which nobody sees a gap, and are
// commands to whatever terminal shows the text.
func CleanText(text string, limit int) string {
	if strings.ContainsFunc(text[:min(len(text), limit)], isDropped) {
		text = dropControls(text, limit)
	}
	if len(text) > limit {
		// Cut first: the repair then costs no more than the limit.
		text = shorten.Bytes(text, limit)
	}
	if utf8.ValidString(text) {
		return text
	}
	// A replacement is longer than the byte it stands for.
	if text = strings.ToValidUTF8(text, "\uFFFD"); len(text) > limit {
		return CleanText(text, limit)
	}
	return text
}

// isDropped reports whether a text doesn't keep the character as it is.
func isDropped(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' }

// dropControls leaves control characters out of as much of text as may fill
// limit bytes.
func dropControls(text string, limit int) string {
	var b strings.Builder
	b.Grow(min(len(text), limit))
	broken := false // what was written last stands for bytes that are no UTF-8
	for i, r := range text {
		if b.Len() >= limit {
			break
		}
		switch _, size := utf8.DecodeRuneInString(text[i:]); {
		case r == utf8.RuneError && size == 1: // replaced here: without what is dropped they might be a character
			if !broken {
				b.WriteRune(r)
			}
			broken = true
		case r == '\r' && strings.HasPrefix(text[i+1:], "\n"): // the other half of the break
		case r == '\r' || r == '\v' || r == '\f' || r == '\u0085':
			b.WriteByte('\n')
			broken = false
		case isDropped(r):
		default:
			b.WriteRune(r)
			broken = false
		}
	}
	return b.String()
}

// CleanName returns a name as one line of at most limit runes: control and bidi
// characters are left out, any run of white space is one space.
func CleanName(name string, limit int) string {
	if isCleanName(name, limit) {
		return name
	}
	var b strings.Builder
	runes, space := 0, false
	for _, r := range name {
		switch {
		case unicode.IsSpace(r):
			space = runes > 0
			continue
		case unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r):
			continue
		}
		if space {
			if runes+1 >= limit {
				break
			}
			b.WriteByte(' ')
			runes, space = runes+1, false
		}
		if runes == limit {
			break
		}
		b.WriteRune(r)
		runes++
	}
	return b.String()
}

// isCleanName knows the common case: printable ASCII with single spaces.
func isCleanName(name string, limit int) bool {
	if len(name) > limit {
		return false
	}
	for i := range len(name) {
		c := name[i]
		if c < ' ' || c > '~' || c == ' ' && (i == 0 || i == len(name)-1 || name[i-1] == ' ') {
			return false
		}
	}
	return true
}
