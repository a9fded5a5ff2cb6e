package turns

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"familiar/messages"
	"familiar/policy/finish"
)

var everybody = []messages.FamiliarID{"pm", "dev", "qa", "ops"}

// A stage plays a script, one line at a time:
//
//	60s               time goes by, and the clock is looked at
//	give NAME         NAME begins a turn with something to answer
//	NAME: text        NAME has composed this; nothing after the colon is silence
//	heard             somebody posts
//	off NAME          NAME goes offline; on NAME: it is back
//	/command          a person's command
type stage struct {
	s   Saved
	c   Config
	now messages.Instant
	log []string // what happened
}

func newStage(t *testing.T, c Config) *stage {
	st := &stage{c: c, now: start}
	use(t, &st.s.State, &st.c, everybody...)
	st.settle()
	return st
}

func (st *stage) play(t *testing.T, line string) {
	t.Helper()
	verb, rest, _ := strings.Cut(line, " ")
	f := messages.FamiliarID(rest)
	switch {
	case strings.HasPrefix(line, "/"):
		cmd, err := Parse(line[1:])
		if err != nil {
			t.Fatal(err)
		}
		out, err := st.s.Do(st.now, cmd, everybody, &st.c)
		if err != nil {
			st.log = append(st.log, strings.TrimPrefix(err.Error(), "turns: "))
		}
		st.passed(out)
	case strings.HasSuffix(verb, ":"):
		text, complete := finish.TurnComplete(rest)
		fate, out, _ := st.s.Spoke(st.now, messages.FamiliarID(strings.TrimSuffix(verb, ":")), text != "", complete, nil)
		if fate != InTurn {
			st.log = append(st.log, string(fate))
		}
		st.passed(out)
	case verb == "give":
		st.s.Deliver(st.now, f)
	case verb == "heard":
		st.s.Heard()
	case verb == "off" || verb == "on":
		st.passed(st.s.Presence(st.now, f, verb == "on", nil))
	default:
		d, err := time.ParseDuration(line)
		if err != nil {
			t.Fatal(err)
		}
		st.now = st.now.Add(d)
	}
	st.settle()
}

func (st *stage) settle() { st.passed(st.s.Settle(st.now, &st.c, nil)) }

func (st *stage) passed(all []Passing) {
	for _, p := range all {
		word := fmt.Sprintf("%s>%s %s", p.From, p.To, p.Why)
		if p.Work {
			word += " with work"
		}
		st.log = append(st.log, word)
	}
}

func TestRounds(t *testing.T) {
	three := turnBased("pm", "dev", "qa")
	unhurried := three
	unhurried.Timeout = 0
	single := Default()
	single.Mode, single.Members = Single, []messages.FamiliarID{"pm"}
	for _, tt := range []struct {
		what   string
		config Config
		script string // lines end with ;
		want   string // what happened; the last word is whose turn it is then
	}{
		{"the first has the turn to begin with", three, "", "pm"},
		{"TURN_COMPLETE passes it on", three, "give pm; pm: a plan TURN_COMPLETE", "pm>dev complete; dev"},
		{"it goes round", three, "pm: a TURN_COMPLETE; dev: b TURN_COMPLETE; qa: c TURN_COMPLETE", "pm>dev complete; dev>qa complete; qa>pm complete; pm"},
		{"a text without it keeps the turn", three, "give pm; pm: part one", "pm"},
		{"a silent turn passes on", three, "give pm; pm:", "pm>dev silent with work; dev"},
		{"a pass hands the work on", three, "give pm; pm: TURN_COMPLETE", "pm>dev complete with work; dev"},
		{"but not if it said something before", three, "give pm; pm: part one; pm: TURN_COMPLETE", "pm>dev complete; dev"},
		{"and not when there is none", three, "pm: TURN_COMPLETE", "pm>dev complete; dev"},
		{"what all pass on ends after one round", three, "give pm; pm:; give dev; dev:; give qa; qa:", "pm>dev silent with work; dev>qa silent with work; qa>pm silent; pm"},
		{"something new goes all round again", three, "give pm; pm:; heard; give dev; dev:; give qa; qa:; give pm; pm:", "pm>dev silent with work; dev>qa silent with work; qa>pm silent with work; pm>dev silent; dev"},
		{"so does the next work", three, "give pm; pm:; give dev; dev:; give qa; qa:; give pm; pm:", "pm>dev silent with work; dev>qa silent with work; qa>pm silent; pm>dev silent with work; dev"},
		{"who passes without having begun ends the count", three, "give pm; pm:; dev: TURN_COMPLETE; give qa; qa:; give pm; pm:", "pm>dev silent with work; dev>qa complete; qa>pm silent with work; pm>dev silent with work; dev"},
		{"an answer ends the count", three, "give pm; pm:; give dev; dev: yes TURN_COMPLETE; give qa; qa:; give pm; pm:; give dev", "pm>dev silent with work; dev>qa complete; qa>pm silent with work; pm>dev silent with work; dev"},

		{"an idle turn takes as long as it likes", three, "24h", "pm"},
		{"the limit itself is in time", three, "give pm; 60s", "pm"},
		{"just after it the turn is over", three, "give pm; 60001ms", "pm>dev timed-out with work; dev"},
		{"more work doesn't prolong the turn", three, "give pm; 30s; give pm; 30001ms", "pm>dev timed-out with work; dev"},
		{"nor does a text", three, "give pm; 59s; pm: still at it; 2s", "pm>dev timed-out; dev"},
		{"then the next one's clock stands still", three, "give pm; 61s; 24h", "pm>dev timed-out with work; dev"},
		{"a limit of 0 is none", unhurried, "give pm; 24h", "pm"},
		{"two minutes after its end it is still called so", three, "give pm; 180001ms", "pm>dev timed-out with work; dev"},
		{"one long past is not a time-out any more", three, "give pm; 3h", "pm>dev recovered with work; dev"},
		{"work for somebody else starts no clock", three, "give dev; 61s", "pm"},
		{"late text is posted and passes nothing on", three, "give pm; 61s; pm: sorry TURN_COMPLETE", "pm>dev timed-out with work; late; dev"},
		{"late once only", three, "give pm; 61s; pm: sorry; pm: and", "pm>dev timed-out with work; late; refused; dev"},
		{"whoever has the turn again is late no more", three, "give pm; 61s; dev: a TURN_COMPLETE; qa: b TURN_COMPLETE; pm: c TURN_COMPLETE; pm: d", "pm>dev timed-out with work; dev>qa complete; qa>pm complete; pm>dev complete; refused; dev"},
		{"nobody else may speak", three, "dev: me first; ops: me too", "refused; refused; pm"},

		{"offline members are passed by", three, "off dev; pm: a TURN_COMPLETE", "pm>qa complete; qa"},
		{"one that goes offline loses the turn", three, "give pm; off pm", "pm>dev offline with work; dev"},
		{"the only one online has it again and again", three, "off dev; off qa; pm: a TURN_COMPLETE", "pm>pm complete; pm"},
		{"alone it is not handed its own work", three, "off dev; off qa; give pm; pm:", "pm>pm silent; pm"},
		{"with nobody online it is nobody's", three, "off dev; off qa; off pm", "pm> offline; "},
		{"then the first to come back has it", three, "off dev; off qa; off pm; on qa; on pm", "pm> offline; >qa returned; qa"},
		{"who comes back waits for its place", three, "off pm; on pm; dev: a TURN_COMPLETE", "pm>dev offline; dev>qa complete; qa"},
		{"strangers may come and go", three, "off ops; on ops; off dev; off dev", "pm"},

		{"a new one comes last", three, "/add ops; pm: a TURN_COMPLETE; dev: b TURN_COMPLETE; qa: c TURN_COMPLETE", "pm>dev complete; dev>qa complete; qa>ops complete; ops"},
		{"or first, and the turn stays", three, "/add ops first; pm: a TURN_COMPLETE; dev: b TURN_COMPLETE; qa: c TURN_COMPLETE", "pm>dev complete; dev>qa complete; qa>ops complete; ops"},
		{"nobody comes twice", three, "/add dev", `a member already: "dev"; pm`},
		{"or from outside", three, "/add eve", `no such familiar here: "eve"; pm`},
		{"one that is removed is followed by the next", three, "pm: a TURN_COMPLETE; /remove dev", "pm>dev complete; dev>qa removed; qa"},
		{"the last by the first", three, "off pm; off dev; on pm; on dev; /remove qa", "pm>dev offline; dev>qa offline; qa>pm removed; pm"},
		{"with the work", three, "give pm; /remove pm", "pm>dev removed with work; dev"},
		{"and its late text is refused", three, "give pm; /remove pm; pm: but", "pm>dev removed with work; refused; dev"},
		{"another's removal leaves the turn", three, "/remove qa; give pm; pm: a TURN_COMPLETE; dev: b TURN_COMPLETE", "pm>dev complete; dev>pm complete; pm"},
		{"a stranger can't be removed", three, "/remove ops", `not a member: "ops"; pm`},

		{"the turn can be granted", three, "give pm; /grant qa", "pm>qa granted with work; qa"},
		{"which starts its clock", three, "/grant qa; 61s", "pm>qa granted; qa>pm timed-out; pm"},
		{"to whom has it already, too", three, "/grant pm; 61s", "pm>dev timed-out; dev"},
		{"without setting it back", three, "give pm; 59s; /grant pm; 2s", "pm>dev timed-out with work; dev"},
		{"but not to somebody offline", three, "off qa; /grant qa", `offline: "qa"; pm`},
		{"or to a stranger", three, "/grant ops", `not a member: "ops"; pm`},
		{"a turn can be skipped", three, "give pm; /skip; pm: wait", "pm>dev skipped with work; late; dev"},
		{"nobody's can't", three, "off pm; off dev; off qa; /skip", "pm>dev offline; dev>qa offline; qa> offline; it is nobody's turn; "},

		{"the mode can be changed", three, "give pm; /mode single dev", "dev"},
		{"a round can be begun", single, "/mode turn-based qa dev; qa: a TURN_COMPLETE", "qa>dev complete; dev"},
		{"with two at least", single, "/mode turn-based", "wrong number of members; pm"},
		{"in a mode that there is", single, "/mode weird; /mode unassigned", "unknown mode; unknown mode; pm"},
		{"single can be somebody else's", single, "/assign dev", "dev"},
		{"but nobody's from outside", single, "/assign eve", `no such familiar here: "eve"; pm`},
		{"or one's twice", three, "/assign pm dev pm", `a member already: "pm"; pm`},
		{"or of two", single, "/assign pm dev", "wrong number of members; pm"},
		{"a round of others keeps the turn where it can", three, "/assign qa pm; pm: a TURN_COMPLETE", "pm>qa complete; qa"},
		{"and else begins at the holder's place", three, "pm: a TURN_COMPLETE; /assign qa ops", "pm>dev complete; dev>ops reconfigured; ops"},
		{"nobody answers a broadcast", three, "/mode broadcast; pm: but", "refused; "},
		{"whose members come back with the mode", three, "/mode broadcast; /mode turn-based", "pm"},
		{"reset goes back to what is configured", three, "/mode single dev; /reset", "pm"},
		{"without turns nothing is passed on", single, "/add dev; /remove pm; /grant pm; /skip", "the channel takes no turns; the channel takes no turns; the channel takes no turns; the channel takes no turns; pm"},
		{"and the clock stands still", single, "give pm; 24h; pm: done TURN_COMPLETE", "pm"},
	} {
		t.Run(tt.what, func(t *testing.T) {
			st := newStage(t, tt.config)
			for line := range strings.SplitSeq(tt.script, ";") {
				if line = strings.TrimSpace(line); line != "" {
					st.play(t, line)
				}
			}
			who, _ := st.s.Route()
			if got := strings.Join(append(st.log, string(who)), "; "); got != tt.want {
				t.Errorf("%q\n got %s\nwant %s", tt.script, got, tt.want)
			}
		})
	}
}

// TestARoundIsFull sees that no more can take turns than a channel has seats.
func TestARoundIsFull(t *testing.T) {
	all := many(Most + 1)
	c := turnBased(all[:Most]...)
	var s Saved
	use(t, &s.State, &c, all...)
	if _, err := s.Do(start, Add{Familiar: all[Most]}, all, &c); !errors.Is(err, BadCount) || len(s.Members) != Most {
		t.Errorf("one more than %d: %v, and %d take turns", Most, err, len(s.Members))
	}
	for _, f := range s.Members {
		s.Presence(start, f, false, nil)
	}
	s.Late = slices.Clone(s.Members)
	c.Members = all
	if use(t, &s.State, &c, all...); len(s.Members) != Most || len(s.Away) != Most || len(s.Late) != Most {
		t.Errorf("configured for one too many: %d take turns, %d are offline, %d late; want %d of each", len(s.Members), len(s.Away), len(s.Late), Most)
	}
}

// TestReconfigured sees what of a running round a new configuration leaves.
func TestReconfigured(t *testing.T) {
	for _, tt := range []struct {
		what   string
		script string
		config Config
		seats  []messages.FamiliarID
		want   string
	}{
		{"the same one changes nothing", "pm: a TURN_COMPLETE; give dev", turnBased("pm", "dev", "qa"), everybody, "dev"},
		{"another order keeps the turn", "pm: a TURN_COMPLETE", turnBased("dev", "qa", "pm"), everybody, "dev"},
		{"a holder that is no member is followed", "pm: a TURN_COMPLETE; give dev", turnBased("pm", "qa"), everybody, "dev>qa reconfigured with work; qa"},
		{"a familiar that is gone, too", "pm: a TURN_COMPLETE", turnBased("pm", "dev", "qa"), []messages.FamiliarID{"pm", "qa"}, "dev>qa reconfigured; qa"},
		{"whom a person has added stays", "/add ops; pm: a TURN_COMPLETE; dev: b TURN_COMPLETE; qa: c TURN_COMPLETE", turnBased("pm", "qa"), everybody, "ops"},
		{"whom one has removed stays out", "/remove dev; pm: a TURN_COMPLETE", turnBased("pm", "dev"), everybody, "qa"},
		{"for the familiars that are left", "/assign pm dev", turnBased("pm", "qa"), []messages.FamiliarID{"dev", "qa"}, "pm>dev reconfigured; dev"},
		{"without an assignment there is none", "give pm", Default(), everybody, ""},
	} {
		t.Run(tt.what, func(t *testing.T) {
			st := newStage(t, turnBased("pm", "dev", "qa"))
			for line := range strings.SplitSeq(tt.script, ";") {
				st.play(t, strings.TrimSpace(line))
			}
			st.log = nil
			out, _ := st.s.Use(st.now, tt.seats, &tt.config, nil)
			st.passed(out)
			who, _ := st.s.Route()
			if got := strings.Join(append(st.log, string(who)), "; "); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}
