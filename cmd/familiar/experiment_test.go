package main

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"testing"
	"time"

	"familiar/cmd/familiar/command"
	"familiar/cmd/familiar/process"
	"familiar/config"
	"familiar/internal/long"
	"familiar/lab/experiment"
	"familiar/messages"
	"familiar/policy/budget"
	policy "familiar/policy/experiment"
)

// tryOut has the example's experiment begin so many days ago.
func (h *house) tryOut(daysAgo int) {
	today := policy.DayOf(messages.InstantOf(time.Now()))
	begin := today - policy.Day(daysAgo)
	const its = "2026-12-01"
	if begin.String() != its {
		h.change("experiment.toml", its, begin.String(), "2026-12-15", (begin + 14).String())
	}
}

// used writes what the budget has counted under arm b.
func (h *house) used(of budget.Armed) {
	h.t.Helper()
	loaded, err := config.LoadSealed(h.file("experiment.toml"))
	if err != nil {
		h.t.Fatal(err)
	}
	plan := &loaded.Plans()[0]
	of.Arm = messages.NewArm(plan.Name, plan.Digest(), messages.SideB)
	kept, err := json.Marshal(&budget.Ledger{Arms: []budget.Armed{of}})
	if err == nil {
		err = process.Spent(loaded, nil).Save(kept)
	}
	if err != nil {
		h.t.Fatal(err)
	}
}

// remember writes a store in which Aria has said something in each of many chats on
// each day before today, which people liked in one arm more than in the other.
func (h *house) remember(chats int, liked map[messages.Side]int) {
	h.t.Helper()
	loaded, err := config.LoadSealed(h.file("experiment.toml"))
	if err != nil {
		h.t.Fatal(err)
	}
	plan := &loaded.Plans()[0]
	j, err := command.OpenStore(h.t.Context(), loaded, slog.New(slog.DiscardHandler), func() int { return 1 })
	if err != nil {
		h.t.Fatal(err)
	}
	today := policy.DayOf(messages.InstantOf(time.Now()))
	for chat := range chats {
		channel := messages.ChannelID(fmt.Sprintf("web//chat-%d", chat))
		side := plan.Side(plan.Unit(channel, plan.Begin))
		n := uint64(0)
		for day := plan.Begin; day < today; day++ {
			at := day.Start().Add(9 * time.Hour)
			how := messages.ByIgnored
			if n++; int(n+uint64(chat))%10 < liked[side] {
				how = messages.ByTakenUp
			}
			note := messages.Note{Channel: channel, Familiar: "aria", At: at, Act: messages.Settled, Rung: messages.BySpoke, Trigger: messages.Lull, N: n, Line: "l1", Arm: plan.Arm(channel, day)}
			after := note
			after.At, after.Act, after.Rung = at.Add(time.Minute), messages.Followed, how
			if err := j.Note(h.t.Context(), &note, &after); err != nil {
				h.t.Fatal(err)
			}
		}
	}
	if err := j.Close(); err != nil {
		h.t.Fatal(err)
	}
}

// inArmB returns a chat that the experiment gives arm b today.
func (h *house) inArmB() string {
	loaded, err := config.LoadSealed(h.file("experiment.toml"))
	if err != nil {
		h.t.Fatal(err)
	}
	loaded = loaded.At(messages.InstantOf(time.Now()))
	for chat := 0; ; chat++ {
		channel := messages.ChannelID(fmt.Sprintf("web//chat-%d", chat))
		if _, _, side := loaded.Arm(channel, "aria").Split(); side == messages.SideB {
			return string(channel)
		}
	}
}

// TestExperiment goes through the life of one: its plan, its looks, its end.
func TestExperiment(t *testing.T) {
	long.Test(t)
	t.Parallel()
	t.Run("it has not begun", func(t *testing.T) {
		h := newHouse(t)
		h.tryOut(-1)
		h.remember(0, nil)
		file := h.file("experiment.toml")
		ask(t, "experiment", "-c", file).wants(0, `Verdict: not begun\. It begins on .*; familiar experiment quieter --plan`)
		ask(t, "experiment", "quieter", "--plan", "-c", file).wants(0, `too little is known of what aria says unasked there(.|\n)*needed +4\d\d lines in arm a, 4\d\d in arm b\n`)
		ask(t, "experiment", "quieter", "--take", "--yes", "-c", file).wants(1, `no better arm yet, so nothing was written`)
		ask(t, "experiment", "louder", "-c", file).wants(1, `there is no experiment "louder": want one of quieter`)
	})
	t.Run("people like arm b better", func(t *testing.T) {
		h := newHouse(t)
		h.tryOut(12)
		h.remember(40, map[messages.Side]int{messages.SideA: 2, messages.SideB: 7})
		file := h.file("experiment.toml")
		told := ask(t, "experiment", "quieter", "-c", file)
		told.wants(0, `^quieter \(plan \w{8}\): aria in web:\*, drawn by channel, from `)
		told.wants(0, `Arm a is its setting there; in arm b chattiness\.lull = "30s"\.`)
		told.wants(0, `welcome \(taken up or liked\) +21\.0 % \(17\.9 to 24\.1\) +70\.2 % \(67\.1 to 73\.3\)`)
		told.wants(0, `welcome, b - a +\+49\.1 points \(\+44\.9 to \+53\.4\)`)
		told.wants(0, `Verdict: b\. Arm b is better by welcome; familiar experiment quieter --take ends it\.`)
		told.wants(0, `turns posted, answers too +\d+ +\d+\n +in each channel +12\.0 \(12\.0 to 12\.0\) +12\.0 `)
		told.wants(0, `tokens and dollars +not kept +not kept\n(.|\n)*turns in each channel, b - a +\+0\.0 \(`)
		h.used(budget.Armed{Calls: 3, Input: 900, Output: 12, Spent: budget.Dollar / 2, Unpriced: 1})
		ask(t, "experiment", "quieter", "-c", file).wants(0, `calls of models +0 +3\n +tokens in +0 +900\n +tokens out +0 +12\n +dollars +\$0\.0000 +\$0\.5000, and 1 call without a price`)
		ask(t, "decisions", "web//chat-0", "--json", "-c", file).wants(0, `"arm":"quieter@\w{8}/[ab]"`)

		ask(t, "check", file, "--explain", "aria", h.inArmB()).wants(0, `then arm b of the experiment quieter \((.|\n)*chattiness\.lull +\S+ \(arm b of the experiment quieter\) +"30s"`)

		var r experiment.Report
		if err := json.Unmarshal([]byte(ask(t, "experiment", "--json", "-c", file).out), &r); err != nil || r.Verdict != experiment.B || len(r.Looks) == 0 || len(r.Arms[1].Rooms) < 10 {
			t.Errorf("as JSON: %+v, %v", r, err)
		}
		before, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		ask(t, "experiment", "quieter", "--take", "-c", file).wants(1, `nothing was written: there is no terminal to confirm on`)
		ask(t, "experiment", "quieter", "--take", "--yes", "-c", file).wants(0, `- \[experiments\.quieter\]\n(.|\n)*\+ \[channels\.override\.aria\.chattiness\]\n(.|\n)*aria has the setting of arm b now`)
		after, err := os.ReadFile(file)
		if err != nil || strings.Contains(string(after), "[experiments") || !strings.Contains(string(before), "[experiments") {
			t.Errorf("the experiment is in the file still: %v\n%s", err, after)
		}
		ask(t, "check", file, "--explain", "aria", "web:chat-1").wants(0, `chattiness\.lull +\S+ \(web:\*\) +"30s"`)
		ask(t, "experiment", "-c", file).wants(1, `the configuration has no experiment`)
	})
	t.Run("the plan is changed while it runs", func(t *testing.T) {
		h := newHouse(t)
		h.tryOut(4)
		h.remember(20, map[messages.Side]int{messages.SideA: 5, messages.SideB: 5})
		file := h.file("experiment.toml")
		ask(t, "experiment", "quieter", "-c", file).wants(0, `Verdict: go on\. It next looks on `)
		h.change("experiment.toml", `lull = "30s"`, `lull = "60s"`)
		ask(t, "experiment", "quieter", "-c", file).wants(0, `The plan was changed: \d+ lines said unasked under another plan of this name, and count for nothing`)
	})
	t.Run("it ends by lines", func(t *testing.T) {
		h := newHouse(t)
		h.tryOut(8)
		h.change("experiment.toml", `familiar = "aria"`, "familiar = \"aria\"\nzone = \"Etc/GMT+1\"\nlines = 100")
		h.remember(20, map[messages.Side]int{messages.SideA: 5, messages.SideB: 5})
		ask(t, "experiment", "quieter", "-c", h.file("experiment.toml")).wants(0, `until \S+ of Etc/GMT\+1, or until a look knows of 100 lines\.\n(.|\n)*Verdict: no difference`)
	})
	t.Run("the program runs", func(t *testing.T) {
		h := newHouse(t)
		h.tryOut(1)
		h.change("experiment.toml", "[journal]", "[control]\nlisten = \"127.0.0.1:0\"\n[journal]")
		file := h.file("experiment.toml")
		p := start(t, "run", file)
		v := visit(p)
		garden := v.listen("garden")
		v.say("garden", "l1", "@Aria what is 17 times 3?")
		garden.until(spoke("aria"), 1)
		ask(t, "why", "-c", file, "l1").wants(0, `\n  in arm [ab] of the experiment quieter\n`)
		ask(t, "experiment", "-c", file).wants(0, `turns posted, answers too +[01] +[01]\n(.|\n)*Verdict: go on`)
		p.quit()
	})
}
