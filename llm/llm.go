// Package llm is the model client: one small interface, what a request and an
// answer are made of, and the errors a caller can act on. Implementations are
// in the folders below; offline/ needs no key, llmtest/ has the fakes.
package llm

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"time"

	"familiar/messages/because"
)

// A Model generates. Its methods may be called at the same time.
type Model interface {
	// Name is how logs, spans and the people in a channel know the model.
	Name() string
	// Generate starts one answer and yields its pieces: text and tool calls
	// as they come, then one Delta with Usage. An error ends it; what was
	// yielded before stays valid. ErrRefused, ErrEmpty and ErrLimit may come
	// after a Usage: they are paid for. It returns when ctx ends.
	Generate(ctx context.Context, r Request) iter.Seq2[Delta, error]
}

// A Request is one call of a model.
type Request struct {
	System    string // stays the same from turn to turn, so that it can be cached
	Messages  []Message
	Tools     []Tool
	Verdict   bool // want {"speak": bool, "reason": string} and nothing else
	Word      bool `json:",omitempty"` // want YES or NO and nothing else, which the prompt says; no schema
	MaxTokens int  // 0: the model's default

	// Who has a verdict name one of these: Verdict then wants {"who": string,
	// "reason": string}, and Word wants the name alone. Empty: yes or no.
	Who []string `json:",omitempty"`

	Priority Priority
	Channel  string // for fairness between channels

	Person string `json:"-"` // on its network, whom the answer is for; "": nobody in particular
	Opens  bool   `json:"-"` // it is the first call of that answer

	// Embed are texts of which the vectors are wanted, and nothing else: see [Embed]. Few
	// models have any.
	Embed []string `json:",omitempty"`

	// Spare says that another model can answer in this one's place: it is asked
	// once, and no longer than this is waited for its slot, and at most as long again
	// for its first word. 0: nobody else can.
	Spare time.Duration `json:"-"`
}

// A Priority orders what waits for a model.
type Priority int

// The priorities, most urgent first.
const (
	Addressed Priority = iota
	Lull
	Interjection
)

// A Role says who a Message is from.
type Role string

// The roles.
const (
	User      Role = "user"
	Assistant Role = "assistant"
	ToolRole  Role = "tool"
)

// A Message is one entry of the dialogue.
type Message struct {
	Role   Role
	Text   string
	Images []Image // of a user, shown before the text; for models that see
	Calls  []Call  // of an assistant
	CallID string  // of a tool: which call this answers
}

// An Image is a picture the model is shown.
type Image struct {
	Type string // media type: image/png, image/jpeg, image/gif or image/webp
	Data []byte
}

// A Tool is something the model may call.
type Tool struct {
	Name        string
	Description string
	Schema      json.RawMessage // JSON schema of the arguments
}

// A Call is the model's wish to use a tool.
type Call struct {
	ID        string
	Name      string
	Arguments json.RawMessage
	Kept      json.RawMessage // what its provider wants back with it, in a form of its client's own; nil: nothing
}

// A Delta is a piece of an answer. At most one field is set.
type Delta struct {
	Text    string
	Call    *Call
	Vectors [][]float32 // of all texts that were to be embedded, in their order
	Usage   *Usage
}

// Usage is what an answer cost.
type Usage struct {
	Input, Output int     // tokens
	Cached        int     // of Input, read from the provider's cache
	Cost          float64 // US dollars; 0: unknown
	RequestID     string  // the provider's, from a header, for its support
	Response      Response
}

// A Response is what a provider says of an answer besides what it cost. A field
// is zero where nothing was said.
type Response struct {
	ID     string        // of the answer itself
	Model  string        // which one answered, where a name stands for several
	Finish string        // why it ended, in the provider's word
	First  time.Duration // from the request to the first piece, be it of thoughts
}

// A Price is what a provider asks, in US dollars per million tokens; 0 is
// unknown or nothing.
type Price struct {
	Input  float64
	Cached float64 // of input read from the provider's cache; 0: as Input
	Output float64
}

// Cost returns what an answer of that usage costs, in US dollars.
func (p Price) Cost(u Usage) float64 {
	cached := cmp.Or(p.Cached, p.Input)
	return (float64(u.Input-u.Cached)*p.Input + float64(u.Cached)*cached + float64(u.Output)*p.Output) / 1e6
}

// Errors that callers act on; implementations wrap them, with the provider's
// own words and its request id.
var (
	// The same request may succeed later.
	ErrOverloaded  = errors.New("model is overloaded") // too many requests, or no room on their side
	ErrUnreachable = errors.New("model can't be reached")
	ErrCut         = errors.New("answer broke off")
	ErrMalformed   = errors.New("answer can't be read")
	// ErrMiscalled is the ErrMalformed of a model that is well: it calls tools wrongly.
	ErrMiscalled = fmt.Errorf("%w", ErrMalformed)

	// It would not.
	ErrRefused = errors.New(because.ModelRefused)
	ErrEmpty   = errors.New("model gave an empty answer")
	ErrInvalid = errors.New("request was not accepted") // too long, or not for this model

	// Nothing will, until the operator mends it.
	ErrAuth         = errors.New("key was not accepted")
	ErrUnknownModel = errors.New("provider doesn't know this model")
	ErrForeign      = errors.New("what answers is no model's API")
)

// MayPass reports whether err is one after which the same request may succeed.
// One that also [Lasts] doesn't, such as that of a model left alone because of
// its key.
func MayPass(err error) bool {
	return Is(err, ErrOverloaded, ErrUnreachable, ErrCut, ErrMalformed) && !Lasts(err)
}

// Lasts reports whether err is one after which the same request would not
// succeed.
func Lasts(err error) bool {
	return Is(err, ErrRefused, ErrEmpty, ErrLimit, ErrInvalid, ErrAuth, ErrUnknownModel, ErrForeign)
}

// InWords says of what kind err is, in words of this package and nobody
// else's: a provider's may hold anything. One of no kind that is known is that
// the call failed.
func InWords(err error) string {
	for _, kind := range []error{
		ErrAuth, ErrUnknownModel, ErrForeign, ErrRefused, ErrEmpty, ErrLimit, ErrInvalid, ErrCut, ErrMalformed, ErrUnreachable, ErrOverloaded,
	} {
		if errors.Is(err, kind) {
			return kind.Error()
		}
	}
	return "call failed"
}

// Is reports whether err is of one of these kinds.
func Is(err error, kinds ...error) bool {
	return slices.ContainsFunc(kinds, func(kind error) bool { return errors.Is(err, kind) })
}

// A RetryError wraps an error after which the provider asks for a pause.
type RetryError struct {
	After time.Duration
	Err   error
}

func (e *RetryError) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e *RetryError) Unwrap() error { return e.Err }

// Pause waits for d, at most until ctx ends, and gives ctx's error then.
func Pause(ctx context.Context, d time.Duration) error {
	if d > 0 {
		timer := time.NewTimer(d)
		defer timer.Stop()
		select {
		case <-ctx.Done():
		case <-timer.C:
		}
	}
	return ctx.Err()
}
