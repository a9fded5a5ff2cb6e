package wire

// A Power is who may do what in a room, by levels. A field that isn't there is the
// specification's default.
type Power struct {
	Users  map[string]int64 `json:"users"`
	Others int64            `json:"users_default"`
	Events map[string]int64 `json:"events"` // what an event of a type takes
	Any    int64            `json:"events_default"`
}

// May reports whether a user may send events of a type that are no state.
func (p Power) May(user, kind string) bool {
	has, named := p.Users[user]
	if !named {
		has = p.Others
	}
	takes, named := p.Events[kind]
	if !named {
		takes = p.Any
	}
	return has >= takes
}
