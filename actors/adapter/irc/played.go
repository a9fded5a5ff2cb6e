package irc

import (
	"hash/fnv"
	"strconv"
	"time"

	"github.com/ergochat/irc-go/ircevent"
	"github.com/ergochat/irc-go/ircmsg"

	"familiar/messages"
)

// Servers and bouncers play what was said before we came: in a batch that says
// so, or as messages whose time is before our own arrival. It is known and
// answered by nobody.
const (
	playedMost   = 500              // lines of a channel, or of all direct messages together, that are taken after one arrival
	playedWithin = 10 * time.Minute // so long after an arrival older lines are played; later some server's clock is slow
	playedUnsure = time.Minute      // the same where the server gave no time of the arrival
	playedSkew   = 3 * time.Second  // that its clock may then differ from ours
	heardKept    = 1024             // channels of which is known up to when they were heard
)

// A beginning is since when something is heard on a connection.
type beginning struct {
	at    messages.Instant // by the server's clock
	sure  bool             // it said so itself
	since time.Time        // by ours
	taken int              // lines played since
}

func beginningOf(m ircmsg.Message, now time.Time) beginning {
	if at, told := stamped(m); told {
		return beginning{at: at, sure: true, since: now}
	}
	return beginning{at: messages.InstantOf(now.Add(-playedSkew)), since: now}
}

// follows reports whether a message was said before that.
func (b *beginning) follows(m ircmsg.Message, now time.Time) bool {
	within := playedUnsure
	if b.sure {
		within = playedWithin
	}
	at, told := stamped(m)
	return told && at < b.at && now.Sub(b.since) < within
}

// stamped returns the time that the server says a message was sent at.
func stamped(m ircmsg.Message) (messages.Instant, bool) {
	if has, text := m.GetTag("time"); has {
		if at, err := time.Parse(time.RFC3339Nano, text); err == nil {
			return messages.InstantOf(at), true
		}
	}
	return 0, false
}

// beginningAt returns since when we hear what is said to a folded name. The lock
// is held.
func (l *link) beginningAt(at string) *beginning {
	if r := l.rooms[at]; r != nil {
		return &r.hears
	}
	return &l.hears
}

// batch takes the batches that play what was said before; others are left to
// be taken apart.
func (l *link) batch(b *ircevent.Batch) bool {
	if len(b.Params) < 2 || b.Params[1] != "chathistory" && b.Params[1] != "znc.in/playback" {
		return false
	}
	var said []ircmsg.Message
	var gather func(items []*ircevent.Batch)
	gather = func(items []*ircevent.Batch) {
		for _, item := range items {
			if item.Command == "PRIVMSG" || item.Command == "NOTICE" {
				said = append(said, item.Message)
			}
			gather(item.Items)
		}
	}
	gather(b.Items)
	for _, m := range said[max(len(said)-playedMost, 0):] {
		l.fenced(l.played)(m)
	}
	return true
}

// played hands over a message of a batch.
func (l *link) played(m ircmsg.Message) {
	if m.Command == "PRIVMSG" || len(m.Params) > 0 && isChannel(m.Params[0]) {
		l.hear(m, m.Command == "NOTICE", true)
	}
}

// known reports whether a line that was played is one that there is already:
// one of ours, or one heard on an earlier connection of this process. What is
// beyond playedMost counts as known, too. The lock is held.
func (l *link) known(line *messages.Line, b *beginning) bool {
	b.taken++
	upto, heard := l.a.upto.Get(line.Channel)
	return line.Author.ID == l.a.me || heard && line.At <= upto || b.taken > playedMost
}

// playedID returns a line without an id of the server's the same one each time
// it is played.
func playedID(who string, line *messages.Line) messages.LineID {
	h := fnv.New64a()
	for _, part := range []string{string(line.Channel), who, line.Text} {
		h.Write(append([]byte(part), 0))
	}
	return messages.LineID("played-" + strconv.FormatInt(int64(line.At), 36) + "-" + strconv.FormatUint(h.Sum64(), 36))
}
