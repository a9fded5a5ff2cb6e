package conversation

import (
	"testing"

	"familiar/messages"
)

// stepper steps a state and keeps what the last step ordered.
type stepper struct {
	t   *testing.T
	s   *Channel
	out []Effect
}

func newStepper(t *testing.T, keys ...string) *stepper { return newStepperOf(t, "ladder", keys...) }

func newStepperOf(t *testing.T, preset string, keys ...string) *stepper {
	return &stepper{t: t, s: New(scriptChannel, testConfig(t, preset, keys...))}
}

func (p *stepper) step(e Event) { p.out = p.s.Step(p.s.Now+1000, e, nil) }

func (p *stepper) hear(id messages.LineID, who messages.PersonID, text string) {
	p.step(messages.Heard{Line: &messages.Line{
		ID: id, Channel: scriptChannel, Author: messages.Author{ID: who, Name: "called " + string(who)},
		Text: text, Mentions: []messages.PersonID{"us"},
	}})
}

// says answers the open turn and gives what was posted.
func (p *stepper) says(parts ...string) []messages.Post {
	p.step(messages.Composed{N: p.s.Turn.N, Parts: parts, Final: true})
	var posts []messages.Post
	for _, effect := range p.out {
		if post, ok := effect.(messages.Post); ok {
			posts = append(posts, post)
		}
	}
	return posts
}

func (p *stepper) encoded() []byte {
	kept, err := p.s.Encode()
	if err != nil {
		p.t.Fatal(err)
	}
	return kept
}
