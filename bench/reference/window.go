package reference

import (
	"time"

	"familiar/messages"
)

// The engagement window of arizuko, https://github.com/kronael/arizuko, MIT
// License, (c) 2026 kronael. Ported from its concept page on engagement and the
// cases derived from that (preset window). Its program, recorded at commit 131b069,
// differs from its page, as docs/conformance.md lists; this is the page's.

// WindowLength is how long a window stays open without a reply of ours.
const WindowLength = 20 * time.Minute

// A WindowChat is a chat with its topics: a window belongs to both. The zero
// chat has none open.
type WindowChat struct {
	until map[string]messages.Instant // by topic; "": the chat itself
	left  map[string]messages.Instant // when we last stepped back
}

// Hear reports whether a line in a topic fires a turn: it calls us, or the window
// is open. Firing alone doesn't open one.
func (c *WindowChat) Hear(topic string, said *Said, now messages.Instant) bool {
	return said.Mention || said.Reply || c.Open(topic, now)
}

// Open reports whether the topic's window is open.
func (c *WindowChat) Open(topic string, now messages.Instant) bool {
	until, opened := c.until[topic]
	return opened && now < until
}

// Replied says that a reply was posted in a topic, to lines of which the newest
// was heard at an instant. It opens the topic's window or moves it, unless we have
// stepped back since: idle stays idle until somebody calls. What was posted without
// a line to answer does neither, and isn't told here.
func (c *WindowChat) Replied(topic string, heard, now messages.Instant) {
	if left, stepped := c.left[topic]; stepped && heard <= left {
		return
	}
	c.Engage(topic, now)
}

// Engage opens the topic's window, as the tool of that name does.
func (c *WindowChat) Engage(topic string, now messages.Instant) {
	if c.until == nil {
		c.until = map[string]messages.Instant{}
	}
	c.until[topic] = now.Add(WindowLength)
}

// Disengage closes the topic's window: the next line there has to call us.
func (c *WindowChat) Disengage(topic string, now messages.Instant) {
	if c.left == nil {
		c.left = map[string]messages.Instant{}
	}
	c.left[topic] = now
	delete(c.until, topic)
}
