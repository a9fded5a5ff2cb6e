// Package wire is what the clients of real models have in common: how an
// answer of theirs ends, which of llm's errors a failure is, and how a failure
// is told in one short line without the key.
//
// It knows HTTP and the error bodies in use among providers. It knows no API's
// requests and no chunk of an answer. llm/openai and llm/anthropic call it.
package wire

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"strings"

	"familiar/llm"
)

// A Provider is whom a client speaks to, as far as errors and costs go.
type Provider struct {
	Client string // the client's package: "openai"
	Name   string // the model's name of the configuration
	Key    string // never to be seen in an error; empty: there is none
	Price  llm.Price
}

// verdictSchema is what llm.Request.Verdict asks for, as a JSON schema. The
// strict modes of providers want every property required and no other allowed.
const verdictSchema = `{"type":"object","properties":{"speak":{"type":"boolean"},"reason":{"type":"string"}},"required":["speak","reason"],"additionalProperties":false}`

// VerdictSchema returns what a verdict has to look like, as a JSON schema: a
// yes or no, or one of the names in who, with a reason.
func VerdictSchema(who []string) json.RawMessage {
	if len(who) == 0 {
		return json.RawMessage(verdictSchema)
	}
	return json.RawMessage(`{"type":"object","properties":{"who":{"type":"string","enum":` + listed(who) +
		`},"reason":{"type":"string"}},"required":["who","reason"],"additionalProperties":false}`)
}

// VerdictWords ask for the same where a schema can't be sent. OpenAI wants the
// word JSON in the prompt of a json_object request.
func VerdictWords(who []string) string {
	if len(who) == 0 {
		return `Answer with a JSON object {"speak": true or false, "reason": "one short sentence"} and nothing else.`
	}
	return `Answer with a JSON object {"who": one of ` + listed(who) + `, "reason": "one short sentence"} and nothing else.`
}

func listed(who []string) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(who) // strings always marshal
	return strings.TrimSpace(b.String())
}

// A Say hands on a piece of an answer: text or a call. Its error is for
// returning as it is: nobody listens any more.
type Say func(llm.Delta) error

var errStopped = errors.New("nobody listens")

// Answer makes what speak says an answer of an llm.Model. When speak has ended
// well the usage it returns follows, with its cost, and llm.ErrEmpty when
// nothing was said. When it fails the error is told with the provider's name
// and the usage's request id; after ctx has ended it is ctx's. The usage of a
// refusal or of an answer that reached its limit comes before it.
func (p Provider) Answer(ctx context.Context, speak func(Say) (llm.Usage, error)) iter.Seq2[llm.Delta, error] {
	return func(yield func(llm.Delta, error) bool) {
		said := false
		usage, err := speak(func(d llm.Delta) error {
			said = true
			if !yield(d, nil) {
				return errStopped
			}
			return nil
		})
		if err == nil && !said {
			err = llm.ErrEmpty
		}
		usage.Cost = p.Price.Cost(usage)
		switch {
		case errors.Is(err, errStopped):
		case err == nil:
			yield(llm.Delta{Usage: &usage}, nil)
		case !paid(err, usage) || yield(llm.Delta{Usage: &usage}, nil):
			yield(llm.Delta{}, p.classifyError(ctx, err, usage.RequestID))
		}
	}
}

// paid reports whether the usage is that of a whole answer, though one of no
// use. What is known of another failure's may be the beginning.
func paid(err error, usage llm.Usage) bool {
	return llm.Is(err, llm.ErrEmpty, llm.ErrRefused, llm.ErrLimit) && usage.Input+usage.Output > 0
}

// classifyError returns err as the caller sees it.
func (p Provider) classifyError(ctx context.Context, err error, id string) error {
	if ended := ctx.Err(); ended != nil {
		return ended
	}
	told := fmt.Errorf("%s %s: %w", p.Client, p.Name, err)
	if id != "" {
		told = fmt.Errorf("%s %s: %w (request %s)", p.Client, p.Name, err, id)
	}
	if f, ok := errors.AsType[*Failure](err); ok && f.after > 0 {
		return &llm.RetryError{After: f.after, Err: told}
	}
	return told
}
