package main

import (
	"fmt"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"familiar/actors/adapter/discord/discordtest"
	"familiar/internal/browser"
	"familiar/internal/long"
	"familiar/llm/llmtest/server"
)

// onPage is a moth lab on Discord with a page, whose model does as dead says, and a
// token that may only read.
func onPage(t *testing.T, dead *atomic.Bool) mothLab {
	t.Helper()
	return onPageWith(t, func(server.Request) server.Answer {
		if dead.Load() {
			return server.Fail(http.StatusUnauthorized, "")
		}
		return server.Say("I am well, thank you.")
	})
}

// onPageWith is the same with another model.
func onPageWith(t *testing.T, answers func(server.Request) server.Answer) mothLab {
	t.Helper()
	d := mothLab{Server: discordtest.Start(t)}
	d.bot = d.AddBot("Aria")
	guild := d.AddGuild("Moth Lab")
	d.general = d.AddChannel(guild, "general", 0)
	d.file = saved(t, fmt.Sprintf(`
[familiars.aria]
name = "Aria"
persona = "A moth."
model = "writer"

[models.writer]
kind = "openai"
model = "large-1"
price_input = 3
price_output = 15
url = "%s/v1"

[accounts.aria-discord]
network = "discord"
familiars = ["aria"]
token = %q
url = %q

[[channels]]
match = "discord:%s/*"
name = "The moth lab"
familiars = ["aria"]

[control]
listen = "127.0.0.1:0"

[[control.tokens]]
name = "reader"
secret = %q
scopes = ["read"]
`, server.Start(t, server.Func(answers)), secret(t, d.bot.Token), d.URL, guild, secret(t, "a-reader-of-the-page")))
	return d
}

// TestHomeInABrowser is an operator of Discord: home says that all is well, the
// channel is seen live and says why its familiar spoke, and a model that dies is seen
// within five seconds. A token that may only read is shown none of it.
func TestHomeInABrowser(t *testing.T) {
	long.Test(t)
	var dead atomic.Bool
	d := onPage(t, &dead)
	p := start(t, "run", d.file)
	v := visit(p)
	d.Await(t, "the bot", func() bool { return d.Connected() == 1 })
	mention := discordtest.Object{"mentions": []discordtest.Object{{"id": d.bot.ID, "username": "Aria", "bot": true}}}
	d.Say(d.general, "Ana", "<@"+d.bot.ID+"> how are you today?", mention)

	b := browse(t, v.base+"/#token="+v.token)
	b.until(`document.querySelector(".standing[data-of=aria-discord]")?.dataset.how === "well" && document.querySelector(".home-well") !== null`)
	b.until(`document.querySelector(".standing[data-of=writer]").innerText.includes("answers")`)
	b.until(`document.querySelectorAll(".found").length === 1 && document.querySelector(".found .channel-name").textContent === "The moth lab"`)
	b.shot("home-discord")

	b.run(chromedp.Click(".found a"))
	b.until(`[...document.querySelectorAll(".line")].some((l) => l.querySelector(".ours") && l.querySelector(".text").textContent === "I am well, thank you.")`)
	d.Say(d.general, "Ben", "the moths are late tonight")
	b.until(`[...document.querySelectorAll(".line")].some((l) => l.querySelector(".text").textContent === "the moths are late tonight")`)
	b.run(chromedp.Click(`.line .decided`))
	b.until(`document.querySelector(".sentence")?.textContent.includes("mentions")`)
	b.shot("discord-why")

	b.run(chromedp.KeyEvent("\u001b"), chromedp.Click("#home-link"))
	d.Limit("/messages", 6*time.Second, false)
	d.Say(d.general, "Ana", "<@"+d.bot.ID+"> and tomorrow?", mention)
	b.until(`document.querySelector(".standing[data-of=aria-discord]").innerText.includes("posts wait until")`)
	b.until(`document.querySelector(".standing[data-of=aria-discord]").dataset.how === "well"`)
	dead.Store(true)
	d.Say(d.general, "Ana", "<@"+d.bot.ID+"> and now?", mention)
	p.until(`msg="model keeps failing and is not called for now"`, 1)
	died := time.Now()
	b.until(`document.querySelector(".needs [data-kind=model]")?.textContent.includes("The model writer is not called") && document.querySelector(".standing[data-of=writer]").dataset.how === "bad"`)
	if took := time.Since(died); took > 5*time.Second {
		t.Errorf("home tells of the dead model after %v, want at most 5 s", took)
	}
	b.shot("home-dead")

	b.run(chromedp.Navigate("about:blank"), chromedp.Navigate(v.base+"/#token=a-reader-of-the-page"))
	b.until(`document.querySelectorAll(".found").length === 1`)
	if seen := browser.Eval[bool](b.ctx, t, `document.querySelector("#home-link").checkVisibility() || document.querySelector("#home").checkVisibility()`); seen {
		t.Error("a token that may only read is shown home")
	}
	b.run(chromedp.Click(".found a"))
	b.until(`document.querySelector("#banner-text").textContent.includes("lacks the scope history")`)
	if lines := browser.Eval[int](b.ctx, t, `document.querySelectorAll(".line").length`); lines != 0 {
		t.Errorf("a token that may only read is shown %d lines of Discord", lines)
	}
	p.quit()
}
