package chain_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"familiar/llm"
	"familiar/llm/answer"
	"familiar/llm/chain"
	"familiar/llm/gate"
	"familiar/llm/llmtest"
	"familiar/messages"
)

// told is what a chain came to: who answered, and who was passed over.
func told(c *chain.Chain) string {
	by, over := c.Passed()
	words := []string{by}
	for _, p := range over {
		words = append(words, p.Model+" "+string(p.Why))
	}
	return strings.Join(words, ", ")
}

func fine() llmtest.Answer           { return llmtest.Say("fine") }
func fails(err error) llmtest.Answer { return llmtest.Fail(fmt.Errorf("test: %w", err)) }
func open() gate.Standing            { return gate.Standing{Err: &gate.OpenError{Err: llm.ErrUnreachable}} }
func due() gate.Standing             { return gate.Standing{Err: open().Err, Due: true} }
func busy() gate.Standing            { return gate.Standing{Err: llm.ErrOverloaded} }
func spent() bool                    { return true }

// TestWhoAnswers is whom a chain of main and spare asks, and what it says of it.
func TestWhoAnswers(t *testing.T) {
	for _, tt := range []struct {
		story       string
		main, spare llmtest.Answer
		ready       func() gate.Standing // of main
		spent       func() bool          // of main
		request     llm.Request
		want        string
		asked       string // how often each
	}{
		{"a model that is well answers", fine(), fine(), nil, nil, llm.Request{}, "main", "1 0"},
		{"one that can't be reached is passed over", fails(llm.ErrUnreachable), fine(), nil, nil, llm.Request{}, "spare, main failed", "1 1"},
		{"so is one whose answer broke off, whatever it had said", fine().Cut(llm.ErrCut), fine(), nil, nil, llm.Request{}, "spare, main failed", "1 1"},
		{"one that panicked", llmtest.Answer{Panic: "oh"}, fine(), nil, nil, llm.Request{}, "spare, main failed", "1 1"},
		{"one that has no room", fails(llm.ErrOverloaded), fine(), nil, nil, llm.Request{}, "spare, main busy", "1 1"},
		{"one that refuses", llmtest.Refuse(), fine(), nil, nil, llm.Request{}, "spare, main refused", "1 1"},
		{"one whose key is wrong", fails(llm.ErrAuth), fine(), nil, nil, llm.Request{}, "spare, main broken", "1 1"},
		{"one for which the prompt is too long", fails(llm.ErrInvalid), fine(), nil, nil, llm.Request{}, "spare, main invalid", "1 1"},
		{"but one that takes no word is asked again for a reason", fails(llm.ErrInvalid), fine(), nil, nil, llm.Request{Word: true}, "", "1 0"},
		{"silence is an answer", llmtest.Answer{Err: llm.ErrEmpty}, fine(), nil, nil, llm.Request{}, "main", "1 0"},
		{"so is one that was cut at its limit", fine().Cut(&llm.LimitError{}), fine(), nil, nil, llm.Request{}, "main", "1 0"},
		{"one that is left alone isn't asked", fine(), fine(), open, nil, llm.Request{}, "spare, main away", "0 1"},
		{"nor while it is to be tried again", fine(), fine(), due, nil, llm.Request{}, "spare, main away", "0 1"},
		{"nor one that has a queue before it", fine(), fine(), busy, nil, llm.Request{}, "spare, main busy", "0 1"},
		{"nor one that has cost enough today", fine(), fine(), nil, spent, llm.Request{}, "spare, main budget", "0 1"},
		{"but rather that than no answer", fine(), fails(llm.ErrUnreachable), nil, spent, llm.Request{}, "main, spare failed", "1 1"},
		{"or a queue", fine(), fails(llm.ErrUnreachable), busy, nil, llm.Request{}, "main, spare failed", "1 1"},
		{"or a try", fine(), fails(llm.ErrUnreachable), due, nil, llm.Request{}, "main, spare failed", "1 1"},
		{"when nobody answers all are named", fails(llm.ErrUnreachable), llmtest.Refuse(), nil, nil, llm.Request{}, ", main failed, spare refused", "1 1"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			main, spare := llmtest.New("main", tt.main), llmtest.New("spare", tt.spare)
			c := chain.New(chain.Link{Name: "main", Model: main, Ready: tt.ready, Spent: tt.spent}, chain.Link{Name: "spare", Model: spare})
			by, err := (&answer.Collector{}).Collect(t.Context(), c, tt.request)
			if got := told(c); got != tt.want {
				t.Errorf("got %q, want %q (it said %q, %v)", got, tt.want, by.Text, err)
			}
			if got := fmt.Sprint(len(main.Requests()), len(spare.Requests())); got != tt.asked {
				t.Errorf("asked %s, want %s", got, tt.asked)
			}
			if strings.HasPrefix(tt.want, "spare") && by.Text != "fine" {
				t.Errorf("got %q, want the spare's words and no other", by.Text)
			}
		})
	}
}

// TestStaysWithWhoAnswered: the rest of a turn is for whoever began it.
func TestStaysWithWhoAnswered(t *testing.T) {
	main := llmtest.New("main", fails(llm.ErrUnreachable), fine(), fine())
	spare := llmtest.New("spare", fine(), fails(llm.ErrCut), fine())
	c := chain.New(chain.Link{Name: "main", Model: main}, chain.Link{Name: "spare", Model: spare})
	collect := &answer.Collector{}
	if _, err := collect.Collect(t.Context(), c, llm.Request{}); err != nil || c.Name() != "spare" {
		t.Fatalf("got %v by %s, want an answer by the spare", err, c.Name())
	}
	if _, err := collect.Collect(t.Context(), c, llm.Request{}); !errors.Is(err, llm.ErrCut) || len(main.Requests()) != 1 {
		t.Errorf("got %v, and main was asked %d times; want the spare's failure, and nobody else asked", err, len(main.Requests()))
	}
	if got, want := told(c), "spare, main failed"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestAnew: a turn that is begun once more is for any model, whoever had begun it, and says
// nothing of what came before.
func TestAnew(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // given up only when the model has been asked
		main := llmtest.New("main", fine().Slow(time.Hour), fails(llm.ErrUnreachable), fine())
		spare := llmtest.New("spare", fine())
		c := chain.New(chain.Link{Name: "main", Model: main}, chain.Link{Name: "spare", Model: spare})
		given, giveUp := context.WithTimeout(t.Context(), time.Minute)
		defer giveUp()
		collect := &answer.Collector{}
		if _, err := collect.Collect(given, c, llm.Request{}); !errors.Is(err, context.DeadlineExceeded) {
			t.Fatalf("got %v, want that it was given up", err)
		}
		for _, want := range []string{"spare, main failed", "main"} {
			c.Anew()
			if _, err := collect.Collect(t.Context(), c, llm.Request{}); err != nil || told(c) != want {
				t.Errorf("got %q, %v; want %q", told(c), err, want)
			}
		}
	})
}

// TestWhatAllCameTo: a chain is asked again as one model is, when any of it may
// answer then.
func TestWhatAllCameTo(t *testing.T) {
	after := func(d time.Duration) error { return &llm.RetryError{After: d, Err: llm.ErrOverloaded} }
	for _, tt := range []struct {
		story       string
		main, spare error
		fault       messages.Fault
		after       time.Duration
	}{
		{"both are away", llm.ErrUnreachable, llm.ErrOverloaded, messages.Passing, 0},
		{"both say for how long", after(time.Minute), after(20 * time.Second), messages.Passing, 20 * time.Second},
		{"one does", after(time.Minute), llm.ErrUnreachable, messages.Passing, 0},
		{"one is broken for good", llm.ErrAuth, after(time.Minute), messages.Passing, time.Minute},
		{"one refused and is asked along again", llm.ErrRefused, llm.ErrUnreachable, messages.Costly, 0},
		{"one broke off", llm.ErrUnreachable, llm.ErrCut, messages.Costly, 0},
		{"both refused", llm.ErrRefused, llm.ErrRefused, messages.Declined, 0},
		{"one refused, nothing will mend the other", llm.ErrRefused, llm.ErrUnknownModel, messages.Declined, 0},
		{"nothing will mend either", llm.ErrAuth, llm.ErrInvalid, messages.Lasting, 0},
	} {
		t.Run(tt.story, func(t *testing.T) {
			c := chain.New(chain.Link{Name: "main", Model: llmtest.New("main", llmtest.Fail(tt.main))}, chain.Link{Name: "spare", Model: llmtest.New("spare", llmtest.Fail(tt.spare))})
			_, err := (&answer.Collector{}).Collect(t.Context(), c, llm.Request{})
			if fault, pause := answer.Fault(err), answer.After(err); fault != tt.fault || pause != tt.after {
				t.Errorf("got %s and %v, want %s and %v", fault, pause, tt.fault, tt.after)
			}
			if !errors.Is(err, tt.main) || !errors.Is(err, tt.spare) {
				t.Errorf("got %v, want what each came to", err)
			}
		})
	}
}

// TestHangs: a model that says nothing is waited for only so long, and opens its
// breaker; then nobody waits for it, and it is tried beside.
func TestHangs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		well := false
		main := gate.New(llmtest.Func(func(llm.Request) llmtest.Answer {
			if well {
				return fine()
			}
			return fine().Slow(time.Hour)
		}), gate.Config{Concurrency: 2, Queue: 10, Attempts: 4, FirstPause: time.Second, LastPause: time.Second, Timeout: 2 * time.Minute, BreakAfter: 2, BreakFor: 30 * time.Second})
		spare := gate.New(llmtest.Func(func(llm.Request) llmtest.Answer { return fine().Slow(time.Second) }), gate.Default())
		tried := 0
		ask := func() (string, time.Duration) {
			ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
			defer cancel()
			c := chain.New(chain.Link{Name: "main", Model: main, Ready: main.Ready, Spare: 20 * time.Second}, chain.Link{Name: "spare", Model: spare, Ready: spare.Ready})
			c.Try = func(l chain.Link) {
				tried++
				for range l.Model.Generate(ctx, llm.Request{Spare: time.Second}) {
					continue
				}
			}
			began := time.Now()
			if whole, err := (&answer.Collector{}).Collect(ctx, c, llm.Request{}); err != nil || whole.Text != "fine" {
				t.Errorf("got %q, %v; want an answer", whole.Text, err)
			}
			return told(c), time.Since(began)
		}
		type step struct {
			when string
			do   func()
			want string
			took time.Duration
		}
		for _, s := range []step{
			{"at first", func() {}, "spare, main failed", 21 * time.Second},
			{"once more", func() {}, "spare, main failed", 21 * time.Second},
			{"the breaker is open", func() {}, "spare, main away", time.Second},
			{"it is to be tried, and hangs", func() { time.Sleep(30 * time.Second) }, "spare, main away", 2 * time.Second},
			{"it is well and was not tried yet", func() { well = true; time.Sleep(30 * time.Second) }, "spare, main away", time.Second},
			{"it is back", func() {}, "main", 0},
		} {
			s.do()
			if got, took := ask(); got != s.want || took != s.took {
				t.Errorf("%s: got %q after %v, want %q after %v", s.when, got, took, s.want, s.took)
			}
		}
		if tried != 2 {
			t.Errorf("tried beside %d times, want 2", tried)
		}
	})
}

// TestNobodyWaitsForARate: where main's rate is used up, the spare answers.
func TestNobodyWaitsForARate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		config := gate.Default()
		config.PerMinute = 6
		main := gate.New(llmtest.Func(func(llm.Request) llmtest.Answer { return fine() }), config)
		spare := gate.New(llmtest.Func(func(llm.Request) llmtest.Answer { return fine() }), gate.Default())
		var got []string
		for range 3 {
			c := chain.New(chain.Link{Name: "main", Model: main, Ready: main.Ready}, chain.Link{Name: "spare", Model: spare, Ready: spare.Ready})
			if _, err := (&answer.Collector{}).Collect(t.Context(), c, llm.Request{}); err != nil {
				t.Fatal(err)
			}
			got = append(got, told(c))
			time.Sleep(5 * time.Second)
		}
		if want := []string{"main", "spare, main busy", "main"}; !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	})
}

// TestGenerate: a chain is a model like any other.
func TestGenerate(t *testing.T) {
	call := fine().Use("send", struct{}{})
	call.Usage = llm.Usage{Input: 3, Output: 2}
	c := chain.New(chain.Link{Name: "main", Model: llmtest.New("main", fine().Cut(llm.ErrCut))}, chain.Link{Name: "spare", Model: llmtest.New("spare", call)})
	var got []string
	for d, err := range c.Generate(t.Context(), llm.Request{}) {
		switch {
		case err != nil:
			got = append(got, err.Error())
		case d.Call != nil:
			got = append(got, d.Call.Name)
		case d.Usage != nil:
			got = append(got, fmt.Sprint(d.Usage.Input))
		default:
			got = append(got, d.Text)
		}
	}
	if want := []string{"fine", "send", "3"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want the whole answer of one model: %q", got, want)
	}
}
