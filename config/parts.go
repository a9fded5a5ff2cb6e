package config

import (
	"slices"
	"strings"

	"familiar/config/document"
	"familiar/internal/bounds"
	"familiar/messages"
	"familiar/policy/conversation"
	"familiar/policy/ladder"
	"familiar/policy/lore"
)

// Log says what the program writes to stderr about itself.
type Log struct {
	Level  string `toml:"level"`  // debug, info, warn or error; default info
	Format string `toml:"format"` // text or json; default text

	Observed bool `toml:"observed"` // decisions to keep quiet are told at the level info, too; default false: at debug
}

// Validate says what is wrong, all of it.
func (l Log) Validate() error {
	return bounds.Equals.First(
		bounds.OneOf("level", l.Level, "debug", "info", "warn", "error"),
		bounds.OneOf("format", l.Format, "text", "json"),
	)
}

// A Familiar is one character.
type Familiar struct {
	Name     string   `toml:"name"`         // as its lines are signed; it listens to it, too; default the table's name
	Aliases  []string `toml:"aliases"`      // what else it listens to, in any script; default none
	Card     string   `toml:"card"`         // text file that says who it is, relative to the configuration; default none
	Persona  string   `toml:"persona"`      // the same as text; after [Load] also what the card says
	Picture  string   `toml:"picture"`      // https address of the picture beside its posts, on accounts with faces; default none: the account's
	Lorebook string   `toml:"lorebook"`     // file of what it knows of things that come up, relative to the configuration; default none
	Model    string   `toml:"model"`        // what composes its replies; default the only model there is
	Models   []string `toml:"models"`       // instead of model: several, each asked when those before it can't; at most 4; default none; after [Load] Model is the first
	Judge    string   `toml:"judge"`        // model that says whether to speak unasked; default none: it only answers
	Judges   []string `toml:"judges"`       // instead of judge: several, as models; default none; after [Load] Judge is the first
	Second   string   `toml:"second_judge"` // model asked the same where by the odds the judge's verdict is not enough; default none
	Preset   string   `toml:"preset"`       // where the knobs below start from: one of ladder.Presets; default social

	Tools []messages.Tool `toml:"tools"` // what its model may use of what a place offers; default all of them

	conversation.Policy // every knob of it stands beside these

	Lore *lore.Lore // what Lorebook says, after [Load]; nil: none

	own map[string]any // its table
}

// Asks returns all models asked whether it should speak: those of
// [Familiar.Referees], and its second judge.
func (f *Familiar) Asks() []string {
	all := slices.Clone(f.Referees())
	if f.Second != "" && !slices.Contains(all, f.Second) {
		all = append(all, f.Second)
	}
	return all
}

// DefaultPreset is where a familiar's knobs start from when it names none.
const DefaultPreset = "social"

// Start implements [document.Starter].
func (f *Familiar) Start(table map[string]any) {
	f.Preset, f.Policy, f.own = DefaultPreset, conversation.Default(), table
	f.Tools = messages.Tools()
	if name, ok := table["preset"].(string); ok {
		if p, ok := conversation.Preset(name); ok {
			f.Policy = p
		}
	}
}

// Writers returns the models that compose its replies, the first to be asked
// first.
func (f *Familiar) Writers() []string { return chainOf(f.Model, f.Models) }

// Referees returns the models that say whether to speak unasked, the first to be
// asked first; none: it only answers.
func (f *Familiar) Referees() []string { return chainOf(f.Judge, f.Judges) }

func chainOf(one string, several []string) []string {
	switch {
	case len(several) > 0:
		return several
	case one == "":
		return nil
	}
	return []string{one}
}

// embedder returns the model whose vectors say what that it keeps in mind is alike; "":
// none does.
func (f *Familiar) embedder() string {
	if !f.Memory.On {
		return ""
	}
	return f.Memory.Embeddings
}

// Uses reports whether it writes, judges or recalls with that model.
func (f *Familiar) Uses(model string) bool {
	return slices.Contains(f.Writers(), model) || slices.Contains(f.Asks(), model) || f.embedder() == model
}

// names returns everything the familiar listens to.
func (f *Familiar) names() ladder.Names {
	return ladder.CompileNames(f.Ladder.Alias, append([]string{f.Name}, f.Aliases...)...)
}

// A Rule says who is in which channels, and what is different there.
type Rule struct {
	Match     Pattern                                   `toml:"match"`     // which channels; always to be given
	Familiars []messages.FamiliarID                     `toml:"familiars"` // who is there; default: those an earlier rule puts there
	Room      document.Override                         `toml:"room"`      // any knob of the table room
	Override  map[messages.FamiliarID]document.Override `toml:"override"`  // by familiar: its preset there, and any knob of its policy

	Name        string `toml:"name"`        // what the model is told they are called; default "": as an earlier rule or the network says
	Description string `toml:"description"` // what it is told they are for; default "": the same

	Audience Audience `toml:"audience"` // web: who reads them: all, or unknown; default "": as an earlier rule says, without one unknown

	experiment string // whose arm b it is; "": it is one of the file's own
}

// Unknown says who is in a channel no rule matches: [Ignore], [Everybody] or
// "familiar:NAME".
type Unknown string

// Ways to take unknown channels.
const (
	Ignore    Unknown = "ignore"  // nobody: nothing said there is heard
	Everybody Unknown = "default" // every familiar with an account on that network
)

// Familiar returns the NAME of "familiar:NAME"; false for the others.
func (u Unknown) Familiar() (messages.FamiliarID, bool) {
	name, ok := strings.CutPrefix(string(u), "familiar:")
	return messages.FamiliarID(name), ok
}
