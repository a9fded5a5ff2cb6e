package weaklabel

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"familiar/lab/corpus"
	"familiar/messages"
)

// signs are the labels that are measured: each tells that a line was answered if
// one of its signs does.
func signs() [][]Sign {
	call, name, callee := Sign{Call, 30 * time.Minute}, Sign{Name, 30 * time.Minute}, Sign{Callee, 30 * time.Minute}
	reply := Sign{Kind: Reply}
	all := [][]Sign{{reply}}
	for _, s := range []struct {
		kind   Kind
		within []time.Duration
	}{
		{Call, []time.Duration{time.Minute, 5 * time.Minute, 30 * time.Minute}},
		{Name, []time.Duration{time.Minute, 5 * time.Minute, 30 * time.Minute}},
		{Mutual, []time.Duration{time.Minute, 5 * time.Minute, 30 * time.Minute}},
		{Sole, []time.Duration{5 * time.Minute, 30 * time.Minute}},
		{Callee, []time.Duration{time.Minute, 5 * time.Minute, 30 * time.Minute}},
		{Next, []time.Duration{10 * time.Second, 30 * time.Second, time.Minute, 2 * time.Minute, 10 * time.Minute}},
	} {
		for _, d := range s.within {
			all = append(all, []Sign{{s.kind, d}})
		}
	}
	return append(all,
		[]Sign{reply, {Mutual, 30 * time.Minute}},
		[]Sign{reply, {Mutual, 30 * time.Minute}, {Callee, time.Minute}},
		[]Sign{reply, call},
		[]Sign{reply, call, callee},
		[]Sign{reply, call, name, callee},
		[]Sign{reply, call, callee, {Next, 10 * time.Second}},
		[]Sign{reply, call, callee, {Next, 30 * time.Second}},
		[]Sign{reply, call, callee, {Next, 2 * time.Minute}},
	)
}

// refusals are those that are measured. Those that ask whether a sign is there
// ask for the signs of [heeded].
func refusals() []Refusal {
	all := []Refusal{{}}
	for _, minutes := range []time.Duration{2, 5, 10, 30} {
		all = append(all, Refusal{Silent: minutes * time.Minute})
	}
	for _, lines := range []int{3, 5, 10, 20} {
		all = append(all, Refusal{Over: lines})
	}
	for _, minutes := range []time.Duration{2, 5, 10, 30} {
		all = append(all, Refusal{Untold: minutes * time.Minute})
	}
	return all
}

// heeded are the signs of which none must be there for a line to count as left
// unanswered.
func heeded() []Sign {
	return []Sign{{Kind: Reply}, {Call, 30 * time.Minute}, {Callee, 30 * time.Minute}, {Next, 2 * time.Minute}}
}

// outlasts is how many lines a slice must go on for after one that it may call
// unanswered: the answer to a later one may be missing.
const outlasts = 20

var errNothingNoted = errors.New("nobody noted in this recording what answers what (reply_to of a line): there is nothing to measure by")

// Measure makes the tables of a recording. golds are asked one thing: whether any
// answer in it was guessed from its place. When ctx ends it returns ctx's error.
func Measure(ctx context.Context, c *corpus.Corpus, golds []corpus.Gold) (*Report, error) {
	if !slices.ContainsFunc(c.Slices, func(s *corpus.Slice) bool {
		return slices.ContainsFunc(s.Records, func(r corpus.Record) bool { return len(r.Answers) > 0 })
	}) {
		return nil, errNothingNoted
	}
	report := &Report{}
	replying := replying(c)
	for _, v := range truths(replying, guessed(golds)) {
		t, err := table(ctx, c, &v, replying)
		if err != nil {
			return nil, err
		}
		report.Tables = append(report.Tables, t)
	}
	return report, nil
}

// table measures by one reading.
func table(ctx context.Context, c *corpus.Corpus, v *truth, replying bool) (Table, error) {
	t := Table{Gold: v.name, Errs: v.errs}
	var of []*measured
	for _, s := range c.Slices {
		if err := ctx.Err(); err != nil {
			return t, err
		}
		m := measure(s, v)
		of = append(of, m)
		t.Lines += m.lines
		t.Answered += len(m.answered)
	}
	done := make(map[string]bool)
	for _, union := range signs() {
		if !v.shown || !replying {
			union = slices.DeleteFunc(slices.Clone(union), func(s Sign) bool { return s.Kind == Reply })
		}
		name := nameOf(union)
		if len(union) == 0 || done[name] {
			continue
		}
		done[name] = true
		r := Row{Name: name, Circular: slices.ContainsFunc(union, func(s Sign) bool { return slices.Contains(v.circular, s.Kind) })}
		f := fourOf(of, func(m *measured) [4]Count { return m.signs(union) })
		r.Line, r.Whom, r.Turn, r.Open = f[0], &f[1], f[2], f[3]
		t.Answers = append(t.Answers, r)
	}
	if v.only {
		return t, nil // of most lines it isn't known whether they answer
	}
	for _, refusal := range refusals() {
		if !v.shown && refusal.Over+int(refusal.Untold) > 0 {
			continue // the signs it asks for see no reply here
		}
		r := Row{Name: refusal.String(), Circular: len(v.circular) > 0 && refusal != Refusal{}}
		f := fourOf(of, func(m *measured) [4]Count { return m.refusal(refusal) })
		r.Line, r.Turn, r.Open = f[0], f[2], f[3]
		t.Refusals = append(t.Refusals, r)
	}
	return t, nil
}

// fourOf returns the figures of four counts of each slice.
func fourOf(of []*measured, count func(*measured) [4]Count) (f [4]Figures) {
	var by [4][]Count
	for _, m := range of {
		for k, c := range count(m) {
			by[k] = append(by[k], c)
		}
	}
	for k := range f {
		f[k] = figures(by[k])
	}
	return f
}

func nameOf(signs []Sign) string {
	var all []string
	for _, s := range signs {
		all = append(all, s.String())
	}
	return strings.Join(all, " or ")
}

// A measured slice is one with what was noted of it.
type measured struct {
	talk  talk
	known []bool // it is known what the line answers
	noted []bool // the line may be answered, as far as was noted

	lines    int          // by people, noted
	answered map[int]bool // those somebody answered
	gold     []answer     // each is one
	claimed  map[Sign][]answer
	told     map[int][]int // by turns, lines that a heeded sign says answer them, in order
}

// measure reads a slice.
func measure(s *corpus.Slice, v *truth) *measured {
	m := &measured{
		talk: listen(s, v.shown), known: make([]bool, len(s.Records)), noted: make([]bool, len(s.Records)),
		answered: make(map[int]bool), claimed: make(map[Sign][]answer), told: make(map[int][]int),
	}
	index := make(map[string]int, len(s.Records))
	for i := range s.Records {
		index[string(s.Records[i].Line.ID)] = i
	}
	for by := range s.Records {
		m.noted[by] = s.Records[by].Annotated && !m.talk[by].bot
		if m.noted[by] {
			m.lines++
		}
		var to []int
		if to, m.known[by] = v.answers(s, index, by); m.talk[by].bot {
			m.known[by] = false
			continue
		}
		for _, k := range to {
			if m.talk.withPeople(by, k) {
				m.gold = append(m.gold, answer{by, k})
				m.answered[k] = true
			}
		}
	}
	for _, a := range m.union(heeded()) {
		turn := m.talk[a.to].turn
		m.told[turn] = append(m.told[turn], a.by)
	}
	for _, all := range m.told {
		slices.Sort(all)
	}
	return m
}

// union returns what any of the signs claims.
func (m *measured) union(signs []Sign) []answer {
	var all []answer
	for _, s := range signs {
		if _, done := m.claimed[s]; !done {
			m.claimed[s] = m.talk.claims(s)
		}
		all = append(all, m.claimed[s]...)
	}
	return all
}

// whom is a line, or the first of a turn, and who answered it.
type whom struct {
	to int
	by messages.PersonID
}

// signs counts lines that were answered; lines with who answered them; turns
// with who answered them; and lines for nobody in particular with who did.
func (m *measured) signs(signs []Sign) [4]Count {
	claims := slices.DeleteFunc(m.union(signs), func(a answer) bool { return !m.known[a.by] || !m.noted[a.to] })
	var claimed, gold [4]map[whom]bool
	for k := range 4 {
		claimed[k], gold[k] = make(map[whom]bool), make(map[whom]bool)
	}
	m.fill(claimed, claims)
	m.fill(gold, m.gold)
	var of [4]Count
	for k := range of {
		of[k] = count(claimed[k], gold[k])
	}
	return of
}

func (m *measured) fill(sets [4]map[whom]bool, answers []answer) {
	for _, a := range answers {
		by := m.talk[a.by].author
		sets[0][whom{to: a.to}] = true
		sets[1][whom{a.to, by}] = true
		sets[2][whom{m.talk[a.to].turn, by}] = true
		if m.talk.open(a.to) {
			sets[3][whom{a.to, by}] = true
		}
	}
}

// refusal counts lines nobody answered; nothing; lines of whose turn nobody
// answered any; and of these, lines for nobody in particular.
func (m *measured) refusal(r Refusal) [4]Count {
	turns := make(map[int]bool)
	for to := range m.answered {
		turns[m.talk[to].turn] = true
	}
	var of [4]Count
	for i := range max(0, len(m.talk)-outlasts) {
		if !m.noted[i] {
			continue
		}
		claims := m.talk.refused(r, i, m.told)
		of[0].one(claims, !m.answered[i])
		of[2].one(claims, !turns[m.talk[i].turn])
		if m.talk.open(i) {
			of[3].one(claims, !turns[m.talk[i].turn])
		}
	}
	return of
}

// one counts something that is claimed, is so, both or neither.
func (c *Count) one(claimed, is bool) {
	if claimed {
		c.Claims++
	}
	if is {
		c.Gold++
	}
	if claimed && is {
		c.Right++
	}
}
