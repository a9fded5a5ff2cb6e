package diagnosis

import (
	"strings"
	"testing"
	"time"

	"familiar/messages"
)

// TestFindings: what level each state is of, what is said of it and whether there
// is something to do.
func TestFindings(t *testing.T) {
	now := time.Date(2026, 11, 25, 16, 0, 0, 0, time.UTC)
	hoursAgo := func(n int) messages.Instant {
		return messages.InstantOf(now.Add(-time.Duration(n) * time.Hour))
	}
	for _, tt := range []struct {
		story   string
		finding Finding
		level   Level
		says    string // part of it
		remedy  string // part of it; "": there is none
	}{
		{"versions", Versions{Program: "v1", System: "linux/amd64", NATS: "2.1", Format: 2, State: 3}, Fine, "v1, linux/amd64, NATS 2.1 embedded; reads stores of format 2 and states of version 3", ""},
		{"another server's version", Versions{NATS: "2.1", Server: "2.0"}, Fine, "NATS server 2.0", ""},
		{"a valid configuration", Configuration{File: "a.toml"}, Fine, "a.toml is valid", ""},
		{"with a warning", Configuration{File: "a.toml", Warnings: []string{"odd"}}, Soon, "with 1 warning: odd", ""},
		{"with a mistake", Configuration{Error: "line 3"}, Wrong, "line 3", "mend it"},

		{"nobody runs", Program{}, Fine, "none is running", ""},
		{"it runs well", Program{Running: true, Asked: true, Answers: true}, Fine, "all parts are ready", ""},
		{"a part isn't ready", Program{Running: true, Answers: true, Ailing: []string{"accounts: not ready"}}, Soon, "accounts: not ready", "log"},
		{"it hangs", Program{Running: true, Asked: true, Error: "time out"}, Wrong, "doesn't answer: time out", "log"},
		{"one of several", Node{ID: "B7", Host: "tavern-2", Version: "v1", Has: 3}, Fine, "tavern-2 (B7, v1) answers, has 3 partitions, and all parts are ready", ""},
		{"one of several that is silent", Node{ID: "B7", Host: "tavern-2", Version: "v1", Error: "time out"}, Wrong, "tavern-2 (B7, v1) did not answer: time out", "its machine"},
		{"one of several that ails", Node{ID: "B7", Host: "tavern-2", Version: "v1", Ailing: []string{"models: 0 of 1 answer"}}, Soon, "models: 0 of 1 answer", "log"},
		{"one of several that is drained", Node{ID: "B7", Host: "tavern-2", Version: "v1", Drained: true}, Soon, "is drained", "undrain B7"},
		{"elsewhere, without a listener", Program{Running: true, Owner: "process 7 on host"}, Fine, "process 7 on host", ""},

		{"no journal yet", Store{None: true, Where: "data"}, Fine, "no journal yet in data", ""},
		{"a post waits for a moment", Store{Waiting: 1, Oldest: hoursAgo(0), At: now}, Fine, "1 post waits, the oldest for 0s", ""},
		{"posts wait for hours", Store{Waiting: 2, Oldest: hoursAgo(3), At: now}, Soon, "2 posts wait, the oldest for 3h0m0s", "posts wait for their network"},
		{"something is held", Store{Holds: 1}, Fine, "; 1 hold, so that no stream drops what is old", ""},
		{"something was given up and lost", Store{Letters: 1, Losses: 2}, Soon, "1 post given up; known to have lost records 2 times", "journal status"},
		{"it can't be read", Store{Refused: "damaged"}, Wrong, "damaged", "journal verify"},

		{"less free than the reserve", Disk{Free: 1, Reserve: 2, Forecast: &Forecast{Full: true}}, Wrong, "lines are refused below 2 B", "free some space"},
		{"full in a week", Disk{Free: 9, Forecast: &Forecast{Known: true, Daily: 1, Days: 7, Full: true}}, Soon, "1 B written a day: full in 7 days", "free some space"},
		{"full in a year", Disk{Free: 9, Forecast: &Forecast{Known: true, Days: 365, Full: true}}, Fine, "full in 365 days", ""},
		{"too young", Disk{Free: 9, Forecast: &Forecast{}}, Unknown, "not enough to tell", ""},
		{"it won't grow", Disk{Free: 9, Forecast: &Forecast{Known: true}}, Fine, "it won't grow", ""},
		{"it will grow a bit", Disk{Free: 9, Forecast: &Forecast{Known: true, Most: 5}}, Fine, "grow by 5 B at most", ""},
		{"the store is elsewhere", Disk{Free: 1 << 30, Folder: "data"}, Fine, "1.0 GiB free at data", ""},
		{"it can't be asked", Disk{Error: "no"}, Unknown, "no", ""},

		{"many files fit", Inodes{Free: 1 << 20, Total: 1 << 21}, Fine, "1048576 more files", ""},
		{"few do", Inodes{Free: 100, Total: 1 << 21}, Soon, "100 more", "remove files"},
		{"none does", Inodes{Total: 1 << 21}, Wrong, "0 more", "remove files"},
		{"files enough", Files{Limit: 1024, Need: 740, Mine: true}, Fine, "a service may have another", ""},
		{"too few for all streams", Files{Limit: 256, Need: 740}, Soon, "256 may be open at once, and some 740", "LimitNOFILE"},
		{"nearly all are open", Files{Limit: 1000, Need: 740, Open: 950}, Wrong, "has 950", "LimitNOFILE"},
		{"memory enough", Memory{Limit: 2 << 30, Need: 1 << 30}, Fine, "the machine has 2.0 GiB", ""},
		{"a small container", Memory{Limit: 1 << 20, Group: true, Need: 1 << 30}, Soon, "container or service may use 1.0 MiB", "give it more"},
		{"nobody tells", Memory{Need: 1}, Unknown, "can't be read", ""},

		{"the clock is right", Clock{Now: now, Newest: now.Add(-time.Hour)}, Fine, "after the newest record", ""},
		{"a step back within what is tolerated", Clock{Now: now, Newest: now.Add(4 * time.Second)}, Fine, "after", ""},
		{"the clock went back", Clock{Now: now, Newest: now.Add(time.Hour)}, Wrong, "newest record of the journal is from 2026-11-25T17:00:00Z", "set the clock"},
		{"each has as many", Division{Partitions: 12, Processes: 3, Most: 256}, Fine, "12 partitions for 3 processes: each has 4", ""},
		{"few, and not each as many", Division{Partitions: 8, Processes: 3, Most: 256}, Soon, "2 have 3, the others 2", "repartition --to 24"},
		{"few", Division{Partitions: 8, Processes: 4, Most: 256}, Soon, "each has 2", "repartition --to 16"},
		{"nothing for some", Division{Partitions: 2, Processes: 3, Most: 256}, Soon, "1 of them has nothing to do", "repartition --to 12"},
		{"one more is much", Division{Partitions: 16, Processes: 3, Most: 256}, Soon, "1 has 6, the others 5", "repartition --to 32"},
		{"one more is little", Division{Partitions: 64, Processes: 3, Most: 256}, Fine, "1 has 22, the others 21", ""},
		{"no more can be made", Division{Partitions: 200, Processes: 60, Most: 256}, Soon, "20 have 4, the others 3", ""},
		{"behind another process's", Clock{Now: now, Newest: now.Add(5 * time.Minute), Follows: time.Hour}, Soon, "this clock is slow, or that one is or was fast", "on each machine"},
		{"behind one that isn't followed", Clock{Now: now, Newest: now.Add(2 * time.Hour), Follows: time.Hour}, Wrong, "the fastest clock", "more than 1h0m0s behind"},
		{"nothing is recorded", Clock{Now: now}, Fine, "nothing is recorded", ""},
		{"it agrees", Offset{Server: "s", Ahead: 400 * time.Millisecond, Within: 600 * time.Millisecond}, Fine, "agrees with s to 600ms", ""},
		{"inexact isn't wrong", Offset{Ahead: 14 * time.Second, Within: 5 * time.Second}, Fine, "14s ahead", ""},
		{"a minute behind", Offset{Server: "s", Ahead: -time.Minute, Within: time.Second}, Soon, "1m0s behind s", "time service"},
		{"an hour ahead", Offset{Server: "s", Ahead: time.Hour}, Wrong, "1h0m0s ahead of s", "time service"},
		{"no answer", Offset{Server: "s", Error: "away"}, Unknown, "s doesn't tell the time: away", ""},

		{"no listener", Listener{}, Fine, "none", ""},
		{"a free one", Listener{Address: "a:1"}, Fine, "a:1 is free", ""},
		{"ours", Listener{Address: "a:1", Ours: true}, Fine, "running program's", ""},
		{"taken", Listener{Address: "a:1", Error: "in use", Holder: "process 3 (nginx)"}, Wrong, "taken by process 3 (nginx)", "stop what has it"},
		{"refused", Listener{Address: "a:1", Error: "permission denied"}, Wrong, "can't be had: permission denied", "choose another"},

		{"an account that works", Account{Name: "m", Network: "slack", As: "Moth", Places: 2}, Fine, "m (slack) is Moth, in 2 places", ""},
		{"one that is nowhere", Account{Name: "m", As: "Moth", Invite: "https://x"}, Soon, "nowhere yet", "invite it at https://x"},
		{"one whose network doesn't tell", Account{Name: "m", Network: "telegram", As: "Moth", Hidden: true, Invite: "https://x"}, Fine, "doesn't say where it is", ""},
		{"one that lacks a right", Account{Name: "m", Network: "slack", Missing: []string{"chat:write"}}, Wrong, "lacks: chat:write", "docs/networks/slack.md"},
		{"one that can't connect", Account{Name: "m", Network: "slack", Error: "revoked"}, Wrong, "can't connect: revoked", "docs/networks/slack.md"},
		{"one that the program has", Account{Name: "m", Network: "irc", Held: true}, Fine, "running program's", ""},
		{"a model that answers", Model{Name: "w", Server: "h:1", Took: 0.25}, Fine, "w answers at h:1 in 300ms", ""},
		{"one that doesn't", Model{Name: "w", Error: "no key"}, Wrong, "w doesn't answer: no key", "docs/models.md"},
		{"one its server doesn't have", Model{Name: "w", Server: "h:1", Error: "unknown", Offers: "a, b"}, Wrong, "unknown", "h:1 has: a, b"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			if got := tt.finding.Level(); got != tt.level {
				t.Errorf("%+v is %s, want %s", tt.finding, got, tt.level)
			}
			if got := tt.finding.Says(); !strings.Contains(got, tt.says) {
				t.Errorf("says %q, want %q in it", got, tt.says)
			}
			if got := tt.finding.Remedy(); !strings.Contains(got, tt.remedy) || (got == "") != (tt.remedy == "") {
				t.Errorf("the remedy is %q, want %q in it", got, tt.remedy)
			}
			if tt.level == Wrong && tt.finding.Remedy() == "" {
				t.Error("it is wrong, and nothing is said of what to do")
			}
		})
	}
}
