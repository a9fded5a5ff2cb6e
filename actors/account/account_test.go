package account

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"familiar/actors/adapter"
	"familiar/actors/host"
	"familiar/messages"
)

// A line is an account's network: each call of Listen and Identity does the next
// thing of a script.
type line struct {
	name   string
	diary  *diary
	listen []string // "lost", "gone", "talk" until it is cut, "over", "slow" to notice that it is cut
	whois  []string // "away", "gone", "me", "panic" in what is made of it
}

// A diary is what happened, and when.
type diary struct {
	began time.Time
	mu    sync.Mutex // accounts write from goroutines of their own
	lines []string
}

func (d *diary) say(what ...any) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.lines = append(d.lines, fmt.Sprint(append(what, " ", time.Since(d.began))...))
}

func (l *line) Listen(ctx context.Context, _ adapter.Hear) error {
	next := "talk"
	if len(l.listen) > 0 {
		next, l.listen = l.listen[0], l.listen[1:]
	}
	l.diary.say(l.name, " listens: ", next)
	switch next {
	case "lost":
		return errors.New("connection reset")
	case "gone":
		return adapter.ErrGone
	case "over":
		return nil
	}
	<-ctx.Done()
	if next == "slow" {
		time.Sleep(10 * time.Second)
	}
	return ctx.Err()
}

func (l *line) Post(context.Context, messages.Post) (adapter.Posted, error) {
	return adapter.Posted{}, adapter.ErrGone
}

func (l *line) Close() { l.diary.say(l.name, " leaves") }

func (l *line) Identity(context.Context) (messages.Author, error) {
	next := "me"
	if len(l.whois) > 0 {
		next, l.whois = l.whois[0], l.whois[1:]
	}
	l.diary.say(l.name, " is asked: ", next)
	switch next {
	case "away":
		return messages.Author{}, errors.New("network is away")
	case "gone":
		return messages.Author{}, adapter.ErrGone
	case "soon":
		return messages.Author{}, adapter.RetryAfter(100*time.Millisecond, adapter.ErrAwaited)
	}
	return messages.Author{ID: messages.PersonID(next)}, nil
}

// An exchange is accounts in a host of their own.
type exchange struct {
	*Accounts
	t      *testing.T
	diary  *diary
	host   *host.Host
	deafen context.CancelFunc
	stop   context.CancelFunc
	failed error
}

func open(t *testing.T) *exchange {
	h, err := host.New(host.Config{Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	e := &exchange{t: t, host: h, diary: &diary{began: time.Now()}}
	e.Accounts = New(Options{
		Hear: func(context.Context, messages.ChannelID, messages.Event) error { return nil },
		Outbox: func(ctx context.Context, id messages.AccountID, _ func(messages.Post)) error {
			e.diary.say(id, " posts")
			<-ctx.Done()
			e.diary.say(id, " posts no more")
			return nil
		},
		Met: func(_ context.Context, _ messages.AccountID, m Meeting) bool {
			if m.Me.ID == "panic" {
				panic("nobody reckoned with that")
			}
			return true
		},
		Send:     func(key host.Key, msg any) error { _, err := h.Send(key, msg); return err },
		Presence: NewPresence(),
		Log:      slog.New(slog.DiscardHandler),
	})
	h.Register(Kind, host.Kind{Make: e.Make, Restart: e.AwaitRestart})
	hearing, deafen := context.WithCancel(t.Context())
	running, stop := context.WithCancel(t.Context())
	e.deafen, e.stop = deafen, stop
	e.Start(hearing, running, func(err error) { e.failed = err })
	return e
}

func (e *exchange) connect(lines ...*line) {
	e.t.Helper()
	leave, err := e.Stay()
	if err != nil {
		e.t.Fatal(err)
	}
	defer leave()
	var all []Connection
	for _, l := range lines {
		l.diary = e.diary
		all = append(all, Connection{Account: messages.AccountID(strings.TrimRight(l.name, "'")), Adapter: l})
	}
	e.Keep(all, e.Meet(e.t.Context(), all))
}

// close ends everything, in the order in which a program does.
func (e *exchange) close() {
	e.t.Helper()
	e.deafen()
	<-e.Silent()
	if err := e.host.Drain(context.Background()); err != nil {
		e.t.Error(err)
	}
	e.stop()
	e.Wait()
	if e.failed != nil {
		e.t.Errorf("it failed: %v", e.failed)
	}
}

func TestAccount(t *testing.T) {
	for _, tt := range []struct {
		story string
		play  func(*exchange)
		want  []string
	}{
		{"it says who it is, listens and posts, and leaves when all is over", func(e *exchange) {
			e.connect(&line{name: "a"})
			time.Sleep(time.Minute)
		}, []string{"a is asked: me 0s", "a listens: talk 0s", "a posts 0s", "a posts no more 1m0s", "a leaves 1m0s"}},
		{"it backs off", func(e *exchange) {
			e.connect(&line{name: "a", listen: []string{"lost", "lost", "lost"}})
			time.Sleep(time.Minute)
		}, []string{
			"a is asked: me 0s", "a listens: lost 0s", "a posts 0s", "a listens: lost 1s", "a listens: lost 3s", "a listens: talk 7s",
			"a posts no more 1m0s", "a leaves 1m0s",
		}},
		{"it ends in a pause", func(e *exchange) {
			e.connect(&line{name: "a", listen: []string{"lost"}})
			time.Sleep(time.Second / 2)
		}, []string{"a is asked: me 0s", "a listens: lost 0s", "a posts 0s", "a posts no more 500ms", "a leaves 500ms"}},
		{"a key that was revoked ends it, and it posts on", func(e *exchange) {
			e.connect(&line{name: "a", listen: []string{"gone"}}, &line{name: "b"})
			time.Sleep(time.Minute)
		}, []string{
			"a is asked: me 0s", "a listens: gone 0s", "a posts 0s", "b is asked: me 0s", "b listens: talk 0s", "b posts 0s",
			"a leaves 1m0s", "a posts no more 1m0s", "b leaves 1m0s", "b posts no more 1m0s",
		}},
		{"a stranger is asked again and again", func(e *exchange) {
			e.connect(&line{name: "a", whois: []string{"away", "away", "away"}})
			time.Sleep(time.Minute)
		}, []string{
			"a is asked: away 0s", "a is asked: away 1s", "a is asked: away 3s", "a is asked: me 7s", "a listens: talk 7s", "a posts 7s",
			"a posts no more 1m0s", "a leaves 1m0s",
		}},
		{"one that names a pause is asked after that", func(e *exchange) {
			e.connect(&line{name: "a", whois: []string{"soon", "soon", "soon"}})
			time.Sleep(time.Minute)
		}, []string{
			"a is asked: soon 0s", "a is asked: soon 1s", "a is asked: soon 1.1s", "a is asked: me 1.2s", "a listens: talk 1.2s", "a posts 1.2s",
			"a posts no more 1m0s", "a leaves 1m0s",
		}},
		{"a stranger that never will be known ends", func(e *exchange) {
			e.connect(&line{name: "a", whois: []string{"gone"}}, &line{name: "b", whois: []string{"away", "gone"}})
			time.Sleep(time.Minute)
		}, []string{"a is asked: gone 0s", "b is asked: away 0s", "b is asked: gone 1s"}},
		{"a panic outside of its adapter costs a pause", func(e *exchange) {
			e.connect(&line{name: "a", whois: []string{"away", "panic", "me"}})
			time.Sleep(time.Minute)
		}, []string{
			"a is asked: away 0s", "a is asked: panic 1s", "a is asked: me 3s", "a listens: talk 3s", "a posts 3s",
			"a posts no more 1m0s", "a leaves 1m0s",
		}},
		{"who takes its place posts once it has ended", func(e *exchange) {
			e.connect(&line{name: "a", listen: []string{"slow"}})
			time.Sleep(time.Minute)
			e.connect(&line{name: "a'"})
			time.Sleep(time.Minute)
		}, []string{
			"a is asked: me 0s", "a listens: slow 0s", "a posts 0s", "a posts no more 1m0s", "a' is asked: me 1m0s", "a' listens: talk 1m0s", "a posts 1m0s",
			"a leaves 1m10s", "a posts no more 2m0s", "a' leaves 2m0s",
		}},
		{"two of its sessions that end at once both leave", func(e *exchange) {
			e.connect(&line{name: "a"})
			e.connect(&line{name: "a'"})
			e.connect(&line{name: "a''"})
			time.Sleep(time.Minute)
		}, nil},
		{"one that is taken away in a pause is over", func(e *exchange) {
			e.connect(&line{name: "a", listen: []string{"lost"}}, &line{name: "b"})
			time.Sleep(time.Second / 2)
			e.connect(&line{name: "b'"})
			time.Sleep(time.Minute)
		}, nil},
	} {
		t.Run(tt.story, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				e := open(t)
				tt.play(e)
				e.close()
				if tt.want == nil { // that it comes to an end, and each leaves
					listened, left := map[string]bool{}, map[string]bool{}
					for _, l := range e.diary.lines {
						word := strings.Fields(l)
						listened[word[0]] = listened[word[0]] || word[1] == "listens:"
						left[word[0]] = left[word[0]] || word[1] == "leaves"
					}
					for who := range listened {
						if listened[who] && !left[who] {
							t.Errorf("%s never leaves: %q", who, e.diary.lines)
						}
					}
					return
				}
				if got, want := inOrder(e.diary.lines), inOrder(tt.want); !slices.Equal(got, want) {
					t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
				}
			})
		})
	}
}

// inOrder orders what happened in one instant, which comes as it pleases.
func inOrder(lines []string) []string {
	at := func(s string) time.Duration {
		d, _ := time.ParseDuration(s[strings.LastIndexByte(s, ' ')+1:])
		return d
	}
	lines = slices.Clone(lines)
	slices.SortStableFunc(lines, func(a, b string) int {
		if at(a) != at(b) {
			return int(at(a) - at(b))
		}
		return strings.Compare(a, b)
	})
	return lines
}
