package control

import (
	"context"
	"net/http"

	"familiar/control/access"
	"familiar/control/wire"
	"familiar/messages"
)

// Home is how everything stands, for whoever operates it. Times are milliseconds since
// 1970, 0 for none.
type Home struct {
	At        messages.Instant `json:"at"`    // when it stood so
	Needs     []Need           `json:"needs"` // what needs a person, the most pressing first
	Accounts  []HomeAccount    `json:"accounts"`
	Models    []HomeModel      `json:"models"` // those in use
	Day       string           `json:"day"`    // the budget's, a date
	Budget    Spent            `json:"budget"` // of all familiars
	Journal   HomeJournal      `json:"journal"`
	Held      []string         `json:"held"`      // channels of which nothing may be erased, as their holds match them
	Processes int              `json:"processes"` // of the deployment that don't stop, this one among them
	Nodes     []HomeNode       `json:"nodes"`     // all processes of the deployment; none if this one is alone

	Familiars []HomeDay        `json:"familiars"` // as counted last
	Since     messages.Instant `json:"since"`     // when their day began
	Counted   messages.Instant `json:"counted"`   // when it was counted; 0: that isn't done yet
	Partly    bool             `json:"partly"`    // more was decided than is counted: what is told is of the channels that spoke last
	Letters   int              `json:"letters"`   // dead letters that are kept, at most 1,000 are counted
	Unknown   int              `json:"unknown"`   // of these, posts of which it isn't known whether the network took them

	Parts []Part `json:"-"` // as for /readyz
}

// HomeAccount is an account on its network.
type HomeAccount struct {
	Account messages.AccountID `json:"account"`
	Name    string             `json:"name"` // as its lines are signed
	Network messages.Network   `json:"network"`
	Listens bool               `json:"listens"`
	Since   messages.Instant   `json:"since"`            // when Listens became so
	State   string             `json:"state"`            // in words; "": another process has it
	Ended   bool               `json:"ended"`            // it will not try again by itself
	Limited messages.Instant   `json:"limited"`          // until when its network wants no post of this process
	Shards  *HomeShards        `json:"shards,omitempty"` // absent: its network isn't divided, or hasn't said how
}

// HomeShards is how the connections stand that divide an account's network among them,
// of all processes. It listens once all are up.
type HomeShards struct {
	Up     int              `json:"up"`
	Of     int              `json:"of"`
	Left   int              `json:"left"`   // sessions that may be begun until Resets
	Total  int              `json:"total"`  // and from then on; 0: there is no such limit
	Resets messages.Instant `json:"resets"` // as was known last
}

// HomeNode is a process of a deployment, as it says itself.
type HomeNode struct {
	Node       string           `json:"node"` // its id
	Host       string           `json:"host"`
	Version    string           `json:"version"`
	Since      messages.Instant `json:"since"`      // when it began, by its own clock
	State      string           `json:"state"`      // works, drains, drained or waits
	Here       bool             `json:"here"`       // it answers this
	Partitions int              `json:"partitions"` // whose channels are its own
	Accounts   []string         `json:"accounts"`   // that listen there, and shards such as moth:2/4
}

// HomeModel is a model in use.
type HomeModel struct {
	Model   string                `json:"model"`
	Answers bool                  `json:"answers"`          // it is called
	Since   messages.Instant      `json:"since"`            // since when it is not
	Reason  string                `json:"reason,omitempty"` // why
	Calls   int                   `json:"calls"`            // under way
	Queue   int                   `json:"queue"`            // that wait for it
	Open    bool                  `json:"open"`             // its breaker: it is tried only now and then
	Paused  bool                  `json:"paused"`           // as its provider asked
	Today   float64               `json:"today"`            // US dollars it has cost; 0 also where nobody knows its price
	Writes  []messages.FamiliarID `json:"writes"`
	Judges  []messages.FamiliarID `json:"judges"` // for whom it says whether they should speak
}

// HomeJournal is where everything is kept.
type HomeJournal struct {
	Lag     uint64 `json:"lag"`     // records that a start would read again
	Free    int64  `json:"free"`    // bytes of its disk; 0 with Reserve 0: not known, or its server's
	Reserve int64  `json:"reserve"` // bytes below which lines are refused
}

// HomeDay is what a familiar did in the last 24 hours.
type HomeDay struct {
	Familiar messages.FamiliarID `json:"familiar"`
	Name     string              `json:"name"`
	Heard    int                 `json:"heard"`             // lines
	Asked    int                 `json:"asked"`             // turns posted because somebody wanted it
	Unasked  int                 `json:"unasked"`           // turns posted that nobody had asked for
	Welcome  *float64            `json:"welcome,omitempty"` // share of these that were taken up or liked, where that is known; nil: of none
	Quiet    []Silence           `json:"quiet"`             // why it said nothing, the most frequent first
}

// A Silence is one reason for saying nothing.
type Silence struct {
	Rung  messages.Rung `json:"rung"`
	Says  string        `json:"says"` // the same as a clause
	Times int           `json:"times"`
}

func nobodyHome(context.Context) (Home, error) {
	return Home{Held: []string{}, Nodes: []HomeNode{}, Accounts: []HomeAccount{}, Models: []HomeModel{}, Familiars: []HomeDay{}}, nil
}

// home says how everything stands.
func (s *Server) home(w http.ResponseWriter, r *http.Request, _ access.Key) error {
	h, err := s.Home(r.Context())
	if err != nil {
		return err
	}
	h.Needs = h.needs()
	wire.Answer(w, http.StatusOK, h)
	return nil
}
