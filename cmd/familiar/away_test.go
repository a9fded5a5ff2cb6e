package main

import (
	"fmt"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"familiar/actors/adapter/discord/discordtest"
	"familiar/internal/await"
	"familiar/internal/long"
)

// TestAway: the program is killed, and while it is away one line is edited so
// that it names the bot, one is deleted and others are said. The next one takes
// the new text, erases what is gone, and answers nobody for it.
func TestAway(t *testing.T) {
	long.Test(t)
	t.Parallel()
	d := onDiscord(t)
	network, bot, general, file := d.Server, d.bot, d.general, d.file
	mention := discordtest.Object{"mentions": []discordtest.Object{{"id": bot.ID, "username": "Aria", "bot": true}}}
	answered := func(n int) {
		await.Until(t, fmt.Sprintf("answer %d", n), func() bool { return len(network.Posted(general, bot)) >= n })
	}
	session := func(n int) {
		network.Await(t, "the bot", func() bool { return len(network.Identifies()) == n && network.Connected() == 1 })
	}

	p := launch(t, "run", file)
	session(1)
	edited := network.Say(general, "Ana", "the frist thing")
	gone := network.Say(general, "Bob", "the secret is xyzzy")
	network.Say(general, "Ana", "<@"+bot.ID+"> how are you today?", mention)
	answered(1)
	if err := p.process.Signal(syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	p.ends(-1)
	network.Forget() // what was said meanwhile has to be looked for
	network.Await(t, "the bot's end", func() bool { return network.Connected() == 0 })
	network.Change(general, edited, discordtest.Object{
		"content": "<@" + bot.ID + "> the first thing", "edited_timestamp": time.Now().UTC().Format(time.RFC3339), "mentions": mention["mentions"],
	})
	network.Delete(general, gone)
	for n := range 20 {
		network.Say(general, "Bob", fmt.Sprint("missed ", n))
	}

	p = launch(t, "run", file)
	session(2)
	network.Say(general, "Ana", "<@"+bot.ID+"> and tomorrow?", mention)
	answered(2)
	var journal string
	await.Until(t, "something is erased", func() bool {
		journal = ask(t, "journal", "export", "-c", file, "--notes").out
		return strings.Contains(journal, `"kind":"erased"`)
	})
	p.quit()
	if strings.Contains(journal, "xyzzy") {
		t.Error("what was deleted is in the journal")
	}
	order := regexp.MustCompile(`(?s)"kind":"edited"[^\n]*@Aria the first thing.*"kind":"deleted"[^\n]*` + gone + `.*missed 0".*missed 19".*and tomorrow`)
	if !order.MatchString(journal) {
		t.Errorf("want the edit, the deletion, what was missed and the last question in this order in\n%s", journal)
	}
	if posted := network.Posted(general, bot); len(posted) != 2 {
		t.Errorf("posted %q, want an answer to each question and no other", posted)
	}
}
