package conversation

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"familiar/messages"
	"familiar/policy/ladder"
	"familiar/policy/turns"
)

var update = flag.Bool("update", false, "rewrite testdata with what the machine does")

// TestScripts plays each conversation of testdata. A line is something that
// happens; the lines after it that start with ">" are what the machine orders
// and notes.
//
//	preset social [KEY]      begin anew; KEY is one of quick, nojudge, two, three, decline, default,
//	                         roles, closed, or a mode of turns, for the familiars there are
//	ana: text                ana says it; "bot zed: text" is a bot's line
//	ana #7: text             the same with an id; "ana ^7: text" replies to 7
//	wait 10s                 time passes, deadlines fire
//	asleep 20m               time passes, deadlines fire only at the end
//	yes | no | judge fails   the judge answers
//	says TEXT | silent | agent fails | steps back TEXT
//	delivered | undelivered | lost (nobody knows whether it was posted)
//	seen                     our post comes as a line; "echo" is seen and delivered
//	edit 7: text | delete 7 | command NAME [WHO] | command quiet [FOR] | reload
//	hours active 12:00-12:30 | hours quiet 12:10-12:20 (of all, by a clock that shows 12:00 at first)
//	forget all | forget before 5m | forget PERSON | erased
func TestScripts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := play(t, string(want))
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			} else if got != string(want) {
				t.Errorf("%s says otherwise (go test -update to accept):\n%s", file, got)
			}
		})
	}
}

// A player drives one channel.
type player struct {
	t      *testing.T
	s      *State
	config *Config
	now    messages.Instant
	lines  int
	judge  []messages.Judge
	turn   []messages.Compose
	posts  []messages.Post
	erase  messages.Erase // the newest order
	out    *strings.Builder
}

var scriptChannel = messages.Channel{Network: "test", Chat: "room"}.ID()

func play(t *testing.T, script string) string {
	var out strings.Builder
	p := &player{t: t, out: &out}
	p.begin("social", "")
	for line := range strings.Lines(script) {
		if strings.HasPrefix(line, ">") {
			continue
		}
		out.WriteString(line)
		text := strings.TrimSpace(line)
		if text == "" || strings.HasPrefix(text, "# ") {
			continue
		}
		p.play(text)
	}
	return out.String()
}

func testConfig(t testing.TB, preset string, keys ...string) *Config {
	policy, ok := Preset(preset)
	if !ok {
		t.Fatalf("no preset %q", preset)
	}
	policy.Chattiness.Jitter = false
	seat := func(familiar messages.FamiliarID, self messages.PersonID) SeatConfig {
		return SeatConfig{
			Familiar: familiar, Account: "", Self: self, Name: string(familiar), Judged: true, Policy: policy, Calls: []string{string(familiar)},
			Names: ladder.CompileNames(policy.Ladder.Alias, string(familiar)),
		}
	}
	c := &Config{Generation: 1, Seats: []SeatConfig{seat("Aria", "us")}, Room: DefaultRoom()}
	for _, key := range keys {
		switch key {
		case "quick":
			for i := range c.Seats {
				c.Seats[i].Policy.Debounce = Debounce{}
			}
		case "nojudge":
			for i := range c.Seats {
				c.Seats[i].Judged = false
			}
		case "two":
			c.Seats = append(c.Seats, seat("Vesper", "us2"))
		case "decline":
			for i := range c.Seats {
				c.Seats[i].Policy.OnJudgeError = Decline
			}
		case "default":
			c.Room.Default = "Aria"
		case "three":
			c.Seats = append(c.Seats, seat("Vesper", "us2"), seat("Milo", "us3"))
		case "direct", "single":
			c.Room.Turns.Assignment = turns.Assignment{Mode: turns.Mode(key), Members: []messages.FamiliarID{"Aria"}}
		case "turn-based", "broadcast":
			c.Room.Turns.Assignment = turns.Assignment{Mode: turns.Mode(key), Members: []messages.FamiliarID{"Aria", "Vesper"}}
		case "roles", "closed":
			admit(c, key == "closed")
		case "":
		default:
			t.Fatalf("unknown key %q", key)
		}
	}
	c.Listen()
	if err := c.Validate(); err != nil {
		t.Fatal(err)
	}
	return c
}

func (p *player) begin(preset string, keys ...string) {
	p.config = testConfig(p.t, preset, keys...)
	p.now = messages.InstantOf(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC))
	p.s = New(scriptChannel, p.config)
	p.judge, p.turn, p.posts = nil, nil, nil
}

func (p *player) play(text string) {
	word, rest, _ := strings.Cut(text, " ")
	switch {
	case word == "preset":
		fields := strings.Fields(rest)
		p.begin(fields[0], fields[1:]...)
	case word == "wait":
		d, err := time.ParseDuration(rest)
		if err != nil {
			p.t.Fatal(err)
		}
		p.wait(d)
	case word == "asleep":
		d, err := time.ParseDuration(rest)
		if err != nil {
			p.t.Fatal(err)
		}
		p.now = p.now.Add(d)
		p.wait(0)
	case text == "yes" || text == "no" || text == "judge fails":
		p.verdict(text)
	case word == "says" || text == "silent" || text == "agent fails" || strings.HasPrefix(text, "steps back"):
		p.compose(text)
	case text == "delivered" || text == "seen" || text == "echo" || text == "undelivered" || text == "lost":
		p.deliver(text)
	case word == "edit":
		id, text, _ := strings.Cut(rest, ": ")
		p.step(messages.Edited{Line: p.line(id, "ana", text)})
	case word == "delete":
		p.step(messages.Deleted{ID: messages.LineID(rest)})
	case word == "command":
		what, about, _ := strings.Cut(rest, " ")
		c := messages.Commanded{Command: messages.Command(what), Familiar: messages.FamiliarID(about)}
		if c.Command == messages.Turns {
			c.Familiar, c.Text = "", about
		}
		if d, err := time.ParseDuration(about); err == nil {
			c.Familiar, c.For = "", d
		}
		p.step(c)
	case word == "forget":
		p.forget(rest)
	case word == "hours":
		p.hours(rest)
	case text == "erased":
		p.step(messages.Erased{N: p.erase.N})
	case text == "reload":
		p.reload()
	default:
		p.say(text)
	}
}

// say hears "[bot ]WHO[ #ID][ ^ID]: TEXT".
func (p *player) say(text string) {
	head, said, ok := strings.Cut(text, ": ")
	if !ok {
		p.t.Fatalf("%q is no event", text)
	}
	p.lines++
	l := p.line(strconv.Itoa(p.lines), "", said)
	for _, word := range strings.Fields(head) {
		switch word[0] {
		case '#':
			l.ID = messages.LineID(word[1:])
		case '^':
			l.ReplyTo = messages.Reply{ID: messages.LineID(word[1:])}
			if e := p.s.Lines.find(l.ReplyTo.ID); e != nil {
				l.ReplyTo.Author = e.Author.ID
			}
		default:
			if word == "bot" {
				l.Author.Bot = true
				continue
			}
			l.Author.ID, l.Author.Name = messages.PersonID(word), word
		}
	}
	p.step(messages.Heard{Line: l})
}

func (p *player) line(id, who, text string) *messages.Line {
	l := &messages.Line{ID: messages.LineID(id), Channel: scriptChannel, Text: text, At: p.now}
	l.Author.ID, l.Author.Name = messages.PersonID(who), who
	for _, name := range []string{"Aria", "Vesper", "bob", "ana"} {
		if strings.Contains(text, "@"+name) {
			l.Mentions = append(l.Mentions, map[string]messages.PersonID{"Aria": "us", "Vesper": "us2"}[name])
			if l.Mentions[len(l.Mentions)-1] == "" {
				l.Mentions[len(l.Mentions)-1] = messages.PersonID(name)
			}
		}
	}
	return l
}

// wait lets d pass and fires what is due by then.
func (p *player) wait(d time.Duration) {
	end := p.now.Add(d)
	for range 1000 {
		due, ok := p.s.Due()
		if !ok || due.At > end {
			p.now = end
			return
		}
		p.now = max(p.now, due.At)
		fmt.Fprintf(p.out, "> %s a deadline\n", p.now.Time().Format("04:05.0"))
		p.step(messages.TimerFired{N: due.N})
	}
	p.t.Fatal("deadlines without end")
}

func (p *player) verdict(text string) {
	if len(p.judge) == 0 {
		p.t.Fatal("nothing was asked")
	}
	v := messages.Judged{N: p.judge[0].N, Yes: text == "yes", Reason: "because"}
	if text == "judge fails" {
		v.Error = "overloaded"
	}
	p.judge = p.judge[1:]
	p.step(v)
}

func (p *player) compose(text string) {
	if len(p.turn) == 0 {
		p.t.Fatal("no turn is in flight")
	}
	c := messages.Composed{N: p.turn[0].N}
	p.turn = p.turn[1:]
	said, isSaid := strings.CutPrefix(text, "says ")
	switch back, isBack := strings.CutPrefix(text, "steps back"); {
	case isSaid:
		c.Parts, c.Final = strings.Split(said, " | "), true
	case isBack:
		c.Disengage = true
		if back != "" {
			c.Parts, c.Final = []string{strings.TrimSpace(back)}, true
		}
	case text == "silent":
		c.Skip = true
	default:
		c.Error = "model is away"
	}
	p.step(c)
}

func (p *player) deliver(text string) {
	if len(p.posts) == 0 {
		p.t.Fatal("nothing was posted")
	}
	post := p.posts[0]
	p.posts = p.posts[1:]
	p.lines++
	id := messages.LineID(strconv.Itoa(p.lines))
	switch text {
	case "delivered":
		p.step(messages.Delivered{Post: post.ID, Line: id})
	case "seen", "echo":
		self := p.s.cfg(p.s.seatOf(post.Familiar)).Self
		p.step(messages.Heard{Line: &messages.Line{ID: id, Channel: scriptChannel, Author: messages.Author{ID: self, Name: string(post.Familiar), Bot: true}, Text: post.Text}})
		if text == "echo" {
			p.step(messages.Delivered{Post: post.ID, Line: id})
		}
	case "lost":
		p.step(messages.DeliveryFailed{Post: post.ID, Reason: "no answer", Unknown: true})
	default:
		p.step(messages.DeliveryFailed{Post: post.ID, Reason: "no permission"})
	}
}

func (p *player) forget(what string) {
	age, aged := strings.CutPrefix(what, "before ")
	switch {
	case aged:
		d, err := time.ParseDuration(age)
		if err != nil {
			p.t.Fatal(err)
		}
		p.step(messages.Forgotten{Before: p.now.Add(-d)})
	case what == "all":
		p.step(messages.Forgotten{All: true})
	default:
		p.step(messages.Forgotten{Person: messages.PersonID(what)})
	}
}

// reload puts the state through its encoding, as a wake-up does.
func (p *player) reload() {
	b, err := p.s.Encode()
	if err != nil {
		p.t.Fatal(err)
	}
	if p.s, err = Decode(b, p.config); err != nil {
		p.t.Fatal(err)
	}
	for _, effect := range p.s.Pending() {
		fmt.Fprintln(p.out, "> pending", tell(effect))
	}
}

func (p *player) step(e Event) {
	for _, effect := range p.s.Step(p.now, e, nil) {
		switch o := effect.(type) {
		case messages.Judge:
			p.judge = append(p.judge, o)
		case messages.Compose:
			p.turn = append(p.turn, o)
		case messages.Post:
			p.posts = append(p.posts, o)
		case messages.Erase:
			p.erase = o
		case messages.Cancel:
			p.cancel(o.N)
		}
		if told := tell(effect); told != "" {
			fmt.Fprintln(p.out, ">", told)
		}
	}
}

func (p *player) cancel(n uint64) {
	for i := range p.turn {
		if p.turn[i].N == n {
			p.turn = append(p.turn[:i], p.turn[i+1:]...)
			return
		}
	}
	for i := range p.judge {
		if p.judge[i].N == n {
			p.judge = append(p.judge[:i], p.judge[i+1:]...)
			return
		}
	}
}

// tell puts an effect in words.
func tell(effect Effect) string {
	switch e := effect.(type) {
	case *messages.Note:
		text := strings.TrimSpace(fmt.Sprintf("%s: %s by %s", e.Familiar, e.Act, e.Rung))
		if e.Due != 0 {
			text += fmt.Sprintf(", thinks %s (%s)", e.Due.Time().Format("04:05.0"), e.Term)
		}
		if e.Reason != "" {
			text += ": " + e.Reason
		}
		return text
	case messages.Judge:
		return fmt.Sprintf("%s asks the judge: %s, %d heard, waiting %s", e.Familiar, e.Trigger, e.Count, ids(e.Waiting))
	case messages.Compose:
		text := fmt.Sprintf("%s composes: %s, addressed %s, recent %s", e.Familiar, e.Trigger, ids(e.Addressed), ids(e.Recent))
		if e.Notice != "" {
			text += ", notice " + string(e.Notice)
		}
		return text
	case messages.Cancel:
		return "cancel"
	case messages.Post:
		text := fmt.Sprintf("%s posts %q", e.Familiar, e.Text)
		if e.ReplyTo != "" {
			text += " in reply to " + string(e.ReplyTo)
		}
		return text
	case messages.Bury:
		return fmt.Sprintf("buries %q: %s", e.Post.Text, e.Reason)
	case messages.Erase:
		switch {
		case e.All:
			return "erase everything"
		case e.Person != "":
			return "erase what " + string(e.Person) + " said"
		}
		return "erase line " + string(e.Line)
	case messages.ShowTyping:
		return ""
	}
	return fmt.Sprintf("%T", effect)
}

func ids(quoted []messages.Quoted) string {
	all := make([]string, len(quoted))
	for i, q := range quoted {
		all[i] = string(q.ID)
	}
	return "[" + strings.Join(all, " ") + "]"
}
