package budget

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"familiar/messages"
)

// plain gives a ledger's totals in an order of their own, without steps.
func plain(t *rapid.T, l *Ledger) string {
	sum := Ledger{Day: l.Day, All: l.All, Days: l.Days, Unpriced: l.Unpriced, Arms: slices.Clone(l.Arms), Models: l.Models, Familiars: plainBook(l.Familiars), Channels: plainBook(l.Channels)}
	sum.All.Step, sum.All.Held = 0, 0
	slices.SortFunc(sum.Arms, func(a, b Armed) int { return len(a.Arm) - len(b.Arm) })
	body, err := json.Marshal(&sum)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

func plainBook[K ~string](b Book[K]) Book[K] {
	all := slices.Clone(b.Entries)
	slices.SortFunc(all, func(a, z Entry[K]) int {
		if a.Of < z.Of {
			return -1
		}
		return 1
	})
	for i := range all {
		all[i].Step, all[i].Held = 0, 0
	}
	return Book[K]{Entries: all, Dropped: b.Dropped}
}

// TestEverySum: what several ledgers booked adds up, in any order, to what one would
// have booked, and a sum changes none of its parts; what is reserved stays.
func TestEverySum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := free()
		c.Models = map[string]float64{"usd": 100}
		var one, merged Ledger
		parts := make([]Ledger, rapid.IntRange(1, 4).Draw(t, "ledgers"))
		now := noon
		for range rapid.IntRange(1, 40).Draw(t, "calls") {
			now = now.Add(time.Duration(rapid.SampledFrom([]int{0, 1, 1, 3, 20}).Draw(t, "hours")) * time.Hour)
			call := Call{
				Channel: rapid.SampledFrom([]messages.ChannelID{"den", "lab"}).Draw(t, "channel"), Familiar: rapid.SampledFrom([]messages.FamiliarID{"mira", "theo"}).Draw(t, "familiar"),
				Model: rapid.SampledFrom([]string{"usd", "nobody's"}).Draw(t, "model"), Arm: rapid.SampledFrom([]messages.Arm{"", "a", "bb"}).Draw(t, "arm"),
			}
			used := Usage{Input: rapid.IntRange(1, 9).Draw(t, "tokens")}
			one.Spend(now, call, used, 0, &c, nil)
			parts[rapid.IntRange(0, len(parts)-1).Draw(t, "by")].Spend(now, call, used, 0, &c, nil)
		}
		var order []*Ledger
		for _, i := range rapid.Permutation(numbers(len(parts))).Draw(t, "order") {
			order = append(order, &parts[i])
		}
		before := make([]string, len(order))
		for i, l := range order {
			before[i] = plain(t, l)
			merged.Merge(l, &c)
		}
		if got, want := plain(t, &merged), plain(t, &one); got != want {
			t.Fatalf("merged\n%s, booked by one\n%s", got, want)
		}
		var sum Ledger
		_, _ = sum.Reserve(now, Call{Channel: "den", Familiar: "mira", Model: "usd"}, Usage{Input: 3}, &c, nil)
		for range 2 { // the second replaces the first
			sum.Recount(now, order, &c, nil)
		}
		if held := sum.All.Held; held != 3*Dollar || sum.Channels.find("den").Held != held || sum.Familiars.find("mira").Held != held {
			t.Fatalf("reserved: got %v, want $3", held)
		}
		one.Tick(now, &c, nil)
		_, _ = one.Reserve(now, Call{Channel: "den", Familiar: "mira", Model: "usd"}, Usage{Input: 3}, &c, nil) // so that it has the same entries
		if got, want := plain(t, &sum), plain(t, &one); got != want {
			t.Fatalf("recounted\n%s, booked by one\n%s", got, want)
		}
		for i, l := range order {
			if got := plain(t, l); got != before[i] {
				t.Fatalf("a part is\n%s, was\n%s", got, before[i])
			}
		}
	})
}

func numbers(n int) (all []int) {
	for i := range n {
		all = append(all, i)
	}
	return all
}

// TestEveryPart: processes that don't hear each other, and of which each stops at the
// hard step, spend together no more than was left, but for the call that each made last.
func TestEveryPart(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := free()
		c.Day, c.Models = float64(rapid.IntRange(1, 200).Draw(t, "limit")), map[string]float64{"usd": 300}
		var known Ledger
		call := Call{Channel: "den", Familiar: "mira", Model: "usd"}
		known.Spend(noon, call, Usage{Input: rapid.IntRange(0, 100).Draw(t, "known")}, 0, &c, nil)
		n, most := rapid.IntRange(1, 8).Draw(t, "processes"), rapid.IntRange(1, 5).Draw(t, "dearest")
		left := max(Dollars(c.Day)-known.All.Today, 0)
		var spent Money
		for range n {
			var l Ledger
			l.Recount(noon, []*Ledger{&known}, &c, nil)
			l.Alone(noon, n-1, &c, nil)
			for l.All.Step < Hard {
				cost := rapid.IntRange(1, most).Draw(t, "cost")
				l.Spend(noon, call, Usage{Input: cost}, 0, &c, nil)
				spent += Money(cost) * Dollar
			}
			if all := l.All.Today; all > max(known.All.Today, Dollars(c.Day))+Money(most)*Dollar {
				t.Fatalf("one knows of %v, limit $%v", all, c.Day)
			}
			l.Recount(noon, []*Ledger{&known}, &c, nil)
			fits(t, Change{}, l.All, c.Day, &c)
		}
		if spent > left+Money(n*most)*Dollar {
			t.Fatalf("%d processes spent %v of %v that were left", n, spent, left)
		}
		if left > 0 && spent < left-Money(n)*Dollar {
			t.Fatalf("%d processes spent only %v of %v that were left", n, spent, left)
		}
	})
}
