package diagnosis

import "time"

const (
	day = 24 * time.Hour
	// leastWindow is the shortest stretch that says anything about a day.
	leastWindow = day
	// horizon is as far as a forecast looks, in days: the rate won't hold longer.
	horizon = 3650
	// soonFull is how many days ahead somebody is told of a full disk.
	soonFull = 30
)

// A Kept is one kind of record in the store: how much there is, how fast it comes
// and when it goes.
type Kept struct {
	Bytes   int64         `json:"bytes"`   // all of it
	Written int64         `json:"written"` // of that, within Window
	Window  time.Duration `json:"window"`  // up to now
	Age     time.Duration `json:"age"`     // of the oldest
	Keep    time.Duration `json:"keep"`    // removed after that; 0: never
	Limit   int64         `json:"limit"`   // bytes it never passes; 0: none
}

// A Forecast is when a disk will be full, at the rate of the last days.
type Forecast struct {
	Known bool  `json:"known"` // false: what there is says nothing about a day
	Daily int64 `json:"daily"` // bytes written a day
	Most  int64 `json:"most"`  // how much the store will still grow, where it stops growing
	Days  int   `json:"days"`  // the day on which it will be full; 0 with Full: it is
	Full  bool  `json:"full"`  // false: it won't be
}

// Foresee returns when records will have taken so many bytes that are free. Room
// that is 0 or less is full already. Old records go as their time comes, so a
// store that has reached that age grows only if its rate has.
func Foresee(room int64, all []Kept) Forecast {
	f := Forecast{}
	for _, k := range all {
		if k.Window >= leastWindow {
			f.Known = true
			f.Daily += int64(k.daily())
		}
	}
	if room <= 0 {
		f.Full = true
		return f
	}
	if !f.Known {
		return f
	}
	for n := 1; n <= horizon; n++ {
		more := 0.0
		for _, k := range all {
			more += k.growth(n)
		}
		f.Most = max(f.Most, int64(more))
		if more >= float64(room) {
			f.Full, f.Days = true, n
			return f
		}
	}
	return f
}

// daily is how many bytes are written in a day.
func (k Kept) daily() float64 {
	if k.Window <= 0 {
		return 0
	}
	return float64(k.Written) * float64(day) / float64(k.Window)
}

// growth is how much more there is after some days, negative if it is less. What
// is there now is taken to be spread evenly over its age.
func (k Kept) growth(days int) float64 {
	ahead := time.Duration(days) * day
	written, left := k.daily()*float64(days), float64(k.Bytes)
	if k.Keep > 0 {
		written = k.daily() * float64(min(ahead, k.Keep)) / float64(day)
		if k.Age > 0 {
			left *= min(1, max(0, float64(k.Keep-ahead)/float64(k.Age)))
		}
	}
	total := written + left
	if k.Limit > 0 {
		total = min(total, float64(max(k.Limit, k.Bytes)))
	}
	return total - float64(k.Bytes)
}
