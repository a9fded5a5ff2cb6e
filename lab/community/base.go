package community

import (
	"slices"
	"strings"
	"time"

	"familiar/lab/corpus"
	"familiar/messages"
)

// Rates are what chat looks like from outside, to hold a simulated talk beside
// recorded ones. Shares are of its lines.
type Rates struct {
	Name      string        `json:"name"`
	Lines     int           `json:"lines"`
	Questions float64       `json:"questions"` // with a question mark
	Answered  float64       `json:"answered"`  // that somebody else answered, of those of which it is known
	Asked     float64       `json:"questions_answered"`
	Replies   float64       `json:"replies"` // that are the network's replies
	Names     float64       `json:"names"`   // that mention somebody, or begin with somebody's name
	Thanks    float64       `json:"thanks"`
	Runs      float64       `json:"runs"`      // by the author of the line before
	Gap       time.Duration `json:"gap_ns"`    // to the line before, half are shorter
	LongGap   time.Duration `json:"gap_90_ns"` // nine in ten are
	People    int           `json:"people"`    // who speak in 500 lines, half of the time fewer
}

// recorded are the rates of two collections of recorded chat, as [Measure] gives
// them: of IRC the channels of Ubuntu, MediaWiki, Rust and Stripe with who
// answers whom noted by hand (Kummerfeld et al., 2019; Gouravajhala et al.,
// 2023), with gaps from those whose times are exact to the second; of Discord 19
// channels and threads of a hobby server, a quiet one.
var recorded = []Rates{
	{Name: "recorded: irc", Lines: 35661, Questions: .215, Answered: .492, Asked: .632, Names: .390, Thanks: .031, Runs: .190, Gap: 21 * time.Second, LongGap: 195 * time.Second, People: 59},
	{Name: "recorded: discord", Lines: 17796, Questions: .165, Answered: .471, Asked: .609, Replies: .324, Names: .038, Thanks: .024, Runs: .133, Gap: 289 * time.Second, LongGap: 23412 * time.Second, People: 23},
}

// An observed line is one of a talk, simulated or recorded.
type observed struct {
	line     *messages.Line
	known    bool // whether it was answered is
	answered bool
}

// Measure gives the rates of a recording.
func Measure(name string, c *corpus.Corpus) Rates {
	m := meter{rates: Rates{Name: name}}
	for _, s := range c.Slices {
		m.take(observeSlice(s), s.Resolution == "second")
	}
	return m.finish()
}

// Rates gives those of a talk.
func (t *Talk) Rates(name string) Rates {
	m := meter{rates: Rates{Name: name}}
	m.take(t.observe(), true)
	return m.finish()
}

func observeSlice(s *corpus.Slice) []observed {
	lines := make([]observed, 0, len(s.Records))
	answered := make(map[messages.LineID]bool)
	for i := range s.Records {
		r := &s.Records[i]
		for _, id := range r.Answers {
			if to, ok := s.At(id); ok && to.Line.Author.ID != r.Line.Author.ID {
				answered[id] = true
			}
		}
	}
	for i := range s.Records {
		if r := &s.Records[i]; !r.Line.Author.Bot {
			lines = append(lines, observed{line: r.Line, known: r.Annotated, answered: answered[r.Line.ID]})
		}
	}
	return lines
}

func (t *Talk) observe() []observed {
	lines := make([]observed, len(t.said))
	for i := range t.said {
		lines[i] = observed{line: t.said[i].Line, known: true, answered: t.said[i].AnsweredAt != 0}
	}
	return lines
}

// peopleIn is in how many lines people are counted.
const peopleIn = 500

// A meter counts lines.
type meter struct {
	rates                   Rates // counts until it is finished
	known, knownQuestions   float64
	gaps                    []time.Duration
	people                  []int
	answered, askedAnswered float64
}

// take counts the lines of one channel; timed: their times are exact.
func (m *meter) take(lines []observed, timed bool) {
	r := &m.rates
	seen := make(map[messages.PersonID]bool)
	for i := range lines {
		l := lines[i].line
		question := strings.Contains(l.Text, "?")
		r.Lines++
		r.Questions += one(question)
		r.Replies += one(l.ReplyTo.Set())
		r.Names += one(len(l.Mentions) > 0 || strings.HasPrefix(l.Text, ourName+","))
		r.Thanks += one(thanking(l.Text))
		if lines[i].known {
			m.known++
			m.knownQuestions += one(question)
			m.answered += one(lines[i].answered)
			m.askedAnswered += one(question && lines[i].answered)
		}
		if i > 0 {
			r.Runs += one(lines[i-1].line.Author.ID == l.Author.ID)
			if timed {
				m.gaps = append(m.gaps, l.At.Sub(lines[i-1].line.At))
			}
		}
		if seen[l.Author.ID] = true; (i+1)%peopleIn == 0 {
			m.people = append(m.people, len(seen))
			clear(seen)
		}
	}
}

// finish makes shares of the counts.
func (m *meter) finish() Rates {
	r := m.rates
	n := float64(max(1, r.Lines))
	for _, share := range []*float64{&r.Questions, &r.Replies, &r.Names, &r.Thanks, &r.Runs} {
		*share /= n
	}
	r.Answered, r.Asked = m.answered/max(1, m.known), m.askedAnswered/max(1, m.knownQuestions)
	r.Gap, r.LongGap = quantile(m.gaps, .5), quantile(m.gaps, .9)
	r.People = quantile(m.people, .5)
	return r
}

// quantile returns that part's bound; the zero of none.
func quantile[T int | time.Duration | float64](all []T, part float64) T {
	if len(all) == 0 {
		return 0
	}
	slices.Sort(all)
	return all[min(len(all)-1, int(float64(len(all))*part))]
}

func one(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// thanking reports whether a text thanks somebody.
func thanking(text string) bool {
	return slices.ContainsFunc(strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return r < 'a' || r > 'z' }), func(word string) bool {
		return word == "thanks" || word == "thank" || word == "thx" || word == "ty"
	})
}
