package adapter

import (
	"sync"
	"time"

	"familiar/messages"
)

// lanes keeps posts in order per channel and gives out at most one of a
// channel at a time. A channel that has to wait occupies nobody: a timer puts
// its lane back among the ready ones.
type lanes struct {
	max int

	mu      sync.Mutex // the workers share it all
	changed sync.Cond  // ready, room or over
	lanes   map[messages.ChannelID]*lane
	held    map[messages.PostID]bool // in a lane
	ready   []*lane
	over    bool // nothing more is given out
	last    bool // nothing more comes: over when all is settled
}

type lane struct {
	channel messages.ChannelID
	posts   []messages.Post
	tries   int       // of the first
	begun   time.Time // when the first of these was made
	unsure  bool      // the first may have been posted already
}

// begin notes that the first post is tried. maybe: it may have been posted already.
func (in *lane) begin(maybe bool) {
	if in.tries == 0 {
		in.begun, in.unsure = time.Now(), maybe
	}
}

func newLanes(limit int) *lanes {
	l := &lanes{max: limit, lanes: map[messages.ChannelID]*lane{}, held: map[messages.PostID]bool{}}
	l.changed.L = &l.mu
	return l
}

// enqueue waits for room and adds p; one that is held already is left out.
func (l *lanes) enqueue(p messages.Post) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for len(l.held) >= l.max && !l.over {
		l.changed.Wait()
	}
	if l.over || l.held[p.ID] {
		return
	}
	l.held[p.ID] = true
	if in := l.lanes[p.Channel]; in != nil {
		in.posts = append(in.posts, p)
		return
	}
	in := &lane{channel: p.Channel, posts: []messages.Post{p}}
	l.lanes[p.Channel] = in
	l.ready = append(l.ready, in)
	l.changed.Broadcast()
}

// nextLane waits for a lane that is ready and gives it to one worker, who alone
// touches its first post, tries and doubt until it is given back. Nil says
// that all is over.
func (l *lanes) nextLane() (*lane, messages.Post) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for len(l.ready) == 0 && !l.over && !(l.last && len(l.held) == 0) {
		l.changed.Wait()
	}
	if l.over || len(l.ready) == 0 {
		return nil, messages.Post{}
	}
	in := l.ready[0]
	l.ready = l.ready[1:]
	return in, in.posts[0]
}

// settle takes the lane's first post out and makes the lane ready again.
func (l *lanes) settle(in *lane) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.held, in.posts[0].ID)
	in.posts[0] = messages.Post{}
	in.posts, in.tries, in.unsure = in.posts[1:], 0, false
	if len(in.posts) == 0 {
		delete(l.lanes, in.channel)
	} else {
		l.ready = append(l.ready, in)
	}
	l.changed.Broadcast()
}

// rest makes the lane ready again after a pause.
func (l *lanes) rest(in *lane, pause time.Duration) {
	time.AfterFunc(pause, func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.ready = append(l.ready, in)
		l.changed.Broadcast()
	})
}

// finish ends the lanes when all they hold is settled.
func (l *lanes) finish() { l.endLanes(&l.last) }

// stop ends them now.
func (l *lanes) stop() { l.endLanes(&l.over) }

func (l *lanes) endLanes(how *bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	*how = true
	l.changed.Broadcast()
}
