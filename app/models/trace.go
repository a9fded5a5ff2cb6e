package models

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"net/url"
	"strconv"
	"time"

	"familiar/actors/agent"
	"familiar/config"
	"familiar/llm"
	"familiar/llm/anthropic"
	"familiar/llm/openai"
	"familiar/messages"
	"familiar/messages/because"
	"familiar/telemetry"
)

// Traced returns a model whose calls are spans and are counted. They stand below
// parent; where that is zero, below whatever asks. to may be nil.
func Traced(to *telemetry.Telemetry, model llm.Model, settings config.Model, who messages.FamiliarID, parent messages.Meta) llm.Model {
	if to == nil {
		return model
	}
	name := settings.Model
	if name == "" {
		name = string(settings.Kind)
	}
	return traced{Model: model, to: to, name: name, provider: string(settings.Kind), server: serverOf(settings), familiar: who, parent: parent}
}

// serverOf returns where a model is asked; the offline one is nowhere.
func serverOf(settings config.Model) telemetry.Server {
	own := map[string]string{config.OpenAI: openai.DefaultURL, config.Anthropic: anthropic.DefaultURL}
	at, err := url.Parse(cmp.Or(settings.URL, own[settings.Kind]))
	if settings.Kind == config.Offline || err != nil { // one that can't be read was refused with the configuration
		return telemetry.Server{}
	}
	port := map[string]int{"http": 80, "https": 443}[at.Scheme]
	if n, err := strconv.Atoi(at.Port()); err == nil {
		port = n
	}
	return telemetry.Server{Address: at.Hostname(), Port: port}
}

type traced struct {
	llm.Model
	to             *telemetry.Telemetry
	name, provider string
	server         telemetry.Server
	familiar       messages.FamiliarID
	parent         messages.Meta
}

// Generate implements llm.Model.
func (m traced) Generate(ctx context.Context, r llm.Request) iter.Seq2[llm.Delta, error] {
	return func(yield func(llm.Delta, error) bool) {
		operation := telemetry.SpanChat
		if len(r.Embed) > 0 {
			operation = telemetry.SpanEmbed
		}
		call := telemetry.Call{Operation: operation, Model: m.name, Provider: m.provider, Server: m.server, Familiar: m.familiar, Began: time.Now()}
		ctx, span := m.to.Begin(ctx, operation+" "+m.name, telemetry.Place{Parent: m.parent, Kind: telemetry.Client},
			telemetry.GenAIOperation.String(operation), telemetry.Provider.String(m.provider), telemetry.RequestModel.String(m.name),
			telemetry.Conversation.String(r.Channel), telemetry.Seat.String(string(m.familiar)))
		span.Set(m.server.Attrs()...)
		ctx = llm.WithWaits(ctx, func(what string, took time.Duration) {
			if took >= time.Millisecond {
				span.Waited(what, took, time.Now())
			}
		})
		if r.MaxTokens > 0 {
			span.Set(telemetry.MaxTokens.Int(r.MaxTokens))
		}
		var wrote written
		defer func() {
			m.content(span, r, &wrote)
			span.End()
			m.to.Called(call)
		}()
		for delta, err := range m.Model.Generate(ctx, r) {
			if u := delta.Usage; u != nil {
				call.Input, call.Output, call.Cost = u.Input, u.Output, u.Cost
				call.Answered, call.First = u.Response.Model, u.Response.First
				span.Set(telemetry.InputTokens.Int(u.Input), telemetry.OutputTokens.Int(u.Output), telemetry.CachedTokens.Int(u.Cached), telemetry.Cost.Float64(u.Cost))
				span.Set(answered(u)...)
			}
			if err != nil {
				call.Error = kindOf(err)
				span.Set(telemetry.ErrorType.String(call.Error))
				span.Fail(Failure(m.to, err.Error()))
			}
			if m.to.Content() {
				wrote.add(delta)
			}
			if !yield(delta, err) {
				return
			}
		}
	}
}

// Failure returns how something failed as spans have it: without what a model wrote, unless
// they may hold it.
func Failure(to *telemetry.Telemetry, says string) string {
	if to.Content() {
		return says
	}
	return because.WordlessError(says)
}

// answered returns what the provider said of an answer.
func answered(u *llm.Usage) (attrs []telemetry.Attr) {
	for _, said := range []telemetry.Attr{
		telemetry.Request.String(u.RequestID), telemetry.ResponseID.String(u.Response.ID), telemetry.ResponseModel.String(u.Response.Model),
	} {
		if said.Value.AsString() != "" {
			attrs = append(attrs, said)
		}
	}
	if u.Response.Finish != "" {
		attrs = append(attrs, telemetry.FinishReasons.StringSlice([]string{u.Response.Finish}))
	}
	if u.Response.First > 0 {
		attrs = append(attrs, telemetry.FirstChunk.Float64(u.Response.First.Seconds()))
	}
	return attrs
}

// kindOf names the kind of a model's failure, of which there are few.
func kindOf(err error) string {
	for _, kind := range []struct {
		err  error
		word string
	}{
		{context.Canceled, "cancelled"},
		{context.DeadlineExceeded, "timeout"},
		{llm.ErrOverloaded, "overloaded"},
		{llm.ErrUnreachable, "unreachable"},
		{llm.ErrCut, "cut"},
		{llm.ErrMalformed, "malformed"},
		{llm.ErrRefused, "refused"},
		{llm.ErrEmpty, "empty"},
		{llm.ErrLimit, "limit"},
		{llm.ErrInvalid, "invalid"},
		{llm.ErrAuth, "auth"},
		{llm.ErrUnknownModel, "unknown_model"},
		{llm.ErrForeign, "foreign"},
	} {
		if errors.Is(err, kind.err) {
			return kind.word
		}
	}
	return "_OTHER" // as the conventions have it
}

// written is what a model wrote, while spans may hold it.
type written struct {
	Text  string     `json:"text,omitempty"`
	Calls []llm.Call `json:"calls,omitempty"`
}

func (s *written) add(d llm.Delta) {
	s.Text += d.Text
	if d.Call != nil {
		s.Calls = append(s.Calls, *d.Call)
	}
}

// content puts what the model was shown and wrote into its span, if spans may
// hold it. Pictures are left out.
func (m traced) content(span *telemetry.Span, r llm.Request, s *written) {
	if !m.to.Content() {
		return
	}
	type shown struct {
		Role llm.Role `json:"role"`
		Text string   `json:"content"`
	}
	input := make([]shown, len(r.Messages))
	for i, message := range r.Messages {
		input[i] = shown{message.Role, message.Text}
	}
	for _, text := range r.Embed {
		input = append(input, shown{llm.User, text})
	}
	span.Set(telemetry.System.String(r.System), telemetry.Input.String(inJSON(input)), telemetry.Output.String(inJSON(s)))
}

func inJSON(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprintf("can't be shown: %v", err)
	}
	return string(text)
}

// TracedTools returns tools whose uses are spans.
func TracedTools(to *telemetry.Telemetry, tools agent.Toolbox) agent.Toolbox {
	if !to.Tracing() {
		return tools
	}
	all := make(agent.Toolbox, len(tools))
	for name, tool := range tools {
		all[name] = tracedTool{tool, name, to}
	}
	return all
}

type tracedTool struct {
	agent.Tool
	name string
	to   *telemetry.Telemetry
}

// Use implements agent.Tool.
func (t tracedTool) Use(ctx context.Context, turn *agent.Turn, arguments json.RawMessage) (result string, err error) {
	ctx, span := t.to.Begin(ctx, telemetry.SpanTool+" "+t.name, telemetry.Place{},
		telemetry.GenAIOperation.String(telemetry.SpanTool), telemetry.ToolName.String(t.name))
	if id := turn.CallID(); id != "" {
		span.Set(telemetry.ToolCallID.String(id))
	}
	returned := false
	defer func() { // also when the tool panics, which is the agent's to tell
		if !returned {
			span.Set(telemetry.ErrorType.String("panic"))
			span.Fail("the tool panicked")
		}
		span.End()
	}()
	result, err = t.Tool.Use(ctx, turn, arguments)
	returned = true
	if t.to.Content() {
		span.Set(telemetry.Arguments.String(string(arguments)), telemetry.Result.String(result))
	}
	if err != nil {
		span.Set(telemetry.ErrorType.String(kindOf(err)))
		span.Fail(err.Error())
	}
	return result, err
}
