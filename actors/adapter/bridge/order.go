package bridge

import (
	"familiar/actors/adapter"
	"familiar/messages"
)

// postOrder returns the order to post p, or to look for it.
func (a *Account) postOrder(kind string, p messages.Post) (order, error) {
	p = adapter.Answerable(p)
	within := p.Channel
	if p.Within != "" {
		within = p.Within
	}
	at, err := a.place(within)
	if err != nil {
		return order{}, err
	}
	o := order{
		Type: kind, place: at, Post: string(p.ID), At: int64(p.Meta.At), Familiar: string(p.Familiar), As: p.As,
		ReplyTo: string(p.ReplyTo), StartThread: p.Thread && p.Within == "", File: p.File,
	}
	if p.File == nil {
		o.Text, o.Spans = p.Text, spans(p.Text, p.Mentions)
	}
	return o, nil
}

// editOrder returns the order to change a line.
func (a *Account) editOrder(e messages.Edit) (order, error) {
	at, err := a.place(e.Channel)
	return order{Type: toEdit, place: at, Line: string(e.Line), As: e.As, Text: e.Text, Spans: spans(e.Text, e.Mentions)}, err
}

// spans takes a text apart where it calls somebody, so that a bridge has nothing to
// search for: what is not marked calls nobody, however it looks.
func spans(text string, people []messages.Mention) (all []span) {
	for _, s := range adapter.SplitCalls(text, people) {
		one := span{Text: s.Text}
		if s.Who != nil {
			one.Who = string(s.Who.ID)
		}
		all = append(all, one)
	}
	return all
}

// posted returns what the network made of a post, by an answer.
func (a *Account) posted(p messages.Post, at place, got answer) adapter.Posted {
	made := adapter.Posted{Line: messages.LineID(got.Line)}
	if got.Thread == "" {
		return made
	}
	at.Thread = got.Thread
	if thread := a.channel(at); thread != p.Channel {
		made.Thread = thread
	}
	return made
}
