package because

import (
	"slices"
	"strconv"
	"strings"
	"time"
	"unique"
)

// Read returns the reason that a note of that rung has written so, whichever
// program wrote it: [Written] gives the same clause for it. What no reason is
// written as, or cannot be told from somebody else's words, is [Words].
func Read[Rung ~string](rung Rung, clause string) Reason {
	if clause == "" {
		return nil
	}
	for _, read := range readersOf(string(rung)) {
		if r := read(clause); r != nil && r.clause() == clause {
			return r
		}
	}
	return Words(clause)
}

// Kept returns a reason of a note of that rung as a journal gives it back: one that was
// just found may know more, such as a number's last digits. Nil stays nil.
func Kept[Rung ~string](rung Rung, r Reason) Reason { return Read(rung, Written(r)) }

// readersOf returns how the clauses of a rung are read, in the order that they
// are tried. Where a rung's clauses are mostly somebody else's words, nothing
// is read into these.
func readersOf(rung string) []func(string) Reason {
	switch rung {
	case "judge":
		return []func(string) Reason{readJudgeFailed, readJudgeChose, readJudgeSaid, readJudgeDoubted, readPlain}
	case "command":
		return []func(string) Reason{readInRoom, readTold, readPlain, readUnposted, readLink}
	case "undeliverable", "unknown":
		return []func(string) Reason{readPartSaid}
	case "spare":
		return []func(string) Reason{readSpared}
	case "safety":
		return []func(string) Reason{readChecked}
	case "reacted", "cut", "lore", "recall":
		return nil
	}
	return general
}

// general is the readers of every other rung's clauses.
var general = []func(string) Reason{
	readPlain, readFramed, readRefused, readUndone, readWeighed, readPart, readShare, readUnposted,
	readPressed, readWouldSay, readOverdue, readNotWorthAsking, readMoved, readScheduled, readTurnPassed, readRole, readChecked,
}

func readPlain(clause string) Reason {
	if p, ok := plains[clause]; ok {
		return p
	}
	return nil
}

func readJudgeFailed(clause string) Reason {
	head, words, _ := strings.Cut(clause, ": ")
	if then := slices.Index(failings[:], head); then >= 0 {
		return JudgeFailed{Failing(then), words}
	}
	return nil
}

func readJudgeChose(clause string) Reason {
	head, words, _ := strings.Cut(clause, ": ")
	who, is := strings.CutPrefix(head, judgeChose)
	if !is || who == "" {
		return nil
	}
	return JudgeChose{who, words}
}

func readJudgeSaid(clause string) Reason {
	head, words, _ := strings.Cut(clause, ": ")
	word, second := strings.CutSuffix(head, judgeSecond)
	if word == judgeYes || word == judgeNo {
		return JudgeSaid{word == judgeYes, words, second}
	}
	return nil
}

func readJudgeDoubted(clause string) Reason {
	head, words, _ := strings.Cut(clause, ": ")
	word, odds, _ := strings.Cut(head, doubtedFrom)
	before, after, both := fractions(odds, doubtedTo)
	if !both || word != judgeYes && word != judgeNo {
		return nil
	}
	return JudgeDoubted{word == judgeYes, before, after, words}
}

func readInRoom(clause string) Reason {
	if what, is := strings.CutSuffix(clause, inRoom); is {
		return InRoom{Read("command", what)}
	}
	return nil
}

// commands are those that a familiar is told, and so those that a note says.
var commands = []string{"disengage", "quiet", "resume", "wake", "stop", "clear", "engage", "say", "why", "alone", "again"}

func readTold(clause string) Reason {
	if command, is := strings.CutPrefix(clause, "it is a command: "); is {
		return CommandLine{command}
	}
	if said, is := strings.CutPrefix(clause, "turns "); is { // what was said may have a colon, too
		return TurnsTold{Said: said}
	}
	if o, is := readObeyed(clause); is {
		return o
	}
	return nil
}

func readObeyed(clause string) (o Obeyed, is bool) {
	o.Command, o.Clock = strings.CutSuffix(clause, byClock)
	return o, slices.Contains(commands, o.Command)
}

func readRefused(clause string) Reason {
	head, why, _ := strings.Cut(clause, ": ")
	if of, is := readObeyed(head); is {
		return Refused{of, readWhyNot(why)}
	}
	return nil
}

// readWhyNot reads why something was refused.
func readWhyNot(why string) Reason {
	if r := readPlain(why); r != nil {
		return r
	}
	if r := readWindow(why); r != nil && r.clause() == why {
		return r
	}
	return Says(why)
}

func readWindow(clause string) Reason {
	if by, is := strings.CutSuffix(clause, " holds the window"); is {
		return WindowHeld{by}
	}
	if who, is := within(clause, "the window is kept for ", ", who is here by default"); is {
		return WindowKept{who}
	}
	return nil
}

func readUndone(clause string) Reason {
	part, rest, of := cutPart(clause)
	if of != 0 {
		return nil
	}
	if deed, why, is := strings.Cut(rest, ": "); is && slices.Contains(deeds, Deed(deed)) {
		return Undone{Deed(deed), part, readWhyNot(why)}
	}
	return nil
}

func readPartSaid(clause string) Reason {
	if part, words, of := cutPart(clause); of > 0 {
		return PartSaid{part, of, words}
	}
	return nil
}

// cutPart cuts "part 2: " or "part 2 of 3: " off; without it part is 0.
func cutPart(clause string) (part int, rest string, of int) {
	head, rest, is := strings.Cut(clause, ": ")
	n := numbers(head, "part ", " of ")
	if n == nil {
		n = numbers(head, "part ")
	}
	switch {
	case !is || n == nil || n[0] < 1:
		return 0, clause, 0
	case len(n) == 1:
		return n[0], rest, 0
	default:
		return n[0], rest, n[1]
	}
}

func readPart(clause string) Reason {
	if n := numbers(clause, "part ", " is not posted"); n != nil {
		return PartKept{n[0]}
	}
	if n := numbers(clause, "part ", ": ", " pieces of it are not posted"); n != nil {
		return PiecesKept{n[0], n[1]}
	}
	if n := numbers(clause, "", " pieces of a notice are not posted"); n != nil {
		return PiecesKept{0, n[0]}
	}
	return nil
}

func readUnposted(clause string) Reason {
	head, why, _ := strings.Cut(clause, ": ")
	switch n := numbers(head, "", " parts are not posted"); {
	case head == "nothing is posted":
		return Unposted{0, readWhyUnposted(why)}
	case head == "a part is not posted":
		return Unposted{1, readWhyUnposted(why)}
	case n != nil:
		return Unposted{n[0], readWhyUnposted(why)}
	}
	return nil
}

func readWhyUnposted(why string) Reason {
	if o, is := readObeyed(why); is {
		return o
	}
	return readWhyNot(why)
}

func readShare(clause string) Reason {
	rest, waits := strings.CutPrefix(clause, waitsLonger)
	if n := numbers(rest, "", " % of the last ", " lines are its own, ", " % are its share"); n != nil {
		return Share{n[0], n[1], float64(n[2]), waits}
	}
	return nil
}

func readPressed(clause string) Reason {
	if n := numbers(clause, "pressure ", " of ", ", after "); len(n) == 3 {
		return Pressed{n[0], n[1], n[2]}
	}
	return nil
}

func readWouldSay(clause string) Reason {
	const said, parts, deeds, more = "it would have said ", " in ", ", and done ", " more"
	for _, form := range []struct {
		between        []string
		parts, besides int // where their numbers are; 0: they aren't
	}{
		{[]string{said, " characters"}, 0, 0},
		{[]string{said, " characters" + parts, " parts"}, 1, 0},
		{[]string{said, " characters" + deeds, more}, 0, 1},
		{[]string{said, " characters" + parts, " parts" + deeds, more}, 1, 2},
	} {
		n := numbers(clause, form.between...)
		if n == nil {
			continue
		}
		w := WouldSay{Letters: n[0]}
		if form.parts > 0 {
			w.Parts = n[form.parts]
		}
		if form.besides > 0 {
			w.Deeds = n[form.besides]
		}
		return w
	}
	return nil
}

func readNotWorthAsking(clause string) Reason {
	rest, is := strings.CutPrefix(clause, expected)
	hope, worth, both := fractions(rest, worthOne)
	if !is || !both {
		return nil
	}
	return NotWorthAsking{hope, worth}
}

func readMoved(clause string) Reason {
	rest, is := strings.CutPrefix(clause, barsMoved)
	by, to, both := fractions(strings.TrimSuffix(rest, " in all"), ", by ")
	if !is || !both {
		return nil
	}
	return Moved{by, to}
}

func readOverdue(clause string) Reason {
	if by, is := strings.CutPrefix(clause, "the moment had passed by "); is {
		if late, err := time.ParseDuration(by); err == nil {
			return Overdue{late}
		}
	}
	return nil
}

func readChecked(clause string) Reason {
	head, words, _ := strings.Cut(clause, ": ")
	for did, said := range checkedDid {
		if by, is := strings.CutSuffix(head, said); is && by != "" {
			return Checked{by, did, words}
		}
	}
	return nil
}

func readScheduled(clause string) Reason {
	rest, is := strings.CutPrefix(clause, bySchedule)
	name, why, _ := strings.Cut(rest, ": ")
	if !is || name == "" {
		return nil
	}
	if late := readOverdue(why); late != nil {
		return Scheduled{name, late}
	}
	return Scheduled{name, readWhyNot(why)}
}

// framed are the reasons that are one word or text of somebody's in a frame.
var framed = []struct {
	before, after string
	of            func(string) Reason
}{
	{"every text was refused, the last as ", "", func(by string) Reason { return TextRefused{by, true} }},
	{"said, but for a part refused as ", "", func(by string) Reason { return TextRefused{By: by} }},
	{"the agent gave no answer: ", "", func(err string) Reason { return AgentFailed{err} }},
	{"the model only thought, and was ", "", func(by string) Reason { return CutShort{by, true} }},
	{"the model wrote nothing whole, and was ", "", func(by string) Reason { return CutShort{By: by} }},
	{"no correction: ", "", func(words string) Reason { return Uncorrected{words} }},
	{"handed on to ", "", func(to string) Reason { return HandedOn{to} }},
	{"handed on by ", "", func(by string) Reason { return HandedOver{by} }},
	{"a code, ", "", func(outcome string) Reason { return CodeSaid{outcome} }},
	{"a code for ", " may be used", func(role string) Reason { return CodeOpened{role} }},
	{"it is a command: ", "", func(command string) Reason { return CommandLine{command} }},
}

func readFramed(clause string) Reason {
	for _, f := range framed {
		if words, is := within(clause, f.before, f.after); is {
			return f.of(words)
		}
	}
	return nil
}

func readTurnPassed(clause string) Reason {
	if by, is := strings.CutSuffix(clause, hasAgain); is {
		return TurnPassed{By: by, Again: true}
	}
	if by, is := strings.CutSuffix(clause, isNobodys); is {
		return TurnPassed{By: by}
	}
	by, to, is := strings.Cut(clause, itIs)
	if to, whose := strings.CutSuffix(to, hisTurn); is && whose && to != "" {
		return TurnPassed{By: by, To: to}
	}
	return nil
}

func readLink(clause string) Reason {
	if to, is := strings.CutPrefix(clause, aLink); is {
		return LinkCame{to}
	}
	return nil
}

func readRole(clause string) Reason {
	if role, is := strings.CutSuffix(clause, " is taken back"); is {
		return RoleRevoked{role}
	}
	return nil
}

func readWeighed(clause string) Reason {
	rest, is := strings.CutPrefix(clause, "odds ")
	if !is {
		return nil
	}
	p, terms, some := strings.Cut(rest, ": ")
	var w Weighed
	var err error
	if w.P, err = strconv.ParseFloat(p, 64); err != nil || w.P != min(max(w.P, 0), 1) {
		return nil
	}
	if !some {
		return w
	}
	for i, term := range strings.SplitN(terms, ", ", len(w.Top)) {
		at := strings.LastIndexByte(term, ' ')
		if at < 0 {
			return nil
		}
		w.Top[i].Feature = unique.Make(term[:at])
		if w.Top[i].Adds, err = strconv.ParseFloat(term[at+1:], 64); err != nil {
			return nil
		}
	}
	return w
}

// numbers returns the numbers between these texts, of which the first begins
// clause and, when there is one more text than numbers, the last ends it; nil
// where clause has another form.
func numbers(clause string, between ...string) (all []int) {
	for i, text := range between {
		rest, is := strings.CutPrefix(clause, text)
		if !is {
			return nil
		}
		clause = rest
		digits := 0
		for digits < len(clause) && '0' <= clause[digits] && clause[digits] <= '9' {
			digits++
		}
		if digits == 0 && i == len(between)-1 && clause == "" && len(all) > 0 {
			return all
		}
		n, err := strconv.Atoi(clause[:digits])
		if err != nil {
			return nil
		}
		all, clause = append(all, n), clause[digits:]
	}
	if clause != "" {
		return nil
	}
	return all
}

// fractions returns the two numbers that text has, with between between them.
func fractions(text, between string) (first, second float64, both bool) {
	before, after, both := strings.Cut(text, between)
	if !both { // as of most clauses, and a number that is none costs an error
		return 0, 0, false
	}
	first, errFirst := strconv.ParseFloat(before, 64)
	second, errSecond := strconv.ParseFloat(after, 64)
	return first, second, errFirst == nil && errSecond == nil
}

func within(clause, before, after string) (words string, is bool) {
	if words, is = strings.CutPrefix(clause, before); !is {
		return "", false
	}
	return strings.CutSuffix(words, after)
}
