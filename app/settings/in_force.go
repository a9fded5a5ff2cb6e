package settings

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"

	"familiar/actors/account"
	"familiar/actors/activity"
	"familiar/actors/retry"
	"familiar/app/models"
	"familiar/config"
	"familiar/messages"
	"familiar/policy/admission"
)

// Options is what an [InForce] works with. All are needed.
type Options struct {
	// Tell has every channel in memory take up a generation.
	Tell     func(ctx context.Context, generation int) error
	Activity *activity.Activity
	Retry    retry.Retrier
	Log      *slog.Logger
}

// InForce is the settings that hold. Make it with [New].
type InForce struct {
	Options
	now      atomic.Pointer[Settings]
	changing sync.Mutex // one change at a time, and it may take long: accounts say who they are

	claims  atomic.Pointer[admission.Claims] // as the channel of roles has them; nil: none
	claimed chan struct{}                    // these have changed

	untold chan struct{} // the journal didn't take what channels in memory were to be told
}

// New returns an InForce with a first configuration, of whose accounts nothing
// is known yet.
func New(c *config.Config, clients *models.Models, o Options) *InForce {
	f := &InForce{Options: o, claimed: make(chan struct{}, 1), untold: make(chan struct{}, 1)}
	f.now.Store(&Settings{Config: c, Clients: clients, who: &identities{}})
	return f
}

// Now returns what is in force.
func (f *InForce) Now() *Settings { return f.now.Load() }

// Change keeps others from changing what is in force until end is called.
func (f *InForce) Change() (end func()) {
	f.changing.Lock()
	return f.changing.Unlock
}

// Replace puts a configuration in force, with what accounts have said of
// themselves. It is called within [InForce.Change].
func (f *InForce) Replace(c *config.Config, clients *models.Models, met map[messages.AccountID]account.Meeting) {
	who := f.Now().who.copy()
	who.introduce(met)
	who.claims = f.claims.Load()
	f.now.Store(&Settings{Config: c, Clients: clients, who: who})
}

// TellAgain has the channels in memory told of what is in force, once the journal takes it.
func (f *InForce) TellAgain() {
	select {
	case f.untold <- struct{}{}:
	default: // they are going to be
	}
}

// FollowUntold tells them whenever that is to be done again, until ctx ends; who is not
// told by then meets it at the next start.
func (f *InForce) FollowUntold(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-f.untold:
		}
		err := f.Retry.Write(ctx, "tell every channel its new configuration", func() error {
			return f.Tell(ctx, f.Now().Generation)
		})
		if err == nil {
			f.Log.Info("every channel has its new configuration", "generation", f.Now().Generation)
		}
	}
}
