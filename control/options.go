package control

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"reflect"
	"time"

	"familiar/control/access"
	"familiar/control/feed"
	"familiar/control/wire"
	"familiar/journal"
	"familiar/journal/audit"
	"familiar/messages"
)

// Errors a [Web] wraps to say why it did not take something; anything else is
// taken for a failure of the program's own.
var (
	ErrNobody   = errors.New("no familiar has an account in that channel")     // 404
	ErrClosed   = errors.New("nothing is listening now")                       // 503
	ErrReserved = errors.New("the id is reserved for the program's own posts") // 400
	ErrRefused  = errors.New("the line can't be accepted in this form")        // 422
	ErrUnclear  = errors.New("the command's text can't be understood")         // 400, with what is wrong
	ErrKnobs    = errors.New("these knobs can't be turned so")                 // 400, with what is wrong

	ErrUndecided = errors.New("the channel has not answered") // 504
)

// A Web is the network that lines go to. Its errors wrap [ErrNobody],
// [ErrClosed], [ErrReserved] or [ErrRefused] where one fits.
type Web interface {
	// Say lets every account in the line's channel hear it and returns once
	// all have it in the journal. A line said before is no error, but duplicate.
	Say(ctx context.Context, line *messages.Line) (duplicate bool, err error)
	// Edit says that the line with that id now reads so.
	Edit(ctx context.Context, line *messages.Line) error
	// Delete says that a line is gone.
	Delete(ctx context.Context, channel messages.ChannelID, line messages.LineID) error
	// Reacted says that somebody reacted to a line, or no longer does.
	Reacted(ctx context.Context, channel messages.ChannelID, r messages.Reacted) error
}

// A Member is one familiar in one channel.
type Member struct {
	Familiar messages.FamiliarID `json:"familiar"`
	Account  messages.AccountID  `json:"-"`      // it speaks through there
	Person   messages.PersonID   `json:"person"` // author of its lines there
	Shares   bool                `json:"-"`      // the account may be other familiars', too
	Name     string              `json:"name"`   // as people see it
	Preset   string              `json:"preset"`
	Model    string              `json:"model"`
}

// An Ailing is a model that is not called at the moment: familiars that write or judge by
// it can't.
type Ailing struct {
	Model  string
	Since  time.Time
	Reason string // in words of the program's, no provider's
	Writes []messages.FamiliarID
	Judges []messages.FamiliarID // who is not asked whether to speak

	Spares map[messages.FamiliarID]Spares // who has another model asked in its place
}

// Spares is which models are asked in an ailing one's place; "": none.
type Spares struct{ Writes, Judges string }

// Options is what a [Server] works with. Journal, Feed, Web, Channel and Tell
// are needed.
type Options struct {
	Config
	Tokens  []access.Token
	Page    string // secret of the page's token at a loopback address; "": one is drawn for this run
	Journal journal.Library
	Feed    *feed.Feed
	Web     Web
	// Channel gives the web network's id of a chat, or of a thread of it.
	Channel func(chat, thread string) messages.ChannelID
	// Bridge gives who serves the bridge that shows a secret, below [RootOfBridges]. It
	// may be called at any time; nil, or nil returned: no account has that secret.
	Bridge func(secret string) http.Handler
	// Settled gives what is closed once there is nothing more to be done on any network.
	// Bridges are served until then, since they have answers to give. nil, or nil
	// returned: no account has a bridge.
	Settled func() <-chan struct{}
	// Tell journals a command for a channel; its errors are as [Web]'s.
	Tell func(context.Context, messages.ChannelID, messages.Commanded) error
	// Members says who of us is in a channel. nil: nobody is known.
	Members func(messages.ChannelID) []Member
	// Budget says what the models have cost. nil: nothing.
	Budget func(context.Context) (Spending, error)
	// Experiments says how two settings of a familiar compare so far. nil: there
	// is no experiment.
	Experiments func(context.Context) ([]Experiment, error)
	// Home says how everything stands. nil: nobody knows.
	Home func(context.Context) (Home, error)
	// Experimenter begins and ends experiments. nil: nobody does.
	Experimenter Experimenter
	// Letters are what was given up. nil: nothing is kept of it.
	Letters Letters
	// Holds keeps channels from being erased. nil: nothing is kept anyway.
	Holds Holds
	// Details says what is known of a channel. nil: nothing.
	Details func(context.Context, messages.ChannelID) (Details, error)
	// Drain has a process of the deployment give up what it has, or take its share again;
	// its errors wrap [ErrNoProcess] and [ErrDrain]. nil: this process is alone.
	Drain func(ctx context.Context, node string, undo bool) error
	// Actors says how the actors in memory stand, at most so many of each kind.
	// nil: there are none.
	Actors func(ctx context.Context, most int) Actors
	// Ailing gives the models that are left alone just now, because they fail.
	// nil: none is.
	Ailing func() []Ailing
	// Silences gives the processes of the deployment that tell nothing just now. nil:
	// none is.
	Silences func() []SilentProcess
	// Traces are those in memory. nil: none is kept.
	Traces Traces
	// Channels are listed whether or not anything was heard there. nil: none.
	Channels func() []messages.ChannelID
	// Called gives what the configuration calls a channel, or "". nil: nothing.
	Called func(messages.ChannelID) string
	// Metrics shows what is counted. nil: nothing is.
	Metrics http.Handler
	// Steer is what tools reach. nil: there are none, over HTTP or MCP.
	Steer Steer
	// Tuner tries and changes knobs. nil: nobody does.
	Tuner Tuner
	// Cards shows, tries and changes who familiars are. nil: nobody does.
	Cards Cards
	// Person returns, to be written as JSON, everything that is kept about a person; nil:
	// there is nothing. A nil Person knows nobody.
	Person func(context.Context, messages.PersonID) (any, error)
	// Audit keeps what people have the program do. nil: one in memory.
	Audit audit.Trail
	// Ready says how the parts of the program stand. nil: there are none, and
	// it is always ready.
	Ready func(context.Context) []Part

	// Why says why familiars spoke or kept quiet about a line, or with "" about
	// the newest so many, newest first. nil: nobody knows.
	Why func(ctx context.Context, channel messages.ChannelID, line messages.LineID, last int, words bool) ([]Reason, error)
	// Verdict says what one decision comes to, as [Reason] does: answered, open or
	// quiet; "" for one that says nothing of it. nil: nobody knows.
	Verdict func(*messages.Note) string

	Log *slog.Logger // nil: slog.Default()
}

func (o Options) withDefaults() (Options, error) {
	if o.Journal == nil || o.Feed == nil || o.Web == nil || o.Channel == nil || o.Tell == nil {
		return o, errors.New("journal, feed, web, channel and tell are all required")
	}
	orElse(&o.Members, func(messages.ChannelID) []Member { return nil })
	orElse(&o.Channels, func() []messages.ChannelID { return nil })
	orElse(&o.Called, func(messages.ChannelID) string { return "" })
	orElse(&o.Ailing, func() []Ailing { return nil })
	orElse(&o.Budget, nothingSpent)
	orElse(&o.Home, nobodyHome)
	orElse(&o.Actors, noActors)
	orElse(&o.Experiments, noExperiments)
	orElse(&o.Details, noDetails)
	orElse(&o.Traces, Traces(noTraces{}))
	orElse(&o.Ready, allReady)
	orElse(&o.Why, noReasons)
	orElse(&o.Verdict, func(*messages.Note) string { return "" })
	orElse(&o.Person, func(context.Context, messages.PersonID) (any, error) { return nil, nil })
	orElse(&o.Audit, audit.Trail(audit.NewMemory()))
	orElse(&o.Log, slog.Default())
	return o, o.Validate()
}

// orElse gives a field that isn't set what takes its place.
func orElse[Field any](field *Field, otherwise Field) {
	if reflect.ValueOf(field).Elem().IsZero() {
		*field = otherwise
	}
}

// faultOf finds what an error means to the client; ours says that it is
// the program's own failure, which an operator should know of.
func faultOf(err error) (f wire.Fault, ours bool) {
	switch {
	case errors.As(err, &f):
		return f, false
	case errors.Is(err, ErrNobody):
		return wire.Refuse(http.StatusNotFound, "no familiar has an account in this channel: see GET /v1/channels"), false
	case errors.Is(err, ErrReserved):
		return wire.Refuse(http.StatusBadRequest, `this id is reserved for the familiars' own posts: use one that doesn't begin with "post:"`), false
	case errors.Is(err, ErrNoFamiliar), errors.Is(err, ErrNoProcess):
		return wire.Refuse(http.StatusNotFound, err.Error()), false
	case errors.Is(err, ErrChanged), errors.Is(err, ErrBudget), errors.Is(err, ErrLetter), errors.Is(err, ErrDrain):
		return wire.Refuse(http.StatusConflict, err.Error()), false
	case errors.Is(err, ErrModel):
		return wire.Refuse(http.StatusBadGateway, err.Error()), false
	case errors.Is(err, ErrUnclear), errors.Is(err, ErrKnobs), errors.Is(err, ErrCard):
		return wire.Refuse(http.StatusBadRequest, err.Error()), false
	case errors.Is(err, ErrUndecided):
		return wire.Refuse(http.StatusGatewayTimeout, "it was recorded, but the channel hasn't answered yet: see its decisions"), true
	case errors.Is(err, ErrRefused):
		return wire.Refuse(http.StatusUnprocessableEntity, "this line can't be accepted: shorten it, or remove unusual characters"), false
	case errors.Is(err, ErrClosed), errors.Is(err, journal.ErrClosed):
		return wire.Refuse(http.StatusServiceUnavailable, "nothing is listening at the moment: send it again with the same id"), false
	case errors.Is(err, journal.ErrFull):
		return wire.Refuse(http.StatusServiceUnavailable, "the journal is full: send it again later with the same id"), true
	case errors.Is(err, journal.ErrAway):
		return wire.Refuse(http.StatusServiceUnavailable, "the journal can't be reached: send it again later with the same id"), true
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return wire.Refuse(http.StatusServiceUnavailable, "it took too long: send it again with the same id"), true
	}
	return wire.Refuse(http.StatusInternalServerError, "it failed and may not have been recorded: send it again with the same id; the log says why"), true
}
