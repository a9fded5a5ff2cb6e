// Package config reads the configuration file: one TOML file into the Config
// structs of the packages that have knobs. It knows their types, the file's
// shape and what refers to what; what a knob does, the package that owns it
// knows. cmd/familiar loads it, app takes every channel's settings from it.
//
// It is strict. A key nobody reads, a value of the wrong type, a familiar that
// doesn't exist: each is a [Problem] with file, line and key, and all of them
// are reported at once. What is odd but works is a warning.
//
//	load.go       the file and what it refers to, read with limits
//	document      a folder: TOML as a tree, and into structs by their tags
//	validate.go   what must hold between the parts
//	channel.go    what holds in one channel
//	retention.go  and how long its texts are kept
//	relay.go      and whose lines come by a relay; mirror.go: which rooms are one
//	experiment.go and which setting an experiment draws there
//	explain.go    the same, told to an operator
package config

import (
	"familiar/actors/agent"
	"familiar/actors/monitor"
	"familiar/config/document"
	"familiar/control"
	"familiar/messages"
	"familiar/policy/admission"
	"familiar/policy/budget"
	"familiar/policy/conversation"
	"familiar/policy/language"
	"familiar/policy/odds"
	"familiar/policy/relay"
	"familiar/telemetry"
)

// Config is a configuration file that was read. It is never changed
// afterwards and may be used by many at the same time. [Load] makes it.
type Config struct {
	Data    string  `toml:"data"`    // folder for what the program keeps, relative to the file; default "./data"
	Unknown Unknown `toml:"unknown"` // who is in a channel no rule matches; default "ignore"
	Log     Log     `toml:"log"`
	Journal Journal `toml:"journal"`

	Models    map[string]Model                 `toml:"models"`    // by the name familiars use; none: there is one called "offline"
	Familiars map[messages.FamiliarID]Familiar `toml:"familiars"` // at least one
	Accounts  map[messages.AccountID]Account   `toml:"accounts"`  // see [Account] for familiars without one
	Channels  []Rule                           `toml:"channels"`  // in order; a later rule overrides an earlier one
	Retention []Retention                      `toml:"retention"` // in order; of those for a channel the last holds; default none: journal.keep holds everywhere
	Relays    map[string]Relay                 `toml:"relays"`    // by name; whose lines a relay brings; default none
	Puppets   []Puppets                        `toml:"puppets"`   // in order; of those for an author the last holds; default none
	Mirrors   []Mirror                         `toml:"mirrors"`   // rooms that are one; default none
	Room      conversation.RoomConfig          `toml:"room"`      // of every channel, unless a rule says otherwise
	Agent     agent.Config                     `toml:"agent"`
	Monitor   monitor.Config                   `toml:"monitor"`
	Control   Control                          `toml:"control"`
	Budget    budget.Config                    `toml:"budget"`
	Texts     Texts                            `toml:"texts"`
	Telemetry telemetry.Config                 `toml:"telemetry"`
	Tools     Tools                            `toml:"tools"`
	Safety    Safety                           `toml:"safety"` // what looks at a reply before it is posted; default: nothing does

	Experiments map[string]Experiment `toml:"experiments"` // by name; default none

	// Generation tells configurations of one process apart; [Load] gives 1, see [Config.Next]
	// and [Config.After].
	Generation int `toml:"-"`

	// Drawn is the moment for whose day experiments draw; [Load] gives none, so that
	// nothing is drawn, see [Config.At].
	Drawn messages.Instant `toml:"-"`

	// Holds are where nothing may be erased from the journal; [Load] gives none: they are
	// kept with the journal, see [Config.Holding].
	Holds []Pattern `toml:"-"`

	// Warnings are what is odd but works, in the order of the file.
	Warnings []document.Problem `toml:"-"`

	doc    *document.Document
	seats  *seating
	files  []string
	digest string

	weights map[string]*odds.Weights // by the file a familiar names
	plans   []planned                // of Experiments, in the order of their names

	relaying    relay.Rules               // of Relays and Puppets
	mirrorRooms map[string][]mirroredRoom // of Mirrors, by network and chat
}

// Texts is every text the program itself shows to a model or says in a channel,
// so that it can be translated. "{name}" becomes the familiar's name; an empty
// text is the English one, or of an answer the one in the channel's language.
type Texts struct {
	Agent   agent.Texts     `toml:"agent"`
	Monitor monitor.Texts   `toml:"monitor"`
	Answers admission.Texts `toml:"answers"`

	Translations map[language.Language]admission.Texts `toml:"translations"` // of Answers
}

// Default is an empty file: no familiar, and every other knob as documented.
func Default() Config {
	return Config{
		Data:    "./data",
		Unknown: Ignore,
		Log:     Log{Level: "info", Format: "text"},
		Journal: defaultJournal(),
		Room:    conversation.DefaultRoom(),
		Agent:   agent.Default(),
		Monitor: monitor.Default(),
		Control: Control{Config: control.Default()},
		Budget:  budget.Default(),
		Texts:   Texts{Agent: agent.DefaultTexts(), Monitor: monitor.DefaultTexts(), Answers: admission.DefaultTexts()},

		Safety:     defaultSafety(),
		Telemetry:  telemetry.Default(),
		Generation: 1,
	}
}
