package simulation

// A weather is how bad a run's world is: one in so many; 0 is never.
type weather struct {
	crash     int // calls of the journal that the process does not survive
	failure   int // calls of the journal that fail
	repeat    int // lines that the network tells twice
	late      int // answers of models that come late, twice or not at all
	lossy     int // posts whose fate the network does not tell
	patience  int // percent of moments at which a seed waits rather than works
	commands  int // chances that somebody tells the familiars what to do
	forgets   int // chances that something is to be forgotten
	reloads   int // chances that another configuration is put in force
	rust      int // restarts that find a damaged snapshot
	cuts      int // moments at which the power is cut
	takeovers int // moments at which the process stands still and another takes over
	freezes   int // appends of an owner before which it stands still
	echoes    bool
	nonces    bool // an echo carries the post's id
	finds     bool // the network can tell whether a post was made
	longWaits bool
}

// forecast draws a run's weather.
func (w *world) forecast() weather {
	return weather{
		crash: w.among(0, 100, 40, 400), failure: w.among(0, 30, 100), repeat: w.among(0, 4, 12),
		late: w.among(0, 3, 10), lossy: w.among(0, 4, 12), patience: w.among(5, 15, 30),
		commands: w.among(0, 1, 2), forgets: w.among(0, 0, 1, 2), reloads: w.among(0, 0, 0, 1), rust: w.among(0, 0, 0, 2),
		echoes: w.one(2), nonces: w.one(2), finds: w.one(2), longWaits: w.one(4),
	}
}

// n draws one of n.
func (w *world) n(n int) int { return int(w.chance.Uint32N(uint32(n))) }

// one is true once in k times; never with 0.
func (w *world) one(k int) bool { return k > 0 && w.n(k) == 0 }

func (w *world) among(of ...int) int { return of[w.n(len(of))] }

// bad is true once in k times while the world is bad.
func (w *world) bad(k int) bool { return !w.steady && w.one(k) }
