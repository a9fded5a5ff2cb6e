package gateway

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"

	"familiar/actors/adapter"
	"familiar/internal/sleep"
)

// A shard is one connection to the gateway, for the guilds that fall to it. A
// session outlives its connections: it is taken up again after the last event
// that was read.
type shard struct {
	gateway    *Gateway
	number, of int
	address    string // the gateway's

	mu      sync.Mutex       // the reader and who keeps the session share these three
	session string           // "": there is none to take up again
	resume  string           // where to take it up; "": at the gateway's address
	asked   discordgo.Intent // what the last session was begun with

	cursor cursor
	keeper keeper
}

func newShard(g *Gateway, number, of int) *shard {
	c := &g.config
	return &shard{gateway: g, number: number, of: of, cursor: cursor{begun: make(chan struct{}, 1)}, keeper: keeper{
		words: c.Words, name: wordName(c.Account, number), self: g.self, log: c.Log.With("shard", number),
	}}
}

// Why a connection ends, other than by an error of the network's.
var (
	errReconnect = errors.New("asked to reconnect")
	errInvalid   = errors.New("the session has ended")
	errReplan    = errors.New("the number of shards or of sessions left has changed")
	errSilent    = errors.New("no answer to a heartbeat")
	errIntents   = errors.New("connecting without the content of messages") // which was told already
)

// stayConnected stays connected until ctx ends, which is no error, or until
// trying again is of no use.
func (s *shard) stayConnected(ctx context.Context, take func(Event)) error {
	config := &s.gateway.config
	for lost := 0; ; lost++ {
		start := time.Now()
		began, err := s.connect(ctx, take)
		if ctx.Err() != nil {
			return nil
		}
		err = s.judge(err)
		if errors.Is(err, adapter.ErrGone) || errors.Is(err, errReplan) {
			return err
		}
		if began && time.Since(start) >= config.MaxPause {
			lost = 0
		}
		pause := s.pause(lost, err)
		if !errors.Is(err, errIntents) {
			config.Log.Warn("gateway lost", "shard", s.number, "err", err, "resumes", s.session != "", "retry_in", pause, "up", s.gateway.up.Load(), "of", len(s.gateway.shards))
		}
		if !sleep.For(ctx, pause) {
			return nil
		}
	}
}

// endedSoon is how many connections in a row may end soon before a session that
// has ended is begun again no faster than a connection that is lost.
const endedSoon = 3

// pause returns how long to wait before connecting again, so that many bots
// don't come back in the same instant. Whom Discord asks to comes back at once,
// unless the connection before was lost just now, too; after the end of a
// session Discord wants 1 to 5 s.
func (s *shard) pause(lost int, err error) time.Duration {
	pause, most := s.gateway.config.MinPause, s.gateway.config.MaxPause
	switch {
	case errors.Is(err, errReconnect) && lost == 0:
		return 0
	case errors.Is(err, errInvalid) && lost < endedSoon:
		return min(pause+rand.N(4*pause+1), most)
	}
	pause = sleep.Doubled(pause, most, lost+1)
	return pause/2 + rand.N(pause/2+1)
}

// judge returns what the end of a connection means. Codes are Discord's
// gateway close event codes.
func (s *shard) judge(err error) error {
	if errors.Is(err, errInvalid) {
		return err
	}
	closed, ok := errors.AsType[*websocket.CloseError](err)
	if !ok {
		return err
	}
	switch closed.Code {
	case 4004:
		return fmt.Errorf("%w: the token is wrong or was revoked: create a new one in the developer portal (close code 4004)", adapter.ErrGone)
	case 4014:
		s.forget()
		if err := s.gateway.config.Refused(s.asked); err != nil {
			return err
		}
		return errIntents
	case 4012, 4013:
		return fmt.Errorf("%w: Discord no longer accepts this version or its intents: update the program (close code %d)", adapter.ErrGone, closed.Code)
	case 4010, 4011:
		if n := s.gateway.config.Shards; n > 0 {
			return fmt.Errorf("%w: Discord wants more shards than %d: raise the account's shards or leave them out (close code %d)", adapter.ErrGone, n, closed.Code)
		}
		s.forget()
		return fmt.Errorf("%w: %w (close code %d)", errReplan, adapter.ErrReshard, closed.Code)
	case 4003, 4007, 4009:
		s.forget()
	}
	return fmt.Errorf("close code %d", closed.Code)
}

// forget ends the session: the next connection begins another.
func (s *shard) forget() { s.begin("", "") }

// ask notes what the next session is begun with.
func (s *shard) ask(intents discordgo.Intent) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked = intents
}

// begin notes which session there is from now on.
func (s *shard) begin(session, resume string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.session, s.resume = session, resume
}
