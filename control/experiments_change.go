package control

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"familiar/control/access"
	"familiar/control/wire"
	"familiar/journal/audit"
	"familiar/messages"
)

// A Plan is an experiment that is to begin: some channels, or days, get another setting
// of a familiar.
type Plan struct {
	Name     string
	Familiar messages.FamiliarID
	Channel  messages.ChannelID // where somebody thought of it
	Where    Where              // in this channel alone, or in all of its network
	Daily    bool               // days are drawn, not channels
	Begin    string             // its first day, 2026-12-01
	End      string             // the day after its last
	Set      []string           // KEY=VALUE, of arm b
	By       string             // name of the token it is asked with
}

// An Ending is how an experiment ends.
type Ending string

// The endings.
const (
	TakeBetter Ending = "take" // the better arm's setting holds from now on, once there is one
	StopAsIs   Ending = "stop" // its tables go, and the setting is what it was
)

// An Experimenter begins and ends experiments, as changes of the configuration's file,
// which [Tuner.Undo] takes back. Its errors are as [Tuner]'s; without what stands for
// the file as it was seen it only shows what would be written.
type Experimenter interface {
	Begin(ctx context.Context, p Plan, seen string) (*Written, error)
	End(ctx context.Context, name string, how Ending, by, seen string) (*Written, error)
}

// beginExperiment shows what would be written, or with what was seen writes it.
func (s *Server) beginExperiment(w http.ResponseWriter, r *http.Request, k access.Key) error {
	var in struct {
		Familiar messages.FamiliarID `json:"familiar"`
		Channel  messages.ChannelID  `json:"channel"`
		Chat     string              `json:"chat"`
		Thread   string              `json:"thread"`
		Where    Where               `json:"where"`
		Daily    bool                `json:"daily"`
		Begin    string              `json:"begin"`
		End      string              `json:"end"`
		Set      []string            `json:"set"`
		Seen     string              `json:"seen"`
	}
	if err := wire.ReadJSON(w, r, s.Body, &in); err != nil {
		return err
	}
	if err := checkSet(in.Set); err != nil {
		return err
	}
	switch {
	case in.Where != Here && in.Where != Everywhere:
		return wire.Bad(`where: want "here" or "everywhere"`)
	case len(in.Set) == 0:
		return wire.Bad("set: want what differs in arm b, as KEY=VALUE")
	}
	channel, err := s.channelOf(in.Channel, in.Chat, in.Thread)
	if err != nil {
		return err
	}
	p := Plan{
		Name: r.PathValue("experiment"), Familiar: in.Familiar, Channel: channel, Where: in.Where, Daily: in.Daily,
		Begin: in.Begin, End: in.End, Set: in.Set, By: k.Name,
	}
	d := audit.Deed{Verb: "experiment", Familiar: p.Familiar, Detail: fmt.Sprintf("begin %s: %s", p.Name, strings.Join(p.Set, ", "))}
	if err := checkName("experiment", p.Name); err != nil {
		return err
	}
	return s.write(w, r, k, d, in.Seen, func() (*Written, error) { return s.Experimenter.Begin(r.Context(), p, in.Seen) })
}

// endExperiment does the same for its end.
func (s *Server) endExperiment(w http.ResponseWriter, r *http.Request, k access.Key) error {
	var in struct {
		How  Ending `json:"how"`
		Seen string `json:"seen"`
	}
	if err := wire.ReadJSON(w, r, s.Body, &in); err != nil {
		return err
	}
	if in.How != TakeBetter && in.How != StopAsIs {
		return wire.Bad(`how: want "take" or "stop"`)
	}
	name := r.PathValue("experiment")
	d := audit.Deed{Verb: "experiment", Detail: fmt.Sprintf("%s %s", in.How, name)}
	if err := checkName("experiment", name); err != nil {
		return err
	}
	return s.write(w, r, k, d, in.Seen, func() (*Written, error) { return s.Experimenter.End(r.Context(), name, in.How, k.Name, in.Seen) })
}
