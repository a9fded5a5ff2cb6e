package page

import (
	"encoding/json"
	"errors"
	"strconv"
	"time"
)

// The talk every tab starts with.

// lull is when Aria is to speak unasked: later than a busy machine takes to
// show the page, and a time the page counts down in seconds.
const lull = 99 * time.Second

func line(id, author, text string) object {
	return object{
		"id": id, "channel": "garden", "author": object{"id": author, "name": author, "bot": false},
		"text": text, "at": time.Now().UnixMilli(), "mentions": []string{}, "reply_to": nil, "familiar": "", "post": "",
	}
}

func decision(familiar, line, act, rung string, more object) object {
	d := object{
		"familiar": familiar, "name": map[string]string{"aria": "Aria", "vesper": "Vesper"}[familiar], "line": line, "act": act, "rung": rung,
		"verdict": map[string]string{"engage": "answered", "ask": "open", "wait": "open", "observe": "quiet", "settled": map[bool]string{true: "answered", false: "quiet"}[rung == "spoke"]}[act],
		"at":      time.Now().UnixMilli(), "trigger": "", "n": 0, "reason": "", "due": 0, "term": "", "facts": []string{}, "odds": 0, "bar": 0,
	}
	for key, value := range more {
		d[key] = value
	}
	return d
}

// converse has bob ask Aria, who answers, and cleo talk past both.
func (f *fake) converse() {
	f.send("line", line("l1", "bob", "Good evening. @Aria what do moths eat?"))
	f.send("decision", decision("aria", "l1", "engage", "mention", object{"facts": []string{"mentions us", "a question"}}))
	f.send("decision", decision("vesper", "l1", "observe", "aside", nil))
	f.send("decision", decision("aria", "l1", "settled", "spoke", object{"trigger": "address", "n": 1}))
	answer := line("post:1", "aria", "Most adult moths sip nectar. Their caterpillars do the eating: leaves, mostly, and now and then a jumper.")
	answer["familiar"], answer["author"] = "aria", object{"id": "aria", "name": "Aria", "bot": true}
	answer["reply_to"] = object{"id": "l1", "author": "bob"}
	f.send("line", answer)
	f.send("decision", decision("vesper", "post:1", "observe", "default", nil))
	f.send("line", line("l2", "cleo", "@bob lunch tomorrow?"))
	f.send("decision", decision("aria", "l2", "observe", "aside", nil))
	f.send("decision", decision("vesper", "l2", "observe", "aside", nil))
	f.send("line", line("l3", "cleo", "Or does anybody want to see the moth trap?"))
	f.send("decision", decision("aria", "l3", "wait", "rest", object{"due": time.Now().Add(lull).UnixMilli(), "term": "lull", "reason": "no rung claimed it"}))
	f.send("decision", decision("vesper", "l3", "observe", "default", nil))
	f.send("decision", decision("vesper", "", "settled", "judge", object{"trigger": "woken", "reason": "no: bob and cleo are arranging lunch"}))
	f.send("doing", object{"now": time.Now().UnixMilli(), "seats": []object{
		{"familiar": "aria", "name": "Aria", "act": "waiting", "trigger": "lull", "until": time.Now().Add(lull).UnixMilli()},
		{"familiar": "vesper", "name": "Vesper", "act": "composing", "trigger": "", "until": 0},
	}})
}

// flooding is the n-th line of a very busy evening, and what was decided about it.
func flooding(n int) []string {
	id := "flood" + strconv.Itoa(n)
	said, err1 := json.Marshal(line(id, "bob", "line "+strconv.Itoa(n)))
	decided, err2 := json.Marshal(decision("aria", id, "observe", "aside", nil))
	if err := errors.Join(err1, err2); err != nil {
		panic(err)
	}
	return []string{"event: line\ndata: " + string(said), "event: decision\ndata: " + string(decided)}
}

// reasons are what the program says of a line.
func reasons(line any) object {
	return object{"reasons": []object{
		{
			"line": line, "familiar": "aria", "name": "Aria", "at": time.Now().Format(time.RFC3339), "verdict": "answered", "sentence": "answered: the line mentions Aria",
			"facts": []string{"it mentions Aria", "it is a question"}, "flips": []object{{"to": "open", "if": []string{"the line had not mentioned Aria"}}},
			"steps": []object{{"at": time.Now().Format(time.RFC3339), "act": "engage", "rung": "mention", "trigger": "", "n": 0, "reason": "", "odds": 0, "bar": 0, "sentence": "answered: the line mentions Aria", "trace": "07"}},
		},
		{"line": line, "familiar": "vesper", "name": "Vesper", "at": time.Now().Format(time.RFC3339), "verdict": "quiet", "sentence": "quiet: it is for Aria", "facts": []string{}, "flips": []object{}, "steps": []object{}},
	}}
}
