package adapter

import "familiar/messages"

// audibly returns an event whose lines say who reads them. No adapter says that by
// itself.
func (r *Runner) audibly(channel messages.ChannelID, e messages.Event) messages.Event {
	l, said := messages.LineOf(e)
	if !said { // what was said before, or nothing that anybody said
		return e
	}
	audience := messages.AudienceUnknown
	if !l.DM && !l.Pane {
		audience = r.audience(channel)
	}
	if l.Audience == audience {
		return e
	}
	told := *l
	told.Audience = audience
	return messages.WithLine(e, &told)
}

// audience returns who reads a channel now, if that is to be known.
func (r *Runner) audience(channel messages.ChannelID) messages.Audience {
	if r.Audible == nil || !r.Audible(channel) {
		return messages.AudienceUnknown
	}
	knows := Can[Audiencer](r.adapter)
	if knows == nil {
		return messages.AudienceUnknown
	}
	return knows.Audience(channel)
}

// delivered returns what became of a post that stands on the network.
func (r *Runner) delivered(post messages.Post, posted Posted) messages.Delivered {
	audience := r.audience(post.Channel)
	if posted.Thread != "" && posted.Thread != post.Channel {
		audience = audience.Narrower(r.audience(posted.Thread))
	}
	return messages.Delivered{Post: post.ID, Line: posted.Line, Thread: posted.Thread, Audience: audience}
}
