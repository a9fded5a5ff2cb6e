// Package adapter joins chat networks to the program. An [Adapter] is one
// account on one network, in a folder of its own below this one; it knows its
// network and the messages, nothing else of ours. A [Runner] keeps one
// listening and posting.
//
// It knows no journal, no channel and no familiar: the app gives a Runner the
// [Hear] that writes to the journal and the outbox that it posts from. What
// an adapter must do is checked by adaptertest/.
package adapter

import (
	"context"
	"errors"
	"io"

	"familiar/messages"
)

// Hear takes an event of a channel. It returns nil once the event is in the
// journal, and only then may an adapter acknowledge it to its network. With
// [ErrRefused] the event will never be taken: acknowledge and forget it. Any
// other error means "not taken": let the network redeliver it or hand it over
// again after a pause, before any later event of that channel.
type Hear func(ctx context.Context, channel messages.ChannelID, e messages.Event) error

// UntilTaken hands an event over again and again until it is taken or will never be. An
// error, the last one, says that ctx ended before, or that trying again is of no use.
func (hear Hear) UntilTaken(ctx context.Context, channel messages.ChannelID, e messages.Event, again Backoff) error {
	err := again.Until(ctx, func() error { return hear(ctx, channel, e) })
	if errors.Is(err, ErrRefused) {
		return nil
	}
	return err
}

// An Adapter is one account on one network. Its methods may be called at the
// same time, Listen once at a time.
//
// It reports what the network said and decides nothing: bots, edits and its
// own posts are reported too. A line carries the network's id, unique in its
// channel, and the same id each time it is handed over. Of a channel that was
// deleted as a whole it hands over a [messages.Forgotten] of All, once the network
// leaves no doubt: what was said there is erased, and in its threads.
type Adapter interface {
	// Listen hands over what happens, in order per channel, until ctx ends or
	// the network has nothing more to say (then it returns nil), or until the
	// connection is lost; it is called again after a pause. [ErrGone] says
	// that calling again is of no use: a key was revoked.
	Listen(ctx context.Context, hear Hear) error

	// Post posts p and returns what the network made of it. The text is within
	// the network's limit; "@name" of p.Mentions is to reach that person, and
	// nothing else in it may ping anybody. The program never has two posts of a
	// channel under way. p.ID is the idempotency key where the network takes
	// one. If the network echoes the post, Listen hands it over with the
	// account's own id as author and p.ID as Nonce. It is called after Listen
	// has ended, too: what was composed is still said. A network without threads
	// ignores p.Thread and p.Within.
	//
	// The error says what is known: [ErrGone], it can never be posted;
	// [RetryAfter], it was not posted and may be later; any other, it may
	// have been posted or not. Only the first two are safe to act on, so a
	// lost connection must not be one of them.
	Post(ctx context.Context, p messages.Post) (Posted, error)
}

// A Posted is a post as the network has it.
type Posted struct {
	Line messages.LineID
	// Thread is the thread that the post began or stands in; "" when it stands
	// in its channel itself.
	Thread messages.ChannelID
}

// An Identifier knows who its account is on the network. The program decides
// on no line of an account before it does.
type Identifier interface {
	// Identity waits until the account is known to the network.
	Identity(ctx context.Context) (messages.Author, error)
}

// An Everywhere listens in every process of a deployment: its network is each one's
// own. It still posts in one.
type Everywhere interface {
	ListensEverywhere()
}

// A Typer can show that a reply is being written.
type Typer interface {
	// ShowTyping is called again while it should be seen; an error costs
	// nothing but the sign.
	ShowTyping(ctx context.Context, o messages.ShowTyping) error
}

// A Namer can show who of those that share the account speaks. What any other
// is given to post, or to change, begins with that name: "Aria: ...".
type Namer interface {
	// ShowsNames reports whether a post and an edit are shown under their As, or the
	// adapter itself puts it in front with [Sign] where they can't be.
	ShowsNames() bool
}

// A Replier knows whether people can reply to a line on its network, so that
// one without a reply tells something.
type Replier interface {
	HasReplies() bool
}

// A Reactor can add a reaction to a line.
type Reactor interface {
	// React is done at most once for an order. Adding one that is there
	// already is no error.
	React(ctx context.Context, o messages.React) error
}

// An Editor can change what its account has said.
type Editor interface {
	// Edit gives a line of the account's another text, under the rules that
	// hold for a post's: nobody is pinged whom o.Mentions doesn't have. The
	// same order again does no harm. It waits for the network's limits until
	// ctx ends.
	Edit(ctx context.Context, o messages.Edit) error
}

// A FilePoster can post files.
type FilePoster interface {
	// PostFile is Post for a p that has a File: it posts that, in the place
	// and in reply to what Post would. p.Text is what the transcript shows for
	// it, and not to be posted.
	PostFile(ctx context.Context, p messages.Post) (Posted, error)
}

// A MemberLister can count who is in a channel.
type MemberLister interface {
	// Members returns an answer with N unset. A list that was cut is
	// Truncated: on a complete one the program takes somebody for alone.
	Members(ctx context.Context, channel messages.ChannelID) (messages.MembersKnown, error)
}

// A Historian can fetch lines from before the account listened.
type Historian interface {
	// History returns lines oldest first, each Backfilled: the head from a
	// thread's start and the tail up to now, without repetition.
	History(ctx context.Context, channel messages.ChannelID, head, tail int) ([]*messages.Line, error)
}

// A Reconciler can tell whether a post whose outcome is unknown was made.
// Without it such a post is never sent again.
type Reconciler interface {
	// Find looks for p, a text or a file, on the network. Not found, without an error, is taken
	// as leave to post it now: say so only when the network has it not, or
	// when p.ID keeps it from being posted twice. p.Meta.At is by this machine's clock,
	// whichever process made it.
	Find(ctx context.Context, p messages.Post) (posted Posted, found bool, err error)
}

// A Describer knows what people call a channel.
type Describer interface {
	Describe(ctx context.Context, channel messages.ChannelID) (Place, error)
}

// A Place is a channel as its network shows it. Empty fields are not known.
type Place struct {
	Name  string
	About string // its topic or description
	Kind  string // "channel", "thread", "group", "dm" or "pane"
}

// An Audiencer knows who reads a channel.
type Audiencer interface {
	// Audience returns who does now, as far as the network has said for certain and would
	// have said if it were otherwise: an account that isn't connected knows of none. It
	// must not block.
	Audience(channel messages.ChannelID) messages.Audience
}

// A Fetcher can open an attachment.
type Fetcher interface {
	// Fetch opens what was attached to a line of the channel. It goes to the
	// network's own hosts only, never to a private address, also when it is
	// sent on. Whoever calls closes what it gets and reads no more than it
	// wants. An error is shown to the model.
	Fetch(ctx context.Context, channel messages.ChannelID, line messages.LineID, a messages.Attachment) (io.ReadCloser, error)
}

// A Closer has a connection that outlives Listen, so that what was composed is
// still posted.
type Closer interface {
	// Close leaves the network, within a few seconds. It is called once the
	// account neither listens nor posts any more; should it be wanted again,
	// Listen and Post connect anew.
	Close()
}

// A Checker can tell an operator how an account stands, without listening.
type Checker interface {
	// Check asks the network. An error says that the account can't connect at
	// all, and what to do.
	Check(ctx context.Context) (Standing, error)
}

// A Standing is what an account is and may do on its network.
type Standing struct {
	Me      messages.Author
	Places  []string // names of where it is, the first hundred
	More    int      // places beyond those
	Hidden  bool     // its network doesn't tell an account where it is: Places is empty
	Missing []string // rights it lacks, by the network's own names, each with what doesn't work without it
	Shards  Shards   // how its network is divided, and may be begun with; zero: it isn't
	Invite  string   // address at which it is invited with the rights it needs; "": the network has none
}

// placesShown is how many places a standing names.
const placesShown = 100

// SetPlaces takes the names of all places the account is in.
func (s *Standing) SetPlaces(names []string) {
	n := min(len(names), placesShown)
	s.Places, s.More = names[:n:n], len(names)-n
}
