package irc

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/ergochat/irc-go/ircevent"
	"github.com/ergochat/irc-go/ircmsg"

	"familiar/actors/adapter"
	"familiar/messages"
)

// errLost says that the connection went while something was waited for.
var errLost = errors.New("connection lost")

// postWithin is how long sending the lines of one post may take. A text of
// more lines than the server takes in that time has its lines joined.
const postWithin = 20 * time.Second

// Post implements adapter.Adapter. Nil says that the server has the post: it
// has answered what was sent behind it. Lost before that it is unknown, and
// there is no way to find out.
func (a *Account) Post(ctx context.Context, p messages.Post) (adapter.Posted, error) {
	at, dm, ok := a.target(p.Channel)
	if !ok {
		return adapter.Posted{}, fmt.Errorf("irc: post to %s: no such channel here: %w", p.Channel, adapter.ErrGone)
	}
	line, sent, err := a.post(ctx, p, at, dm)
	switch {
	case err == nil:
		posted := adapter.Begun(p.ID)
		posted.Line = line
		a.marks.Keep(p.Channel, posted)
		return adapter.Posted{Line: line}, nil
	case errors.Is(err, adapter.ErrGone) || sent && !errors.Is(err, errRefused):
		return adapter.Posted{}, fmt.Errorf("irc: post to %s: %w", p.Channel, err)
	}
	return adapter.Posted{}, fmt.Errorf("irc: post to %s: %w", p.Channel, adapter.RetryAfter(0, err))
}

// post says a post, and returns which line it is once the server has it. sent is false
// when nothing of it has left.
func (a *Account) post(ctx context.Context, p messages.Post, at string, dm bool) (line messages.LineID, sent bool, err error) {
	l, err := a.connect(ctx)
	if err != nil {
		return "", false, err
	}
	if !dm {
		err = l.awaitIn(ctx, at)
	} else if l.isTaken(at, a.loginIn(p.Channel)) {
		err = fmt.Errorf("somebody else has the nick: %w", adapter.ErrGone)
	}
	if err != nil {
		return "", false, err
	}
	texts, err := l.render(p, at, dm, a.Burst+int(postWithin/max(a.Every, 1)))
	if err != nil {
		return "", false, err
	}
	proof, sent, err := l.say(ctx, p, at, dm, texts)
	if err != nil {
		return "", sent, err
	}
	if err := proof.wait(ctx, l); err != nil {
		if errors.Is(err, errRefused) {
			a.marks.Keep(p.Channel, adapter.Mark{})
		}
		return "", sent, err
	}
	return proof.line.line.ID, sent, nil
}

// say sends the lines of a post, and a PING behind them. Posts go one after
// another. sent is false when none was sent: then the post isn't marked as begun.
func (l *link) say(ctx context.Context, p messages.Post, at string, dm bool, texts []string) (_ *proof, sent bool, err error) {
	select {
	case l.a.speak <- struct{}{}:
		defer func() { <-l.a.speak }()
	case <-ctx.Done():
		return nil, false, context.Cause(ctx)
	}
	now := time.Now()
	if deadline, has := ctx.Deadline(); has && now.Add(l.a.bucket.longest(len(texts), now)).After(deadline) {
		return nil, false, errors.New("too many lines sent just now")
	}
	if err := l.a.marks.Put(p.Channel, adapter.Begun(p.ID)); err != nil {
		return nil, false, err
	}
	defer func() {
		if err != nil && !sent {
			l.a.marks.Keep(p.Channel, adapter.Mark{})
		}
	}()
	proof := l.expect(p, at, dm)
	for _, text := range texts {
		if err := l.a.bucket.wait(ctx); err != nil {
			l.drop(proof)
			return nil, sent, err
		}
		if err := l.conn.Send("PRIVMSG", at, text); err != nil {
			l.drop(proof)
			return nil, sent, fmt.Errorf("%w: %w", errLost, err)
		}
		sent = true
		proof.sent.Add(1)
	}
	if err := l.conn.Send("PING", proof.token); err != nil {
		return nil, sent, fmt.Errorf("%w: %w", errLost, err)
	}
	return proof, sent, nil
}

// expect begins to wait for the answer to a post.
func (l *link) expect(p messages.Post, at string, dm bool) *proof {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.pings++
	line := &messages.Line{
		ID: l.freshID(), Channel: p.Channel, Account: l.a.id, DM: dm,
		Author: messages.Author{ID: l.a.me, Name: l.nick, Bot: true},
		Text:   p.Text, At: messages.InstantOf(time.Now()), Nonce: string(p.ID),
	}
	for _, m := range p.Mentions {
		line.Mentions = append(line.Mentions, m.ID)
	}
	if p.ReplyTo != "" {
		line.ReplyTo = messages.Reply{ID: p.ReplyTo, Author: p.Quoting.Author.ID}
	}
	proof := &proof{
		token: "post-" + strconv.FormatInt(l.began, 36) + "-" + strconv.FormatUint(l.pings, 36), target: at,
		line: heard{p.Channel, line}, answered: make(chan struct{}),
	}
	l.proofs = append(l.proofs, proof)
	return proof
}

// drop forgets a proof that will not be asked for.
func (l *link) drop(p *proof) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.proofs = slices.DeleteFunc(l.proofs, func(other *proof) bool { return other == p })
}

// pong takes the answer to a PING. What stands before it was taken or refused
// by the server. A post that was taken is handed over as any line.
func (l *link) pong(m ircmsg.Message) {
	if len(m.Params) == 0 {
		return
	}
	token := m.Params[len(m.Params)-1]
	l.mu.Lock()
	i := slices.IndexFunc(l.proofs, func(p *proof) bool { return p.token == token })
	var proof *proof
	if i >= 0 {
		proof = l.proofs[i]
		l.proofs = slices.Delete(l.proofs, i, i+1)
	}
	l.mu.Unlock()
	if proof == nil {
		return
	}
	if proof.refusals == 0 {
		l.pushHeard(proof.line)
	}
	close(proof.answered)
}

// refusedForGood are the answers after which the same post would be refused
// again.
var refusedForGood = []string{ircevent.ERR_NOSUCHNICK, ircevent.ERR_NOSUCHCHANNEL}
