package credit

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"familiar/messages"
)

const now messages.Instant = 1_000_000

func TestSpend(t *testing.T) {
	minute := Config{On: true, Window: time.Minute, Mode: Slide}
	for _, tt := range []struct {
		what   string
		until  messages.Instant // 0: no credit
		config Config
		live   bool
		after  messages.Instant // 0: no credit
	}{
		{"a live credit slides", now + 1, minute, true, now + 60_000},
		{"sliding can shorten it", now + 90_000, minute, true, now + 60_000},
		{"a credit that ends now is dead and goes", now, minute, false, 0},
		{"a dead one goes in every mode", now - 1, Config{On: true, Window: time.Minute, Mode: Kept}, false, 0},
		{"a credit for once goes", now + 1, Config{On: true, Window: time.Minute, Mode: Once}, true, 0},
		{"a kept credit stays as it is", now + 1, Config{On: true, Window: time.Minute, Mode: Kept}, true, now + 1},
		{"with no window to slide by it goes", now + 1, Config{On: true, Mode: Slide}, true, 0},
		{"no credit is no credit", 0, minute, false, 0},
		{"while credits are off nothing happens", now - 1, Config{Window: time.Minute, Mode: Slide}, false, now - 1},
	} {
		t.Run(tt.what, func(t *testing.T) {
			var l Ledger
			l.Grant("ben", now+5)
			if tt.until != 0 {
				l.Grant("ana", tt.until)
			}
			if got := l.Spend("ana", now, &tt.config); got != tt.live {
				t.Errorf("Spend = %v, want %v", got, tt.live)
			}
			want := []Entry{{"ben", now + 5}}
			if tt.after != 0 {
				want = []Entry{{"ana", tt.after}, {"ben", now + 5}}
			}
			if got := l.All(); !slices.Equal(got, want) {
				t.Errorf("after it the ledger holds %v, want %v", got, want)
			}
		})
	}
}

func TestHasIsStrict(t *testing.T) {
	var l Ledger
	l.Grant("ana", now)
	if !l.Has("ana", now-1) || l.Has("ana", now) {
		t.Errorf("a millisecond before its deadline the credit is %v, at it %v; want true, false", l.Has("ana", now-1), l.Has("ana", now))
	}
}

func TestOfCreditsThatEndTogetherTheFirstGoes(t *testing.T) {
	var l Ledger
	for i := range Most + 1 {
		l.Grant(messages.PersonID(fmt.Sprintf("p%02d", i)), now)
	}
	if first := l.All()[0].Author; first != "p01" {
		t.Errorf("the ledger begins with %s, want p01", first)
	}
}

func TestFullLedgerDropsWhatEndsFirst(t *testing.T) {
	var l Ledger
	for i := range Most {
		l.Grant(messages.PersonID(fmt.Sprintf("p%02d", i)), now+messages.Instant(i+1))
	}
	l.Grant("late", now+1000)
	if l.Has("p00", now) {
		t.Error("p00, whose credit ends first, still has it")
	}
	if !l.Has("late", now) || !l.Has("p01", now) || len(l.All()) != Most {
		t.Errorf("the ledger holds %d credits %v, want %d with late and p01 among them", len(l.All()), l.All(), Most)
	}
	if n := l.Clear(); n != Most || len(l.All()) != 0 {
		t.Errorf("Clear = %d and %d are left, want %d and 0", n, len(l.All()), Most)
	}
}

// TestNoCreditOutlivesItsDeadline walks at random and keeps beside the ledger
// the longest that each credit may be worth anything.
func TestWithdraw(t *testing.T) {
	var l Ledger
	l.Withdraw("ana") // she has none
	l.Grant("ana", now+1)
	l.Grant("ben", now-1)
	l.Withdraw("cleo")
	if got := len(l.All()); got != 2 {
		t.Fatalf("%d credits are left, want both: cleo had none", got)
	}
	if l.Withdraw("ana"); l.Has("ana", now) || len(l.Entries) != 1 || l.Entries == nil {
		t.Errorf("%+v is left, want ben's", l.Entries)
	}
	if l.Withdraw("ben"); l.Entries != nil {
		t.Errorf("%+v is left, want nil", l.Entries)
	}
}

func TestNoCreditOutlivesItsDeadline(t *testing.T) {
	authors := []messages.PersonID{"ana", "ben", "cleo"}
	for seed := range uint64(200) {
		random := rand.New(rand.NewPCG(seed, 1))
		config := Config{On: true, Window: time.Duration(random.IntN(2000)) * time.Millisecond, Mode: []Mode{Slide, Once, Kept}[random.IntN(3)]}
		var l Ledger
		deadline := map[messages.PersonID]messages.Instant{}
		at := now
		for range 200 {
			at += messages.Instant(random.IntN(900))
			author := authors[random.IntN(len(authors))]
			live := at < deadline[author]
			switch random.IntN(4) {
			case 0:
				l.GrantAll([]messages.PersonID{author}, at, config)
				deadline[author] = at.Add(config.Window)
			case 1:
				if got := l.Spend(author, at, &config); got != live {
					t.Fatalf("seed %d: at %d Spend(%s) = %v, deadline %d", seed, at, author, got, deadline[author])
				}
				if live && config.Mode == Slide {
					deadline[author] = at.Add(config.Window)
				}
				if live && config.Mode == Once {
					delete(deadline, author)
				}
			default:
				if got := l.Has(author, at); got != live {
					t.Fatalf("seed %d: at %d Has(%s) = %v, deadline %d", seed, at, author, got, deadline[author])
				}
			}
			if !slices.IsSortedFunc(l.Entries, func(a, b Entry) int { return int(a.Author[0]) - int(b.Author[0]) }) {
				t.Fatalf("seed %d: the ledger isn't sorted: %v", seed, l.Entries)
			}
		}
	}
}

func TestLedgerSurvivesJSON(t *testing.T) {
	var l, back Ledger
	l.Grant("ben", now)
	l.Grant("ana", now+1)
	text, err := json.Marshal(l)
	if err != nil {
		t.Fatal(err)
	}
	if want := `{"e":[{"a":"ana","u":1000001},{"a":"ben","u":1000000}]}`; string(text) != want {
		t.Errorf("as JSON %s, want %s", text, want)
	}
	if err := json.Unmarshal(text, &back); err != nil || !reflect.DeepEqual(l, back) {
		t.Errorf("back from JSON %v, %v; want %v", back, err, l)
	}
}

func TestConfig(t *testing.T) {
	for _, tt := range []struct {
		what   string
		config Config
		want   string // "" when valid
	}{
		{"the default is valid", Default(), ""},
		{"off, nothing else matters", Config{}, ""},
		{"no window", Config{On: true, Mode: Once, Scope: Author}, "window = 0s: want 1ms to 24h0m0s"},
		{"more than a day", Config{On: true, Window: 25 * time.Hour, Mode: Once, Scope: Author}, "window = 25h0m0s: want 1ms to 24h0m0s"},
		{"an unknown mode", Config{On: true, Window: time.Minute, Mode: "twice", Scope: Author}, `mode = "twice": want one of slide, once, kept`},
		{"an unknown scope", Config{On: true, Window: time.Minute, Mode: Kept, Scope: "room"}, `scope = "room": want author or channel`},
		{"a channel's window doesn't slide", Config{On: true, Window: time.Minute, Mode: Slide, Scope: Channel}, `mode = "slide": want kept, because only replies move the window of a channel`},
	} {
		t.Run(tt.what, func(t *testing.T) {
			got := ""
			if err := tt.config.Validate(); err != nil {
				got = err.Error()
			}
			if got != tt.want {
				t.Errorf("Validate: %q, want %q", got, tt.want)
			}
		})
	}
	for name, want := range map[string]Config{
		"ladder": {true, 15 * time.Minute, Slide, Author},
		"social": {true, 5 * time.Minute, Slide, Author},
		"chatty": {false, 5 * time.Minute, Slide, Author},
		"window": {true, 20 * time.Minute, Kept, Channel},
	} {
		if got := Preset(name); got != want {
			t.Errorf("Preset(%q) = %v, want %v", name, got, want)
		}
	}
}
