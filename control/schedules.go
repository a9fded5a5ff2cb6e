package control

// A Schedule is an occasion at which a familiar speaks by itself. Durations are as the
// file has them, "20m".
type Schedule struct {
	Name    string `json:"name"`
	Cron    string `json:"cron,omitempty"`    // minute, hour, day, month and weekday; "": it is by Silence
	Zone    string `json:"zone,omitempty"`    // of the clock Cron means; "": UTC
	About   string `json:"about,omitempty"`   // up to so long earlier or later; "": on the minute
	Silence string `json:"silence,omitempty"` // after people have said nothing for so long; "": by Cron
	Overdue string `json:"overdue,omitempty"` // later than this it is left out; "": 1h
	Prompt  string `json:"prompt"`            // what the familiar is told the occasion is
}

// mostSchedules is how many may be asked for at once: more than a familiar may have, so
// that it is told how many those are.
const mostSchedules = 100
