package irc

import (
	"testing"

	"familiar/internal/ircservices"
)

// TestGhost: a connection that nobody owns any more has the account's nick. The
// network's services end it for who is logged in as the nick's owner.
func TestGhost(t *testing.T) {
	server := ircservices.Start(t, "Felix", "hushhush")
	ghost := server.Person(t, "Felix", "#moths")
	bob := server.Person(t, "bob", "#moths")
	c := quick(t, server)
	c.Login, c.Password = "Felix", "hushhush"
	w := listens(t, account(t, "felix", c))
	bob.Until(" NICK :Felix", 1)
	ghost.Until("ERROR", 1)
	bob.Say("#moths", "Felix: are you there?")
	if line := w.until(1)[0]; line.Text != "@Felix: are you there?" {
		t.Errorf("heard %q, want Felix called", line.Text)
	}
}
