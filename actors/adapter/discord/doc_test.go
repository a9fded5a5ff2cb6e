package discord

import (
	"os"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"
)

// TestPage keeps docs/networks/discord.md and the code equal: the permissions
// to tick, the privileged intents and the commands.
func TestPage(t *testing.T) {
	text, err := os.ReadFile("../../../docs/networks/discord.md")
	if err != nil {
		t.Fatal(err)
	}
	var names, words []string
	for _, r := range rights {
		names = append(names, r.name)
	}
	for _, c := range wanted() {
		words = append(words, "`/"+c.Name+"`")
	}
	for _, want := range []string{
		"permissions\n   " + strings.Join(names, ", ") + ".\n",
		strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1] + " are registered",
		"**Message Content Intent**: on.",
		"**Server Members Intent**: on,",
		"Presence Intent: off.",
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the page has no %q", want)
		}
	}
	if intents&discordgo.IntentGuildPresences != 0 {
		t.Error("the code asks for presences, which the page says are off")
	}
}
