package tally

import (
	"maps"
	"time"
)

// Answers is what became of the lines that called the familiar.
type Answers struct {
	Called   uint64            `json:"called"`
	Declined map[string]uint64 `json:"declined,omitempty"` // decided not to be answered, by rung or rule
	Excused  uint64            `json:"excused"`            // said where nobody was, given up or shed
	Answered uint64            `json:"answered"`
	Waiting  uint64            `json:"waiting"` // for an answer; at the end: unanswered
	Hanging  uint64            `json:"hanging"` // asked of a model that hangs: the program waits for that
	Doubled  uint64            `json:"doubled"` // answered by one more post
	Posts    uint64            `json:"posts"`   // of the familiar, whatever they answer
}

// Turn is how long the parts of a turn took that was answered.
type Turn struct {
	Wait  Times `json:"wait"`  // from the line until a model is asked
	Model Times `json:"model"` // until its answer is there, tries that failed among it
	Post  Times `json:"post"`  // until it is said in the channel
	Whole Times `json:"whole"` // from the line until it is said
}

// A turn is one call that waits for its answer.
type turn struct {
	called, asked, answered time.Time
	hangs                   bool // the model was asked last, and will not answer
}

// turns is the account of calls; [Tally] locks it.
type turns struct {
	open     map[Key]*turn
	answered once[Key]
	posts    once[string]
	sum      Answers

	wait, model, post, whole Histogram
}

func (t *turns) call(k Key, now time.Time) {
	if t.open == nil {
		t.open, t.sum.Declined = map[Key]*turn{}, map[string]uint64{}
	}
	t.open[k] = &turn{called: now}
	t.sum.Called++
}

func (t *turns) excuse(k Key) {
	if t.open[k] != nil {
		delete(t.open, k)
		t.sum.Excused++
	}
}

// shut excuses all of a channel.
func (t *turns) shut(channel int) {
	for k := range t.open {
		if k.Channel == channel {
			t.excuse(k)
		}
	}
}

func (t *turns) decline(k Key, why string) {
	if t.open[k] != nil {
		delete(t.open, k)
		t.sum.Declined[why]++
	}
}

// Asked is told that a model was asked to answer lines.
func (t *Tally) Asked(now time.Time, lines ...Key) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, k := range lines {
		turn := t.turns.open[k]
		if turn == nil {
			continue
		}
		if turn.hangs = false; turn.asked.IsZero() {
			turn.asked = now
		}
	}
}

// Hangs is told that the model will not answer what it was asked about lines, until it
// is asked again.
func (t *Tally) Hangs(lines ...Key) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, k := range lines {
		if turn := t.turns.open[k]; turn != nil {
			turn.hangs = true
		}
	}
}

// Answered is told that the model's answer to lines is complete.
func (t *Tally) Answered(now time.Time, lines ...Key) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, k := range lines {
		if turn := t.turns.open[k]; turn != nil {
			turn.answered = now
		}
	}
}

// Posted is told of each post of the familiar that is seen in a channel, by
// its id, and which lines it answers. One seen again counts once.
func (t *Tally) Posted(id string, now time.Time, lines ...Key) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.turns.posts.seen(id) {
		return
	}
	t.turns.sum.Posts++
	for _, k := range lines {
		turn := t.turns.open[k]
		switch {
		case turn != nil:
			delete(t.turns.open, k)
			t.turns.answered.seen(k)
			t.turns.sum.Answered++
			t.turns.took(turn, now)
		case t.turns.answered.has(k) && !t.Apart(k.Channel):
			t.turns.sum.Doubled++
		}
	}
}

// took counts the parts of a turn; those of one that no model of ours was
// asked for are not known.
func (t *turns) took(turn *turn, now time.Time) {
	t.whole.Add(now.Sub(turn.called))
	if turn.asked.IsZero() || turn.answered.IsZero() {
		return
	}
	t.wait.Add(turn.asked.Sub(turn.called))
	t.model.Add(turn.answered.Sub(turn.asked))
	t.post.Add(now.Sub(turn.answered))
}

// Answers returns the account of the calls as it stands. Those of the channels
// apart that wait are excused.
func (t *Tally) Answers() Answers {
	t.mu.Lock()
	defer t.mu.Unlock()
	sum := t.turns.sum
	sum.Declined = make(map[string]uint64, len(sum.Declined))
	maps.Copy(sum.Declined, t.turns.sum.Declined)
	for k, turn := range t.turns.open {
		switch {
		case t.Apart(k.Channel):
			sum.Excused++
		case turn.hangs:
			sum.Hanging++
		default:
			sum.Waiting++
		}
	}
	return sum
}

// Turn returns how long turns have taken so far.
func (t *Tally) Turn() Turn {
	t.mu.Lock()
	defer t.mu.Unlock()
	return Turn{Wait: t.turns.wait.Times(), Model: t.turns.model.Times(), Post: t.turns.post.Times(), Whole: t.turns.whole.Times()}
}
