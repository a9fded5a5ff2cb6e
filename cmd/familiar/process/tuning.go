package process

import (
	"context"
	"errors"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"time"

	"familiar/config"
	"familiar/config/document"
	"familiar/control"
	"familiar/lab/preview"
	"familiar/lab/tune"
	"familiar/llm"
	"familiar/messages"
	"familiar/policy/conversation"
	"familiar/policy/schedule"
	"familiar/policy/seating"
)

// tuning tries and changes knobs, for the page. It implements [control.Tuner].
type tuning struct{ *Service }

var _ control.Tuner = tuning{}

// inRoom begins the keys of what all familiars of a channel share.
const inRoom = "room."

var errNoFile = fmt.Errorf("%w: this program was started without a configuration file", control.ErrKnobs)

// Knobs implements control.Tuner.
func (t tuning) Knobs(familiar messages.FamiliarID, channel messages.ChannelID) (all []control.Knob, err error) {
	told, err := t.App.Settings().Explain(familiar, string(channel))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", control.ErrKnobs, err)
	}
	for _, k := range told.Knobs {
		all = append(all, knobOf(k.Key, k))
	}
	for _, k := range told.Room {
		if !strings.HasPrefix(k.Key, "admission") { // it can't be turned, see tried
			all = append(all, knobOf(inRoom+k.Key, k))
		}
	}
	return append(all, limitKnob(t.App.Settings())), nil
}

// knobOf returns a knob in force with what is said of it under its whole key.
func knobOf(key string, in config.Knob) control.Knob {
	is := config.Meanings()[key]
	return control.Knob{Key: key, Value: in.Value, From: in.From, Default: is.Default, Does: is.Text}
}

// Preview implements control.Tuner.
func (t tuning) Preview(ctx context.Context, trial control.Trial, since time.Time) (*control.Preview, error) {
	seat, before, after, err := tried(t.App.Settings(), trial)
	if err != nil {
		return nil, err
	}
	idle := idler{most: idleInAll}
	made, err := preview.Run(ctx, t.App.Journal, preview.Options{
		Channel: trial.Channel, Familiar: trial.Familiar, Name: seat.Name, Judged: seat.Judged, Since: messages.InstantOf(since),
		Before: before, After: after, Weights: seat.Weights, Card: seat.Card,
		Pause: idle.pause,
	})
	if errors.Is(err, preview.ErrNothing) {
		return nil, fmt.Errorf("%w: %w", control.ErrKnobs, err)
	}
	if err != nil {
		return nil, err
	}
	return shownPreview(made, t.prices(trial.Familiar, seat)), nil
}

// tried returns the knobs that hold for a trial's familiar, and those it asks for.
func tried(c *config.Config, t control.Trial) (seat *conversation.SeatConfig, before, after config.Knobs, err error) {
	if _, err := messages.ParseChannel(t.Channel); err != nil {
		return nil, before, after, fmt.Errorf("%w: channel: %w", control.ErrKnobs, err)
	}
	there := c.Channel(t.Channel)
	if there == nil {
		return nil, before, after, fmt.Errorf("%w: %s", control.ErrNobody, t.Channel)
	}
	if seat = there.SeatOf(t.Familiar); seat == nil {
		return nil, before, after, fmt.Errorf("%w: there is no familiar %q in %s", control.ErrKnobs, t.Familiar, t.Channel)
	}
	before = config.Knobs{Policy: seat.Policy, Room: there.Room}
	after = before
	knobs, _, err := splitLimit(t.Set)
	if err == nil && t.Schedules != nil {
		after.Schedule, err = scheduled(*t.Schedules, before.Schedule)
	}
	if err == nil {
		err = after.Set(knobs...)
	}
	if err == nil && !reflect.DeepEqual(before.Room.Admission, after.Room.Admission) {
		err = errors.New("who may do what is only changed in the configuration's file") // whoever turns knobs would have all rights
	}
	if err != nil {
		return nil, before, after, fmt.Errorf("%w: %w", control.ErrKnobs, err)
	}
	return seat, before, after, nil
}

// prices returns what calls are taken to cost, as tuning takes it, at the prices of the
// first model of those that judge and of those that write.
func (t tuning) prices(familiar messages.FamiliarID, seat *conversation.SeatConfig) tune.Price {
	c := t.App.Settings()
	f := c.Familiars[familiar]
	priceOf := func(models []string) (p llm.Price) {
		if len(models) > 0 {
			p = c.Models[models[0]].Price()
		}
		return p
	}
	writer := priceOf(f.Writers())
	judge := writer // it is never asked
	if seat.Judged {
		judge = priceOf(f.Referees())
	}
	return tune.PriceOf(judge, writer, seat.Policy.Verdict == seating.Word)
}

func shownPreview(p *preview.Preview, price tune.Price) *control.Preview {
	shown := &control.Preview{
		From: int64(p.From), Until: int64(p.Until), Cut: p.Cut, Differ: p.Differ,
		Differences: []control.PreviewDifference{}, Unknown: []control.PreviewQuestion{},
	}
	for i := range p.Figures {
		f := &p.Figures[i]
		shown.Figures[i] = control.PreviewFigure{Lines: f.Lines, Calls: f.Calls, Unknown: p.Unanswered[i], Asked: f.JudgeCalls, WakeUps: f.WakesPerHour, Delay: f.Delay50}
		if f.Gold != nil {
			shown.Figures[i].Misses, shown.Figures[i].Needless = &f.Gold.Misses, &f.Gold.Interruptions
		}
		if price != (tune.Price{}) {
			cost := float64(f.Calls)*price.Reply + float64(f.JudgeCalls)*price.Question
			shown.Figures[i].Cost = &cost
		}
	}
	for _, d := range p.Differences {
		is := control.PreviewDifference{At: int64(p.From) + d.At, Line: messages.LineID(d.Line), Who: d.Who, Text: d.Text}
		for i := range d.Sides {
			is.Sides[i] = control.PreviewSide{Speaks: d.Sides[i].Speaks(), Sentence: d.Sides[i].Why}
		}
		shown.Differences = append(shown.Differences, is)
	}
	for _, q := range p.Unknown {
		shown.Unknown = append(shown.Unknown, control.PreviewQuestion{At: int64(q.At), Line: q.Line, Who: q.Who, Text: q.Text, Trigger: q.Trigger})
	}
	return shown
}

// Write implements control.Tuner.
func (t tuning) Write(ctx context.Context, trial control.Trial, where control.Where, seen string) (*control.Written, error) {
	if t.changes == nil {
		return nil, errNoFile
	}
	t.turning.Lock()
	defer t.turning.Unlock()
	_, _, want, err := tried(t.App.Settings(), trial)
	if err != nil {
		return nil, err
	}
	told := control.Turning{By: trial.By, Familiar: trial.Familiar, Channel: trial.Channel, Where: where, Set: trial.Says()}
	return t.configure(ctx, seen, told,
		func(old []byte) ([]byte, error) { return turned(old, trial, want.Schedule, where) },
		func(staged string) error { return holds(staged, trial, &want) })
}

// configure shows what the configuration's file would be, or, given what stands for the
// file as it was seen, writes it and puts it in force. Who calls it holds turning.
func (s *Service) configure(ctx context.Context, seen string, told control.Turning, edit func(old []byte) ([]byte, error), check func(staged string) error) (*control.Written, error) {
	file := s.App.Settings().Files()[0]
	old, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("%w: configuration: %w", control.ErrKnobs, err)
	}
	text, err := edit(old)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", control.ErrKnobs, err)
	}
	change := rewrite{file, old, text, check}
	written := &control.Written{File: file, Changes: change.changes(), Seen: sumOf(old), Others: s.deployment != nil}
	switch {
	case seen == "":
		return written, nil
	case seen != written.Seen:
		return nil, fmt.Errorf("%w: %s has changed since you looked: look at what would be written once more", control.ErrKnobs, file)
	}
	if err := s.carryOut(change, told); err != nil {
		return nil, fmt.Errorf("%w: %w", control.ErrKnobs, err)
	}
	if _, err := s.changes.now(ctx); err != nil {
		return nil, fmt.Errorf("%w: %s is written, but the program didn't take it: %w", control.ErrKnobs, file, err)
	}
	written.Done = true
	return written, nil
}

// turned returns a configuration's text with a trial's knobs in it, and these schedules if
// it asks for any.
func turned(text []byte, trial control.Trial, schedules []schedule.Rule, where control.Where) ([]byte, error) {
	knobs, limit, err := splitLimit(trial.Set)
	if err == nil && limit != nil {
		text, err = limit.put(text)
	}
	if err != nil {
		return nil, err
	}
	own, shared := assigned(knobs)
	if where == control.Everywhere {
		text, err = config.Put(text, trial.Familiar, own...)
		if err == nil {
			text, err = config.PutRoom(text, shared...)
		}
		if err == nil && trial.Schedules != nil {
			text, err = config.PutSchedules(text, trial.Familiar, schedules)
		}
		return text, err
	}
	pattern, ok := config.PatternOf(trial.Channel)
	if !ok {
		return nil, fmt.Errorf("the name of %s can't be written as a rule's pattern: turn the knobs everywhere, or write the rule yourself", trial.Channel)
	}
	if len(own) > 0 {
		text, err = config.TurnIn(text, pattern.String(), trial.Familiar, nil, own...)
	}
	if err == nil && len(shared) > 0 {
		text, err = config.PutRoomIn(text, pattern.String(), shared...)
	}
	if err == nil && trial.Schedules != nil {
		text, err = config.PutSchedulesIn(text, pattern.String(), trial.Familiar, schedules)
	}
	return text, err
}

// assigned returns assignments as a file has them: knobs of a familiar's own, and what
// all in a channel share.
func assigned(knobs []string) (own, shared []config.Turned) {
	for _, assignment := range knobs {
		key, value, _ := strings.Cut(assignment, "=")
		key, is := strings.CutPrefix(key, inRoom)
		one := config.Turned{Key: key, Value: value}
		if _, err := config.Turn([]byte("[familiars.x]\n"), "x", nil, one); err != nil {
			one.Value = document.Written(value) // text without quotes
		}
		if is {
			shared = append(shared, one)
		} else {
			own = append(own, one)
		}
	}
	return own, shared
}

// holds checks that a file has the knobs hold for the trial's familiar in its channel.
func holds(file string, trial control.Trial, want *config.Knobs) error {
	loaded, err := config.LoadSealed(file)
	if err != nil {
		return err
	}
	_, limit, err := splitLimit(trial.Set)
	if err != nil {
		return err
	}
	if limit != nil && loaded.Budget.Familiar != limit.dollars {
		return errors.New("something else in the configuration decides the budget: change that; the file was left unchanged")
	}
	there := loaded.Channel(trial.Channel)
	if s := there.SeatOf(trial.Familiar); s != nil && sameKnobs(config.Knobs{Policy: s.Policy, Room: there.Room}, *want) {
		return nil
	}
	return errors.New("something else in the configuration decides this knob there, such as a rule of [[channels]]: change that; the file was left unchanged")
}

// sameKnobs compares knobs; a list of schedules with none in it is as good as none.
func sameKnobs(a, b config.Knobs) bool {
	same := slices.Equal(a.Schedule, b.Schedule)
	a.Schedule, b.Schedule = nil, nil
	return same && reflect.DeepEqual(a, b)
}
