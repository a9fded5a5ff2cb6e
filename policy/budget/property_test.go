package budget

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"pgregory.net/rapid"

	"familiar/messages"
)

// TestEveryLedger books anything in any order: the totals agree, every step is
// the one that fits what is used, every change of a step is told once, and the
// ledger goes on from its JSON as it was.
func TestEveryLedger(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := free()
		c.Day, c.Familiar, c.Channel = drawLimit(t, "day"), drawLimit(t, "familiar"), drawLimit(t, "channel")
		c.Channels = rapid.IntRange(3, 6).Draw(t, "channels")
		var l Ledger
		now := noon
		toldSteps := map[Change]Step{}
		var spent Money
		for range rapid.IntRange(1, 60).Draw(t, "moves") {
			call := Call{
				Channel:  rapid.SampledFrom([]messages.ChannelID{"den", "lab", "yard", "hall", "pier", "loft", "mill"}).Draw(t, "channel"),
				Familiar: rapid.SampledFrom([]messages.FamiliarID{"mira", "theo", "ada"}).Draw(t, "familiar"), Model: "usd",
			}
			tokens := Usage{Input: rapid.IntRange(0, 9).Draw(t, "tokens")}
			reserved := rapid.Uint64Range(0, l.Number).Draw(t, "reserved")
			var out []Change
			switch rapid.IntRange(0, 4).Draw(t, "move") {
			case 0:
				_, out = l.Reserve(now, call, tokens, &c, nil)
			case 1:
				out = l.Release(now, reserved, &c, nil)
			case 2:
				now = now.Add(time.Duration(rapid.IntRange(-40*3600, 60*3600).Draw(t, "pause")) * time.Second)
				out = l.Tick(now, &c, nil)
			default:
				out = l.Spend(now, call, tokens, reserved, &c, nil)
				spent += Money(tokens.Input) * Dollar
			}
			for _, change := range out {
				of := Change{Channel: change.Channel, Familiar: change.Familiar}
				if toldSteps[of] == change.Step {
					t.Fatalf("told twice that %v is at step %d", of, change.Step)
				}
				toldSteps[of] = change.Step
			}
			agrees(t, &l, &c, spent, toldSteps)
			l = reread(t, l)
		}
	})
}

func drawLimit(t *rapid.T, what string) float64 {
	return float64(rapid.IntRange(0, 60).Draw(t, what))
}

func agrees(t *rapid.T, l *Ledger, c *Config, spent Money, told map[Change]Step) {
	if l.All.Ever != spent {
		t.Fatalf("%v was spent, the ledger says %v", spent, l.All.Ever)
	}
	var open, channels, familiars, heldChannels, heldFamiliars Money
	for _, r := range l.Open {
		open += r.Amount
	}
	check := func(of Change, tally Tally, limit float64) {
		fits(t, of, tally, limit, c)
		if told[of] != tally.Step {
			t.Fatalf("%v is at step %d, told was %d", of, tally.Step, told[of])
		}
	}
	check(Change{}, l.All, c.Day)
	for _, e := range l.Channels.Entries {
		channels, heldChannels = channels+e.Ever, heldChannels+e.Held
		check(Change{Channel: e.Of}, e.Tally, c.Channel)
	}
	for _, e := range l.Familiars.Entries {
		familiars, heldFamiliars = familiars+e.Ever, heldFamiliars+e.Held
		check(Change{Familiar: e.Of}, e.Tally, c.Familiar)
	}
	if channels+l.Channels.Dropped != spent || familiars+l.Familiars.Dropped != spent {
		t.Fatalf("%v was spent; channels say %v and %v, familiars %v", spent, channels, l.Channels.Dropped, familiars)
	}
	if l.All.Held != open || heldChannels != open || heldFamiliars != open {
		t.Fatalf("%v is reserved; the whole says %v, channels %v, familiars %v", open, l.All.Held, heldChannels, heldFamiliars)
	}
}

// fits checks a step against where it begins and ends.
func fits(t *rapid.T, of Change, tally Tally, limit float64, c *Config) {
	if limit == 0 {
		if tally.Step != Free {
			t.Fatalf("%v has no limit and is at step %d", of, tally.Step)
		}
		return
	}
	part := (tally.Today + tally.Held).Dollars() / limit
	begins := append([]float64{0}, append(c.Shares, 1)...)
	if tally.Step < Hard && part >= begins[tally.Step+1] {
		t.Fatalf("%v has used %v of its limit and is at step %d", of, part, tally.Step)
	}
	if tally.Step > Free && part < begins[tally.Step]-c.Slack {
		t.Fatalf("%v has used only %v of its limit and is at step %d", of, part, tally.Step)
	}
}

func reread(t *rapid.T, l Ledger) Ledger {
	text, err := json.Marshal(&l)
	if err != nil {
		t.Fatal(err)
	}
	var back Ledger
	if err := json.Unmarshal(text, &back); err != nil {
		t.Fatal(err)
	}
	again, err := json.Marshal(&back)
	if err != nil || !reflect.DeepEqual(text, again) {
		t.Fatalf("%s comes back as %s, %v", text, again, err)
	}
	return back
}
