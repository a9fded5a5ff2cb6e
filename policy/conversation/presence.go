package conversation

import (
	"slices"

	"familiar/messages"
	"familiar/policy/turns"
)

// takePresence takes up that an account came or went: the turn passes by familiars
// that can't post. All who share the account come and go with it.
func (s *State) takePresence(e messages.PresenceChanged, out []Effect) []Effect {
	for i := range s.Seats {
		if s.cfg(i).Account == e.Account {
			out = s.passTurnOn(s.Turns.Presence(s.Now, s.Seats[i].Familiar, e.Online, nil), out)
		}
	}
	return out
}

// Presence gives what the channel has yet to be told of its accounts, when
// absent says which of them are away now. Only where familiars take turns does
// it matter.
func (s *State) Presence(absent func(messages.AccountID) bool) []messages.PresenceChanged {
	if s.Turns.Mode != turns.TurnBased {
		return nil
	}
	var news []messages.PresenceChanged
	for i := range s.Seats {
		f, account := s.Seats[i].Familiar, s.cfg(i).Account
		away := absent(account)
		if slices.Contains(s.Turns.Members, f) && slices.Contains(s.Turns.Away, f) != away {
			if e := (messages.PresenceChanged{Account: account, Online: !away}); !slices.Contains(news, e) {
				news = append(news, e)
			}
		}
	}
	return news
}
