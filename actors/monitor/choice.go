package monitor

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"familiar/llm/quote"
	"familiar/messages"
	"familiar/policy/ladder"
)

// An offered is whom a verdict may name: the familiar that asks, then those
// that the question is about, too.
type offered struct {
	names  []string // no two of which read the same, nor as nobody does
	who    []messages.FamiliarID
	nobody string
}

// offer gives whom a verdict on an order may name. Names are the operator's, and
// two may be the same when read aloud: then the later one gets its id.
func offer(card *Card, order messages.Judge, nobody string) offered {
	o := offered{nobody: quote.Name(nobody)}
	o.add(card.Name, order.Familiar)
	for i := range order.Others {
		o.add(card.Others[i].Name, order.Others[i].Familiar)
	}
	return o
}

func (o *offered) add(name string, id messages.FamiliarID) {
	label := quote.Name(name)
	if o.taken(label) {
		label = quote.Name(string(id))
	}
	for n := 2; o.taken(label); n++ {
		label = quote.Name(strconv.Itoa(n) + " " + string(id))
	}
	o.names, o.who = append(o.names, label), append(o.who, id)
}

func (o *offered) taken(label string) bool {
	return same(label, o.nobody) || slices.ContainsFunc(o.names, func(name string) bool { return same(name, label) })
}

// list gives everything that a verdict may say, nobody last.
func (o *offered) list() []string { return append(slices.Clone(o.names), o.nobody) }

// longest is that of the longest, in bytes: more than its tokens.
func (o *offered) longest() (bytes int) {
	for _, name := range o.list() {
		bytes = max(bytes, len(name))
	}
	return bytes
}

func same(a, b string) bool { return ladder.Fold(a) == ladder.Fold(b) }

// A Choice is whom a judge decided on.
type Choice struct {
	Who    messages.FamiliarID // "": nobody
	Reason string              // one line, at most 200 characters
}

// ParseChoice reads a judge's answer to an order about several familiars, of whom
// nobody is the word for none; "": the English one. It never guesses: whatever
// doesn't plainly name one of them is [ErrNoVerdict].
func ParseChoice(card Card, order messages.Judge, nobody, text string) (Choice, error) {
	who := offer(&card, order, cmp.Or(nobody, DefaultTexts().Nobody))
	return who.parse(text)
}

// parse reads a judge's answer: the JSON it was asked for, or a last line that is
// one of the names, of which no other line is another one. Anything else is
// [ErrNoVerdict].
func (o *offered) parse(text string) (Choice, error) {
	text, object := unwrap(text)
	said, reason, err := structured(object, "who")
	if err != nil {
		said, reason, err = o.plain(text)
	}
	name, is := said.(string)
	if err == nil && is {
		if who, known := o.find(name); known {
			return Choice{who, quote.OneLine(reason, reasonRunes)}, nil
		}
	}
	return Choice{}, fmt.Errorf("%w: %q", ErrNoVerdict, quote.OneLine(text, 80))
}

// find gives whom a name is of, however it is spelled; "" is nobody.
func (o *offered) find(name string) (who messages.FamiliarID, known bool) {
	name = quote.Name(strings.TrimRight(strings.TrimSpace(name), ".!,"))
	if same(name, o.nobody) {
		return "", true
	}
	i := slices.IndexFunc(o.names, func(offered string) bool { return same(quote.Name(strings.TrimRight(offered, ".!,")), name) })
	if i < 0 {
		return "", false
	}
	return o.who[i], true
}

// plain reads the words of a model that doesn't do JSON, as [plainVerdict].
func (o *offered) plain(text string) (said any, reason string, err error) {
	lines := trimmed(strings.FieldsFunc(text, lineBreak))
	if len(lines) == 0 {
		return nil, "", errors.New("empty")
	}
	last := lines[len(lines)-1]
	who, known := o.find(last)
	if !known {
		return nil, "", errors.New("the last line is no name")
	}
	for _, line := range lines[:len(lines)-1] {
		if other, is := o.find(line); is && other != who {
			return nil, "", errors.New("several names")
		}
	}
	if len(lines) > 1 {
		reason = lines[0]
	}
	return last, reason, nil
}
