package settings

import "familiar/messages"

// IsOurs reports whether somebody of that name elsewhere is one of a channel's
// familiars: it is called so, or one of its accounts is on whichever network.
func (s *Settings) IsOurs(id messages.ChannelID, name string) bool {
	return s.Config.IsOurs(id, name, func(account messages.AccountID) string { return s.who.known[account].Name })
}
