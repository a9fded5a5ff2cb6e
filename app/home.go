package app

import (
	"time"

	"familiar/actors/account"
	"familiar/app/models"
	"familiar/messages"
)

// An Attendance is how one account stands.
type Attendance struct {
	Listens bool
	Limited time.Time      // until when its network wants no post; zero: it takes them, or another process posts
	Since   time.Time      // when Listens became so; zero: it has done neither yet
	State   string         // in words of its actor's; "": another process has the account
	Ended   bool           // it listens no more and won't try to
	Shards  *AccountShards // nil: its network isn't divided, or nobody has said how
}

// Accounts returns the accounts that were connected, in this process or another.
func (a *App) Accounts() []messages.AccountID { return a.holdings.all() }

// Attendance returns how an account stands, of this process or of another.
func (a *App) Attendance(id messages.AccountID) Attendance {
	at := Attendance{Ended: a.accounts.HasEnded(id), Limited: a.presence.LimitedUntil(id, time.Now())}
	_, at.Since = a.presence.Since(id)
	at.Listens = a.listens(id)
	if stand, is := a.shardsOf(id); is {
		at.Shards = &stand
	}
	if is, here := a.host.Standing(account.Key(id)); here {
		at.State = is.State
	}
	return at
}

// ModelStandings returns how the models in use stand, by name.
func (a *App) ModelStandings() []models.Standing { return a.inForce.Now().Clients.Standings() }

// Lag returns how many records a start would read again, of the partitions that are
// this process's.
func (a *App) Lag() (records uint64) {
	for p := range a.Journal.Partitions() {
		records += a.reader.Lag(p)
	}
	return records
}
