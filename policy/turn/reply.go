package turn

import (
	"slices"
	"unicode/utf8"

	"familiar/messages"
	"familiar/policy/pace"
	"familiar/policy/posts"
	"familiar/policy/surface"
	"familiar/policy/transcript"
)

// IsReply reports whether it answers a line that its familiar was called by after that one.
// One that somebody woke, or nobody asked for, is none; nor is one that stepped back.
func (t *Turn) IsReply(after uint32) bool {
	called := func(e transcript.Entry) bool { return e.No > after }
	return !t.Disengaged && t.Trigger != messages.Woken && !t.Trigger.Unsolicited() && slices.ContainsFunc(t.Asked, called)
}

// RepliesTo returns the line that a part replies to, "" for none: what the thread hangs on
// that it opens, the line that a correction is of, or, of the first part where replies
// quote, what it quotes.
func (t *Turn) RepliesTo(p *posts.Post, quote bool, lines *transcript.Log) messages.LineID {
	switch {
	case t.Opens:
		return t.HangsOn().ID
	case p != &t.Posts[0]:
		return ""
	case t.Fixes != 0 && len(t.Asked) > 0:
		return t.Asked[0].ID
	case quote:
		return t.quotes(lines)
	default:
		return ""
	}
}

// quotes returns the line that its first part quotes: the last one it answers, when
// somebody else spoke since (in the same millisecond counts) and it was a human's; else
// none.
func (t *Turn) quotes(lines *transcript.Log) messages.LineID {
	if len(t.Asked) == 0 {
		return ""
	}
	primary := &t.Asked[len(t.Asked)-1]
	if primary.Author.Bot {
		return ""
	}
	for e := range lines.Between(t.From+1, lines.Last()) {
		if e.At() >= primary.At && lines.By(e) == 0 && (lines.For(e)|lines.Unheard(e))&(1<<t.Seat) == 0 && lines.No(e) != primary.No {
			return primary.ID
		}
	}
	return ""
}

// Reply returns what its thread hangs on: the longest part, and to what it is a reply.
func (t *Turn) Reply() surface.Reply {
	nobodys := t.Trigger == messages.Woken && t.Fixes == 0 || t.Trigger == messages.Lull || t.Trigger == messages.Scheduled
	reply := surface.Reply{Answers: len(t.Asked) > 0, Mentioned: t.IsMentioned(), Timed: nobodys}
	longest := -1
	for i := range t.Posts {
		if chars := utf8.RuneCountInString(t.Posts[i].Text); chars > longest {
			longest, reply.Text = chars, t.Posts[i].Text
		}
	}
	return reply
}

// Paced returns what the time of part k hangs on, now that those before it are posted.
func (t *Turn) Paced(k int, now messages.Instant, seed uint64) pace.Part {
	part := pace.Part{
		Ready: now, Since: now, Chars: utf8.RuneCountInString(t.Posts[k].Text),
		Seed: seed, K: int(t.Upto)<<10 + t.Posts[k].Part,
	}
	if k == 0 {
		part.Since = t.Began
		for i := range t.Asked {
			part.Read += utf8.RuneCountInString(t.Asked[i].Text)
		}
	}
	return part
}
