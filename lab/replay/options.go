package replay

import (
	"context"
	"io"
	"time"

	"familiar/internal/bounds"
	"familiar/messages"
	"familiar/policy/conversation"
	"familiar/policy/hours"
	"familiar/policy/odds"
	"familiar/policy/schedule"
)

// Options are how a recording is replayed. Policy, Room and Judge have no
// useful zero.
type Options struct {
	Policy conversation.Policy     // of the familiar, such as conversation.Preset gives
	Room   conversation.RoomConfig // of every channel
	Judge  Judge                   // who answers the question whether to speak
	Second Judge                   // who is asked where by the odds the judge's verdict is not enough, one of [Judges], Small or Large, as the judge has to be then; "": nobody
	Seed   uint64                  // of the draws of the judge Noisy; 0 is a seed like any other

	// Beside is how many familiars are in the channel beside the one that is
	// replayed, each on an account of its own whose copy of a line comes before
	// the replayed one's; at most 31. 0: it is alone, and nothing says by which
	// account it hears.
	Beside int

	// Workers is how many familiars are replayed at the same time; 0 or 1:
	// one. What comes out is the same, in the same order.
	Workers int

	Decisions io.Writer // gets each wake-up as a line of JSON; nil: nobody
	Notes     io.Writer // gets each note as a line of JSON; nil: nobody

	// Loop says whether the familiar's own lines are the recorded ones or those
	// it would have said; "": Forced. ComposeDelay is how long it writes one of
	// the latter; 0: DefaultComposeDelay.
	Loop         Loop
	ComposeDelay time.Duration

	// Ask is the judge Asked; its error ends the replay. Recorded has the
	// answers of the judges Recorded and Exact.
	Ask      func(messages.Judge) (messages.Judged, error)
	Recorded *Verdicts
	Verdicts io.Writer // gets each question with its answer as a line of JSON; nil: nobody

	// Questioned is told of each question to the judge with its answer, of several
	// familiars at the same time where there are workers. What it is given is
	// the replay's own until it returns. nil: nobody is told.
	Questioned func(slice string, order *messages.Judge, yes bool)

	// Unanswered is told of each question that a judge who Remembers has no answer to,
	// and takes for a no, as Questioned is of all. nil: nobody is told.
	Unanswered func(slice string, order *messages.Judge)

	// Ordered is told of each turn that is ordered, those that come to nothing
	// among them, as Questioned is of questions. nil: nobody is told.
	Ordered func(slice string, order *messages.Compose)

	// Took is given every familiar's walk when it is finished, in order and
	// never two at the same time; its error ends the replay. nil: nobody is.
	Took func(Walk) error

	// KeepNotes has the walks of Took carry their notes. There are several to a
	// line; false: they are counted and gone.
	KeepNotes bool

	// Weights gives those of the odds for each slice; nil, or when it gives
	// nil: those the program carries. A recording that weights were fitted to
	// says nothing about them.
	Weights func(slice string) *odds.Weights

	// Card has the words of the familiar's card, for its odds. Zero: it has none.
	Card odds.Words

	// Pause is called before each line, of several familiars at the same time where
	// there are workers, and may wait; its error ends the replay. nil: nothing is
	// waited for.
	Pause func(context.Context) error

	// Progress is told how many lines of how many have been heard: every few
	// thousand and at each familiar's end, never twice at the same time; nil:
	// nobody is told.
	Progress func(done, total int)
}

// Validate says what is wrong, all of it.
func (o *Options) Validate() error {
	fields := []bounds.Field{
		bounds.Err(o.Policy.Validate()), bounds.Err(o.Room.Validate()),
		bounds.Err(o.Judge.validate()), bounds.Err(o.Loop.validate()), bounds.Err(o.answered()),
	}
	if o.Policy.Hours.Validate() == nil {
		_, zone := hours.New(o.Policy.Hours)
		fields = append(fields, bounds.Err(zone))
	}
	if schedule.ValidateAll(o.Policy.Schedule) == nil {
		_, zone := schedule.New(o.Policy.Schedule)
		fields = append(fields, bounds.Err(zone))
	}
	return bounds.Check(append(fields,
		bounds.OrMore("compose delay", o.ComposeDelay, 0),
		bounds.Between("beside", o.Beside, 0, mostBeside),
		bounds.OrMore("workers", o.Workers, 0),
	)...)
}

// hours makes the familiar's hours ready; [Options.Validate] has said whether
// they can be.
func (o *Options) hours() hours.Plan {
	plan, _ := hours.New(o.Policy.Hours)
	return plan
}

// schedules makes the familiar's schedules ready, likewise.
func (o *Options) schedules() []schedule.Plan {
	plans, _ := schedule.New(o.Policy.Schedule)
	return plans
}

// weights returns those of a slice; nil: those the program carries.
func (o *Options) weights(slice string) *odds.Weights {
	if o.Weights == nil {
		return nil
	}
	return o.Weights(slice)
}
