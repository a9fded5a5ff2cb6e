// Package safety looks at what a familiar is about to say, before the channel
// hears of it: by a list of words, a service over HTTP or a model, each of which
// may let it pass, change it or stop it.
//
// What comes out is the answer to the turn's order, and so what is journaled,
// decided on, posted and kept. A process that dies between leaves the order
// open: the next one composes and checks anew. Nothing goes the other way.
//
//	safety.go  a Hook, and what it makes of a reply
//	words.go   a list of words
//	service.go a service over HTTP
//	judge.go   a model
package safety

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"familiar/internal/shorten"
	"familiar/messages"
	"familiar/policy/finish"
)

// What a checker may say.
const (
	whyMost  = 200     // code points of a reason that are kept
	textMost = 100_000 // bytes of a text that a checker may put in place of another
)

// A Reply is what a familiar is about to say.
type Reply struct {
	Channel  messages.ChannelID  `json:"channel"`
	Familiar messages.FamiliarID `json:"familiar"`
	Trigger  messages.Trigger    `json:"trigger"`
	Texts    []string            `json:"texts"` // messages, then texts of edits and of files, without the model's thoughts
}

// An Answer is what a checker says of a reply.
type Answer struct {
	Stop  bool     // nothing of it is posted
	Texts []string // in place of the reply's, as many; nil: it passes as it is
	Why   string   // what is noted; "": nothing
}

// A Checker looks at replies. It may be asked by many at the same time, and
// returns soon after ctx ends.
type Checker interface {
	// Name is "words", "service" or "model".
	Name() string
	Check(ctx context.Context, r Reply) (Answer, error)
}

// A Hook asks checkers, one after another. The nil Hook lets all pass.
type Hook struct {
	Checkers []Checker
	Within   time.Duration // for all of them; always to be given
	Open     bool          // a reply that can't be checked is posted; false: it is stopped
}

// Check returns a turn's answer as it may be posted, with what was done to it.
func (h *Hook) Check(ctx context.Context, o messages.Compose, c messages.Composed) messages.Composed {
	if h == nil {
		return c
	}
	texts := textsOf(&c)
	if !slices.ContainsFunc(texts.shown, says) {
		return c
	}
	ctx, cancel := context.WithTimeout(ctx, h.Within)
	defer cancel()
	for _, checker := range h.Checkers {
		r := Reply{Channel: o.Channel, Familiar: o.Familiar, Trigger: o.Trigger, Texts: slices.Clone(texts.shown)}
		answer, err := ask(ctx, checker, r)
		done := messages.Check{By: checker.Name(), Why: shorten.Runes(strings.ToValidUTF8(answer.Why, "?"), whyMost)}
		switch {
		case err != nil && h.Open:
			done.Did, done.Why = messages.CheckSkipped, shorten.Runes(describe(ctx, err), whyMost)
		case err != nil:
			done.Did, done.Why = messages.CheckFailed, shorten.Runes(describe(ctx, err), whyMost)
		case answer.Stop:
			done.Did = messages.CheckStopped
		case texts.change(answer.Texts):
			done.Did = messages.CheckChanged
		default:
			continue
		}
		c.Checks = append(c.Checks, done)
		if done.Did == messages.CheckFailed || done.Did == messages.CheckStopped {
			stop(&c)
			return c
		}
	}
	texts.into(&c)
	return c
}

// ask asks a checker; one that panics, or changes what it can't, has failed.
func ask(ctx context.Context, checker Checker, r Reply) (answer Answer, err error) {
	defer func() {
		if p := recover(); p != nil {
			answer, err = Answer{}, fmt.Errorf("panicked: %v", p)
		}
	}()
	if err := ctx.Err(); err != nil {
		return Answer{}, err
	}
	answer, err = checker.Check(ctx, r)
	switch {
	case err != nil:
		return Answer{}, err
	case answer.Texts != nil && len(answer.Texts) != len(r.Texts):
		return Answer{}, fmt.Errorf("it gave %d texts in place of %d", len(answer.Texts), len(r.Texts))
	case slices.ContainsFunc(answer.Texts, func(text string) bool { return len(text) > textMost }):
		return Answer{}, fmt.Errorf("it gave a text of more than %d bytes", textMost)
	}
	return answer, nil
}

func describe(ctx context.Context, err error) string {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return "no answer in time"
	}
	return err.Error()
}

// says reports whether anything of a text would be posted.
func says(text string) bool { return text != "" && !finish.NoReply(text) }

// stop takes out all that others would see.
func stop(c *messages.Composed) {
	c.Parts, c.Files, c.Edits, c.Reactions, c.Fork = nil, nil, nil, nil, messages.Fork{}
	c.Final, c.Cut = false, ""
}

// texts are those of an answer, in one list.
type texts struct {
	shown   []string
	changed []bool
	files   []int // the keys of Composed.Files, in their order
}

func textsOf(c *messages.Composed) *texts {
	t := &texts{}
	for _, part := range c.Parts {
		t.shown = append(t.shown, finish.Think(strings.ToValidUTF8(part, "\uFFFD")))
	}
	for _, e := range c.Edits {
		t.shown = append(t.shown, finish.Think(strings.ToValidUTF8(e.Text, "\uFFFD")))
	}
	for k := range c.Files {
		t.files = append(t.files, k)
	}
	slices.Sort(t.files)
	for _, k := range t.files { // its name is shown, too
		t.shown = append(t.shown, c.Files[k].Name+"\n"+c.Files[k].Text)
	}
	t.changed = make([]bool, len(t.shown))
	return t
}

// change takes texts in place of those it has, and reports whether any differs.
func (t *texts) change(to []string) (differs bool) {
	for i, text := range to {
		if text = strings.ToValidUTF8(text, "\uFFFD"); text != t.shown[i] {
			t.shown[i], t.changed[i], differs = text, true, true
		}
	}
	return differs
}

// into puts the texts that were changed into the answer. They are put into lists
// of its own.
func (t *texts) into(c *messages.Composed) {
	if !slices.Contains(t.changed, true) {
		return
	}
	c.Parts, c.Edits = slices.Clone(c.Parts), slices.Clone(c.Edits)
	files := make(map[int]messages.File, len(c.Files))
	for i, text := range t.shown {
		switch k := i - len(c.Parts); {
		case k < 0:
			if t.changed[i] {
				c.Parts[i] = text
			}
		case k < len(c.Edits):
			if t.changed[i] {
				c.Edits[k].Text = text
			}
		default:
			key := t.files[k-len(c.Edits)]
			f := c.Files[key]
			if t.changed[i] {
				name, rest, _ := strings.Cut(text, "\n")
				f = messages.File{Name: name, Text: rest}
			}
			files[key] = f
		}
	}
	if len(files) > 0 {
		c.Files = files
	}
}
