package control

import (
	"cmp"
	"context"
	"net/http"
	"strings"
	"time"

	"familiar/control/access"
	"familiar/control/wire"
	"familiar/journal/audit"
	"familiar/messages"
)

// A Knob is one knob in force.
type Knob struct {
	Key   string `json:"key"`   // its way inside the familiar's table: credit.window
	Value string `json:"value"` // as the file would say it
	From  string `json:"from"`  // "preset NAME", "default", "file:line" or "file:line (PATTERN)"

	Default string `json:"default,omitempty"` // of the preset social, as the file would say it
	Does    string `json:"does,omitempty"`    // what it is, as the configuration's reference says
}

// A Trial is a familiar's knobs in one channel, some of them changed.
type Trial struct {
	Familiar messages.FamiliarID
	Channel  messages.ChannelID
	Set      []string // KEY=VALUE
	By       string   // name of the token it is asked with

	Schedules *[]Schedule // all that it is to have; nil: those in force
}

// Says returns what the trial sets, in words of the file.
func (t *Trial) Says() []string {
	if t.Schedules == nil {
		return t.Set
	}
	names := make([]string, 0, len(*t.Schedules))
	for _, s := range *t.Schedules {
		names = append(names, s.Name)
	}
	return append(t.Set[:len(t.Set):len(t.Set)], "schedule: "+cmp.Or(strings.Join(names, ", "), "none"))
}

// A Preview is what a trial would have come to. Of lists with two entries the first
// is the setting in force.
type Preview struct {
	From    int64            `json:"from"`          // of the talk, ms since 1970
	Until   int64            `json:"until"`         //
	Cut     bool             `json:"cut,omitempty"` // it goes back further than is looked at
	Figures [2]PreviewFigure `json:"figures"`
	Differ  int              `json:"differ"`

	Differences []PreviewDifference `json:"differences"` // the first of Differ
	Unknown     []PreviewQuestion   `json:"unknown"`     // the first of the changed setting's questions that nobody asked then
}

// A PreviewFigure is what one setting comes to. A question that nobody asked then is
// taken for a no: it may have spoken so many times more.
type PreviewFigure struct {
	Lines    int      `json:"lines"`          // heard
	Calls    int      `json:"calls"`          // it would have spoken
	Unknown  int      `json:"unknown"`        // questions that nobody asked then
	Asked    int      `json:"asked"`          // questions to the judge, those among them
	WakeUps  float64  `json:"wake_ups"`       // an hour
	Delay    *float64 `json:"delay_s"`        // half of its calls are sooner; nil: there is none
	Misses   *int     `json:"misses"`         // lines that were answered and that no call covers; nil: nobody knows
	Needless *int     `json:"needless_calls"` // calls that cover lines nobody answered; nil: nobody knows
	Cost     *float64 `json:"cost_usd"`       // of calls and questions, about, US dollars; nil: some model has no price
}

// A PreviewDifference is a line at which one setting speaks and the other doesn't, or
// much later.
type PreviewDifference struct {
	At    int64           `json:"at"` // ms since 1970
	Line  messages.LineID `json:"line"`
	Who   string          `json:"who"`
	Text  string          `json:"text"`
	Sides [2]PreviewSide  `json:"sides"`
}

// A PreviewSide is what one setting does there.
type PreviewSide struct {
	Speaks   bool   `json:"speaks"`
	Sentence string `json:"sentence"`
}

// A PreviewQuestion is one whose answer nobody knows.
type PreviewQuestion struct {
	At      int64            `json:"at"` // ms since 1970
	Line    messages.LineID  `json:"line"`
	Who     string           `json:"who"`
	Text    string           `json:"text"`
	Trigger messages.Trigger `json:"trigger"`
}

// A Written is what becomes of the configuration's file.
type Written struct {
	File    string `json:"file"`
	Changes string `json:"changes"`          // lines of the file, those that go begin with "- ", new ones with "+ "
	Seen    string `json:"seen"`             // stands for the file as it was before
	Done    bool   `json:"done"`             // it is written and in force
	Others  bool   `json:"others,omitempty"` // other processes may run, whose files stay as they are
}

// Where says where knobs are written.
type Where string

// The places.
const (
	Here       Where = "here"       // for this channel alone
	Everywhere Where = "everywhere" // in the familiar's own table
)

// A Tuner tries and changes knobs. Its errors wrap [ErrNobody] where nobody of that
// name is there, and [ErrKnobs] for what is wrong with a value.
type Tuner interface {
	// Knobs returns those in force in a channel.
	Knobs(familiar messages.FamiliarID, channel messages.ChannelID) ([]Knob, error)
	// Schedules returns those in force in a channel.
	Schedules(familiar messages.FamiliarID, channel messages.ChannelID) ([]Schedule, error)
	// Preview replays what was said since then with the knobs in force and with the
	// trial's.
	Preview(ctx context.Context, t Trial, since time.Time) (*Preview, error)
	// Write shows what the file would be, or, given what stands for the file as it was
	// seen, writes it and puts it in force.
	Write(ctx context.Context, t Trial, where Where, seen string) (*Written, error)
	// Turnings returns what was written for a familiar, the newest first.
	Turnings(messages.FamiliarID) ([]Turning, error)
	// Undo takes back what was written last, which is the n-th change, and puts the
	// file as it was before in force. By names the token it is asked with.
	Undo(ctx context.Context, familiar messages.FamiliarID, n int, by string) (*Written, error)
}

// What may be wanted of a preview.
const (
	longestPreview = 7 * 24 * time.Hour
	mostSet        = 50
	longestSet     = 500 // bytes of one assignment
)

// tuning is what a request about knobs is about.
type tuning struct {
	Channel messages.ChannelID `json:"channel"` // its whole id: discord/123/456
	Chat    string             `json:"chat"`    // or a chat of the web network
	Thread  string             `json:"thread"`  // and a thread of that
	Set     []string           `json:"set"`

	Schedules *[]Schedule `json:"schedules"` // all that it is to have; null: those in force

	Since string `json:"since"` // how long ago, such as "24h"; preview only
	Where Where  `json:"where"` // apply only
	Seen  string `json:"seen"`  // apply only: "" shows what would be written
}

// trial reads a body.
func (s *Server) trial(w http.ResponseWriter, r *http.Request, k access.Key) (in tuning, t Trial, err error) {
	if err := wire.ReadJSON(w, r, s.Body, &in); err != nil {
		return in, t, err
	}
	if err := checkSet(in.Set); err != nil {
		return in, t, err
	}
	if in.Schedules != nil && len(*in.Schedules) > mostSchedules {
		return in, t, wire.Bad("schedules: too many at once")
	}
	t = Trial{Familiar: messages.FamiliarID(r.PathValue("familiar")), Set: in.Set, By: k.Name, Schedules: in.Schedules}
	t.Channel, err = s.channelOf(in.Channel, in.Chat, in.Thread)
	return in, t, err
}

// checkSet bounds what may be set at once.
func checkSet(set []string) error {
	if len(set) > mostSet {
		return wire.Bad("set: too many knobs at once")
	}
	for _, assignment := range set {
		if len(assignment) > longestSet {
			return wire.Bad("set: one of them is too long")
		}
	}
	return nil
}

func (s *Server) knobs(w http.ResponseWriter, r *http.Request, _ access.Key) error {
	channel, err := s.channelIn(r.URL.Query())
	if err != nil {
		return err
	}
	who := messages.FamiliarID(r.PathValue("familiar"))
	knobs, err := s.Tuner.Knobs(who, channel)
	if err != nil {
		return err
	}
	schedules, err := s.Tuner.Schedules(who, channel)
	if err != nil {
		return err
	}
	wire.Answer(w, http.StatusOK, struct {
		Knobs     []Knob     `json:"knobs"`
		Schedules []Schedule `json:"schedules"`
	}{append([]Knob{}, knobs...), append([]Schedule{}, schedules...)})
	return nil
}

// preview answers one at a time: others are told to come again.
func (s *Server) preview(w http.ResponseWriter, r *http.Request, k access.Key) error {
	in, t, err := s.trial(w, r, k)
	if err != nil {
		return err
	}
	if c, unread := messages.ParseChannel(t.Channel); unread == nil { // else the tuner says what is wrong with it
		if err := mayRead(k, c); err != nil {
			return err
		}
	}
	long, err := time.ParseDuration(in.Since)
	if err != nil || long <= 0 || long > longestPreview {
		return wire.Bad(`since: want a duration of at most a week, such as "24h"`)
	}
	if !s.previewing.TryLock() {
		return wire.TurnAway(w, r, wire.Refuse(http.StatusTooManyRequests, "another preview is being made: ask again in a moment"))
	}
	defer s.previewing.Unlock()
	made, err := s.Tuner.Preview(r.Context(), t, time.Now().Add(-long))
	if err != nil {
		return err
	}
	wire.Answer(w, http.StatusOK, made)
	return nil
}

func (s *Server) apply(w http.ResponseWriter, r *http.Request, k access.Key) error {
	in, t, err := s.trial(w, r, k)
	if err != nil {
		return err
	}
	if in.Where != Here && in.Where != Everywhere {
		return wire.Bad(`where: want "here" or "everywhere"`)
	}
	if len(in.Set) == 0 && in.Schedules == nil {
		return wire.Bad("set: want a knob to turn, as KEY=VALUE, or schedules")
	}
	d := audit.Deed{Verb: "tune", Channel: t.Channel, Familiar: t.Familiar, Detail: string(in.Where) + ": " + strings.Join(t.Says(), ", ")}
	return s.write(w, r, k, d, in.Seen, func() (*Written, error) { return s.Tuner.Write(r.Context(), t, in.Where, in.Seen) })
}

// write answers with what is written into the configuration's file; without what stands
// for the file as it was seen it is only shown, which is no deed.
func (s *Server) write(w http.ResponseWriter, r *http.Request, k access.Key, d audit.Deed, seen string, do func() (*Written, error)) (err error) {
	var written *Written
	effect := func() (err error) {
		written, err = do()
		return err
	}
	if seen == "" {
		err = effect()
	} else {
		err = s.recorded(r.Context(), s.askerOf(r.Header, k, audit.ByHTTP), d, effect)
	}
	if err != nil {
		return err
	}
	wire.Answer(w, http.StatusOK, written)
	return nil
}
