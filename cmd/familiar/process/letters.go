package process

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"unicode/utf8"

	"familiar/control"
	"familiar/journal"
	"familiar/messages"
)

// letters are the dead letters, for the page. It implements [control.Letters].
type letters struct{ *Service }

var _ control.Letters = letters{}

// mostSaid is how long what a familiar is told to say may be, in characters.
const mostSaid = 4000

// Newest implements control.Letters.
func (s letters) Newest(ctx context.Context, most int) (newest []control.Letter, all int, err error) {
	var kept []journal.Letter
	for l, err := range s.App.Journal.Buried(ctx) {
		if err != nil {
			return nil, 0, err
		}
		kept = append(kept, l)
	}
	for _, l := range slices.Backward(kept[max(0, len(kept)-most):]) {
		newest = append(newest, s.shown(l))
	}
	return newest, len(kept), nil
}

// Letter implements control.Letters.
func (s letters) Letter(ctx context.Context, letter uint64) (control.Letter, error) {
	l, err := s.read(ctx, letter)
	if err != nil {
		return control.Letter{}, err
	}
	return s.shown(l), nil
}

// read returns a letter as it is kept.
func (s letters) read(ctx context.Context, letter uint64) (journal.Letter, error) {
	l, err := journal.LetterOf(ctx, s.App.Journal, letter)
	return l, changed(err)
}

func (s letters) shown(l journal.Letter) control.Letter {
	is := control.Letter{Letter: l.Revision, At: l.At, Channel: l.Channel, Event: l.Seq, Reason: l.Reason, Unknown: l.Unknown}
	is.Name, _ = s.App.Settings().Called(l.Channel)
	if p := l.Post; p != nil {
		is.Familiar, is.Account, is.Post, is.Text = p.Familiar, p.Account, p.ID, p.Text
		is.Repost = s.cantRepost(l) == nil
		is.Look = l.Unknown && p.Text != "" && s.App.CanLook(p.Account)
	}
	return is
}

// cantRepost says why a familiar can't be told to say a letter's text again.
func (s letters) cantRepost(l journal.Letter) error {
	p := l.Post
	switch {
	case p == nil:
		return fmt.Errorf("%w: it is an event, which its channel has skipped", control.ErrUnclear)
	case p.File != nil || p.Text == "" || utf8.RuneCountInString(p.Text) > mostSaid:
		return fmt.Errorf("%w: only a text of at most %d characters can be said again", control.ErrUnclear, mostSaid)
	case !s.sits(p.Channel, p.Familiar):
		return fmt.Errorf("%w: %s is not in %s any more", control.ErrUnclear, p.Familiar, p.Channel)
	}
	return nil
}

func (s letters) sits(id messages.ChannelID, who messages.FamiliarID) bool {
	return slices.ContainsFunc(s.members(id), func(m control.Member) bool { return m.Familiar == who })
}

// Drop implements control.Letters.
func (s letters) Drop(ctx context.Context, letter uint64) error {
	l, err := s.read(ctx, letter)
	if err == nil {
		err = s.drop(ctx, l)
	}
	return err
}

func (s letters) drop(ctx context.Context, l journal.Letter) error {
	defer s.letters.anew()
	return changed(s.App.Journal.Unbury(ctx, l))
}

// changed is an error of the journal's as one of letters.
func changed(err error) error {
	if errors.Is(err, journal.ErrConflict) {
		return control.ErrLetter
	}
	return err
}

// reposted is the reason of a letter while its familiar is told to say it again.
const reposted = "it was to be said again, and what became of that is not known; before that: "

// Repost implements control.Letters. First the letter says that it may be said again, so
// that who presses twice, in whatever process, or a crash in between, has nothing said
// twice that nobody was warned of.
func (s letters) Repost(ctx context.Context, letter uint64, by messages.Author) error {
	was, err := s.read(ctx, letter)
	if err != nil {
		return err
	}
	if err := s.cantRepost(was); err != nil {
		return err
	}
	marked := was
	marked.Unknown, marked.Reason = true, reposted+was.Reason
	if err := changed(s.App.Journal.Bury(ctx, marked)); err != nil {
		return err
	}
	if marked, err = journal.LetterAbout(ctx, s.App.Journal, was.Post); err != nil {
		return changed(err)
	}
	verdicts, err := steering(s).Command(ctx, was.Channel, messages.Commanded{By: by, Familiar: was.Post.Familiar, Command: messages.Say, Text: was.Post.Text})
	switch {
	case err == nil && slices.ContainsFunc(verdicts, func(v control.Verdict) bool { return v.Done }):
		return s.drop(ctx, marked)
	case err == nil || errors.Is(err, control.ErrNobody) || errors.Is(err, control.ErrUnclear): // nothing was ordered
		was.Revision = marked.Revision
		refused := fmt.Errorf("%w: it was refused", control.ErrUnclear)
		for _, v := range verdicts {
			refused = fmt.Errorf("%w: %s: %s", refused, v.Familiar, v.Reason)
		}
		return errors.Join(err, refused, s.App.Journal.Bury(ctx, was))
	}
	return err
}

// Look implements control.Letters.
func (s letters) Look(ctx context.Context, letter uint64) (found bool, err error) {
	l, err := s.read(ctx, letter)
	switch {
	case err != nil:
		return false, err
	case l.Post == nil || !l.Unknown:
		return false, fmt.Errorf("%w: nobody doubts what became of it", control.ErrUnclear)
	}
	found, err = s.App.Posted(ctx, *l.Post)
	if err != nil {
		return false, fmt.Errorf("%w: its network was not asked: %w", control.ErrUnclear, err)
	}
	if !found {
		return false, nil
	}
	return true, s.drop(ctx, l)
}
