package conversation

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"familiar/messages"
)

// A quiz is a test of memory in the form that published ones have: some weeks of talk in
// which eight people say things of themselves, change some of them and never say others,
// and then questions that have one right answer. Who notes and who answers is a script
// that makes no mistakes with what it is shown. So what is measured is what the prompt of
// the answer has in it.
type quiz struct {
	t      *testing.T
	s      *Channel
	now    messages.Instant
	lines  int
	chance *rand.Rand
	told   map[fact]string // what holds now
	turned map[fact]bool   // it was something else before
}

// A fact is what somebody says of themselves.
type fact struct {
	who string
	of  string // a key of aspects
}

var members = []string{"Ana", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana"}

// An aspect is how something is said, noted and asked for. In each %s is the value, or who
// it is about.
type aspect struct {
	say    string
	noted  string // after the name
	ask    string // about somebody else
	askOwn string
	askWho string
	values []string
}

var aspects = map[string]aspect{
	"city": {
		say: "I live in %s these days", noted: " lives in %s", ask: "where does %s live?", askOwn: "do you know where I live?", askWho: "who lives in %s?",
		values: []string{"Oslo", "Rome", "Lagos", "Quito", "Perth", "Turin", "Basel", "Minsk", "Accra", "Dakar", "Osaka", "Delhi", "Sofia", "Tunis"},
	},
	"cat": {
		say: "my cat is called %s, by the way", noted: " has a cat called %s", ask: "what is the cat of %s called?", askOwn: "what is my cat called?", askWho: "whose cat is %s?",
		values: []string{"Momo", "Mimi", "Tom", "Felix", "Nero", "Luna", "Pixel", "Olive", "Ziggy", "Biscuit", "Pepper", "Socks", "Tiger", "Misty"},
	},
	"work": {
		say: "I have begun to work as a %s", noted: " works as a %s", ask: "what does %s work as?", askOwn: "what do I work as?", askWho: "who works as a %s?",
		values: []string{"baker", "nurse", "roofer", "tailor", "farmer", "lawyer", "plumber", "glazier", "miller", "potter", "welder", "cooper", "barber", "weaver"},
	},
	"game": {
		say: "on Sundays I play %s", noted: " plays %s on Sundays", ask: "what does %s play?", askOwn: "what do I play on Sundays?", askWho: "who plays %s?",
		values: []string{"chess", "tennis", "hockey", "cricket", "bridge", "squash", "rugby", "bowls", "poker", "darts", "polo", "golf", "lacrosse", "snooker"},
	},
}

// kinds are the aspects in their order.
var kinds = []string{"city", "cat", "work", "game"}

func newQuiz(t *testing.T, seed uint64, keys ...string) *quiz {
	q := &quiz{t: t, now: 1_772_366_400_000, chance: rand.New(rand.NewPCG(seed, 0)), told: map[fact]string{}, turned: map[fact]bool{}}
	q.s = New("test//quiz", testConfig(t, "ladder", append([]string{"quick", "nojudge"}, keys...)...))
	q.talk()
	return q
}

// talk is some weeks of it: three facts an evening, among chatter, and a fifth of all is
// never said. Then a quarter of those said changes, and what follows is nothing but chatter.
func (q *quiz) talk() {
	var facts []fact
	for _, of := range kinds {
		for _, who := range members {
			facts = append(facts, fact{who, of})
		}
	}
	q.chance.Shuffle(len(facts), func(i, k int) { facts[i], facts[k] = facts[k], facts[i] })
	facts = facts[:len(facts)*4/5]
	used := map[string]bool{}
	say := func(f fact) {
		values := aspects[f.of].values
		value := values[q.chance.IntN(len(values))]
		for used[value] {
			value = values[q.chance.IntN(len(values))]
		}
		used[value] = true
		q.turned[f] = q.told[f] != ""
		q.told[f] = value
		q.say(f.who, fmt.Sprintf(aspects[f.of].say, value))
	}
	for evening := range slices.Chunk(append(slices.Clone(facts), facts[:len(facts)/4]...), 3) {
		for _, f := range evening {
			say(f)
			q.chatter(5)
		}
		q.wait(20 * time.Hour)
	}
	q.chatter(12) // or what was said last would be too little to learn from by itself
	q.wait(20 * time.Hour)
	q.chatter(300)
	q.wait(time.Hour)
}

func (q *quiz) chatter(n int) {
	for range n {
		q.say(members[q.chance.IntN(len(members))], []string{"I think so too", "good morning", "that was quite a game last night", "has anybody seen the cat?", "what a week at work", "let's meet in the city"}[q.chance.IntN(6)])
	}
}

func (q *quiz) say(who, text string, mentions ...messages.PersonID) {
	q.lines++
	q.now = q.now.Add(20 * time.Second)
	q.step(messages.Heard{Line: &messages.Line{ID: messages.LineID(fmt.Sprint(q.lines)), Channel: q.s.Channel, Author: messages.Author{ID: messages.PersonID(strings.ToLower(who)), Name: who}, Text: text, Mentions: mentions}})
}

func (q *quiz) wait(d time.Duration) {
	until := q.now.Add(d)
	for due, ok := q.s.Due(); ok && due.At <= until; due, ok = q.s.Due() {
		q.now = max(q.now, due.At)
		q.step(messages.TimerFired{N: due.N})
	}
	q.now = until
}

func (q *quiz) step(e Event) (prompt *messages.Compose) {
	for _, effect := range q.s.Step(q.now, e, nil) {
		switch o := effect.(type) {
		case messages.Memorize:
			q.step(note(o))
		case messages.Compose:
			prompt = &o
			q.step(messages.Composed{N: o.N, Final: true, Skip: true})
		}
	}
	return prompt
}

// note is the script that notes: each fact as its own sentence, in the place of what it
// knew of the same.
func note(o messages.Memorize) messages.Memorized {
	v := messages.Memorized{N: o.N}
	for _, l := range o.Lines {
		for _, of := range kinds {
			a := aspects[of]
			value, is := between(l.Text, a.say)
			if !is {
				continue
			}
			lesson := messages.Lesson{Text: l.Author.Name + fmt.Sprintf(a.noted, value), From: []messages.LineID{l.ID}, About: l.ID, Sure: 90}
			for _, known := range o.Known {
				if _, same := between(known.Text, l.Author.Name+a.noted); same {
					lesson.Replaces = known.ID
				}
			}
			v.Lessons = append(v.Lessons, lesson)
		}
	}
	return v
}

// between is what stands in a text where a form has its %s.
func between(text, form string) (value string, is bool) {
	head, tail, _ := strings.Cut(form, "%s")
	value, is = strings.CutPrefix(text, head)
	if !is {
		return "", false
	}
	return strings.CutSuffix(value, tail)
}

// ask has somebody ask, and returns all that the prompt of the answer says of it: in the
// notes and in the lines that are shown. who and value are "" where they are asked for.
func (q *quiz) ask(by, question string, of, who, value string) (answers []string) {
	q.lines++
	q.now = q.now.Add(time.Minute)
	prompt := q.step(messages.Heard{Line: &messages.Line{
		ID: messages.LineID(fmt.Sprint(q.lines)), Channel: q.s.Channel, Author: messages.Author{ID: messages.PersonID(strings.ToLower(by)), Name: by}, Text: "@Aria " + question, Mentions: []messages.PersonID{"us"},
	}})
	if prompt == nil {
		q.t.Fatalf("%q by %s has no answer", question, by)
	}
	a := aspects[of]
	take := func(name, found string) {
		answer := found
		if who == "" {
			answer = name
		}
		if (who == "" || name == who) && (value == "" || found == value) && !slices.Contains(answers, answer) {
			answers = append(answers, answer)
		}
	}
	for _, m := range prompt.Memories {
		for _, name := range members {
			if found, is := between(m.Text, name+a.noted); is {
				take(name, found)
			}
		}
	}
	for _, lines := range [][]messages.Quoted{prompt.Earlier, prompt.Recent, prompt.Addressed} {
		for _, l := range lines {
			if found, is := between(l.Text, a.say); is {
				take(l.Author.Name, found)
			}
		}
	}
	return answers
}

// A score is how many of a kind of question were answered right, and only so.
type score struct{ right, of int }

func (s *score) add(got []string, want string) {
	s.of++
	if want == "" && len(got) == 0 || len(got) == 1 && got[0] == want {
		s.right++
	}
}

// questions are of what is asked, in the order of the table.
var questions = []string{
	"about oneself",
	"about another",
	"who it was",
	"what has changed since",
	"what others said of themselves, and this one never did",
}

// play asks everything there is to ask.
func (q *quiz) play(scores map[string]*score) {
	other := func(who string) string { return members[(slices.Index(members, who)+3)%len(members)] }
	for _, of := range kinds {
		a := aspects[of]
		for _, who := range members {
			f := fact{who, of}
			value, told := q.told[f]
			about := fmt.Sprintf(a.ask, who)
			if !told {
				scores[questions[4]].add(q.ask(other(who), about, of, who, ""), "")
				continue
			}
			if q.turned[f] {
				scores[questions[3]].add(q.ask(other(who), about, of, who, ""), value)
			} else {
				scores[questions[1]].add(q.ask(other(who), about, of, who, ""), value)
			}
			scores[questions[0]].add(q.ask(who, a.askOwn, of, who, ""), value)
			scores[questions[2]].add(q.ask(other(who), fmt.Sprintf(a.askWho, value), of, "", value), who)
		}
	}
}

// TestQuiz: what a familiar knows of weeks of talk, with memory and without, is what
// docs/memory.md says.
func TestQuiz(t *testing.T) {
	const runs = 20
	scores := map[bool]map[string]*score{}
	for _, on := range []bool{false, true} {
		scores[on] = map[string]*score{}
		for _, question := range questions {
			scores[on][question] = &score{}
		}
		var keys []string
		if on {
			keys = append(keys, "memory")
		}
		for seed := range uint64(runs) {
			newQuiz(t, seed, keys...).play(scores[on])
		}
	}
	table := "| asked | times | right without memory | with |\n|---|---|---|---|\n"
	for _, question := range questions {
		off, on := scores[false][question], scores[true][question]
		table += fmt.Sprintf("| %s | %d | %d %% | %d %% |\n", question, on.of, 100*off.right/off.of, 100*on.right/on.of)
	}
	page, err := os.ReadFile("../../docs/memory.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(page), table) {
		t.Errorf("docs/memory.md says otherwise:\n%s", table)
	}
}
