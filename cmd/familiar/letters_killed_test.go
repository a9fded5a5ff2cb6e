package main

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"familiar/actors/adapter/discord/discordtest"
	"familiar/control"
	"familiar/internal/await"
	"familiar/internal/long"
	"familiar/llm/llmtest/server"
)

var repostings = flag.Int("repostings", 3, "how many times TestRepostKilled kills the program as a dead letter is posted again")

// TestRepostKilled: killed in the middle of an order to post a dead letter again, the
// program has either said it once or knows on what is left that nobody can tell: nothing
// is said twice that a letter didn't warn of, and no letter is gone with its text unsaid.
func TestRepostKilled(t *testing.T) {
	long.Test(t)
	t.Parallel()
	var says atomic.Value
	d := onPageWith(t, func(server.Request) server.Answer { return server.Say(says.Load().(string)) })
	mention := discordtest.Object{"mentions": []discordtest.Object{{"id": d.bot.ID, "username": "Aria", "bot": true}}}
	posted := func(text string) (times int) {
		for _, p := range d.Posted(d.general, d.bot) {
			if p == text {
				times++
			}
		}
		return times
	}
	p := launch(t, "run", d.file)
	v := visit(p)
	outcomes := map[string]int{}
	for round := range *repostings {
		d.Await(t, "the bot", func() bool { return d.Connected() == 1 })
		lost := fmt.Sprintf("letter %d", round)
		says.Store(lost)
		d.Refuse(http.MethodPost, "/messages", http.StatusForbidden, 50013, "Missing Permissions")
		d.Say(d.general, fmt.Sprint("Ana", round), "<@"+d.bot.ID+"> are you there?", mention) // somebody else each time, or the guard takes them for a bot
		p.until(`msg="post failed"`, 1)
		d.Refuse(http.MethodPost, "/messages", 0, 0, "")
		var given []control.Letter
		await.Until(t, "one letter", func() bool { given = v.letters(); return len(given) == 1 })
		letter := given[0]

		order := make(chan struct{})
		go func() {
			defer close(order)
			answer, err := v.send(t.Context(), http.MethodPost, fmt.Sprintf("/v1/letters/%d/repost", letter.Letter), nil, "Content-Type", "application/json")
			if err == nil { // it wasn't killed in time
				_ = answer.Body.Close()
			}
		}()
		time.Sleep(rand.N(15 * time.Millisecond)) //nolint:gosec // where it is killed
		if err := p.process.Kill(); err != nil {
			t.Fatal(err)
		}
		<-order
		<-p.code
		d.Await(t, "the end of its connection", func() bool { return d.Connected() == 0 })

		p = launch(t, "run", d.file)
		v = visit(p)
		d.Await(t, "the bot", func() bool { return d.Connected() == 1 })
		after := fmt.Sprintf("after %d", round)
		says.Store(after)
		d.Say(d.general, fmt.Sprint("Bo", round), "<@"+d.bot.ID+"> and now?", mention)
		d.Await(t, "what is said behind it", func() bool { return posted(after) == 1 })
		left := v.letters()
		at := slices.IndexFunc(left, func(l control.Letter) bool { return l.Post == letter.Post })
		outcome, most, least := "gone", 1, 1
		switch {
		case at >= 0 && left[at].Unknown:
			outcome, least = "in doubt", 0
		case at >= 0:
			outcome, most, least = "as it was", 0, 0
		}
		times := posted(lost)
		if times < least || times > most {
			t.Errorf("round %d: the letter is %s, and its text was said %d times, want %d to %d", round, outcome, times, least, most)
		}
		outcomes[fmt.Sprintf("%s, said %d times", outcome, times)]++
		for _, l := range left {
			v.orders(http.StatusOK, http.MethodPost, fmt.Sprintf("/v1/letters/%d/drop", l.Letter), "")
		}
	}
	t.Logf("of %d kills: %v", *repostings, outcomes)
	p.quit()
}

// letters lists what was given up.
func (v *visitor) letters() []control.Letter {
	v.t.Helper()
	var given struct{ Letters []control.Letter }
	v.read("/v1/letters", nil, &given)
	return given.Letters
}
