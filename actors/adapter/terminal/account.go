package terminal

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
	"unicode"

	"familiar/actors/adapter"
	"familiar/internal/sleep"
	"familiar/messages"
)

// An Account is one familiar's place at the terminal: an adapter that knows
// who it is, who is here, and what it posted.
type Account struct {
	id messages.AccountID
	me messages.Author
	t  *Terminal

	taken int // how many sayings it has handed on; guarded by t.mu
}

var (
	_ adapter.Adapter      = (*Account)(nil)
	_ adapter.Identifier   = (*Account)(nil)
	_ adapter.MemberLister = (*Account)(nil)
	_ adapter.Namer        = (*Account)(nil)
	_ adapter.Reconciler   = (*Account)(nil)
)

// Account adds an account that posts under name; it hears what is said from
// now on. Two accounts can't have one name, nor can the user's be taken.
func (t *Terminal) Account(id messages.AccountID, name string) (*Account, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	a := &Account{id: id, me: messages.Author{ID: personID(name), Name: name, Bot: true}, t: t, taken: len(t.said)}
	if _, taken := t.people[a.me.ID]; taken || name == "" {
		return nil, fmt.Errorf("terminal: account %s: the name %q is taken", id, name)
	}
	t.meet(a.me)
	t.accounts = append(t.accounts, a)
	return a, nil
}

// retryPause is how long a line waits that was not taken.
const retryPause = 100 * time.Millisecond

// Listen implements adapter.Adapter. It ends with the input; a read under way
// when ctx ends goes on until the input does, since nothing can stop it.
func (a *Account) Listen(ctx context.Context, hear adapter.Hear) error {
	a.t.read.Do(func() { go a.t.readAll() })
	for {
		s, over, err := a.next(ctx)
		if over || err != nil {
			return err
		}
		if s.line != nil {
			line := *s.line
			line.Account = a.id
			err = hear(ctx, Channel, messages.Heard{Line: &line})
		}
		if err == nil || errors.Is(err, adapter.ErrRefused) {
			a.countTaken()
			continue
		}
		if !sleep.For(ctx, retryPause) {
			return nil
		}
	}
}

// next waits for what the account has not taken; over says that no more will
// come, or that ctx has ended.
func (a *Account) next(ctx context.Context) (s saying, over bool, err error) {
	for ctx.Err() == nil {
		a.t.mu.Lock()
		changed, ended := a.t.changed, a.t.ended != nil
		if a.taken < len(a.t.said) {
			s = a.t.said[a.taken]
			a.t.mu.Unlock()
			return s, false, nil
		}
		err = a.t.failure()
		a.t.mu.Unlock()
		if ended {
			return saying{}, true, err
		}
		select {
		case <-changed:
		case <-ctx.Done():
		}
	}
	return saying{}, true, nil
}

// countTaken counts the next saying as taken. The account that comes last to a
// command gives it.
func (a *Account) countTaken() {
	a.t.mu.Lock()
	s := a.t.said[a.taken]
	a.taken++
	last := !slices.ContainsFunc(a.t.accounts, func(other *Account) bool { return other.taken < a.taken })
	by := a.t.people[personID(a.t.config.User)]
	a.t.mu.Unlock()
	if s.line == nil && last {
		a.t.config.Command(by, s.command)
	}
}

// Post implements adapter.Adapter. Only this channel has ever been there.
func (a *Account) Post(_ context.Context, p messages.Post) (adapter.Posted, error) {
	if p.Channel != Channel {
		return adapter.Posted{}, fmt.Errorf("terminal: post to %s: no such channel: %w", p.Channel, adapter.ErrGone)
	}
	a.t.mu.Lock()
	defer a.t.mu.Unlock()
	shown := strings.ReplaceAll(printable(p.Text), "\n", "\n  ")
	by := a.me
	by.Name = cmp.Or(p.As, by.Name)
	if _, err := io.WriteString(a.t.out, by.Name+": "+shown+"\n"); err != nil {
		return adapter.Posted{}, fmt.Errorf("terminal: post: %w", err)
	}
	line := &messages.Line{Author: by, Text: p.Text, Nonce: string(p.ID)}
	line.Mentions, _ = a.t.mentions(p.Text) // a model never calls everyone
	if to := a.t.find(p.ReplyTo); to != nil {
		line.ReplyTo = messages.Reply{ID: to.ID, Author: to.Author.ID}
	}
	a.t.say(line)
	return adapter.Posted{Line: line.ID}, nil
}

// ShowsNames implements adapter.Namer.
func (a *Account) ShowsNames() bool { return true }

// Identity implements adapter.Identifier: the id is the name in lower case.
func (a *Account) Identity(context.Context) (messages.Author, error) { return a.me, nil }

// Members implements adapter.MemberLister: the user and who else has spoken.
func (a *Account) Members(context.Context, messages.ChannelID) (messages.MembersKnown, error) {
	a.t.mu.Lock()
	defer a.t.mu.Unlock()
	known := messages.MembersKnown{FetchedAt: messages.InstantOf(time.Now())}
	for _, person := range a.t.people {
		if person.Bot {
			known.Bots++
		} else {
			known.Humans++
		}
	}
	return known, nil
}

// Find implements adapter.Reconciler. What an earlier process posted scrolled
// away with it, so not found is leave to post.
func (a *Account) Find(_ context.Context, p messages.Post) (adapter.Posted, bool, error) {
	a.t.mu.Lock()
	defer a.t.mu.Unlock()
	for _, s := range a.t.said {
		if s.line != nil && s.line.Author.ID == a.me.ID && s.line.Nonce == string(p.ID) {
			return adapter.Posted{Line: s.line.ID}, true, nil
		}
	}
	return adapter.Posted{}, false, nil
}

// printable leaves control characters out, with which a text could move the
// cursor and rewrite what others said.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' || unicode.Is(unicode.Bidi_Control, r) {
			return -1
		}
		return r
	}, text)
}
