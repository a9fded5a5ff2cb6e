package replay

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"familiar/lab/corpus"
	"familiar/messages"
)

// A Verdict is one question and its answer, as [Options].Verdicts writes it
// and [ReadVerdicts] reads it: one line of JSON.
type Verdict struct {
	Slice    string            `json:"ch"`
	Familiar string            `json:"familiar"`
	At       string            `json:"t"`
	Trigger  messages.Trigger  `json:"trigger"`
	Lines    []messages.LineID `json:"lines"` // those in question
	Yes      bool              `json:"yes"`
	Reason   string            `json:"reason,omitempty"`
	Error    string            `json:"error,omitempty"` // why there is no verdict; then Yes means nothing
}

// Verdicts are answers of an earlier run, for the judges [Recorded] and [Exact].
type Verdicts struct {
	exact  map[string]Verdict // by everything that was asked
	newest map[string]Verdict // by the newest of the lines in question: settings that ask at another time still ask about it
}

// NewVerdicts makes them of what is known already.
func NewVerdicts(all ...Verdict) *Verdicts {
	v := &Verdicts{exact: map[string]Verdict{}, newest: map[string]Verdict{}}
	for _, one := range all {
		v.add(one)
	}
	return v
}

// add takes one in, unless it failed: that is no answer. It is about a line.
func (v *Verdicts) add(one Verdict) {
	if one.Error == "" {
		v.exact[one.asked()] = one
		v.newest[one.about()] = one
	}
}

// ReadVerdicts reads a file of verdicts. name is what errors call it.
func ReadVerdicts(r io.Reader, name string) (*Verdicts, error) {
	v := NewVerdicts()
	err := corpus.EachLine(r, name, func(line []byte) error {
		var one Verdict
		if err := json.Unmarshal(line, &one); err != nil {
			return err
		}
		if one.Slice == "" || one.Familiar == "" || len(one.Lines) == 0 {
			return errors.New("want ch, familiar and lines, as --verdicts writes them")
		}
		v.add(one)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return v, nil
}

func (v *Verdict) asked() string {
	var b strings.Builder
	b.WriteString(v.Slice + "\x00" + v.Familiar + "\x00" + string(v.Trigger))
	for _, id := range v.Lines {
		b.WriteString("\x00" + string(id))
	}
	return b.String()
}

func (v *Verdict) about() string {
	return v.Slice + "\x00" + v.Familiar + "\x00" + string(v.Lines[len(v.Lines)-1])
}

// answer returns what was answered to the question; ok is false when nobody has
// asked it. Only the judge [Exact] wants the very same one.
func (v *Verdicts) answer(q Verdict, judge Judge) (Verdict, bool) {
	if len(q.Lines) == 0 {
		return q, false
	}
	if known, ok := v.exact[q.asked()]; ok || judge == Exact {
		return known, ok
	}
	known, ok := v.newest[q.about()]
	return known, ok
}

// question is an order in the form of a file.
func (p *pass) question(order *messages.Judge) Verdict {
	q := Verdict{Slice: p.slice.Name, Familiar: string(p.gold.Familiar), At: p.drive.Channel.Now.String(), Trigger: order.Trigger, Lines: []messages.LineID{}}
	for i := range order.Waiting {
		q.Lines = append(q.Lines, order.Waiting[i].ID)
	}
	return q
}

// consult asks the judge.
func (p *pass) consult(order *messages.Judge) (messages.Judged, error) {
	o := p.options
	judged := messages.Judged{N: order.N}
	switch o.Judge {
	case Asked:
		var err error
		if judged, err = o.Ask(*order); err != nil {
			return judged, fmt.Errorf("replay %s in %s: judge: %w", p.gold.Familiar, p.slice.Name, err)
		}
		judged.N = order.N
	case Recorded, Exact:
		known, ok := o.Recorded.answer(p.question(order), o.Judge)
		judged.Yes, judged.Reason = known.Yes, cmp.Or(known.Reason, o.Judge.says(known.Yes))
		if !ok {
			judged.Reason = "recorded: nobody asked this"
			p.unrecorded++
			if o.Unanswered != nil {
				o.Unanswered(p.slice.Name, order)
			}
		}
	default:
		judge := o.Judge
		if order.Second {
			judge = o.Second
		}
		judged.Yes = judge.verdict(order, p.open, o.Seed)
		judged.Reason = judge.says(judged.Yes)
	}
	if o.Questioned != nil && judged.Error == "" {
		o.Questioned(p.slice.Name, order, judged.Yes)
	}
	return judged, p.keepVerdict(order, &judged)
}

func (p *pass) keepVerdict(order *messages.Judge, judged *messages.Judged) error {
	if p.verdicts == nil {
		return nil
	}
	v := p.question(order)
	v.Yes, v.Reason, v.Error = judged.Yes, judged.Reason, judged.Error
	if err := p.verdicts.Encode(&v); err != nil {
		return fmt.Errorf("verdict: %w", err)
	}
	return nil
}

// answered says what is missing to let others than the recording judge.
func (o *Options) answered() error {
	switch {
	case o.Judge == Asked && o.Ask == nil:
		return errors.New("judge asked: there is no model to ask")
	case o.Second != "" && (!o.Second.needsNothing() || !o.Judge.needsNothing()):
		return fmt.Errorf("judge %q with the second judge %q: want both of %v", o.Judge, o.Second, Judges)
	case o.Judge.Remembers() && o.Recorded == nil:
		return fmt.Errorf("judge %s: no verdicts of an earlier run", o.Judge)
	}
	return nil
}
