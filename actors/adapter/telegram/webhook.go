package telegram

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"sync"
	"time"

	"familiar/actors/adapter"
	"familiar/actors/adapter/inbound"
	"familiar/actors/adapter/telegram/wire"
)

const (
	// hookConnections is how many updates Telegram may come with at once, of as many
	// chats: those of one come one after the other.
	hookConnections = 40
	// updateMost is how many bytes of an update are read.
	updateMost = 1 << 20
	// answerWithin is how long an update waits for the journal; then Telegram comes with it
	// again.
	answerWithin = 50 * time.Second
)

// A hook is how Telegram says that a webhook stands.
type hook struct {
	URL      string `json:"url"`
	FailedAt int64  `json:"last_error_date"` // s; 0: never
	Failure  string `json:"last_error_message"`
	Waiting  int    `json:"pending_update_count"`
}

// host returns where a webhook goes, without what may be a secret in it.
func (h hook) host() string {
	at, err := url.Parse(h.URL)
	if err != nil || at.Host == "" {
		return "an address of its own"
	}
	return adapter.CleanName(at.Host, adapter.NameMost)
}

// hookSecret returns what Telegram shows with each update: made of the token, so that
// nothing has to be kept and all processes of a deployment know it.
func (a *Account) hookSecret() adapter.Secret {
	sum := hmac.New(sha256.New, []byte(a.config.Token))
	sum.Write([]byte("familiar's webhook")) //nolint:errcheck // a hash takes everything
	return adapter.Secret(hex.EncodeToString(sum.Sum(nil)))
}

// hookMark is the name under which it is kept that a webhook is this account's.
func (a *Account) hookMark() string { return "hook" + adapter.Digest(string(a.id)) }

// receive has Telegram come with updates until ctx ends or the account does.
func (l *listener) receive(ctx context.Context) error {
	r := &receiver{listener: l, secret: l.hookSecret(), over: ctx.Done()}
	at, leave, err := l.config.Listeners.Enter(l.config.Listen, r, l.log)
	if err != nil {
		return fmt.Errorf("telegram: account %s: listen: %w", l.id, err)
	}
	defer leave()
	if err := l.hook(ctx); err != nil {
		return err
	}
	l.log.Info("telegram comes by a webhook", "listen", at.String())
	looking := time.NewTicker(l.config.Look)
	defer looking.Stop()
	var was int64 // when the last failure was that is said
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-looking.C:
		}
		now, err := l.hooked(ctx)
		switch {
		case err != nil:
			return err
		case now.URL != l.config.Webhook:
			return fmt.Errorf("telegram: account %s: listen: %w: another program hears this bot now, at %s: end that", l.id, adapter.ErrGone, now.host())
		case now.FailedAt > was:
			was = now.FailedAt
			l.log.Warn("telegram can't deliver", "err", adapter.CleanName(now.Failure, 200), "waiting", now.Waiting, "help", "see what stands at the webhook's address, and that it passes requests on to listen")
		}
	}
}

// hooked asks how the webhook stands.
func (a *Account) hooked(ctx context.Context) (now hook, err error) {
	if err := a.api.Call(ctx, "getWebhookInfo", struct{}{}, &now); err != nil {
		return hook{}, a.failed("ask for a webhook", err)
	}
	return now, nil
}

// hook tells Telegram where to come to. That it is ours is kept before, for a
// configuration that says otherwise later.
func (l *listener) hook(ctx context.Context) error {
	if err := l.keepHook(l.config.Webhook); err != nil {
		return fmt.Errorf("telegram: account %s: keep the webhook: %w", l.id, err)
	}
	err := l.api.Call(ctx, "setWebhook", map[string]any{
		"url": l.config.Webhook, "secret_token": string(l.hookSecret()), "max_connections": hookConnections, "allowed_updates": wire.Kinds,
	}, nil)
	if err != nil {
		return l.failed("set the webhook", err)
	}
	return nil
}

// keepHook keeps which webhook is this account's; "": none is.
func (a *Account) keepHook(address string) error {
	if a.config.Marks == nil {
		return nil
	}
	digest := ""
	if address != "" {
		digest = adapter.Digest(address)
	}
	body, revision, err := a.config.Marks.Read(a.hookMark())
	if err == nil && string(body) != digest {
		_, err = a.config.Marks.Write(a.hookMark(), revision, []byte(digest))
	}
	return err
}

// isOurs reports whether this account set a webhook.
func (a *Account) isOurs(address string) bool {
	if a.config.Marks == nil {
		return false
	}
	body, _, err := a.config.Marks.Read(a.hookMark())
	return err == nil && len(body) > 0 && string(body) == adapter.Digest(address)
}

// unhook ends the webhook that this account had, and reports whether it did: nobody
// else's is touched. What waits for it is asked for next.
func (l *listener) unhook(ctx context.Context) bool {
	now, err := l.hooked(ctx)
	if err != nil || !l.isOurs(now.URL) {
		return false
	}
	if err := l.api.Call(ctx, "deleteWebhook", map[string]bool{"drop_pending_updates": false}, nil); err != nil {
		l.log.Warn("telegram webhook not ended", "err", err)
		return false
	}
	l.log.Info("telegram webhook ended", "was_at", now.host())
	if err := l.keepHook(""); err != nil {
		l.log.Warn("telegram webhook kept", "err", err)
	}
	return true
}

// A receiver takes the updates that Telegram comes with.
type receiver struct {
	*listener
	secret adapter.Secret
	over   <-chan struct{} // nothing is taken any more

	sorting sync.Mutex // one update at a time is sorted, as the chats' order has it
}

var _ inbound.Receiver = (*receiver)(nil)

// Wants implements inbound.Receiver: only Telegram knows the secret.
func (r *receiver) Wants(q *http.Request) bool {
	return r.secret.Is(q.Header.Get("X-Telegram-Bot-Api-Secret-Token"))
}

// ServeHTTP takes an update, and answers once the journal has it or never will.
func (r *receiver) ServeHTTP(w http.ResponseWriter, q *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, q.Body, updateMost))
	if tooLong, is := errors.AsType[*http.MaxBytesError](err); is {
		r.log.Warn("telegram update refused", "err", tooLong) // it would come for ever
		return
	}
	if err != nil {
		http.Error(w, "the update didn't come whole", http.StatusBadRequest)
		return
	}
	u, err := wire.DecodeUpdate(body)
	if err != nil {
		r.log.Warn("telegram update refused", "err", err)
		return
	}
	patience := time.NewTimer(answerWithin)
	defer patience.Stop()
	select {
	case <-r.take(u):
		return
	case <-r.over:
	case <-patience.C:
	case <-q.Context().Done():
	}
	http.Error(w, "it isn't taken yet", http.StatusServiceUnavailable)
}

// take sorts an update, unless it waits already or was taken, and returns what is closed
// once it is.
func (r *receiver) take(u wire.Update) <-chan struct{} {
	r.sorting.Lock()
	defer r.sorting.Unlock()
	done, fresh := r.inbox.admit(u.ID)
	if fresh {
		r.sort(u)
	}
	return done
}

// receivedMost is how many updates are remembered as taken, at least: Telegram comes again
// with one whose answer was lost.
const receivedMost = 1000

// An inbox is the updates that Telegram has come with.
type inbox struct {
	mu      sync.Mutex // the lanes take what requests admit
	waiting map[int64]chan struct{}
	taken   *adapter.Recent[int64, bool]
}

func newInbox() *inbox {
	return &inbox{waiting: map[int64]chan struct{}{}, taken: adapter.NewRecent[int64, bool](receivedMost)}
}

// admit adds an update, unless it is there, and returns what is closed once it is taken.
func (b *inbox) admit(id int64) (done <-chan struct{}, fresh bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if waits, is := b.waiting[id]; is {
		return waits, false
	}
	waits := make(chan struct{})
	if b.taken.Has(id) {
		close(waits)
		return waits, false
	}
	b.waiting[id] = waits
	return waits, true
}

// take notes that updates were taken.
func (b *inbox) take(ids ...int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, id := range ids {
		b.taken.Put(id, true)
		if waits, is := b.waiting[id]; is {
			delete(b.waiting, id)
			close(waits)
		}
	}
}

// restart forgets what was not taken: Telegram comes with it again.
func (b *inbox) restart() {
	b.mu.Lock()
	defer b.mu.Unlock()
	clear(b.waiting)
}
