package conversation

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/budget"
	"familiar/policy/ladder"
	"familiar/policy/learning"
	"familiar/policy/memory"
	"familiar/policy/odds"
	"familiar/policy/seating"
	"familiar/policy/turns"
)

var update = flag.Bool("update", false, "rewrite testdata with what the machine does")

// TestScripts plays each conversation of testdata. A line is something that
// happens; the lines after it that start with ">" are what the machine orders
// and notes.
//
//	preset social [KEY]      begin anew; KEY is one of quick, nojudge, noodds, two, three, together (one question for all), second (judge), decline, default, thread, shadow (the
//	                         last one), mute (and composes nothing), learns (and asks its judge about everything), shared (one account, @House), or a mode of turns, roles, closed, for the familiars there are
//	ana: text                ana says it; "bot zed: text" is a bot's line
//	dm ana: text             she says it in a direct message; "spam: text" is on the ignore list
//	fetched ana: text        it is fetched after a gap; "crowded ana: text" comes on top of too long a backlog,
//	                         "notice ana: text" is one that nobody may answer; "overdrawn ana: text" she says when
//	                         she has had what one person may a day
//	ana #7: text             the same with an id; "ana ^7: text" replies to 7
//	ana ~Vesper: text        Vesper's account hears it, with the key accounts; without, everybody; "edit 7 ~Vesper: text"
//	wait 10s                 time passes, deadlines fire
//	asleep 20m               time passes, deadlines fire only at the end
//	yes | no | judge fails   the judge answers; "judge is full": it wasn't asked
//	chooses WHO              the judge, asked about several familiars, has that one speak
//	took 7 8: TEXT           the agent says TEXT and had taken in what it was given of lines 7 and 8
//	knew LAMP MOTH: TEXT     the agent says TEXT and had these entries of its lorebook
//	checked BY DID, WHY: TEXT  TEXT is what a look at what the agent says has left of it
//	keeps ID... sure N [about ID] [replaces N]: TEXT [| ...]  a model would keep TEXT, made of those lines
//	keeps nothing | learning fails
//	recalled 1 2: TEXT       the agent says TEXT and had these memories; the key memory has them kept
//	offline WHO | online WHO the account of a familiar goes or comes back; it has its own with the key accounts
//	nobody | known           no account knows who it is; all do
//	says TEXT | cut TEXT (by its model's limit) | silent | agent fails | steps back TEXT
//	reacts EMOJI 7 [EMOJI 8] | forks 7: WHY (and says nothing)
//	edits 7: TEXT [| 8: TEXT] (and says nothing) | files NAME: TEXT [| NAME: TEXT]
//	echo edit 7: TEXT        the network shows that our line was edited; "pictured NAME" that a file of that name was posted;
//	                         7 may be "own", the newest line of a familiar
//	wake [WHO]: PROMPT | clock [WHO]: PROMPT (somebody wakes them with a prompt, or a clock does)
//	delivered | undelivered | lost (nobody knows whether it was posted)
//	seen                     our post comes as a line; "echo" is seen and delivered
//	edit 7: text | delete 7 | command NAME [WHO] | command quiet [FOR] | reload
//	hours active 12:00-12:30 | hours quiet 12:10-12:20 (of all, by a clock that shows 12:00 at first)
//	late FOR                 where there are reactions, a reply that is later than this becomes one
//	schedule WHO NAME, CRON or FOR, ABOUT: PROMPT   (times are of that clock); "schedules?" tells who speaks by one next
//	budget STEP [WHO]        a limit presses, 0 to 4, on everybody or one familiar
//	forget all | forget before 5m | forget PERSON | erased
//	held | released          the operator holds the channel, or no longer
//	on CHANNEL [DM|pane]     begin the preset anew in another channel, "slack/T/room"
//	paced                    it reads 20 and types 25 characters a second from now on, and typing is told
//	threads mention|long|stay
//	threaded                 as delivered, in the thread /t
//	fallback LANGUAGE        what the program says where no language is clear
//	claim ROLE CODE          the operator opens a claim
//	react 7 EMOJI WHO...     people put a reaction to line 7; "unreact 7 EMOJI WHO" takes it away, "unreact 7 EMOJI" and
//	                         "unreact 7" everybody's; "shown 7" tells what a prompt would show with the line
//	within THREAD: EVENT     a line or a command in a thread of the room; "within THREAD: reload" wakes it
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
	s      *Channel
	config *Config
	now    messages.Instant
	lines  int
	judge  []messages.Judge
	turn   []messages.Compose
	posts  []messages.Post
	took   []messages.LineID // what the next answer took in
	knew   []string          // entries of the lorebook that the next answer has
	checks []messages.Check  // what was done to the next answer
	erase  messages.Erase    // the newest order

	recalled []messages.Recollection // memories that the next answer had
	learn    uint64                  // the newest question of what to keep

	members uint64                  // the number of the newest order
	fetches []messages.FetchHistory // in their order; the last one stays
	fetched bool                    // the first of them is answered
	whys    []messages.Explain
	ledger  []*messages.Note // every decision, oldest first
	out     *strings.Builder

	setting
	aside *Channel // the side-fork that was told; nil: none
	held  *Channel // the channel of roles; nil: no claim was opened

	threads map[messages.ChannelID]*Channel // of the room; nil: the story has none

	change func(*Config) // made to every configuration; nil: none
}

var scriptChannel = messages.Channel{Network: "test", Chat: "room"}.ID()

func play(t *testing.T, script string) string { return playChanged(t, script, nil) }

// playChanged plays a script with a change made to each of its configurations.
func playChanged(t *testing.T, script string, change func(*Config)) string {
	var out strings.Builder
	p := &player{t: t, out: &out, change: change}
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
	c.Room.Ignore = []messages.PersonID{"spam"}
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
		case "together": // after "two" or "three"
			for i := range c.Seats {
				c.Seats[i].Judge, c.Seats[i].Policy.JudgeTogether = "judge", true
			}
		case "second": // judge, whose verdict the odds may doubt
			for i := range c.Seats {
				c.Seats[i].Second = true
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
		case "learns":
			for i := range c.Seats {
				c.Seats[i].Policy.Odds = odds.Config{On: true, Ask: odds.Bar{Hi: 1}, Wait: odds.Bar{Hi: 1}} // sure of nothing
				c.Seats[i].Policy.Learning = learning.Default()
				c.Seats[i].Policy.Learning.On = true
			}
		case "noodds":
			for i := range c.Seats {
				c.Seats[i].Policy.Odds.On = false
				c.Seats[i].Policy.Ladder.Solo = messages.Engage // these are about what comes after
				c.Seats[i].Policy.Ladder.Named = messages.Engage
			}
		case "patient": // whatever may be for it is asked about, after a lull
			for i := range c.Seats {
				c.Seats[i].Policy.Odds.AtOnce, c.Seats[i].Policy.Odds.Worth = 0, 0
			}
		case "inject", "interrupt", "queue":
			for i := range c.Seats {
				c.Seats[i].Policy.Busy = Busy(key)
			}
		case "accounts":
			for i := range c.Seats {
				c.Seats[i].Account = messages.AccountID(c.Seats[i].Familiar)
			}
		case "cooldown":
			c.Room.Guard.Notice, c.Room.Guard.Stop, c.Room.Guard.Cooldown = 1, 2, 10*time.Minute
		case "advises":
			c.Room.Guard.Notice, c.Room.Guard.Stop = 1, 0
		case "asked":
			for i := range c.Seats {
				c.Seats[i].Members, c.Seats[i].History = i == 0 || c.Seats[i].Account != "", i == 0 || c.Seats[i].Account != ""
			}
		case "shadow", "mute": // the last one
			p := &c.Seats[len(c.Seats)-1].Policy
			p.Mode, p.ShadowCompose = InShadow, key == "shadow"
		case "shared":
			for i := range c.Seats {
				c.Seats[i].Account, c.Seats[i].Persona, c.Seats[i].Rank = "house", true, i
				c.Seats[i].Meet(messages.Author{ID: "us", Name: "House", Bot: true})
			}
		case "memory":
			for i := range c.Seats {
				c.Seats[i].Policy.Memory.On = true
			}
		case "lends":
			for i := range c.Seats {
				c.Seats[i].Policy.Memory.Scope = memory.OfWorkspace
			}
		case "everywhere":
			for i := range c.Seats {
				c.Seats[i].Policy.Memory.Scope = memory.OfPerson
			}
		case "relayed": // somebody elsewhere reads along
			c.Relayed = true
		case "", "thread":
		default:
			t.Fatalf("unknown key %q", key)
		}
	}
	c.Budget = budget.Default()
	c.Budget.Day = 1 // else nothing presses
	c.Listen()
	if err := c.Validate(); err != nil {
		t.Fatal(err)
	}
	return c
}

func (p *player) begin(preset string, keys ...string) {
	p.config = testConfig(p.t, preset, keys...)
	if p.change != nil {
		p.change(p.config)
	}
	p.now = messages.InstantOf(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC))
	channel := p.where()
	if slices.Contains(keys, "thread") {
		channel += "/side"
	}
	p.s = New(channel, p.config)
	p.judge, p.turn, p.posts, p.threads = nil, nil, nil, nil
	p.fetches, p.fetched = nil, false
	p.aside = nil
	p.whys, p.ledger = nil, nil
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
	case word == "chooses" || text == "yes" || text == "no" || text == "judge fails" || text == "judge is full":
		p.verdict(text)
	case word == "says" || word == "cut" || text == "silent" || word == "agent" || strings.HasPrefix(text, "steps back"):
		p.compose(text)
	case word == "keeps" || text == "learning fails":
		p.learns(text)
	case word == "recalled":
		ids, said, _ := strings.Cut(rest, ": ")
		for _, m := range p.turn[0].Memories {
			if slices.Contains(strings.Fields(ids), strings.TrimPrefix(m.ID.String(), "m")) {
				p.recalled = append(p.recalled, messages.Recollection{ID: m.ID, Why: m.Why})
			}
		}
		p.compose("says " + said)
	case word == "knew":
		ids, said, _ := strings.Cut(rest, ": ")
		p.knew = strings.Fields(ids)
		p.compose("says " + said)
	case word == "checked": // BY DID, WHY: TEXT
		how, said, _ := strings.Cut(strings.TrimSuffix(rest, ":"), ": ")
		what, why, _ := strings.Cut(how, ", ")
		by, did, _ := strings.Cut(what, " ")
		p.checks = []messages.Check{{By: by, Did: messages.CheckDid(did), Why: why}}
		if said == "" {
			said = "NO_REPLY"
		}
		p.compose("says " + said)
	case word == "took":
		ids, said, _ := strings.Cut(rest, ": ")
		for _, id := range strings.Fields(ids) {
			p.took = append(p.took, messages.LineID(id))
		}
		p.compose("says " + said)
	case word == "offline" || word == "online":
		p.step(messages.PresenceChanged{Account: messages.AccountID(rest), Online: word == "online"})
	case text == "nobody" || text == "known":
		for i := range p.config.Seats {
			p.config.Seats[i].Absent = text == "nobody"
		}
	case text == "delivered" || text == "seen" || text == "echo" || text == "undelivered" || text == "lost":
		p.deliver(text)
	case word == "edit":
		head, text, _ := strings.Cut(rest, ": ")
		id, account, _ := strings.Cut(head, " ~")
		l := p.line(id, "ana", text)
		l.Account = messages.AccountID(account)
		p.step(messages.Edited{Line: l})
	case word == "edit-away":
		id, text, _ := strings.Cut(rest, ": ")
		l := p.line(id, "ana", text)
		l.Backfilled = true
		p.step(messages.Edited{Line: l})
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
	case word == "budget":
		p.budget(rest)
	case word == "wake" || word == "clock" || word == "wake:" || word == "clock:":
		who, prompt, _ := strings.Cut(strings.TrimLeft(text, "wakeclo"), ":")
		p.step(messages.Commanded{Command: messages.Wake, Familiar: messages.FamiliarID(strings.TrimSpace(who)), Text: strings.TrimSpace(prompt), Timed: word[0] == 'c'})
	case word == "say" || word == "say:":
		who, words, _ := strings.Cut(strings.TrimPrefix(text, "say"), ":")
		p.step(messages.Commanded{Command: messages.Say, Familiar: messages.FamiliarID(strings.TrimSpace(who)), Text: strings.TrimSpace(words)})
	case word == "reacts" || word == "forks":
		p.deed(word, rest)
	case word == "react" || word == "unreact":
		p.people(word, strings.Fields(rest))
	case word == "shown":
		p.shown(messages.LineID(rest))
	case word == "edits" || word == "files":
		p.write(word, rest)
	case word == "pictured" || strings.HasPrefix(text, "echo edit "):
		p.shownBack(text)
	case word == "forget":
		p.forget(rest)
	case word == "claim":
		p.openClaim(rest)
	case word == "within":
		p.within(rest)
	case word == "members" || word == "history":
		p.answers(word, rest)
	case word == "hours":
		p.hours(rest)
	case word == "late":
		for i := range p.config.Seats {
			p.config.Seats[i].Reacts, p.config.Seats[i].Policy.Late.After = true, p.duration(rest)
		}
	case word == "schedule" || text == "schedules?":
		p.schedule(rest)
	case word == "on" || word == "paced" || word == "threads" || word == "fallback" || text == "threaded":
		p.place(word, strings.Fields(rest))
	case text == "the ledger answers" || text == "the ledger is away":
		p.explain(text == "the ledger answers")
	case text == "erased":
		p.step(messages.Erased{N: p.erase.N})
	case text == "reconfigured" || text == "held" || text == "released":
		c := *p.config
		c.Held = text == "held" || c.Held && text != "released"
		c.Generation++
		p.config = &c
		p.s.Use(p.config)
		p.step(messages.Reconfigured{Generation: c.Generation})
	case text == "reload":
		p.reload()
	default:
		p.say(text)
	}
}

// say hears "[bot|dm|fetched|crowded ]WHO[ #ID][ ^ID]: TEXT".
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
		case '~':
			l.Account = messages.AccountID(word[1:])
		case '^':
			l.ReplyTo = messages.Reply{ID: messages.LineID(word[1:])}
			if e := p.s.Lines.Find(l.ReplyTo.ID); e != nil {
				l.ReplyTo.Author = seating.AccountOf(p.s.Lines.Author(e).ID)
			}
		default:
			if word == "bot" {
				l.Author.Bot = true
				continue
			}
			if word == "dm" {
				l.DM = true
				continue
			}
			if word == "fetched" || word == "crowded" || word == "notice" || word == "overdrawn" {
				l.Backfilled, l.Crowded, l.Notice, l.Overdrawn = word == "fetched", word == "crowded", word == "notice", word == "overdrawn"
				continue
			}
			l.Author.ID, l.Author.Name = messages.PersonID(word), word
		}
	}
	p.step(messages.Heard{Line: l})
}

func (p *player) line(id, who, text string) *messages.Line {
	l := &messages.Line{ID: messages.LineID(id), Channel: p.s.Channel, Text: text, At: p.now, DM: p.dm, Pane: p.pane}
	l.Author.ID, l.Author.Name = messages.PersonID(who), who
	for _, name := range []string{"Aria", "Vesper", "bob", "ana", "House"} {
		if strings.Contains(text, "@"+name) {
			l.Mentions = append(l.Mentions, map[string]messages.PersonID{"Aria": "us", "Vesper": "us2", "House": "us"}[name])
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
		if p.aside != nil {
			if d, is := p.aside.Due(); is && (!ok || d.At < due.At) && d.At <= end {
				p.now = max(p.now, d.At)
				p.stepIn(p.aside, messages.TimerFired{N: d.N})
				continue
			}
		}
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
	if who, chose := strings.CutPrefix(text, "chooses "); chose {
		v.Yes, v.Who = true, messages.FamiliarID(who)
	}
	switch text {
	case "judge fails":
		v.Error = "overloaded"
	case "judge is full":
		v.Error, v.Shed = "too many questions", true
	}
	p.judge = p.judge[1:]
	p.step(v)
}

func (p *player) compose(text string) {
	if len(p.turn) == 0 {
		p.t.Fatalf("no turn is in flight:\n%s", p.out)
	}
	c, at := messages.Composed{N: p.turn[0].N, Took: p.took, Lore: p.knew, Checks: p.checks, Memories: p.recalled}, p.s
	if p.turn[0].Channel != p.s.Channel {
		at = p.aside
		if p.threads != nil {
			at = p.threadOf(p.turn[0].Channel)
		}
	}
	p.turn, p.took, p.knew, p.checks, p.recalled = p.turn[1:], nil, nil, nil, nil
	said, isSaid := strings.CutPrefix(text, "says ")
	cut, isCut := strings.CutPrefix(text, "cut ")
	switch back, isBack := strings.CutPrefix(text, "steps back"); {
	case isSaid:
		c.Parts, c.Final = strings.Split(said, " | "), true
	case isCut:
		c.Parts, c.Final, c.Cut = strings.Split(cut, " | "), true, "cut at 9 tokens: raise models.bright.max_tokens"
	case isBack:
		c.Disengage = true
		if back != "" {
			c.Parts, c.Final = []string{strings.TrimSpace(back)}, true
		}
	case text == "silent":
		c.Skip = true
	default:
		p.fails(strings.TrimPrefix(text, "agent "), &c)
	}
	p.stepIn(at, c)
}

// fails answers a turn with an error.
func (p *player) fails(how string, c *messages.Composed) {
	away, isAway := strings.CutPrefix(how, "is left alone for ")
	switch c.Error = "model is away"; {
	case how == "fails":
	case how == "fails for good":
		c.Error, c.Fault = "no such model", messages.Lasting
	case how == "breaks off":
		c.Error, c.Fault = "answer broke off", messages.Costly
	case how == "refuses":
		c.Error, c.Fault = "model refused", messages.Declined
	case isAway:
		after, err := time.ParseDuration(away)
		if err != nil {
			p.t.Fatal(err)
		}
		c.After = after
	default:
		p.t.Fatalf("the agent does not know how to: %s", how)
	}
}

// deed answers a turn that does something and says nothing.
func (p *player) deed(word, rest string) {
	if len(p.turn) == 0 {
		p.t.Fatalf("no turn is in flight:\n%s", p.out)
	}
	k := slices.IndexFunc(p.turn, func(o messages.Compose) bool { return o.Channel == p.s.Channel })
	c := messages.Composed{N: p.turn[k].N}
	p.turn = slices.Delete(p.turn, k, k+1)
	if word == "forks" {
		line, why, _ := strings.Cut(rest, ": ")
		c.Fork = messages.Fork{Line: messages.LineID(line), Why: why}
	}
	for words := strings.Fields(rest); word == "reacts" && len(words) > 1; words = words[2:] {
		c.Reactions = append(c.Reactions, messages.Reaction{Emoji: words[0], Line: messages.LineID(words[1])})
	}
	p.step(c)
}

func (p *player) deliver(text string) {
	if len(p.posts) == 0 {
		p.t.Fatalf("nothing was posted:\n%s", p.out)
	}
	post := p.posts[0]
	p.posts = p.posts[1:]
	p.lines++
	id := messages.LineID(strconv.Itoa(p.lines))
	switch text {
	case "delivered":
		p.step(messages.Delivered{Post: post.ID, Line: id})
	case "seen", "echo":
		c := p.s.cfg(p.s.Seats.Of(post.Familiar))
		l := &messages.Line{ID: id, Channel: p.s.Channel, Author: messages.Author{ID: c.Person(), Name: string(post.Familiar), Bot: true}, Text: post.Text}
		if post.As != "" {
			l.Author.Name, l.Text = "House", post.As+": "+post.Text
		}
		p.step(messages.Heard{Line: l})
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

func (p *player) step(e Event) { p.stepIn(p.s, e) }

// stepIn steps the channel or its side-fork, whose orders stand further in.
func (p *player) stepIn(s *Channel, e Event) {
	indent := ">"
	if s == p.aside {
		indent = ">    aside:"
	} else if s != p.s {
		indent = ">    " + strings.TrimPrefix(string(s.Channel), string(scriptChannel)+"/") + ":"
	}
	var tells []messages.Tell // where there are threads: what the step orders comes before its answers
	for _, effect := range s.Step(p.now, e, nil) {
		if o, ok := effect.(messages.Tell); ok && p.threads == nil {
			if _, here := o.Event.Fact.(messages.ThreadHere); here {
				continue // the story has no room
			}
		}
		switch o := effect.(type) {
		case messages.Judge:
			p.judge = append(p.judge, o)
		case messages.Compose:
			p.turn = append(p.turn, o)
		case messages.Post:
			p.posts = append(p.posts, o)
		case messages.Explain:
			p.whys = append(p.whys, o)
		case *messages.Note:
			p.ledger = append(p.ledger, o)
		case messages.Memorize:
			p.learn = o.N
		case messages.Erase:
			p.erase = o
		case messages.FetchMembers:
			p.members = o.N
		case messages.FetchHistory:
			p.fetches = append(p.fetches, o)
		case messages.Cancel:
			p.cancel(s.Channel, o.N)
		}
		if told := tell(effect) + p.typing(effect); told != "" {
			fmt.Fprintln(p.out, indent, told)
		}
		if o, ok := effect.(messages.Tell); ok && p.threads == nil {
			p.tell(o)
		} else if ok {
			tells = append(tells, o)
		}
	}
	for _, o := range tells {
		p.tell(o)
	}
}

// tell hands on what the channel and its side-fork tell each other.
func (p *player) tell(o messages.Tell) {
	switch o.Channel {
	case p.s.Channel:
		p.step(o.Event)
		return
	case messages.Roles:
		p.stepRoles(o.Event)
		return
	}
	if p.threads != nil {
		p.stepIn(p.threadOf(o.Channel), o.Event)
		return
	}
	if p.aside == nil || p.aside.Channel != o.Channel {
		p.aside = New(o.Channel, p.config)
	}
	p.stepIn(p.aside, o.Event)
}

func (p *player) cancel(id messages.ChannelID, n uint64) {
	for i := range p.turn {
		if p.turn[i].N == n && p.turn[i].Channel == id {
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
		if e.Bar != 0 && e.Act == messages.Observe {
			text += fmt.Sprintf(", odds %.3f under %.3f", e.Odds, e.Bar)
		}
		if e.Due != 0 {
			text += fmt.Sprintf(", thinks %s (%s)", e.Due.Time().Format("04:05.0"), e.Term)
		}
		if e.Reason != nil {
			text += ": " + because.Written(e.Reason)
		}
		return text
	case messages.Memorize:
		return fmt.Sprintf("%s asks what to keep of %s, knows %s", e.Familiar, ids(e.Lines), memories(e.Known))
	case messages.Judge:
		asks := fmt.Sprintf("%s asks the judge: %s, %d heard, waiting %s", e.Familiar, e.Trigger, e.Count, ids(e.Waiting))
		if e.Second {
			asks = strings.Replace(asks, "the judge", "the second judge", 1)
		}
		if !e.Word {
			asks += ", and why"
		}
		for _, other := range e.Others {
			asks += fmt.Sprintf(", or %s (%d heard)", other.Familiar, other.Count)
		}
		return asks
	case messages.Compose:
		text := fmt.Sprintf("%s composes: %s, addressed %s, recent %s", e.Familiar, e.Trigger, ids(e.Addressed), ids(e.Recent))
		if e.Notice != "" {
			text += ", notice " + string(e.Notice)
		}
		if e.Prompt != "" {
			text += fmt.Sprintf(", prompt %q", e.Prompt)
		}
		if e.Timed {
			text += ", by a clock"
		}
		if len(e.Memories) > 0 {
			text += ", remembers " + memories(e.Memories)
		}
		return text
	case messages.Recompose:
		return fmt.Sprintf("%s composes again: addressed %s, recent %s, earlier %s", e.Familiar, ids(e.Addressed), ids(e.Recent), ids(e.Earlier))
	case messages.Inject:
		return "gives the turn " + ids(e.Lines)
	case messages.Cancel:
		return "cancel"
	case messages.Post:
		text := fmt.Sprintf("%s posts %q", e.Familiar, e.Text)
		if e.As != "" {
			text += " as " + e.As
		}
		if e.ReplyTo != "" {
			text += " in reply to " + string(e.ReplyTo)
		}
		return text + whereTo(e)
	case messages.Tell:
		if e.Channel == messages.Roles {
			return "tells the channel of roles"
		}
		return strings.TrimSpace(fmt.Sprintf("tells %s: %s", e.Channel, asWritten(e.Event)))
	case messages.Bury:
		return fmt.Sprintf("buries %q: %s", e.Post.Text, e.Reason)
	case messages.Erase:
		switch {
		case e.All:
			return "erase everything"
		case e.Before != 0:
			return "erase everything from before " + e.Before.Time().UTC().Format("15:04:05.000")
		case e.Person != "":
			said := "erase what " + string(e.Person) + " said"
			if e.Until != 0 {
				said += " until " + e.Until.Time().UTC().Format("15:04:05.000")
			}
			return said
		case e.Memories:
			return "erase what models would keep"
		}
		return "erase line " + string(e.Line)
	case messages.ShowTyping:
		return ""
	case messages.FetchMembers:
		return "asks who is here" + by(e.Account)
	case messages.FetchHistory:
		return fmt.Sprintf("asks for the first %d lines and the last %d", e.Head, e.Tail) + by(e.Account)
	case messages.React:
		return fmt.Sprintf("reacts %s to %s", e.Emoji, e.Line)
	case messages.Explain:
		return strings.TrimSpace(fmt.Sprintf("%s asks the ledger why: the last %d %s", e.Familiar, e.Last, e.Line))
	case messages.Edit:
		return fmt.Sprintf("edits %s of %s to %q", e.Line, e.Channel, e.Text)
	}
	return fmt.Sprintf("%T", effect)
}

// by says which account is to ask, if one is.
func by(account messages.AccountID) string {
	if account == "" {
		return ""
	}
	return ", by " + string(account)
}

func ids(quoted []messages.Quoted) string {
	all := make([]string, len(quoted))
	for i, q := range quoted {
		all[i] = string(q.ID) + tallies(q.Reactions)
	}
	return "[" + strings.Join(all, " ") + "]"
}

// asWritten gives what the journal says that a channel was told, and of whom.
func asWritten(told messages.Told) string {
	text, err := messages.EncodeEvent(told)
	if err != nil {
		return err.Error()
	}
	var body struct {
		Told struct{ What, Person string }
	}
	if err := json.Unmarshal(text, &body); err != nil {
		return err.Error()
	}
	return body.Told.What + " " + body.Told.Person
}
