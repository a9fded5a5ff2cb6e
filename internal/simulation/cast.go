package simulation

import (
	"strconv"
	"sync"

	"familiar/messages"
	"familiar/policy/conversation"
	"familiar/policy/ladder"
)

// familiars are who may sit in a channel; the second has an account of its own.
var familiars = []struct {
	id      messages.FamiliarID
	account messages.AccountID
	self    messages.PersonID
}{{"Aria", "first", "us"}, {"Vesper", "second", "us2"}}

// A plan is what a channel's configuration differs by.
type plan struct {
	generation int
	preset     string
	busy       conversation.Busy
	seats      int
	asks       bool // lines that address a familiar are judged first
	paced      bool // parts are held until they could have been typed
	together   bool // the judge is asked about all of them in one question
	keeps      bool // they keep things in mind
}

// config makes the configuration of a plan; runs share it, for it is never
// changed.
func (p plan) config() *conversation.Config {
	if known, ok := configs.Load(p); ok {
		return known.(*conversation.Config)
	}
	policy, _ := conversation.Preset(p.preset)
	room, _ := conversation.PresetRoom(p.preset)
	policy.Busy = p.busy
	if p.asks {
		policy.Ladder.Address = messages.Ask
	}
	policy.Pace.On, policy.JudgeTogether, policy.Memory.On = p.paced, p.together, p.keeps
	c := &conversation.Config{Generation: p.generation, Room: room}
	for _, f := range familiars[:p.seats] {
		c.Seats = append(c.Seats, conversation.SeatConfig{
			Familiar: f.id, Account: f.account, Self: f.self, Name: string(f.id), Judged: true, Judge: "judge",
			Names: ladder.CompileNames(policy.Ladder.Alias, string(f.id)), Policy: policy,
		})
	}
	configs.Store(p, c)
	return c
}

// configs is shared by runs that tests make side by side.
var configs sync.Map

// A room is one channel: its people, its network, and what they remember.
type room struct {
	at     int // its place among the channels
	id     messages.ChannelID
	config *conversation.Config // in force now
	astray bool                 // what was lived need not be what the journal alone leads to
	rusty  int                  // times the snapshot was damaged

	toSay   int
	lines   []*said
	ways    [][]inbound     // by account: what the network has not yet told for good
	posts   []messages.Post // what the network took, in its order
	byPost  map[messages.PostID]messages.LineID
	lastOwn messages.LineID // the newest post, for those who reply to it

	dm     bool
	blind  []bool              // by account: it doesn't see the channel now
	copies map[string][]copied // by the word of a text, and by account: who was given it
	shared map[messages.LineID]sharedPost

	answers  map[turnKey][]messages.LineID // by turn: the lines it was told to answer
	answered map[decided]turnKey           // the turn whose answer the network has

	entered []messages.PostID        // posts the outbox ever took, each once
	lostAll map[messages.PostID]bool // of these, what it knew nothing of after a power cut
	buried  map[messages.PostID]bool // posts of which there ever was a dead letter
	told    []lived                  // notes of runs with power cuts, also those that are gone
}

// plan draws one.
func (w *world) plan(seats, generation int) plan {
	p := plan{generation: generation, preset: presets[w.n(len(presets))], busy: conversation.Queue, seats: seats, asks: w.one(4), paced: w.one(4), together: w.one(2), keeps: w.keeping}
	if w.one(2) {
		p.busy = conversation.Steer
	}
	return p
}

var presets = []string{"ladder", "social", "chatty"}

func (w *world) newRoom(at int) *room {
	p := w.plan(1+w.n(2), 1)
	r := &room{
		at: at, id: names[at], config: p.config(), toSay: 5 + w.n(w.among(6, 12, 50)),
		ways: make([][]inbound, p.seats), byPost: map[messages.PostID]messages.LineID{},
		answers: map[turnKey][]messages.LineID{}, answered: map[decided]turnKey{},
		buried: map[messages.PostID]bool{}, lostAll: map[messages.PostID]bool{},
		blind: make([]bool, p.seats), copies: map[string][]copied{}, shared: map[messages.LineID]sharedPost{},
	}
	if w.keeping {
		r.toSay += 20 // or there is seldom enough to learn from
	}
	if p.seats > 1 && w.one(3) { // a private channel or a direct message, of one account
		r.blind[w.n(p.seats)] = true
		r.dm = w.one(2)
	}
	return r
}

var names = func() (all [3]messages.ChannelID) {
	for i := range all {
		all[i] = messages.Channel{Network: "made-up", Chat: strconv.Itoa(i)}.ID()
	}
	all[2] = messages.Channel{Network: "slack", Chat: "2"}.ID() // a first part is to begin a thread there, and the others wait for it
	return all
}()

// said reports whether everybody has said what they wanted to say.
func (w *world) said() bool {
	for _, r := range w.rooms {
		if r.toSay > 0 {
			return false
		}
	}
	return true
}
