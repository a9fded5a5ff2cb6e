package turns

import (
	"encoding/json"
	"testing"

	"familiar/messages"
	"familiar/messages/because"
)

func TestFor(t *testing.T) {
	mode := func(m Mode, members ...messages.FamiliarID) Config {
		c := Default()
		c.Mode, c.Members = m, members
		return c
	}
	unknown := func(u Unknown) Config {
		c := Default()
		c.Unknown, c.Default = u, Assignment{Direct, []messages.FamiliarID{"dev"}}
		return c
	}
	ours, other := messages.ModeOurs, messages.ModeOther
	for _, tt := range []struct {
		what   string
		config Config
		seat   messages.FamiliarID
		want   Verdict
	}{
		{"without a mode the other rungs decide", Default(), "pm", Verdict{}},
		{"direct is answered by the one", mode(Direct, "pm"), "pm", Verdict{ours, false, Assigned}},
		{"and observed by the others", mode(Direct, "pm"), "dev", Verdict{other, false, NotAssigned}},
		{"single is answered by the one", mode(Single, "pm"), "pm", Verdict{ours, false, Assigned}},
		{"and hidden from the others", mode(Single, "pm"), "dev", Verdict{other, true, NotAssigned}},
		{"with nobody it is hidden from all", mode(Single), "dev", Verdict{other, true, NoMembers}},
		{"in turns the holder answers", mode(TurnBased, "pm", "dev"), "pm", Verdict{ours, false, ItsTurn}},
		{"the other members observe", mode(TurnBased, "pm", "dev"), "dev", Verdict{other, false, NotItsTurn}},
		{"so does who is no member", mode(TurnBased, "pm", "dev"), "qa", Verdict{other, false, NotAssigned}},
		{"and everybody while it is nobody's", mode(TurnBased), "pm", Verdict{other, false, NobodysTurn}},
		{"a broadcast is observed by its members, too", mode(Broadcast, "pm"), "pm", Verdict{other, false, Announced}},
		{"in a mode nobody knows all observe", mode("weird", "pm"), "pm", Verdict{other, false, UnknownMode}},
		{"an ignored channel is observed", unknown(Ignore), "pm", Verdict{other, false, UnknownChannel}},
		{"an unknown one can be somebody's", unknown("familiar:pm"), "pm", Verdict{ours, false, Assigned}},
		{"and not another's", unknown("familiar:pm"), "dev", Verdict{other, false, NotAssigned}},
		{"or be as the default says", unknown(Fallback), "dev", Verdict{ours, false, Assigned}},
	} {
		t.Run(tt.what, func(t *testing.T) {
			var s Saved
			_, _ = s.Use(start, everybody, &tt.config, nil)
			if got := s.For(tt.seat); got != tt.want {
				t.Errorf("For(%s) = %+v, want %+v", tt.seat, got, tt.want)
			}
			if got, want := s.May(tt.seat), !tt.want.Facts.Has(other); got != want {
				t.Errorf("May(%s) = %v, want %v", tt.seat, got, want)
			}
			if got, want := s.Sees(tt.seat), !tt.want.Blind; got != want {
				t.Errorf("Sees(%s) = %v, want %v", tt.seat, got, want)
			}
		})
	}
}

func TestStateIsSmallJSON(t *testing.T) {
	c := turnBased("pm", "dev")
	var s Saved
	use(t, &s.State, &c, everybody...)
	s.Presence(start, "pm", false, nil)
	s.Deliver(start, "dev")
	for _, tt := range []struct {
		what  string
		state State
		want  string
	}{
		{"nothing while off", State{}, `{}`},
		{"a round at work", s.State, `{"m":"turn-based","q":["pm","dev"],"off":["pm"],"h":"dev","t":1772366400000,"w":true}`},
	} {
		text, err := json.Marshal(tt.state)
		if err != nil || string(text) != tt.want {
			t.Errorf("%s: %s, %v; want %s", tt.what, text, err, tt.want)
		}
	}
}

func TestEveryReasonHasAClause(t *testing.T) {
	for _, r := range []Reason{Assigned, NotAssigned, ItsTurn, NotItsTurn, NobodysTurn, NoMembers, Announced, UnknownChannel, UnknownMode} {
		if r.Because() == nil || because.Written(r.Because()) == string(r) {
			t.Errorf("%s has no clause", r)
		}
	}
}

func TestNotice(t *testing.T) {
	quiet := Default()
	quiet.Announce = false
	german := Default()
	german.Words.TimedOut = "{familiar}: Zeit um nach {seconds} s, {next} ist dran."
	for _, tt := range []struct {
		what    string
		config  Config
		passing Passing
		want    string
	}{
		{"a time-out is announced", Default(), Passing{From: "pm", To: "dev", Why: TimedOut, Held: 90_500e6}, "pm's turn ran out after 91 s."},
		{"in the channel's language", german, Passing{From: "pm", To: "dev", Why: TimedOut, Held: 60_001e6}, "pm: Zeit um nach 60 s, dev ist dran."},
		{"and that somebody is offline", Default(), Passing{From: "pm", To: "dev", Why: WentOffline}, "pm is offline and loses the turn."},
		{"nothing else is", Default(), Passing{From: "pm", To: "dev", Why: Completed}, ""},
		{"one long past isn't", Default(), Passing{From: "pm", To: "dev", Why: Recovered}, ""},
		{"nothing is where that is off", quiet, Passing{From: "pm", To: "dev", Why: TimedOut}, ""},
		{"a name can't forge a notice", Default(), Passing{From: "{seconds}", Why: TimedOut}, "{seconds}'s turn ran out after 0 s."},
	} {
		if got := tt.config.NoticeIn("en", tt.passing); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.what, got, tt.want)
		}
	}
}

// TestDeliverToNobody: where nobody has the turn there is nobody whose clock
// could start.
func TestDeliverToNobody(t *testing.T) {
	var s Saved
	if s.Deliver(1_000, ""); s.Work || s.Since != 0 {
		t.Errorf("work delivered to nobody started a clock: %+v", s)
	}
}
