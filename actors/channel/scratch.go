package channel

import (
	"sync"

	"familiar/messages"
	"familiar/policy/conversation"
	"familiar/policy/ladder"
)

// A scratch is what a channel handles a message with. It leaves nothing in there,
// so that channels at rest have none: each takes one that lies ready, warm from
// the channel before, and puts it back.
type scratch struct {
	effects []conversation.Effect
	notes   []*messages.Note
	tracing tracing
	folder  ladder.Folder
}

var scratches = sync.Pool{New: func() any { return new(scratch) }}

// take takes what a message is handled with.
func (ch *Channel) take() {
	ch.scratch = scratches.Get().(*scratch)
	ch.tracer.tracing = &ch.scratch.tracing
	ch.tracing.Telemetry = ch.Telemetry
}

// putBack puts it back. After a panic it is left to the collector.
func (ch *Channel) putBack() {
	ch.tracing.letGo()
	scratches.Put(ch.scratch)
	ch.scratch, ch.tracer.tracing = nil, nil
}
