package adapter

import (
	"context"
	"time"

	"familiar/messages"
	"familiar/telemetry"
)

// receive gives a line its place in a trace, in a copy: the adapter's own is
// not changed.
func (r *Runner) receive(e messages.Event) messages.Event {
	heard, ok := e.(messages.Heard)
	if !ok {
		return e
	}
	r.Telemetry.Heard(heard.Line.Channel.Network())
	if !r.Telemetry.Tracing() {
		return e
	}
	line := *heard.Line
	line.Meta = r.Telemetry.Receive(line.Meta)
	return messages.Heard{Line: &line}
}

// outboxPlace is where the way of a post stands, begun when it was ordered.
func outboxPlace(post messages.Post) messages.Meta {
	return telemetry.Below(post.Meta, string(post.ID), 0)
}

// tryOf begins the span of one try.
func (r *Runner) tryOf(ctx context.Context, in *lane, post messages.Post) (context.Context, *telemetry.Span) {
	if post.Meta.TraceID == ([16]byte{}) {
		return ctx, nil // a notice: nobody's turn
	}
	return r.Telemetry.Begin(ctx, telemetry.SpanPost, telemetry.Place{Parent: outboxPlace(post), Kind: telemetry.Producer},
		telemetry.MessagingSystem.String(string(post.Channel.Network())), telemetry.Destination.String(string(post.Channel)),
		telemetry.MessagingOp.String(telemetry.SpanPost), telemetry.MessagingType.String("send"),
		telemetry.Account.String(string(r.account)), telemetry.Try.Int(in.tries+1))
}

// tried tells what a try came to, and the way of the post if that is its end.
func (r *Runner) tried(span *telemetry.Span, post messages.Post, outcome messages.Event) {
	word, id, why := "later", messages.LineID(""), "the network refused it for now, or said nothing"
	switch o := outcome.(type) {
	case messages.Delivered:
		word, id, why = "delivered", o.Line, ""
	case messages.DeliveryFailed:
		if word, why = "failed", o.Reason; o.Unknown {
			word = "unknown"
		}
	default: // none: it is tried again later
	}
	r.Telemetry.Posted(r.account, word)
	attrs := []telemetry.Attr{telemetry.Outcome.String(word)}
	if id != "" {
		attrs = append(attrs, telemetry.MessageID.String(string(id)))
	}
	span.Set(attrs...)
	span.Fail(why)
	span.End()
	if outcome == nil || span == nil {
		return
	}
	_, way := r.Telemetry.Begin(context.Background(), telemetry.SpanOutbox,
		telemetry.Place{Meta: outboxPlace(post), Parent: post.Meta, Begun: post.Meta.At.Time()},
		append(attrs, telemetry.Channel.String(string(post.Channel)), telemetry.Seat.String(string(post.Familiar)), telemetry.Part.Int(post.Part))...)
	way.Fail(why)
	way.EndAt(time.Now())
}
