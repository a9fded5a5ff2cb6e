package irc

import (
	"slices"
	"testing"

	"familiar/internal/ngircd"
	"familiar/messages"
)

// TestNickOfAnother: somebody else under the configured nick is somebody else,
// and is meant by it while they are here; then it calls us, whatever nick the
// server has left us.
func TestNickOfAnother(t *testing.T) {
	server := ngircd.Start(t, ngircd.Config{})
	other, bob := server.Person(t, "Felix", "#moths"), server.Person(t, "bob", "#moths")
	felix := account(t, "felix", quick(t, server))
	w := listens(t, felix)
	bob.Until("Felix_!", 1)
	n := 0
	hears := func(by *ngircd.Person, text string) *messages.Line {
		t.Helper()
		n++
		by.Say("#moths", text)
		return w.until(n)[n-1]
	}
	us, them := []messages.PersonID{"account:felix"}, []messages.PersonID{"felix"}

	if got := hears(other, "I am Felix"); got.Author.ID != "felix" || got.Author.Bot || got.Nonce != "" {
		t.Errorf("the other's line is by %+v", got.Author)
	}
	if got := hears(bob, "Felix: hi"); !slices.Equal(got.Mentions, them) || !got.ExplicitOnly {
		t.Errorf("with the other here it calls %q, only explicit %v", got.Mentions, got.ExplicitOnly)
	}
	if got := hears(bob, "what would felix say?"); got.Mentions != nil || !got.ExplicitOnly {
		t.Errorf("a name that may be the other's calls %q, only explicit %v", got.Mentions, got.ExplicitOnly)
	}
	if got := hears(bob, "what would bob say?"); got.ExplicitOnly {
		t.Error("a line without the name counts as one that has it")
	}
	if got := hears(bob, "Felix_: hi"); !slices.Equal(got.Mentions, us) {
		t.Errorf("by the nick it has it calls %q", got.Mentions)
	}
	other.Send("PART #moths")
	bob.Until(" PART ", 1)
	if got := hears(bob, "Felix: and now?"); !slices.Equal(got.Mentions, us) || got.ExplicitOnly || got.Text != "@Felix: and now?" {
		t.Errorf("with the other gone %q calls %q", got.Text, got.Mentions)
	}
	other.Say("Felix_", "Felix: psst")
	n++
	if got := w.until(n)[n-1]; !got.DM || got.Author.ID != "felix" || !slices.Equal(got.Mentions, us) {
		t.Errorf("heard %+v, want a direct message by the other", got)
	}
}
