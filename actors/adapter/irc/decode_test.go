package irc

import (
	"log/slog"
	"reflect"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/ergochat/irc-go/ircmsg"

	"familiar/messages"
)

var noon = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

// inDen returns a connection nobody made: Felix is in #moths with bob, Eve, who
// is logged in as evelyn, and a[x]; its sibling nora is there, too.
func inDen(t testing.TB) *link {
	t.Helper()
	circle := NewCircle()
	a, err := Open("felix", Config{Server: "localhost:6697", Nick: "Felix", Name: "den", Circle: circle, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	circle.enter("nora")
	circle.rename("nora", "nora")
	l := &link{a: a, signs: "@+", status: "@+", rooms: map[string]*room{}, changed: make(chan struct{})}
	l.called("Felix")
	r := newRoom("#Moths", "")
	r.enter(noon, beginning{})
	l.rooms["#moths"] = r
	for _, nick := range []string{"Felix", "bob", "Eve", "a[x]", "nora"} {
		r.meet(l.folding.fold(nick), nick)
	}
	r.members["eve"].login = "evelyn"
	return l
}

func TestDecode(t *testing.T) {
	moths, bob := messages.ChannelID("irc/den/#moths"), messages.Author{ID: "bob", Name: "bob"}
	line := func(text string, change func(*messages.Line)) *messages.Line {
		l := &messages.Line{ID: "0-felix-1", Channel: moths, Account: "felix", Author: bob, Text: text, At: messages.InstantOf(noon)}
		if change != nil {
			change(l)
		}
		return l
	}
	calls := func(ids ...messages.PersonID) func(*messages.Line) {
		return func(l *messages.Line) { l.Mentions = ids }
	}
	for _, tt := range []struct {
		story, raw string
		want       *messages.Line // nil: nobody said anything to us
	}{
		{"somebody speaks", ":bob!b@h PRIVMSG #moths :hi there", line("hi there", nil)},
		{"a channel has many spellings", ":bob!b@h PRIVMSG #MOTHS :hi", line("hi", nil)},
		{"we are addressed", ":bob!b@h PRIVMSG #moths :felix: hi", line("@Felix: hi", calls("account:felix"))},
		{"with a comma", ":bob!b@h PRIVMSG #moths :Felix, hi", line("@Felix, hi", calls("account:felix"))},
		{"with nothing behind it", ":bob!b@h PRIVMSG #moths :Felix:", line("@Felix:", calls("account:felix"))},
		{"somebody else is", ":bob!b@h PRIVMSG #moths :eve: hi", line("@Eve: hi", calls("login:evelyn"))},
		{"a nick has capitals other letters don't have", ":bob!b@h PRIVMSG #moths :A{X}: hi", line("@a[x]: hi", calls("a{x}"))},
		{"a sibling is", ":bob!b@h PRIVMSG #moths :nora: hi", line("@nora: hi", calls("account:nora"))},
		{"two are", ":bob!b@h PRIVMSG #moths :Felix, eve: hi", line("@Felix, @Eve: hi", calls("account:felix", "login:evelyn"))},
		{"who isn't there can't be called", ":bob!b@h PRIVMSG #moths :note: buy milk", line("note: buy milk", nil)},
		{"a name within a word is none", ":bob!b@h PRIVMSG #moths :felix::moth a,b", line("felix::moth a,b", nil)},
		{"a mark before a nick calls anywhere", ":bob!b@h PRIVMSG #moths :ask @felix, not @eve2", line("ask @Felix, not @eve2", calls("account:felix"))},
		{"an address of mail doesn't", ":bob!b@h PRIVMSG #moths :bob@felix.example", line("bob@felix.example", nil)},
		{"somebody does something", ":bob!b@h PRIVMSG #moths :\x01ACTION waves at @Felix\x01", line("* bob waves at @Felix", calls("account:felix"))},
		{"a program asks something", ":bob!b@h PRIVMSG #moths :\x01VERSION\x01", nil},
		{"formatting goes", ":bob!b@h PRIVMSG #moths :\x02bo\x02ld \x0304,12red\x03 \x1di\x0f\x04ff0000hex", line("bold red ihex", nil)},
		{"control characters go", ":bob!b@h PRIVMSG #moths :a\x07b\x1b[2J\u0085c", line("ab[2Jc", nil)},
		{"a notice is a program's", ":bob!b@h NOTICE #moths :build failed", line("build failed", func(l *messages.Line) { l.Author.Bot, l.Notice = true, true })},
		{"also one that calls us", ":bob!b@h NOTICE #moths :Felix: build failed", line("@Felix: build failed", func(l *messages.Line) {
			l.Author.Bot, l.Notice, l.Mentions = true, true, []messages.PersonID{"account:felix"}
		})},
		{"one to us alone is not for people", ":bob!b@h NOTICE Felix :you are now logged in", nil},
		{"so says the server of somebody", "@bot :bob!b@h PRIVMSG #moths :beep", line("beep", func(l *messages.Line) { l.Author.Bot = true })},
		{"who is logged in is known by that", "@account=robert :bob!b@h PRIVMSG #moths :hi", line("hi", func(l *messages.Line) { l.Author.ID = "login:robert" })},
		{
			"the server has ids and a clock", "@msgid=xyz;time=2026-05-01T12:30:00.250Z :bob!b@h PRIVMSG #moths :hi",
			line("hi", func(l *messages.Line) {
				l.ID, l.At = "xyz", messages.InstantOf(noon.Add(30*time.Minute+250*time.Millisecond))
			}),
		},
		{
			"a direct message", ":Bob!b@h PRIVMSG felix :Felix: hi",
			line("@Felix: hi", func(l *messages.Line) {
				l.Channel, l.DM, l.Author.Name, l.Mentions = "irc/den/bob@felix", true, "Bob", []messages.PersonID{"account:felix"}
			}),
		},
		{
			"a direct message by who is logged in is a place of theirs", "@account=robert :Bob!b@h PRIVMSG felix :hi",
			line("hi", func(l *messages.Line) {
				l.Channel, l.DM, l.Author = "irc/den/bob!robert@felix", true, messages.Author{ID: "login:robert", Name: "Bob"}
			}),
		},
		{
			"a login that is no word is none", `@account=a\nb :Bob!b@h PRIVMSG felix :hi`,
			line("hi", func(l *messages.Line) { l.Channel, l.DM, l.Author.Name = "irc/den/bob@felix", true, "Bob" }),
		},
		{
			"so whoever has their nick later is told nothing of it", "@account=mallory :bob!m@h PRIVMSG felix :what did I tell you?",
			line("what did I tell you?", func(l *messages.Line) {
				l.Channel, l.DM, l.Author = "irc/den/bob!mallory@felix", true, messages.Author{ID: "login:mallory", Name: "bob"}
			}),
		},
		{
			"our own, said elsewhere", ":Felix!f@h PRIVMSG #moths :by hand",
			line("by hand", func(l *messages.Line) { l.Author = messages.Author{ID: "account:felix", Name: "Felix"} }),
		},
		{"a sibling hands its lines over itself", ":nora!n@h PRIVMSG #moths :hi", nil},
		{"the server speaks", ":irc.example.net NOTICE #moths :going down", nil},
		{"a channel we are not in", ":bob!b@h PRIVMSG #bees :hi", nil},
		{"the operators of a channel", ":bob!b@h PRIVMSG @#Moths :Felix: hi", line("@Felix: hi", func(l *messages.Line) {
			l.Channel, l.Mentions = "irc/den/@#moths", []messages.PersonID{"account:felix"}
		})},
		{"a rank the server speaks to nobody of", ":bob!b@h PRIVMSG %#moths :hi", nil},
		{"the operators of a channel we are not in", ":bob!b@h PRIVMSG @#bees :hi", nil},
		{"nothing is said", ":bob!b@h PRIVMSG #moths", nil},
		{"nobody says it", "PRIVMSG #moths :hi", nil},
	} {
		t.Run(tt.story, func(t *testing.T) {
			l := inDen(t)
			l.a.heard = make(chan heard, 1)
			l.ctx = t.Context()
			m, err := ircmsg.ParseLine(tt.raw)
			if err != nil {
				t.Fatal(err)
			}
			var got *messages.Line
			do := l.privmsg
			if m.Command == "NOTICE" {
				do = l.notice
			}
			before := messages.InstantOf(time.Now())
			do(m)
			select {
			case h := <-l.a.heard:
				got = h.line
				if h.channel != got.Channel {
					t.Errorf("handed over in %s, says it is of %s", h.channel, got.Channel)
				}
			default:
			}
			if got != nil && !m.HasTag("time") {
				if got.At < before {
					t.Errorf("heard at %v, before %v", got.At, before)
				}
				got.At = messages.InstantOf(noon)
			}
			if !reflect.DeepEqual(got, tt.want) {
				t.Errorf("got  %+v\nwant %+v", got, tt.want)
			}
		})
	}
}

// FuzzDecode: whatever a server sends, a line that comes of it is whole.
func FuzzDecode(f *testing.F) {
	for _, seed := range []string{
		":bob!b@h PRIVMSG #moths :Felix, eve: @bob hi", "@msgid=a;account=b;time=x;bot :bob!b@h PRIVMSG felix :\x01ACTION x",
		":bob!b@h NOTICE #moths :\x03\x04ff", ":Felix!f@h NICK :Other", ":bob NAMES", ":x 353 Felix = #moths :@a +b c",
		":bob!b@h KICK #moths Felix :out", ":bob!b@h JOIN #moths acc :real", ":s 474 Felix #moths :banned", ":s PONG s :x",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		m, err := ircmsg.ParseLine(raw)
		if err != nil {
			return
		}
		l := inDen(t)
		switch m.Command {
		case "JOIN":
			l.join(m)
		case "PART":
			l.part(m)
		case "KICK":
			l.kick(m)
		case "QUIT":
			l.leaves(m)
		case "NICK":
			l.rename(m)
		case "ACCOUNT":
			l.login(m)
		case "TOPIC":
			l.topicSet(m)
		case "332", "331":
			l.topic(m)
		case "353":
			l.names(m)
		case "366":
			l.namesEnd(m)
		case "PONG":
			l.pong(m)
		case "ERROR":
			l.lastWords(m)
		case "464", "465":
			l.turnedAway(m)
		default:
			l.refused(m)
		}
		h, ok := l.decode(m, false, false, noon)
		if !ok {
			return
		}
		line := h.line
		if line.ID == "" || line.Author.ID == "" || h.channel == "" || line.Channel != h.channel {
			t.Errorf("a line without id, author or channel: %+v", line)
		}
		if strings.ContainsFunc(line.Text, func(r rune) bool { return unicode.IsControl(r) && r != '\t' }) {
			t.Errorf("control characters in %q", line.Text)
		}
		if len(line.Mentions) > len(l.rooms["#moths"].members)+1 {
			t.Errorf("%d people called", len(line.Mentions))
		}
		if _, _, ok := l.a.target(h.channel); !ok {
			t.Errorf("heard in %s, where nothing can be posted", h.channel)
		}
	})
}
