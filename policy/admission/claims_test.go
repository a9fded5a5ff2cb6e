package admission

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"familiar/messages"
)

// TestClaims plays scripts, one act a word: "open", "open:ROLE" and
// "open:ROLE:SCOPE" begin a claim with the next code, "NAME:N" says the Nth
// code, "NAME:x" a wrong one, "NAME:-" no code; a name in capitals is a bot,
// one with ! says it in a line fetched later; a number is a pause in minutes.
func TestClaims(t *testing.T) {
	for _, tt := range []struct {
		what, script, want string // want: an outcome for each thing said
		grants             string
	}{
		{"the code gives the role", "open ana:1", "accepted", "owner web:* author:ana"},
		{"once", "open ana:1 bo:1", "accepted -", "owner web:* author:ana"},
		{"without a claim a code is talk", "ana:1", "-", ""},
		{"talk claims nothing", "open ana:- bo:1", "- accepted", "owner web:* author:bo"},
		{"a wrong code is talk, too", "open ana:x ana:1", "wrong accepted", "owner web:* author:ana"},
		{"it can be used until just before ten minutes", "open 9.99 ana:1", "accepted", "owner web:* author:ana"},
		{"not at ten", "open 10 ana:1 ana:1", "expired -", ""},
		{"a second claim replaces the first", "open open:trusted ana:1 ana:2", "wrong accepted", "trusted web:* author:ana"},
		{"the tenth wrong code voids it", "open" + strings.Repeat(" eve:x", 10) + " ana:1", "wrong wrong wrong wrong wrong wrong wrong wrong wrong wrong -", ""},
		{"the ninth doesn't", "open" + strings.Repeat(" eve:x", 9) + " ana:1", "wrong wrong wrong wrong wrong wrong wrong wrong wrong accepted", "owner web:* author:ana"},
		{"a new claim counts anew", "open" + strings.Repeat(" eve:x", 9) + " open eve:x ana:2", "wrong wrong wrong wrong wrong wrong wrong wrong wrong wrong accepted", "owner web:* author:ana"},
		{"bots claim nothing, nor do they guess", "open BOT:1 BOT:x ana:1", "- - accepted", "owner web:* author:ana"},
		{"nor does a line fetched later", "open ana!:1", "-", ""},
		{"a scope narrows the role", "open:helper:web:w/c ana:1", "accepted", "helper web:w/c author:ana"},
		{"and where it can be claimed", "open:owner:slack:T1 ana:1", "-", ""},
		{"everywhere is the network it was claimed on", "open:owner:* ana:1", "accepted", "owner web:* author:ana"},
		{"the same role twice is held once", "open ana:1 open ana:2", "accepted accepted", "owner web:* author:ana"},
		{"two roles are held both", "open:trusted ana:1 open ana:2", "accepted accepted", "trusted web:* author:ana, owner web:* author:ana"},
	} {
		t.Run(tt.what, func(t *testing.T) {
			c := Default()
			c.Roles["helper"] = Holders{}
			var s Claims
			var codes, got []string
			now := messages.Instant(1_000_000)
			for _, word := range strings.Fields(tt.script) {
				head, tail, _ := strings.Cut(word, ":")
				switch {
				case head == "open":
					code := NewCode([5]byte{1, 2, 3, 4, byte(len(codes))})
					codes = append(codes, code)
					open(t, &s, now, code, tail, &c)
				case tail == "":
					pause, err := time.ParseDuration(word + "m")
					if err != nil {
						t.Fatal(err)
					}
					now = now.Add(pause)
				default:
					l := said(head, tail, codes)
					looked := s.look(now, l)
					outcome, _ := s.offer(now, l, &c)
					if looked != outcome {
						t.Errorf("%s: a look says %q, an offer %q", word, looked, outcome)
					}
					got = append(got, strings.Replace(string(outcome), "", "-", max(0, 1-len(outcome))))
				}
			}
			if got := strings.Join(got, " "); got != tt.want {
				t.Errorf("%s\n got %s\nwant %s", tt.script, got, tt.want)
			}
			var grants []string
			for _, g := range s.Grants {
				grants = append(grants, fmt.Sprint(g.Role, " ", g.Rule))
			}
			if got := strings.Join(grants, ", "); got != tt.grants {
				t.Errorf("granted %s, want %s", got, tt.grants)
			}
		})
	}
}

// open begins a claim of "ROLE:SCOPE", either left out.
func open(t *testing.T, s *Claims, now messages.Instant, code, what string, c *Config) {
	t.Helper()
	role, scope, scoped := strings.Cut(what, ":")
	if role == "" {
		role = string(Owner)
	}
	var within Rule
	if scoped {
		within = rule(t, scope)
	}
	if err := s.Open(now, code, Role(role), within, c); err != nil {
		t.Fatal(err)
	}
}

// said returns the line in which somebody says the code of that number, "x" for
// a wrong one and "-" for none.
func said(who, code string, codes []string) *messages.Line {
	name, fetched := strings.CutSuffix(who, "!")
	l := &messages.Line{Channel: "web/w/c", Author: messages.Author{ID: messages.PersonID(name), Bot: name == strings.ToUpper(name)}, Backfilled: fetched}
	switch code {
	case "-":
		l.Text = "good morning"
	case "x":
		l.Text = "claim-0000-0000"
	default:
		l.Text = "claim-0102-0304"
		if n := int(code[0] - '1'); n < len(codes) {
			l.Text = "here: " + strings.ToLower(codes[n]) + "."
		}
	}
	return l
}

func TestOpenRefuses(t *testing.T) {
	c := Default()
	full := Claims{Grants: make([]Grant, MostGrants)}
	code := NewCode([5]byte{9, 9, 9, 9, 9})
	for _, tt := range []struct {
		what   string
		claims Claims
		code   string
		role   Role
		scope  Rule
		want   string
	}{
		{"what is no code", Claims{}, "hello", Owner, Rule{}, `claim: "hello" is no claim code`},
		{"a code in other letters than it is written in", Claims{}, strings.ToLower(code), Owner, Rule{}, `claim: "` + strings.ToLower(code) + `" is no claim code`},
		{"a role nobody knows", Claims{}, code, "king", Rule{}, `claim: nobody can claim to be "king"`},
		{"to be a guest", Claims{}, code, Guest, Rule{}, `claim: nobody can claim to be "guest"`},
		{"a scope for one person", Claims{}, code, Owner, rule(t, "web:* author:u"), "claim: the scope names an author, who isn't known before the claim"},
		{"more roles than can be kept", full, code, Owner, Rule{}, "claim: 200 roles are claimed, forget one first"},
	} {
		t.Run(tt.what, func(t *testing.T) {
			err := tt.claims.Open(1, tt.code, tt.role, tt.scope, &c)
			if err == nil || err.Error() != tt.want {
				t.Errorf("got %v, want %s", err, tt.want)
			}
			if tt.claims.Pending.Sum != nil {
				t.Error("a claim is open all the same")
			}
		})
	}
}

// TestClaimsAreKept: what is kept reads back, and holds no code.
func TestClaimsAreKept(t *testing.T) {
	c := Default()
	var s, again Claims
	if text, err := json.Marshal(s); err != nil || string(text) != "{}" {
		t.Errorf("no claims are kept as %s, %v; want {}", text, err)
	}
	first, second := NewCode([5]byte{1}), NewCode([5]byte{2})
	open(t, &s, 1000, first, "trusted", &c)
	if _, g := s.offer(2000, said("ana", "1", []string{first}), &c); g.Role != Trusted || g.At != 2000 {
		t.Fatalf("granted %+v, want trusted at 2000", g)
	}
	open(t, &s, 3000, second, "owner:web:w/c", &c)
	text, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(text), second[len(codeStart):]) {
		t.Errorf("%s holds the code %s", text, second)
	}
	if err := json.Unmarshal(text, &again); err != nil {
		t.Fatal(err)
	}
	if got := again.look(4000, said("bo", "1", []string{second})); got != Fits {
		t.Errorf("read back, the code is %q, want %q", got, Fits)
	}
	if !again.ForgetPerson("ana") || len(again.Grants) != 0 {
		t.Errorf("forgot ana's roles and kept %v, want none", again.Grants)
	}
	if s.ForgetPerson("bo") || len(s.Grants) != 1 {
		t.Error("forgot roles of somebody who has none")
	}
}

func TestNewCode(t *testing.T) {
	for _, tt := range []struct {
		what   string
		random [5]byte
		want   string
	}{
		{"no bits", [5]byte{}, "claim-0000-0000"},
		{"all bits", [5]byte{255, 255, 255, 255, 255}, "claim-ZZZZ-ZZZZ"},
		{"the last bit is in the last letter", [5]byte{0, 0, 0, 0, 1}, "claim-0000-0001"},
		{"the first bit is in the first", [5]byte{128}, "claim-G000-0000"},
	} {
		if got := NewCode(tt.random); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.what, got, tt.want)
		}
	}
}

func TestFindCode(t *testing.T) {
	for _, tt := range []struct{ what, text, want string }{
		{"every letter and digit is fine", "claim-09AZ-azMm", "claim-09AZ-AZMM"},
		{"behind other hyphens", "--claim-0000-0000", "claim-0000-0000"},
		{"behind what only begins like one", "claim-12 claim-0000-0000", "claim-0000-0000"},
		{"a sign before the digits is none", "claim-000/-0000", ""},
		{"nor one between digits and letters", "claim-000:-0000", ""},
		{"nor one before the capitals", "claim-000@-0000", ""},
		{"nor one behind them", "claim-000[-0000", ""},
		{"nor one before the small letters", "claim-000`-0000", ""},
		{"nor one behind them, either", "claim-000{-0000", ""},
		{"nor a letter of another script", "claim-00é-0000", ""},
		{"a hyphen elsewhere is none", "claim-00-00-0000", ""},
		{"a letter in the hyphen's place is none", "claim-000000000", ""},
	} {
		t.Run(tt.what, func(t *testing.T) {
			if got, ok := FindCode(tt.text); got != tt.want || ok != (tt.want != "") {
				t.Errorf("%q holds %q, %v; want %q", tt.text, got, ok, tt.want)
			}
		})
	}
}
