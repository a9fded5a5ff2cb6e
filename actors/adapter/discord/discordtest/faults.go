package discordtest

import (
	"context"
	"math/rand/v2"
	"strings"
	"sync"
	"time"

	"familiar/internal/sleep"
)

// faults are what goes wrong because a test wants it to.
type faults struct {
	mu      sync.Mutex
	limited []limit
	refused map[string]refusal // by method and end of path
	lost    int
	ailing  int
	slow    time.Duration
	revoked map[string]bool
}

type limit struct {
	suffix string
	after  time.Duration
	global bool
}

type refusal struct {
	status, code int
	message      string
}

func (f *faults) open() {
	f.refused, f.revoked = map[string]refusal{}, map[string]bool{}
}

// Limit answers the next request whose path ends so with 429.
func (s *Server) Limit(suffix string, after time.Duration, global bool) {
	s.faults.mu.Lock()
	defer s.faults.mu.Unlock()
	s.faults.limited = append(s.faults.limited, limit{suffix, after, global})
}

// Refuse answers requests of that method whose path ends so with an error of
// Discord's form; a status of 0 ends that.
func (s *Server) Refuse(method, suffix string, status, code int, message string) {
	s.faults.mu.Lock()
	defer s.faults.mu.Unlock()
	if status == 0 {
		delete(s.faults.refused, method+suffix)
		return
	}
	s.faults.refused[method+suffix] = refusal{status, code, message}
}

// LoseAnswers takes the next n posts and breaks the connection instead of
// answering.
func (s *Server) LoseAnswers(n int) {
	s.faults.mu.Lock()
	defer s.faults.mu.Unlock()
	s.faults.lost = n
}

// Ail answers the next n posts with 503 and makes none of them.
func (s *Server) Ail(n int) {
	s.faults.mu.Lock()
	defer s.faults.mu.Unlock()
	s.faults.ailing = n
}

// Slow answers each post up to d after it was taken.
func (s *Server) Slow(d time.Duration) {
	s.faults.mu.Lock()
	defer s.faults.mu.Unlock()
	s.faults.slow = d
}

// linger waits as Slow says, or until nobody waits for the answer any more.
func (f *faults) linger(ctx context.Context) {
	f.mu.Lock()
	slow := f.slow
	f.mu.Unlock()
	if slow <= 0 {
		return
	}
	sleep.For(ctx, rand.N(slow))
}

// Revoke makes a bot's token worthless, for what is connected, too.
func (s *Server) Revoke(b *Bot) {
	s.faults.mu.Lock()
	s.faults.revoked[b.Token] = true
	s.faults.mu.Unlock()
	s.gateway.close(b.Token, 4004, "Authentication failed.")
}

func (f *faults) isRevoked(token string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.revoked[token]
}

// limit returns the 429 this request is to get.
func (f *faults) limit(path string) (limit, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for i, l := range f.limited {
		if strings.HasSuffix(path, l.suffix) {
			f.limited = append(f.limited[:i], f.limited[i+1:]...)
			return l, true
		}
	}
	return limit{}, false
}

func (f *faults) refuse(method, path string) (refusal, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for key, r := range f.refused {
		if suffix, ok := strings.CutPrefix(key, method); ok && strings.HasSuffix(path, suffix) {
			return r, true
		}
	}
	return refusal{}, false
}

func (f *faults) ails() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.ailing == 0 {
		return false
	}
	f.ailing--
	return true
}

func (f *faults) lose() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.lost == 0 {
		return false
	}
	f.lost--
	return true
}
